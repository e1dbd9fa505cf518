//! Pages of `docs/` whose every command is run, in the folder of examples that they are about.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test pages` writes the answers, and the
//! pictures that the commands make, anew.

use std::fs;
use std::path::{Path, PathBuf};

/// A page is copied, its examples beside it as the folder to run in, and what is made there is
/// compared with what the page shows.
fn page(name: &str, examples: &str, pictures: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
    let _ = fs::remove_dir_all(&here);
    let inside = here.join(format!("{name}.in"));
    fs::create_dir_all(&inside).expect("a folder");
    for entry in fs::read_dir(root.join("examples").join(examples)).expect("examples").flatten() {
        fs::copy(entry.path(), inside.join(entry.file_name())).expect("a copy");
    }
    let original = root.join("docs").join(format!("{name}.md"));
    let copy = here.join(format!("{name}.md"));
    fs::copy(&original, &copy).expect("a copy");
    trycmd::TestCases::new().env("NO_COLOR", "1").case(&copy).run();
    let overwrite = std::env::var_os("TRYCMD").is_some_and(|action| action == "overwrite");
    let shown = |picture: &str| -> PathBuf { root.join("docs").join(picture) };
    if overwrite {
        fs::copy(&copy, &original).expect("a copy");
        pictures.iter().for_each(|picture| {
            fs::copy(inside.join(picture), shown(picture)).expect("a copy");
        });
    }
    let text = fs::read_to_string(&original).expect("a page");
    for picture in pictures {
        assert!(text.contains(&format!("]({picture})")), "{name}.md shows {picture}");
        let [made, shown] = [inside.join(picture), shown(picture)]
            .map(|path| fs::read_to_string(path).expect("SVG"));
        assert!(made == shown, "{picture} is not what the command makes");
    }
    fs::remove_dir_all(&here).expect("removed");
}

#[test]
fn overlap() {
    page("overlap", "genes", &["overlap.svg"]);
}

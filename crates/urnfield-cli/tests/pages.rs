//! Pages of `docs/` whose every command is run, in the folder of examples that they are about.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test pages` writes the answers, and the
//! pictures that the commands make, anew.

use std::fs;
use std::path::{Path, PathBuf};

/// A page is copied, its examples beside it as the folder to run in, and what is made there is
/// compared with what the page shows.
fn page(name: &str, examples: &str, pictures: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let here =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&here);
    let inside = here.join(format!("{name}.in"));
    fs::create_dir_all(&inside).expect("a folder");
    for entry in fs::read_dir(root.join("examples").join(examples)).expect("examples").flatten() {
        fs::copy(entry.path(), inside.join(entry.file_name())).expect("a copy");
    }
    let original = root.join("docs/guide").join(format!("{name}.md"));
    let copy = here.join(format!("{name}.md"));
    fs::copy(&original, &copy).expect("a copy");
    trycmd::TestCases::new().env("NO_COLOR", "1").case(&copy).run();
    let overwrite = std::env::var_os("TRYCMD").is_some_and(|action| action == "overwrite");
    let shown = |picture: &str| -> PathBuf { root.join("docs/guide").join(picture) };
    // Commands write beside their lists, the page shows what is in a folder of its own.
    let made = |picture: &str| inside.join(Path::new(picture).file_name().expect("a name"));
    if overwrite {
        fs::copy(&copy, &original).expect("a copy");
        pictures.iter().for_each(|picture| {
            fs::copy(made(picture), shown(picture)).expect("a copy");
        });
    }
    let text = fs::read_to_string(&original).expect("a page");
    for picture in pictures {
        assert!(text.contains(&format!("]({picture})")), "{name}.md shows {picture}");
        let [made, shown] =
            [made(picture), shown(picture)].map(|path| fs::read_to_string(path).expect("SVG"));
        assert!(made == shown, "{picture} is not what the command makes");
    }
    fs::remove_dir_all(&here).expect("removed");
}

#[test]
fn overlap() {
    page("overlap", "genes", &["overlap.svg"]);
}

#[test]
fn enrich() {
    page("enrich", "genes", &[]);
}

#[test]
fn pictures() {
    let pictures = [
        "../figures/overlap-2.svg",
        "../figures/overlap-3.svg",
        "../figures/overlap-exclusive.svg",
        "../figures/overlap-5.svg",
        "../figures/overlap-depleted.svg",
        "../figures/overlap-8.svg",
        "../figures/overlap-12.svg",
        "../figures/law-of-overlap.svg",
    ];
    page("pictures", "tissues", &pictures);
}

#[test]
fn populations() {
    page("populations", "hares", &[]);
}

#[test]
fn barcodes() {
    page("barcodes", "hares", &[]);
}

//! Which room may know which: documentation that cannot go stale.

use std::fs;
use std::path::{Path, PathBuf};

/// Room → the rooms it must not name.
const FORBIDDEN: [(&str, &[&str]); 5] = [
    ("num", &["occupancy", "bloom", "filter", "design"]),
    ("occupancy", &["bloom", "filter", "design"]),
    ("bloom", &["filter"]),
    ("filter", &["num", "occupancy", "bloom"]),
    ("error.rs", &["num", "occupancy", "bloom", "filter"]),
];

/// File → the one thing it may name out of a room that is closed to it: binomials, for the number of
/// a filter among all with as many bits set.
const ALLOWED: [(&str, &str); 1] =
    [("filter/compress/choices.rs", "crate::num::combinatorics::binomial")];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    entries.flatten().flat_map(|entry| sources(&entry.path())).collect()
}

#[test]
fn no_room_knows_what_it_must_not() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for (room, forbidden) in FORBIDDEN {
        for file in sources(&src.join(room)) {
            seen += 1;
            let mut text = fs::read_to_string(&file).expect("a source file is readable");
            for (exception, name) in ALLOWED {
                if file == src.join(exception) {
                    assert!(text.contains(name), "{exception} no longer names {name}");
                    text = text.replace(&format!("use {name};\n"), "");
                }
            }
            for other in forbidden {
                let name = format!("crate::{other}");
                assert!(!text.contains(&name), "{} names {name}", file.display());
            }
        }
    }
    assert!(seen > 20, "the rooms were found");
}

/// What `urnfield-answers` must not name: it is said in a page and in other languages too.
const NO_SHELL: [&str; 7] =
    ["clap", "std::fs", "std::env", "std::process", "stdin(", "stdout(", "stderr("];

#[test]
fn answers_know_no_shell() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../urnfield-answers");
    let files = [sources(&src.join("src")), vec![src.join("Cargo.toml")]].concat();
    for file in &files {
        let text = fs::read_to_string(file).expect("a source file is readable");
        for name in NO_SHELL {
            assert!(!text.contains(name), "{} names {name}", file.display());
        }
    }
    assert!(files.len() > 10, "the answers were found");
}

#[test]
fn files_are_one_idea_long() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for file in
        ["urnfield/src", "urnfield-answers/src"].map(|src| sources(&crates.join(src))).concat()
    {
        let lines = fs::read_to_string(&file).expect("a source file is readable").lines().count();
        assert!(lines <= 500, "{} has {lines} lines: split it", file.display());
    }
}

//! `docs/reference/json.md` names every key of every `--json`, with its type and meaning: the real
//! answers of the commands are held against its tables.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test schema` writes the tables anew. A new key gets
//! the meaning "?", which fails until a person has written one.
//!
//! | file | idea |
//! |---|---|
//! | `cases` | the questions that together show every key |
//! | `shape` | the keys and types of answers |
//! | `page` | the tables of the page |
//! | `sources` | the keys that the source code names |

mod cases;
#[path = "../folder/mod.rs"]
mod folder;
mod page;
mod shape;
mod sources;

use cases::{CASES, files};
use folder::Folder;
use page::Page;
use shape::Shape;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the shape of all answers of a command.
fn shape(folder: &Folder, command: &str, questions: &[&str]) -> Shape {
    let mut shape = Shape::default();
    for question in questions {
        let words = format!("{command} {question} --json");
        let output = folder.run(&words);
        let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        assert!(!text.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        for line in text.lines() {
            shape.take(&serde_json::from_str(line).expect(&words));
        }
    }
    shape
}

#[test]
fn the_page_has_every_key_of_every_command() {
    let path = root().join("docs/reference/json.md");
    let text = std::fs::read_to_string(&path).expect("a page");
    let page = Page::of(&text);
    let folder = files(root());
    let mut written = page.head.clone();
    for (command, questions) in CASES {
        written.push_str(&page.section(command, &shape(&folder, command, questions)));
    }
    if std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite") {
        std::fs::write(&path, &written).expect("the page is ours");
    } else {
        for (there, here) in written.lines().zip(text.lines()) {
            assert_eq!(there, here, "json.md shows something else than the answers");
        }
        assert_eq!(written.len(), text.len(), "json.md has more or fewer lines");
    }
    assert!(!written.contains("| ? |"), "json.md has a key without a meaning");
}

/// Keys that no case above shows would be missing on the page.
#[test]
fn the_page_has_every_key_that_the_sources_name() {
    let text = std::fs::read_to_string(root().join("docs/reference/json.md")).expect("a page");
    let page = Page::of(&text);
    let named = sources::keys(&root().join("crates/urnfield-answers/src"));
    assert!(named.len() > 150, "{}", named.len());
    // The members of a certified value are described with its type.
    let is_member = |key: &str| ["lo", "hi", "exact", "label"].contains(&key);
    let missing: Vec<&String> =
        named.iter().filter(|key| !is_member(key) && !page.has(key)).collect();
    assert!(missing.is_empty(), "no case of tests/schema shows {missing:?}");
}

/// Every command whose help has `--json` has cases.
#[test]
fn every_command_with_json_has_cases() {
    let folder = Folder::new("schema-commands");
    let help = |command: &str| {
        let output = folder.run(&format!("{command} --help"));
        String::from_utf8(output.stdout).expect("help is UTF-8")
    };
    let names = |help: &str| -> Vec<String> {
        let groups = help.split("\nOptions:\n").next().unwrap_or_default();
        let lines = groups.lines().filter(|line| line.starts_with("  "));
        lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let mut seen = 0;
    for name in names(&help("")).iter().filter(|name| *name != "redis") {
        let text = help(name);
        let is_group = text.contains("\nCommands:\n");
        let inner = if is_group { names(&text) } else { vec![String::new()] };
        for inner in inner {
            let command = format!("{name} {inner}").trim_end().to_owned();
            if help(&command).contains("--json ") {
                seen += 1;
                assert!(CASES.iter().any(|(known, _)| *known == command), "{command}");
            }
        }
    }
    assert_eq!(seen, CASES.len());
}

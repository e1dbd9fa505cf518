//! What faces may know, what documents name, and how long files are.

use crate::graph::code;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    entries.flatten().flat_map(|entry| sources(&entry.path())).collect()
}

/// The folder of all crates; of a package, in which this one is alone, whatever is there.
pub(crate) fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Rust files with their text.
fn read(folder: &Path) -> Vec<(PathBuf, String)> {
    let rust = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a source file is readable");
    sources(folder).into_iter().filter(rust).map(|path| (path.clone(), text(&path))).collect()
}

/// Answers are given in a page and in other languages too: they know no shell.
#[test]
fn answers_know_no_shell() {
    const SHELL: [&str; 7] =
        ["clap", "std::fs", "std::env", "std::process", "stdin(", "stdout(", "stderr("];
    for (path, text) in read(&crates().join("urnfield-answers/src")) {
        for name in SHELL {
            assert!(!text.contains(name), "{} names {name}", path.display());
        }
    }
}

/// The laboratory uses what people use; what people use does not know it.
#[test]
fn only_tests_know_the_paper() {
    let this = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, text) in [this, crates().join("urnfield-cli/src")].iter().flat_map(|src| read(src)) {
        assert!(!text.contains("urnfield_paper"), "{} knows the paper", path.display());
    }
    for (path, text) in read(&crates().join("../research/urnfield-paper/src")) {
        assert!(!text.contains("urnfield_cli"), "{} knows the shell", path.display());
    }
}

/// A second route that asks the library is none: the forms know its fractions and how committees
/// are written, and `table` what is to be compared.
#[test]
fn the_forms_of_the_paper_do_not_ask_the_library() {
    for (path, text) in read(&crates().join("../research/urnfield-paper/src/formulas")) {
        if path.ends_with("table.rs") {
            continue;
        }
        for line in text.lines().filter(|line| line.contains("urnfield::")) {
            let known = ["use urnfield::Committees;", "use urnfield::Rational;"];
            assert!(known.contains(&line), "{}: {line}", path.display());
        }
    }
}

/// What is included by path from another crate cannot be packaged.
#[test]
fn no_crate_includes_files_of_another() {
    let mut seen = 0;
    for entry in fs::read_dir(crates()).expect("a folder").flatten() {
        for (path, text) in read(&entry.path()) {
            let depth = path.strip_prefix(entry.path()).map_or(0, |file| file.components().count());
            let out_of_here = "../".repeat(depth);
            for mark in ["#[path = \"", "include!(\"", "include_str!(\"", "include_bytes!(\""] {
                for rest in text.split(mark).skip(1) {
                    seen += 1;
                    assert!(
                        !rest.starts_with(&out_of_here),
                        "{} includes {rest:.60}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(seen > 10, "the inclusions were found");
}

/// `docs/internals/design.md` walks with a reader from the words typed to the table; what it names is there.
#[test]
fn the_walk_through_the_house_leads_somewhere() {
    let document = crates().join("../docs/internals/design.md");
    // A package has no documents.
    let Ok(document) = fs::read_to_string(document) else { return };
    let walk = document.split("### From the words typed to the table").nth(1).expect("a walk");
    let walk = walk.split("\n#").next().expect("it ends");
    let steps = walk.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let mut seen = 0;
    for step in steps {
        let mut named = step.split('`').skip(1).step_by(2);
        let file = named.next().expect("a step names a file");
        let text = fs::read_to_string(crates().join(file)).expect(file);
        let name = named.next().expect("a step names what to look for");
        let (plain, word) = (name.trim_end_matches('!'), |kind| format!("{kind} {name}"));
        let declared = ["fn", "enum", "const", "struct"].map(word).iter().any(|d| text.contains(d));
        let declared = declared || text.contains(&format!("macro_rules! {plain}"));
        assert!(declared, "{file} has no {name}");
        seen += 1;
    }
    assert!((10..=16).contains(&seen), "a walk of {seen} files is not followed");
}

#[test]
fn files_are_one_idea_long() {
    let python = ["python", "tests"].map(|name| crates().join("urnfield-python").join(name));
    let text = |path: &PathBuf| path.extension().is_some_and(|ending| ending != "pyc");
    let rust = all_sources().into_iter().map(|(path, _)| path);
    for file in rust.chain(python.iter().flat_map(|src| sources(src))).filter(text) {
        let lines = fs::read_to_string(&file).expect("a source file is readable").lines().count();
        assert!(lines <= 500, "{} has {lines} lines: split it", file.display());
    }
}

/// Returns the source files of all crates, with their text.
pub(crate) fn all_sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["", "../research", "../checks"] {
        let Ok(entries) = fs::read_dir(crates().join(folder)) else { continue };
        found.extend(entries.flatten().flat_map(|entry| read(&entry.path().join("src"))));
    }
    assert!(found.len() > 100, "the sources were found");
    found
}

#[test]
fn folders_hold_a_dozen_files() {
    let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for (path, _) in all_sources() {
        let is_root = ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| path.ends_with(name));
        let folder = path.parent().expect("a file is in a folder").to_path_buf();
        *folders.entry(folder).or_default() += usize::from(!is_root);
    }
    for (folder, files) in folders {
        assert!(files <= 12, "{} holds {files} files: sort them into folders", folder.display());
    }
}

/// A comment line without its mark, or `None` for other lines.
pub(crate) fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark))
}

/// Returns the faults of language that a program can count, one sentence each.
fn countable_faults(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    let mut previous = "";
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if let Some(said) = comment(line) {
            is_code ^= said.trim_start().starts_with("```");
            let is_prose = !is_code && !said.trim_start().starts_with('|');
            if is_prose && line.chars().count() > 100 {
                found.push(format!("line {number}: a comment of more than 100 columns"));
            }
            let is_first = comment(previous).is_none();
            if is_first && said.trim_start().starts_with("The same") && !said.starts_with("//") {
                found.push(format!("line {number}: a comment that does not stand alone"));
            }
        } else {
            is_code = false;
        }
        let arm = line.trim_start();
        let is_bool = arm.starts_with("true =>") || arm.starts_with("false =>");
        if is_bool && previous.contains("match ") && previous.ends_with('{') {
            found.push(format!("line {number}: a match on a bool; write if"));
        }
        previous = line;
    }
    found
}

#[test]
fn language_that_can_be_counted_is_plain() {
    let mut found = Vec::new();
    for (path, text) in all_sources() {
        found.extend(countable_faults(&text).iter().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The test of the test.
    let text = format!(
        "/// The same, with more.\nfn f() {{}}\n// {}\nmatch b {{\n true => 1,",
        "a ".repeat(60)
    );
    assert_eq!(countable_faults(&text).len(), 3);
}

/// Returns the lines that read the words of an error, which has its reasons as data.
fn comparisons_of_sentences(text: &str) -> Vec<String> {
    const PARTS: [&str; 7] =
        ["rule", "got", "what", "remedy", "unit", "doing", "error.to_string()"];
    const READERS: [&str; 8] = [
        ".contains(\"",
        ".starts_with(\"",
        ".ends_with(\"",
        ".find(\"",
        "split(\"",
        "split_once(\"",
        ".strip_prefix(\"",
        " == \"",
    ];
    let is_read = |line: &&str| {
        PARTS.iter().any(|part| {
            line.match_indices(part).any(|(at, _)| {
                let is_whole = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let rest = line[at + part.len()..].trim_start_matches(".r");
                let rest =
                    rest.strip_prefix('.').filter(|r| r.starts_with("split")).unwrap_or(rest);
                is_whole && READERS.iter().any(|reader| rest.starts_with(reader))
            })
        })
    };
    let shipped = |line: &&str| !line.contains("assert");
    code(text).lines().filter(shipped).filter(is_read).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn programs_read_no_sentences() {
    let mut found = Vec::new();
    for (path, text) in all_sources() {
        // Tests read sentences, and the fuzz targets those of other libraries.
        if path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "checks")
        {
            continue;
        }
        let lines = comparisons_of_sentences(&text);
        found.extend(lines.iter().map(|line| format!("{}: {line}", path.display())));
    }
    assert!(found.is_empty(), "match on what the error says as data:\n{}", found.join("\n"));
    // The test of the test.
    for line in [
        "_ if rule.starts_with(\"an urnfield filter begins\") => {",
        "match got.rsplit_once(\"; \") {",
        "if *unit == \"bytes of memory\" {",
        "if error.to_string().contains(\"key\") {",
    ] {
        assert_eq!(comparisons_of_sentences(line).len(), 1, "{line}");
    }
    assert!(comparisons_of_sentences("format!(\"{rule}, got {got}\")").is_empty());
}

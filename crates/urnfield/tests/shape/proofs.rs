//! Citations of machine-checked theorems: every cited name is a theorem of `research/proofs`, and every
//! place that its table names is there.

use crate::house::{all_sources, comment, crates};
use std::collections::BTreeSet;
use std::fs;

/// Endings of file names, which look like theorems: `rates.json`, `bounds.rs`.
const ENDINGS: [&str; 10] = ["rs", "md", "json", "py", "v", "csv", "svg", "tsv", "txt", "toml"];

/// The theorems of `research/proofs` as file.theorem, or `None` in a package, which has none.
fn theorems() -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(crates().join("../research/proofs")).ok()?.flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        let Some(file) = name.strip_suffix(".v") else { continue };
        let text = fs::read_to_string(entry.path()).expect("a proof is readable");
        let stated = text.lines().filter_map(|line| line.strip_prefix("Theorem "));
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        found.extend(stated.map(|rest| {
            let name: String = rest.chars().take_while(|&c| is_name(c)).collect();
            format!("{file}.{name}")
        }));
    }
    Some(found)
}

/// Returns the names that a text cites: whatever is in backticks right after `Coq:`, and elsewhere
/// what has the form of a name in one of the proofs' files.
fn cited<'a>(text: &'a str, theorems: &BTreeSet<String>) -> Vec<&'a str> {
    let in_a_file = |word: &str| {
        word.split_once('.').is_some_and(|(file, name)| {
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let known = theorems.iter().any(|theorem| theorem.split_once('.').unwrap().0 == file);
            is_name && known && !ENDINGS.contains(&name)
        })
    };
    let elsewhere = text.split('`').skip(1).step_by(2).filter(|word| in_a_file(word));
    let marked = text.split("Coq: `").skip(1).filter_map(|rest| rest.split('`').next());
    elsewhere.chain(marked.filter(|word| !in_a_file(word))).collect()
}

/// Returns the comments of a source file as one text.
fn comments(text: &str) -> String {
    text.lines().filter_map(comment).collect::<Vec<_>>().join("\n")
}

#[test]
fn cited_theorems_are_proved() {
    let Some(theorems) = theorems() else { return };
    assert!(theorems.len() > 100, "the theorems were found");
    let mut texts: Vec<_> =
        all_sources().into_iter().map(|(path, text)| (path, comments(&text))).collect();
    for folder in ["../docs/paper", "../docs/internals"] {
        for entry in fs::read_dir(crates().join(folder)).expect("documents").flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            texts.push((entry.path(), text));
        }
    }
    let mut places = 0;
    for (path, text) in &texts {
        let names = cited(text, &theorems);
        for &name in &names {
            assert!(theorems.contains(name), "{}: no theorem is called {name}", path.display());
        }
        places += names.len();
    }
    assert!(places >= 40, "only {places} citations were found");
}

/// A citation of what is not proved is seen, with the mark or without it.
#[test]
fn an_unknown_theorem_is_noticed() {
    let Some(theorems) = theorems() else { return };
    let unknown = |text| cited(text, &theorems).into_iter().any(|name| !theorems.contains(name));
    assert!(!unknown("Coq: `rates.f_S_sum`, `blocks.blocks`. See `rates.json` and `bounds.rs`."));
    assert!(unknown("Coq: `rates.f_S_sun`."));
    assert!(unknown("Coq: `rates.f_S_sum`, `rates.no_theorem`."));
    assert!(unknown("Coq: `no_file.f_S_sum`."));
    assert!(unknown("as `blocks.nothing` says"));
}

/// The table of `research/proofs/README.md` leads from each theorem to a file that is there, and to an
/// item that is declared in it.
#[test]
fn the_table_of_proofs_leads_to_code() {
    let Ok(table) = fs::read_to_string(crates().join("../research/proofs/README.md")) else {
        return;
    };
    let theorems = theorems().expect("the proofs are where their table is");
    let is_theorem = |row: &&str| row.split('`').nth(1).is_some_and(|name| theorems.contains(name));
    let mut items = 0;
    for row in table.lines().filter(is_theorem) {
        let place = row.trim_end_matches(" |").rsplit(" | ").next().expect("a row has columns");
        let words: Vec<&str> = place.split('`').collect();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.ends_with(".rs")) {
            let path = match word.strip_prefix("num/") {
                Some(rest) => format!("urnfield-num/src/{rest}"),
                None if place.starts_with("`urnfield-paper`") => {
                    format!("../research/urnfield-paper/src/{word}")
                }
                None => format!("urnfield/src/{word}"),
            };
            let text = fs::read_to_string(crates().join(&path)).expect(&path);
            if words.get(at + 1) != Some(&": ") {
                continue;
            }
            let name = words[at + 2].rsplit("::").next().expect("a last part");
            let declared =
                ["fn", "struct", "enum", "trait", "type"].map(|kind| format!("{kind} {name}"));
            let member =
                [format!("    {name}("), format!("    {name},"), format!("    pub(crate) {name}:")];
            let is_there = declared.iter().chain(&member).any(|d| text.contains(d));
            assert!(is_there, "{path} declares no {name}: {row}");
            items += 1;
        }
    }
    assert!(items > 40, "only {items} items were found");
}

//! `docs/paper/ledger.md` cannot go stale: every row is whole, and everything it names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const COLUMNS: [&str; 6] =
    ["label", "verdict", "corrected form", "counterexample", "function", "test"];

const VERDICTS: [&str; 5] = ["right", "misprinted", "false", "needs a condition", "open"];

/// What there is in the paper: section, kind and name, in the order of its source.
fn paper() -> Vec<[String; 3]> {
    let path = here().join("tests/oracle/labels.tsv");
    let text = fs::read_to_string(path).expect("the list is with the oracles");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells.try_into().unwrap_or_else(|_| panic!("three columns: {line}"))
    };
    rows.map(row).collect()
}

/// How the labels of the paper begin.
const KINDS: [&str; 11] =
    ["eq", "eqn", "thm", "lem", "cor", "con", "fig", "tab", "sec", "subsec", "subsubsec"];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn ledger() -> String {
    fs::read_to_string(here().join("../../docs/paper/ledger.md")).expect("the ledger is in docs")
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder").flatten();
    entries
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => sources(&path),
            path if path.extension().is_some_and(|e| e == "rs") => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a line of code declares the function: `pub fn name(` or `fn name<`.
fn declares(line: &str, keyword: &str, name: &str) -> bool {
    line.trim_start()
        .strip_prefix(keyword)
        .and_then(|rest| rest.strip_prefix(name))
        .is_some_and(|rest| rest.starts_with(['(', '<']))
}

/// The text of `tests/file.rs`, or else of `src/file.rs`, or else of that of the crate of the paper.
fn file_text(file: &str) -> Option<String> {
    let folders = ["tests", "src", "../../research/urnfield-paper/src"];
    let path = |folder: &str| here().join(folder).join(format!("{file}.rs"));
    folders.iter().find_map(|folder| fs::read_to_string(path(folder)).ok())
}

/// `file::function` is a function under `#[test]`.
fn is_test(name: &str) -> bool {
    let Some((file, function)) = name.rsplit_once("::") else { return false };
    let Some(text) = file_text(file) else { return false };
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).any(|two| two[0].trim() == "#[test]" && declares(two[1], "fn ", function))
}

/// `Type::function` and `room::function` are public in the library; `file::function` is a function of
/// the tests or a formula of the crate of the paper.
fn is_function(name: &str) -> bool {
    let Some((place, function)) = name.rsplit_once("::") else { return false };
    let room = here().join("src").join(place);
    if room.is_dir() {
        // No method: those are indented.
        let free = |line: &str| line.starts_with("pub") && declares(line, "pub fn ", function);
        return sources(&room)
            .iter()
            .any(|path| fs::read_to_string(path).expect("a readable file").lines().any(free));
    }
    if place.starts_with(|c: char| c.is_ascii_lowercase()) {
        let declared =
            |line: &str| declares(line, "pub fn ", function) || declares(line, "fn ", function);
        return file_text(place).is_some_and(|text| text.lines().any(declared));
    }
    let of_type = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        words.next() == Some("impl") && words.any(|word| word == place)
    };
    sources(&here().join("src")).iter().any(|path| {
        let text = fs::read_to_string(path).expect("a readable file");
        text.lines().any(of_type) && text.lines().any(|line| declares(line, "pub fn ", function))
    })
}

/// The cells of a table's line.
fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}

/// What is wrong with one row.
fn faults_of_row(line: &str) -> Vec<String> {
    let cells = cells(line);
    let &[label, verdict, corrected, counterexample, function, test] = &cells[..] else {
        return vec![format!("{} cells, not {}: {line}", cells.len(), COLUMNS.len())];
    };
    let mut faults = Vec::new();
    if !VERDICTS.contains(&verdict) {
        faults.push(format!("{label}: no verdict is called {verdict:?}"));
    }
    if verdict != "right" && (corrected.is_empty() || counterexample.is_empty()) {
        faults.push(format!("{label}: {verdict}, but not why"));
    }
    let named = |cell| quoted(cell).filter(|name| name.contains("::")).collect::<Vec<_>>();
    for (cell, what, exists) in
        [(function, "function", is_function as fn(&str) -> bool), (test, "test", is_test)]
    {
        if named(cell).is_empty() {
            faults.push(format!("{label}: no {what} is named"));
        }
        let missing = named(cell).into_iter().filter(|name| !exists(name));
        faults.extend(missing.map(|name| format!("{label}: there is no {what} {name}")));
    }
    faults
}

/// Everything that is wrong with a ledger.
fn faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let paper = paper();
    let mut section = None;
    let (mut headings, mut labels) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        if line.starts_with('#') {
            if let Some(title) = line.strip_prefix("## ") {
                // `Section 3: Bloom filters` and nothing else begins so.
                section = title.strip_prefix("Section ").and_then(|rest| rest.get(..1));
            }
            headings.extend(quoted(line));
        }
        if !line.starts_with('|') || line.starts_with("|---") {
            continue;
        }
        if cells(line)[0] == COLUMNS[0] {
            if cells(line) != COLUMNS {
                faults.push(format!("the columns are not {COLUMNS:?}: {line}"));
            }
            continue;
        }
        faults.extend(faults_of_row(line));
        let Some(label) = quoted(cells(line)[0]).next() else {
            faults.push(format!("a row without a name: {line}"));
            continue;
        };
        let name = section.unwrap_or("?");
        if !paper.iter().any(|[at, kind, known]| at == name && kind != "heading" && known == label)
        {
            faults.push(format!("section {name} has no label {label}"));
        }
        if !labels.insert(label) {
            faults.push(format!("{label} has two rows"));
        }
    }
    for [_, kind, label] in &paper {
        let (found, missing) = match kind.as_str() {
            "heading" => (&headings, "has no heading"),
            _ => (&labels, "has no row"),
        };
        if !found.contains(label.as_str()) {
            faults.push(format!("{label} {missing}"));
        }
    }
    faults
}

/// The list has what the paper has: as many of each kind as its source.
#[test]
fn the_list_is_that_of_the_source() {
    let paper = paper();
    let count = |kind: &str| paper.iter().filter(|row| row[1] == kind).count();
    let kinds = ["theorem", "lemma", "corollary", "conjecture", "table", "figure"];
    assert_eq!(kinds.map(count), [10, 4, 14, 2, 1, 10]);
    assert_eq!(count("heading"), 27);
    let names: BTreeSet<&String> = paper.iter().map(|row| &row[2]).collect();
    assert_eq!(names.len(), 226);
}

#[test]
fn the_ledger_is_whole_and_names_what_exists() {
    let faults = faults(&ledger());
    assert!(faults.is_empty(), "docs/paper/ledger.md:\n{}", faults.join("\n"));
}

/// The check above is able to fail: a ledger spoiled in one place is caught.
#[test]
fn spoiled_ledgers_are_caught() {
    let ledger = ledger();
    for (from, to, fault) in [
        ("| `eq:batch-mean` | right |", "| `eq:batch-mean` | right ", "5 cells, not 6"),
        ("| `eq:batch-mean` | right |", "| `eq:batch-mean` | right | | ", "7 cells, not 6"),
        ("| `eq:batch-mean` | right |", "| `eq:batch-mean` | fine |", "no verdict is called"),
        ("| `eq:batch-mean` | right |", "| *mean* | right |", "eq:batch-mean has no row"),
        ("`eq:batch-mean` |", "`eq:batch-meen` |", "section 2 has no label"),
        ("| `eq:classic-mean` |", "| `eq:batch-mean` |", "has two rows"),
        ("(`subsec:estimators`)", "", "has no heading"),
        ("`Occupancy::variance`", "`Occupancy::varianz`", "there is no function"),
        ("`Occupancy::variance`", "`Enclosure::variance`", "there is no function"),
        ("`Occupancy::variance`", "`Occupancy::exact_moment`", "there is no function"),
        ("`Occupancy::variance`", "", "no function is named"),
        ("`formulas/unions::sizes`", "`formulas/unions::size`", "there is no function"),
        ("| `fig:fp-vs-k` |", "| *rates* |", "fig:fp-vs-k has no row"),
        ("| `cor:asymp-eff` |", "| `fig:fp-vs-k` |", "section 4 has no label"),
        ("(`sec:compressed-bloom-efficiency`)", "", "has no heading"),
        ("(`sec:discuss`)", "", "sec:discuss has no heading"),
        ("`bloom::valley`", "`bloom::valleys`", "there is no function"),
        ("`bloom::valley`", "`bloom::efficiency`", "there is no function"),
        ("`Plan::smallest`", "`Peak::smallest`", "there is no function"),
        ("`rates/paper::sec_discuss`", "`rates/paper::sec_discus`", "there is no test"),
        ("`laws/brute::unions", "`laws/brute::onions", "there is no test"),
        ("`laws/brute::unions", "`laws/oracle::unions", "there is no test"),
        ("`laws/brute::unions", "`nowhere::unions", "there is no test"),
        ("| counterexample |", "| example |", "the columns are not"),
        ("| `sec:discuss/half` *the", "| *the", "a row without a name"),
        ("| `thm:ghfd/proof` ", "| `thm:ghfd/prof` ", "thm:ghfd/proof has no row"),
        ("**E3** n batches of k balls, not k batches of n balls", "", "but not why"),
    ] {
        let spoiled = ledger.replace(from, to);
        assert!(spoiled != ledger, "{from} is not in the ledger");
        let faults = faults(&spoiled);
        assert!(faults.iter().any(|f| f.contains(fault)), "{from} to {to}: {faults:?}");
    }
    // A function of the tests that is no test itself.
    assert!(!is_test("laws/brute::agrees") && is_function("laws/brute::agrees"));
}

/// The labels that the room `occupancy` cites are labels of section 2.
#[test]
fn the_sources_cite_labels_that_exist() {
    let is_label = |word: &&str| {
        word.split_once(':').is_some_and(|(kind, name)| {
            KINDS.contains(&kind) && name.starts_with(|c: char| c.is_ascii_lowercase())
        })
    };
    let mut cited = BTreeSet::new();
    let paper = paper();
    let known_labels: BTreeSet<&str> = paper.iter().map(|row| row[2].as_str()).collect();
    let parts = ["src/occupancy", "src/bloom"];
    for path in parts.iter().flat_map(|part| sources(&here().join(part))) {
        let text = fs::read_to_string(&path).expect("a readable file");
        for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
            for label in quoted(line).filter(is_label) {
                assert!(known_labels.contains(label), "{} cites {label}", path.display());
                cited.insert(label.to_owned());
            }
        }
    }
    assert!(cited.len() > 20, "the citations were found: {cited:?}");
}

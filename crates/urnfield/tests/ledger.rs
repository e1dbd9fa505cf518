//! `docs/paper.md` cannot go stale: every row is whole, and everything it names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const COLUMNS: [&str; 6] =
    ["label", "verdict", "corrected form", "counterexample", "function", "test"];

const VERDICTS: [&str; 5] = ["right", "misprinted", "false", "needs a condition", "open"];

/// The labels of section 2 that stand for a heading, from the paper's source.
const HEADINGS: [&str; 11] = [
    "sec:occupy",
    "sec:classic-occupancy",
    "sec:finite-differences",
    "subsec:committee-occupancy",
    "subsec:multivariate-committee",
    "sec:committee-union-problem",
    "subsubsec:single-committee-intersection",
    "subsubsec:general-committee-intersection",
    "sec:approximations",
    "sec:bounds-on-moments",
    "subsec:estimators",
];

/// All other labels of section 2, in the order of the paper (one more there is empty).
const LABELS: [&str; 45] = [
    "eq:occupancy-event",
    "eqn:binom-moment",
    "eqn:occupy-probability",
    "eq:classic-moments-1",
    "eq:moment-1",
    "lem:classic-moments-2",
    "eqn:classic-moments-2",
    "eqn:binom-fac-moments",
    "cor:stirling-identity",
    "eq:stirling-identity",
    "eqn:classic-recurrence",
    "thm:recursive-moments",
    "fig:committee-occupancy",
    "eq:batch-probability",
    "eqn:batch-factorial-moments",
    "eqn:batch-occupancy-mean",
    "eqn:variable-committee-sizes",
    "eqn:committee-union-pmf",
    "eqn:committee-union-binom",
    "thm:psi-formulas",
    "eqn:committee-union-gh-pmf",
    "cor:committee-union-pgf",
    "eqn:fsd-series",
    "lem:intersect-union-complement",
    "thm:committee-intersection",
    "eqn:committee-intersection-finite-pmf",
    "eqn:committee-intersection-gh-pmf",
    "eqn:committee-intersection-binom-moment",
    "thm:ghfd",
    "eqn:unoccupied-pgf",
    "eqn:recursive-pmf",
    "eqn:ghfmd-diff-eqn",
    "eqn:two-color-factorial-moments",
    "thm:mutual-batch-occupy-moment",
    "eq:mutual-batch-expected",
    "eqn:multinomial",
    "thm:batch-occupancy-bounds",
    "lem:batch-mean-and-variance",
    "eq:batch-mean",
    "eq:batch-variance",
    "cor:classic-mean-and-variance",
    "eq:classic-mean",
    "eq:classic-variance",
    "cor:method-of-moments",
    "eq:moments-n",
];

/// The headings of sections 3 to 5.
const HEADINGS_3: [&str; 13] = [
    "sec:bloom",
    "sec:union-intersection-bloom-filters",
    "subsec:false-positive",
    "subsec:standard-false-positive",
    "subsec:classic-false-positive",
    "sec:historical-notes",
    "sec:filter-optimization",
    "sec:filter-efficiency",
    "sec:standard-bloom-efficiency",
    "sec:classic-bloom-efficiency",
    "subsec:valley-efficiency",
    "sec:compressed-bloom-efficiency",
    "sec:discuss",
];

/// All other labels of section 3.
const LABELS_3: [&str; 28] = [
    "fig:bloom-filter",
    "tab:bloom-as-occupancy",
    "fig:bloom-int-union",
    "cor:filter-intersection",
    "eqn:expected_intersection",
    "eqn:var_intersection",
    "eq:bloom-false-positive",
    "eq:standard-fp-in-m",
    "eqn:standard-bloom-recurrence",
    "thm:new-false-positive",
    "eqn:standard-bloom-fp",
    "eq:fp-occupy-moments",
    "eq:taylors-series-estimate",
    "eqn:standard-fp-lower-bound",
    "eqn:exp-fp-lower-bound",
    "fig:fp-vs-k",
    "eqn:classic-fp-factorial-moments",
    "eqn:classic-bloom-fp",
    "eqn:classic-bloom-recurrence",
    "cor:fp-upper-lower-bounds",
    "eqn:fp-lower-bound",
    "eqn:fp-upper-bound",
    "fig:fp-bounds",
    "eqn:fp_optimal_approx",
    "eqn:approx_optimal_k",
    "eqn:approx_optimal_m_and_n",
    "fig:optimal-k",
    "con:optimal-ks",
];

/// All other labels of section 4. Section 5 has none.
const LABELS_4: [&str; 10] = [
    "thm:decreasing-efficiency",
    "eq:false-positive-power",
    "eq:holders-inequality",
    "fig:standard-efficiency",
    "cor:standard-max-efficiency",
    "con:classic-max-efficiency",
    "fig:classic-efficiency",
    "cor:asymp-eff",
    "lem:hashing-efficency",
    "eq:hashes-equal",
];

/// The titles of the ledger's sections, and the labels whose rows belong there.
const SECTIONS: [(&str, &[&str]); 4] = [
    ("section 2", &LABELS),
    ("section 3", &LABELS_3),
    ("section 4", &LABELS_4),
    ("section 5", &[]),
];

/// How the labels of the paper begin.
const KINDS: [&str; 11] =
    ["eq", "eqn", "thm", "lem", "cor", "con", "fig", "tab", "sec", "subsec", "subsubsec"];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn ledger() -> String {
    fs::read_to_string(here().join("../../docs/paper.md")).expect("the ledger is in docs")
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

/// The text of `tests/file.rs`, or else of `src/file.rs`.
fn file_text(file: &str) -> Option<String> {
    let path = |folder: &str| here().join(folder).join(format!("{file}.rs"));
    fs::read_to_string(path("tests")).or_else(|_| fs::read_to_string(path("src"))).ok()
}

/// `file::function` is a function under `#[test]`.
fn is_test(name: &str) -> bool {
    let Some((file, function)) = name.rsplit_once("::") else { return false };
    let Some(text) = file_text(file) else { return false };
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).any(|two| two[0].trim() == "#[test]" && declares(two[1], "fn ", function))
}

/// `Type::function` and `room::function` are public in the library; `file::function` is a formula of
/// the tests.
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
        let declared = |line: &str| {
            declares(line, "pub(crate) fn ", function) || declares(line, "fn ", function)
        };
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
    let mut section: Option<(&str, &[&str])> = None;
    let (mut headings, mut labels) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        if line.starts_with('#') {
            if let Some(title) = line.strip_prefix("## ") {
                let title = title.to_lowercase();
                section = SECTIONS.into_iter().find(|(name, _)| title.starts_with(name));
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
        if let (Some((name, known)), Some(label)) = (section, quoted(cells(line)[0]).next()) {
            if !known.contains(&label) {
                faults.push(format!("{name} has no label {label}"));
            }
            if !labels.insert(label) {
                faults.push(format!("{label} has two rows"));
            }
        }
    }
    let all = SECTIONS.iter().flat_map(|(_, known)| known.iter());
    faults.extend(all.filter(|l| !labels.contains(*l)).map(|l| format!("{l} has no row")));
    let all = HEADINGS.iter().chain(&HEADINGS_3);
    faults.extend(all.filter(|l| !headings.contains(*l)).map(|l| format!("{l} has no heading")));
    faults
}

#[test]
fn the_ledger_is_whole_and_names_what_exists() {
    let faults = faults(&ledger());
    assert!(faults.is_empty(), "docs/paper.md:\n{}", faults.join("\n"));
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
        ("`bloom_paper::sec_discuss`", "`bloom_paper::sec_discus`", "there is no test"),
        ("`brute::unions", "`brute::onions", "there is no test"),
        ("`brute::unions", "`oracle::unions", "there is no test"),
        ("`brute::unions", "`nowhere::unions", "there is no test"),
        ("| counterexample |", "| example |", "the columns are not"),
        ("**E3** n batches of k balls, not k batches of n balls", "", "but not why"),
    ] {
        let spoiled = ledger.replace(from, to);
        assert!(spoiled != ledger, "{from} is not in the ledger");
        let faults = faults(&spoiled);
        assert!(faults.iter().any(|f| f.contains(fault)), "{from} to {to}: {faults:?}");
    }
    // A function of the tests that is no test itself.
    assert!(!is_test("brute::agrees") && is_function("brute::agrees"));
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
    let known_labels: BTreeSet<&str> =
        [&LABELS[..], &HEADINGS[..], &LABELS_3[..], &HEADINGS_3[..], &LABELS_4[..]]
            .into_iter()
            .flatten()
            .copied()
            .collect();
    let rooms = ["src/occupancy", "src/bloom"];
    for path in rooms.iter().flat_map(|room| sources(&here().join(room))) {
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

//! Claims of the pages that are prose, held against the data that they rest on, and the order of the pages.

use std::fs;
use std::path::Path;

fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Nanoseconds in one cell of a row, such as `4.5 (1.05)`.
fn nanoseconds(row: &str, cell: usize) -> f64 {
    let cell = row.split('|').nth(cell).expect("a cell").trim();
    cell.split(' ').next().and_then(|number| number.parse().ok()).expect("nanoseconds")
}

/// The least and the greatest ratio of two rows of the same table, over hits and misses of all
/// tables with 10 bits an item.
fn gains(page: &str, slow: &str, fast: &str) -> [f64; 2] {
    let mut ratios = Vec::new();
    for table in page
        .split("\n## ")
        .filter(|table| table.lines().next().is_some_and(|title| title.contains("10 bits an item")))
    {
        let row = |name: &str| {
            let start = format!("| {name} |");
            table.lines().find(|line| line.starts_with(&start)).expect("a row").to_owned()
        };
        let [slow, fast] = [row(slow), row(fast)];
        // Cells 3 and 4 are hits and misses.
        ratios.extend([3, 4].map(|cell| nanoseconds(&slow, cell) / nanoseconds(&fast, cell)));
    }
    assert!(ratios.len() >= 12, "two key types, three sizes, hits and misses");
    [ratios.iter().copied().fold(f64::MAX, f64::min), ratios.iter().copied().fold(0.0, f64::max)]
}

#[test]
fn the_gain_of_line_filters_is_the_one_in_the_table() {
    let table = page("docs/internals/benchmarks-lines.md");
    let single = gains(&table, "urnfield standard", "urnfield line");
    let batches = gains(&table, "urnfield standard, batches", "urnfield line, batches");
    let said = |[least, most]: [f64; 2]| format!("{least:.1} to {most:.1} times");
    for path in ["README.md", "docs/guide/start.md", "docs/guide/choose.md"] {
        let text = page(path).replace('\n', " ");
        for gain in [single, batches].map(said) {
            assert!(text.contains(&gain), "{path} does not say {gain}");
        }
    }
}

#[test]
fn every_page_that_promises_a_rate_states_the_assumption() {
    let pages = [
        "README.md",
        "docs/guide/start.md",
        "docs/reference/manual.md",
        "crates/urnfield/src/lib.rs",
    ]
    .map(page);
    for text in pages {
        let text = text.to_lowercase().replace("\n//!", "").replace('\n', " ");
        let states = text.contains("independent uniform random words");
        let refers = text.contains("start.md#what-the-promise-assumes");
        assert!(states || refers, "{}", &text[..60]);
    }
    let certified = page("README.md");
    let certified = certified.split("## What \"certified\" means here").nth(1).expect("a section");
    assert!(certified.split("\n## ").next().is_some_and(|text| text.contains("One assumption")));
}

/// The pages of `docs/README.md` in order: title and path.
fn order() -> Vec<(String, String)> {
    let index = page("docs/README.md");
    let links = index.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let link = |line: &str| {
        let (title, rest) = line.split_once('[')?.1.split_once("](")?;
        Some((title.to_owned(), rest.split_once(')')?.0.to_owned()))
    };
    links.map(|line| link(line).unwrap_or_else(|| panic!("{line} has no link"))).collect()
}

/// Returns the paths of all pages below `docs`.
fn pages() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut found = Vec::new();
    for folder in fs::read_dir(docs).expect("a folder").flatten().filter(|e| e.path().is_dir()) {
        let inside = folder.file_name().to_string_lossy().into_owned();
        for file in fs::read_dir(folder.path()).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                found.push(format!("{inside}/{name}"));
            }
        }
    }
    found.sort();
    found
}

/// Every page is in the index, and the line below its title leads to the pages before and after it.
/// `TRYCMD=overwrite cargo test -p urnfield-cli --test claims` writes these lines anew.
#[test]
fn every_page_says_what_to_read_before_and_after_it() {
    let order = order();
    let mut listed: Vec<&String> = order.iter().map(|(_, path)| path).collect();
    listed.sort();
    assert_eq!(listed, pages().iter().collect::<Vec<_>>(), "docs/README.md lists every page once");
    for (at, (_, path)) in order.iter().enumerate() {
        let folder = path.split_once('/').expect("a folder").0;
        let link = |at: usize| -> String {
            let (title, path) = &order[at];
            let inner = path.strip_prefix(&format!("{folder}/"));
            format!("[{title}]({})", inner.map_or(format!("../{path}"), str::to_owned))
        };
        let mut expected = String::new();
        if at > 0 {
            expected += &format!("Previous: {}. ", link(at - 1));
        }
        if at + 1 < order.len() {
            expected += &format!("Next: {}. ", link(at + 1));
        }
        expected += "[All pages](../README.md).";
        let file = format!("docs/{path}");
        let text = page(&file);
        let mut lines: Vec<&str> = text.lines().collect();
        if lines[2] == expected {
            continue;
        }
        assert!(
            std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite"),
            "{file}: {expected}"
        );
        if lines[2].ends_with("[All pages](../README.md).") {
            lines[2] = &expected;
        } else {
            lines.splice(1..1, ["", &expected]);
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        fs::write(root.join(file), lines.join("\n") + "\n").expect("the page is ours");
    }
}

/// The words by which people of other fields search.
#[test]
fn the_page_of_words_has_the_words_of_the_fields() {
    let words = page("docs/guide/words.md").to_lowercase();
    for word in [
        "over-representation analysis",
        "hypergeometric test",
        "one-sided fisher",
        "background",
        "fdr",
        "rarefaction",
        "mark and recapture",
        "doublets",
        "linear counting",
        "superexacttest",
        "clusterprofiler",
        "phyper",
        "hypergeom.sf",
        "false-positive probability",
        "counting",
        "split-block",
        "sketch",
    ] {
        assert!(words.contains(word), "words.md does not have {word}");
    }
}

/// `CITATION.cff` and `urnfield cite` have the same titles and version.
#[test]
fn the_citation_is_the_one_of_cite() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_urnfield"))
        .args(["cite", "--json"])
        .output()
        .expect("the command runs");
    let cited: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let file = page("CITATION.cff");
    for (part, key) in
        [("software", "title"), ("software", "version"), ("software", "author"), ("paper", "title")]
    {
        let value = cited[part][key].as_str().expect("a string");
        assert!(
            file.contains(value),
            "CITATION.cff does not have the {key} of the {part}: {value}"
        );
    }
    let name = cited["paper"]["author"].as_str().and_then(|name| name.split_once(", "));
    let (family, given) = name.expect("two names");
    assert!(file.contains(&format!("family-names: {family}\n        given-names: {given}")));
}

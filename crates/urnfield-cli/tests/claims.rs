//! Claims of the pages that are prose, held against the data that they rest on.

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

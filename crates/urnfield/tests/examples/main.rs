//! The programs in `examples/` run, and the README and a page of the guide show the first of them.

use std::path::Path;

#[path = "../../examples/first_filter.rs"]
mod first_filter;
#[path = "../../examples/overlap_of_lists.rs"]
mod overlap_of_lists;
#[path = "../../examples/plan_and_rate.rs"]
mod plan_and_rate;
#[path = "../../examples/shared_between_threads.rs"]
mod shared_between_threads;

#[test]
fn each_example_runs() {
    overlap_of_lists::main().expect("it runs");
    plan_and_rate::main().expect("it runs");
    shared_between_threads::main().expect("it runs");
    // The first one saves a file where it runs; no other test of this program needs a folder.
    let folder = std::env::temp_dir().join(format!("urnfield-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::env::set_current_dir(&folder).expect("the folder is there");
    first_filter::main().expect("it runs");
    assert!(folder.join("pots.urn").is_file());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_readme_shows_the_first_example() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A package has no README beside it.
    let Ok(readme) = std::fs::read_to_string(here.join("../../README.md")) else { return };
    let example = include_str!("../../examples/first_filter.rs");
    let code = example.split_once("\n\n").expect("a comment, then code").1;
    let code = code.replace("pub(crate) fn main", "fn main");
    assert!(readme.contains(&code), "README.md and examples/first_filter.rs differ");
}

/// The lines of the page for people who know fastbloom are lines of the first example.
#[test]
fn coming_from_fastbloom_shows_the_first_example() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(page) = std::fs::read_to_string(here.join("../../docs/guide/coming-from.md")) else {
        return;
    };
    let example =
        include_str!("../../examples/first_filter.rs").replace("pots.contains", "filter.contains");
    let block = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines: Vec<&str> = block.expect("a block of Rust").lines().collect();
    assert_eq!(lines.len(), 5);
    for line in lines {
        assert!(example.lines().any(|shown| shown.trim_start().starts_with(line)), "{line}");
    }
}

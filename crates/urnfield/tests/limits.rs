//! The README's table of limits says what was measured: it is made of `docs/limits.tsv`, which
//! `rivals/limits.py` writes.

use std::path::{Path, PathBuf};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Rows of four: what is asked for, the limit, an example, what that takes.
fn data() -> Vec<[String; 4]> {
    let rows = read("docs/limits.tsv");
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(String::from).collect();
        <[String; 4]>::try_from(cells).unwrap_or_else(|_| panic!("four columns: {line}"))
    };
    rows.lines().skip(1).map(row).collect()
}

#[test]
fn the_table_of_the_readme_is_what_was_measured() {
    let mut table = vec![
        "| asked for | limit | for example | takes |".to_string(),
        "|---|---|---|---|".to_string(),
    ];
    let mut before = None;
    for [asked, limit, command, takes] in data() {
        let again = before == Some((asked.clone(), limit.clone()));
        let (first, second) = if again { ("", "") } else { (&*asked, &*limit) };
        table.push(format!("| {first} | {second} | `{command}` | {takes} |"));
        before = Some((asked, limit));
    }
    let readme = read("README.md");
    let (_, section) = readme.split_once("\n## Limits\n").expect("a section");
    let (section, _) = section.split_once("\n## ").expect("another section");
    let shown: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(shown, table, "run rivals/limits.py");
}

#[test]
fn every_limit_was_measured() {
    for [_, _, command, takes] in data() {
        let (_, time) = takes.split_once("refused in ").unwrap_or(("", &takes));
        let (number, unit) = time.split_once(' ').unwrap_or_else(|| panic!("{command}: {takes}"));
        assert!(number.parse::<f64>().is_ok_and(|n| n > 0.0), "{command}: {takes}");
        assert!(["ms", "s"].contains(&unit), "{command}: {takes}");
    }
}

//! `urnfield-paper claims` and `docs/paper/ledger.md` are one ledger: the same claims with the same verdicts.

use super::{answer, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Label and verdict of every row.
fn ledger() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/paper/ledger.md");
    let text = fs::read_to_string(path).expect("the ledger is in docs");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |line: &str| {
        let label = line.split('`').next()?;
        Some((label.to_owned(), line.split('|').nth(1)?.trim().to_owned()))
    };
    rows.filter_map(row).collect()
}

#[test]
fn every_verdict_of_the_ledger_is_confirmed() {
    let answer = answer("claims --json");
    let claims = answer["claims"].as_array().expect("a list");
    let mut seen = BTreeMap::new();
    for claim in claims {
        assert_eq!(claim["confirmed"], true, "{claim}");
        let evidence = claim["evidence"].as_str().expect("a string");
        assert!(evidence.contains("holds in") && !evidence.contains("holds in 0"), "{claim}");
        // What is not right as printed is shown not to be.
        let against = evidence.contains("not so at");
        assert!(against || claim["verdict"] == "right", "{claim}");
        let text = |key: &str| claim[key].as_str().expect("a string").to_owned();
        assert!(seen.insert(text("label"), text("verdict")).is_none(), "twice: {claim}");
    }
    assert_eq!(seen, ledger());
    assert_eq!(answer["confirmed"], claims.len());
    assert_eq!(answer["failed"], 0);
}

#[test]
fn one_claim_can_be_asked_for() {
    let one = answer("claims --only eqn:standard-bloom-recurrence --json");
    assert_eq!(one["claims"].as_array().map(Vec::len), Some(1));
    let evidence = one["claims"][0]["evidence"].as_str().expect("a string");
    assert!(evidence.starts_with("not so at m = 2, n = k = 1: printed 7/8, truth 1/2;"));
    let none = run("claims --only eq:nowhere");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no claim eq:nowhere"));
}

//! `prove`: an interrupted proof goes on from its checkpoint, and a failed one is told.

use super::folder::Folder;
use serde_json::Value;

#[test]
fn a_proof_goes_on_from_its_checkpoint() {
    let folder = Folder::new("a-proof-goes-on");
    let words = "prove --standard --checkpoint c.jsonl --json";
    let whole = folder.run(words);
    assert!(whole.status.success(), "{whole:?}");
    let lines = folder.text("c.jsonl");
    assert_eq!(lines.lines().count(), 5);
    // Killed in the middle of the last line.
    folder.put("c.jsonl", &lines[..lines.len() - 9]);
    assert_eq!(folder.run(words).stdout, whole.stdout);
    assert_eq!(folder.text("c.jsonl").lines().count(), 5);
    let sweep = folder.run("conjecture 1 --up-to 9 --checkpoint c.jsonl");
    assert_eq!(sweep.status.code(), Some(2));
    folder.put("other.jsonl", "{}\n");
    let other = folder.run("prove --checkpoint other.jsonl");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("no checkpoint of this proof"));
}

#[test]
fn a_piece_that_failed_is_not_proved() {
    let folder = Folder::new("a-piece-that-failed");
    assert!(folder.run("prove --standard --checkpoint c.jsonl").status.success());
    let failed = r#""failed":{"at":[0.25,0.75,0.0],"refuted":true}"#;
    let lines = folder.text("c.jsonl").replacen(r#""failed":null"#, failed, 1);
    folder.put("c.jsonl", &lines);
    let output = folder.run("prove --standard --checkpoint c.jsonl --json");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(found["proved"], false);
    let failures = |part: &Value| part["failures"].as_array().map_or(0, Vec::len);
    let parts = found["inequalities"].as_array().expect("a list");
    assert_eq!(parts.iter().map(failures).sum::<usize>(), 1);
    let text = folder.run("prove --standard --checkpoint c.jsonl");
    assert!(String::from_utf8_lossy(&text.stdout).contains("false at"), "{text:?}");
}

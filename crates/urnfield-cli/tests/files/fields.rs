//! Keys from JSON lines, and keys that are trimmed or made small on request.

use super::{built, out, refused, said, with_filter, with_words};
use urnfield::Filter;

const LINES: &str = r#"{"user":{"url":"urn","id":7},"tags":["a","kylix"]}
{"tags":["b","mug"],"user":{"id":8,"url":"m\u0075g"}}

{"user":{"id":-9,"url":"krater \"A\""},"tags":["c","urn"]}
"#;

#[test]
fn a_field_of_every_line_is_a_key() {
    let folder = with_filter("fields");
    folder.put("lines.jsonl", LINES);
    for (field, lines) in [(".user.url", [0].as_slice()), (".tags[1]", &[0, 3]), ("tags[0]", &[])] {
        let output = folder.run(&format!("check words.urn lines.jsonl --field {field}"));
        let expected: Vec<&str> =
            lines.iter().filter_map(|line| LINES.lines().nth(*line)).collect();
        let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(out(&output), expected, "{field}");
    }
    built(&folder.run("build lines.jsonl --field .user.url --fpr 1e-9 -o urls.urn"));
    let filter = Filter::load(folder.path("urls.urn"), None).expect("a filter");
    assert_eq!(filter.planned_items(), 3, "a blank line is none");
    assert!(filter.contains("mug") && filter.contains("krater \"A\""));
    built(&folder.run("build lines.jsonl --field .user.id --fpr 1e-9 -o ids.urn"));
    assert_eq!(out(&folder.fed("check ids.urn", "7\n8\n9\n-9\n")), "7\n8\n-9\n");
    let output =
        folder.fed("dedupe --field .k --items 9 --fpr 1e-9", "{\"k\":1}\n{\"k\":\"1\"}\n{\"k\":2}");
    assert_eq!(out(&output), "{\"k\":1}\n{\"k\":2}\n");
}

#[test]
fn a_line_without_its_key_is_refused_with_its_number() {
    let folder = with_filter("no-field");
    let many = "{\"k\":\"urn\"}\n".repeat(60_000);
    for (line, said) in [
        ("{\"a\":1}", "line 60002 has no .k: every line must have one key in .k; "),
        ("{\"k\":null}", "line 60002 has null in .k: "),
        ("{\"k\":1.5}", "line 60002 has a number that is not whole in .k: a key is a string or "),
        ("{\"k\":{}}", "line 60002 has an object in .k: "),
        ("{\"k\":1,\"k\":2}", "line 60002 has .k twice: "),
        (
            "{\"k\":\"urn\"",
            "line 60002 is no JSON, a comma or a closing brace is missing at byte 11",
        ),
        ("urn", "line 60002 is no JSON, a value is missing at byte 1: "),
    ] {
        folder.put("keys.jsonl", format!("{many}\n{line}\n"));
        let output = folder.run("check words.urn keys.jsonl --field .k -c");
        let refused = refused(&output);
        assert!(refused.contains(&format!("keys.jsonl: {said}")), "{refused}");
        assert!(refused.contains("; "), "{refused}");
    }
    let output = folder.run("build keys.jsonl --field a..b --fpr 1% -o new.urn");
    assert!(refused(&output).contains("--field: a field is written like .user.url"));
    let output = folder.run("build keys.jsonl --field a --column b --fpr 1% -o new.urn");
    assert!(refused(&output).contains("cannot be used with"));
    assert_eq!(folder.names(), ["keys.jsonl", "words.txt", "words.urn"]);
}

#[test]
fn white_space_and_case_matter_unless_asked_otherwise() {
    let folder = with_filter("folded");
    let odd = "  Urn\t\nKRATER\n\u{a0}kylix \nmug\n";
    for (options, lines) in [
        ("", ""),
        ("--trim", "\u{a0}kylix \n"),
        ("--ignore-case", "KRATER\n"),
        ("--trim --ignore-case", "  Urn\t\nKRATER\n\u{a0}kylix \n"),
    ] {
        let output = folder.fed(&format!("check words.urn {options}"), odd);
        assert_eq!((out(&output), said(&output)), (lines.into(), String::new()), "{options}");
    }
    folder.put("odd.csv", "pot,n\n\" ÄPFEL \",1\n");
    let output = folder.run("build odd.csv --column pot --trim --ignore-case --fpr 1e-9 -o o.urn");
    built(&output);
    let warning = "does not record --trim and --ignore-case";
    assert_eq!(said(&output).matches(warning).count(), 1, "{output:?}");
    assert_eq!(out(&folder.fed("check o.urn", "äpfel\nÄpfel\n")), "äpfel\n");
    let output = folder.fed("add o.urn --ignore-case", "Pear\n");
    assert!(said(&output).contains("does not record --ignore-case"), "{output:?}");
    let output = folder.fed("check o.urn --raw-bytes --trim", "x\n");
    assert!(refused(&output).contains("cannot be used with"));
}

#[test]
fn first_lines_decide_what_is_the_same() {
    let folder = with_words("same");
    let output =
        folder.fed("dedupe --ignore-case --trim --items 9 --fpr 1e-9", "Urn\nurn \nURN\nmug\n");
    assert_eq!(out(&output), "Urn\nmug\n");
}

//! Records without a key: left out or passed on, counted, and named by their lines.

use super::{Folder, built, out, refused, said, with_words};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use std::io::Write;

/// A file of records, and what is known of it.
#[derive(Default)]
struct Made {
    text: String,
    /// Records with a key, with their ends.
    good: String,
    /// Lines on which records without one begin.
    bad: Vec<u64>,
    keys: u64,
}

impl Made {
    fn line(&self) -> u64 {
        self.text.matches('\n').count() as u64 + 1
    }

    fn add(&mut self, record: &str, end: &str, has_key: bool) {
        if has_key {
            self.good.push_str(&format!("{record}{end}"));
            self.keys += 1;
        } else {
            self.bad.push(self.line());
        }
        self.text.push_str(&format!("{record}{end}"));
    }

    fn blank(&mut self, end: &str) {
        self.text.push_str(end);
    }
}

struct Draws(u64);

impl Draws {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }
}

const BAD_JSON: [&str; 9] = [
    r#"{"a":null,"b":1}"#,
    r#"{"b":1}"#,
    r#"{"a":1.5,"b":1}"#,
    r#"{"a":{},"b":1}"#,
    r#"{"a":true,"b":1}"#,
    r#"{"a":"x","b""#,
    r#"{"a":1,"a":2,"b":1}"#,
    "not JSON",
    r#"{"a":"\ud800","b":1}"#,
];

/// Lines of JSON. In `tuples` the field b is part of the key.
fn lines_of_json(seed: u64, count: u64, end: &str, tuples: bool) -> Made {
    let (mut made, mut draws) = (Made::default(), Draws(seed));
    for i in 0..count {
        match draws.below(40) {
            0 => made.add(BAD_JSON[draws.below(9) as usize], end, false),
            1 => made.blank(end),
            2 => made.add(&format!(r#"{{"a":"{seed}k{i}","b":null}}"#), end, !tuples),
            _ => made.add(&format!(r#"{{"a":"{seed}k{i}","b":{}}}"#, i % 5), end, true),
        }
    }
    made
}

/// Rows with fields of two lines, blank lines between them, and some without the third column.
fn table(seed: u64, count: u64, end: &str) -> Made {
    let (mut made, mut draws) = (Made::default(), Draws(seed));
    made.text = format!("x,y,z{end}");
    made.good = made.text.clone();
    for i in 0..count {
        match draws.below(30) {
            0 => made.add(&format!("{i}"), end, false),
            1 => made.add(&format!("{i},\"two\nlines\""), end, false),
            2 => made.add(&format!("{i},\"two\n\nlines, three\",{seed}k{i},more"), end, true),
            3 => made.blank(end),
            _ => made.add(&format!("{i},y,\"{seed}k\"\"{i}\""), end, true),
        }
    }
    made
}

fn integers(seed: u64, count: u64, end: &str) -> Made {
    let (mut made, mut draws) = (Made::default(), Draws(seed));
    for i in 0..count {
        match draws.below(50) {
            0 => made.add(
                ["", "1e3", " 7", "--1", "18446744073709551616"][i as usize % 5],
                end,
                false,
            ),
            _ => made.add(&format!("-{seed}{i:05}"), end, true),
        }
    }
    made
}

fn places(files: &[(&str, &Made)]) -> Value {
    let all = files.iter().flat_map(|(name, made)| made.bad.iter().map(move |line| (name, line)));
    let count = all.clone().count();
    let first: Vec<Value> =
        all.take(3).map(|(name, line)| json!({ "file": name, "line": line })).collect();
    json!({ "count": count, "first_lines": first })
}

/// All that is to be true of these files.
fn check(folder: &Folder, files: &[(&str, &Made)], how: &str) {
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let names = names.join(" ");
    let parsed = |words: &str| -> Value {
        let output = folder.run(words);
        built(&output);
        serde_json::from_str(&out(&output)).expect("JSON")
    };
    for (name, made) in files {
        folder.put(name, &made.text);
        folder.put("good", &made.good);
        // A bad record is no key.
        built(&folder.run(&format!("build {name} {how} --bad skip --fpr 1e-9 -o bad.urn --force")));
        built(&folder.run(&format!("build good {how} --fpr 1e-9 -o good.urn --force")));
        assert_eq!(folder.bytes("bad.urn"), folder.bytes("good.urn"), "{name} {how}");
        // The first one stops.
        let said = said(&folder.run(&format!("build {name} {how} --fpr 1% -o no.urn --force")));
        let row = format!("{name}: row ");
        let line = format!("{name}: line {} ", made.bad[0]);
        assert!(said.contains(&line) || said.contains(&row), "{said}");
    }
    let keys: u64 = files.iter().map(|(_, made)| made.keys).sum();
    let expected = places(files);
    for threads in [1, 5] {
        let how = format!("{how} --bad skip --threads {threads}");
        let words = format!("build {names} {how} --fpr 1e-9 -o all.urn --force --json");
        let found = parsed(&words);
        assert_eq!(found["bad_records"], expected, "{words}");
        assert_eq!(found["keys"].as_u64(), Some(keys), "{words}");
        let found = parsed(&format!("check all.urn {names} {how} --json"));
        assert_eq!(found, json!({ "keys": keys, "matches": keys, "bad_records": expected }));
    }
    // Where records are printed, they are passed on or left out in their places.
    let header = if how.contains("--column z") { "x,y,z" } else { "" };
    let all = |text: fn(&Made) -> &str, blank: bool| -> Vec<String> {
        let lines = files.iter().flat_map(|(_, made)| text(made).lines());
        let lines = lines.filter(|line| !blank || !line.is_empty());
        lines.filter(|line| *line != header || header.is_empty()).map(str::to_owned).collect()
    };
    let printed = |words: &str| -> Vec<String> {
        let text = out(&folder.run(words));
        let lines = text.lines().filter(|line| *line != header || header.is_empty());
        lines.map(str::to_owned).collect()
    };
    let good = all(|made| &made.good, false);
    assert!(printed(&format!("check all.urn {names} {how} --bad skip")) == good, "{how}");
    let dedupe = format!("dedupe {names} {how} --bad skip --items {keys} --fpr 1e-15");
    assert!(printed(&dedupe) == good, "{how}");
    if !how.contains("--column") {
        let everything = all(|made| &made.text, how.contains("--field"));
        for command in [
            format!("check all.urn {names} {how} --bad keep"),
            format!("dedupe {names} {how} --bad keep --items {keys} --fpr 1e-15"),
        ] {
            assert!(printed(&command) == everything, "{command}");
        }
        let inverted = folder.run(&format!("check all.urn {names} {how} --bad keep -v"));
        let bad = files.iter().map(|(_, made)| made.bad.len()).sum::<usize>();
        assert_eq!(out(&inverted).lines().count(), bad);
        // No key was selected.
        assert_eq!(inverted.status.code(), Some(1));
    }
}

#[test]
fn bad_records_are_counted_and_named_by_file_and_line_whoever_reads_them() {
    let folder = with_words("bad-lines");
    for (seed, end) in [(1, "\n"), (2, "\r\n")] {
        let (first, second) =
            (lines_of_json(seed, 9_000, end, false), lines_of_json(9, 300, end, false));
        check(&folder, &[("a.jsonl", &first), ("b.jsonl", &second)], "--field .a");
        let tuples = lines_of_json(seed, 9_000, end, true);
        check(&folder, &[("a.jsonl", &tuples)], "--field .a,.b --integers=.b");
        let (first, second) = (table(seed, 12_000, end), table(9, 500, end));
        check(&folder, &[("a.csv", &first), ("b.csv", &second)], "--column z");
    }
    let (first, second) = (integers(1, 40_000, "\n"), integers(2, 100, "\n"));
    check(&folder, &[("a.txt", &first), ("b.txt", &second)], "--integers");
}

/// The first file has one bad record, so that the next two places are in the second.
#[test]
fn places_go_on_in_the_next_file_after_blocks_without_any() {
    let folder = with_words("bad-places");
    let fine = format!("{}{{}}\n", "{\"a\":1}\n".repeat(100_000));
    folder.put("a.jsonl", &fine);
    folder.put("empty.jsonl", "");
    folder.put("b.jsonl", "\n\nx\n{\"a\":2}\n{\"a\":null}\n{}\n");
    let words = "build a.jsonl empty.jsonl b.jsonl --field .a --bad skip --fpr 1% -o x.urn";
    let output = folder.run(words);
    built(&output);
    let expected = "4 records without a key were left out: the first at a.jsonl line 100001, \
                    b.jsonl line 3, b.jsonl line 5";
    assert!(said(&output).contains(expected), "{output:?}");
    let output = folder.run(&format!("{words} --force --quiet"));
    assert_eq!(said(&output), "");
}

#[test]
fn between_nuls_records_are_numbered() {
    let folder = with_words("bad-nul");
    folder.put("n", format!("{}x\n\n\0 5\0007", "-1\0".repeat(70_000)));
    let found = folder.run("build -z n --integers --bad skip --fpr 1% -o n.urn --json");
    built(&found);
    let found: Value = serde_json::from_str(&out(&found)).expect("JSON");
    let first = json!([{ "file": "n", "line": 70_001 }, { "file": "n", "line": 70_002 }]);
    assert_eq!(found["bad_records"], json!({ "count": 2, "first_lines": first }));
    let said = refused(&folder.run("build -z n --integers --fpr 1% -o x.urn"));
    assert!(said.contains("n: record 70001 has"), "{said}");
}

/// What people really have.
#[test]
fn marks_ends_quotes_and_last_lines_are_as_they_come() {
    let folder = with_words("bad-people");
    let lines = |words: &str, name: &str, text: &[u8], expected: &[u64]| {
        folder.put(name, text);
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text).expect("a vector");
        let gz = format!("{name}.gz");
        folder.put(&gz, packed.finish().expect("a vector"));
        for name in [name, &gz] {
            let words = format!("dedupe {name} {words} --items 99 --fpr 1% --bad skip --json");
            let output = folder.run(&words);
            built(&output);
            let found: Value = serde_json::from_str(&out(&output)).expect("JSON");
            let places = found["bad_records"]["first_lines"].as_array().expect("a list");
            let found: Vec<u64> =
                places.iter().filter_map(|place| place["line"].as_u64()).collect();
            assert_eq!(found, expected, "{words}");
        }
    };
    lines(
        "--field .a",
        "1.jsonl",
        b"\xef\xbb\xbf{\"a\":null}\r\n\r\n{\"a\":1}\r\n{\"a\":null}",
        &[1, 4],
    );
    lines("--field .a", "2.jsonl", b"", &[]);
    lines("--field .a", "3.jsonl", b"\n\n{\"a\":\"\xff\"}\n", &[3]);
    lines("--field .a,.b", "4.jsonl", b"{\"a\":1,\"b\":null}", &[1]);
    lines("--column b", "1.csv", b"\xef\xbb\xbfa,b\r\n1\r\n\r\n2,3\r\n\"4\r\n\"\r\n5", &[2, 5, 7]);
    lines("--column b,a", "2.csv", b"a,b\n1\n2,3,4\n\"\",\"\"\n,\n\"x\"\n", &[2, 6]);
    lines("--column 2", "3.csv", b"1\n2,3\n", &[1]);
    lines("--column b", "4.csv", b"a,b\n", &[]);
    lines("--column b --integers", "5.csv", b"a,b\n1\n2,3\n4,x\n5,\n", &[2, 4, 5]);
    lines("--integers", "1.txt", b"\xef\xbb\xbf1\n\nx\n2\n3.5", &[2, 3, 5]);
}

#[test]
fn every_fault_is_named_and_null_is_called_null() {
    let folder = with_words("bad-faults");
    for (line, sentence) in [
        (r#"{"a":null}"#, "line 1 has null in .a: "),
        (r#"{"b":1}"#, "line 1 has no .a: "),
        (r#"{"a":1.5}"#, "line 1 has a number that is not whole in .a: "),
        (r#"{"a":"#, "line 1 is no JSON, "),
    ] {
        folder.put("t.jsonl", line);
        let said = refused(&folder.run("build t.jsonl --field .a --fpr 1% -o x.urn"));
        assert!(said.contains(sentence) && said.contains("--bad skip"), "{line}: {said}");
    }
    // Without dots it is one name.
    folder.put("t.jsonl", r#"{"a":1,"b":2}"#);
    let said = refused(&folder.run("build t.jsonl --field a,b --fpr 1% -o x.urn"));
    assert!(said.contains("has no a,b: several fields are written like .a,.b; "), "{said}");
    folder.put("t.csv", "a,b\n1\n");
    let said = refused(&folder.run("build t.csv --column b --fpr 1% -o x.urn"));
    assert!(
        said.contains("row 2 has 1 column and no column 2") && said.contains("--bad skip"),
        "{said}"
    );
    let said = refused(&folder.run("build t.csv --column 1,4,3 --fpr 1% -o x.urn"));
    assert!(said.contains("row 1 has 2 columns and no column 3"), "{said}");
}

#[test]
fn keep_is_refused_where_no_records_are_printed() {
    let folder = with_words("bad-keep");
    built(&folder.run("build words.txt --fpr 1% -o words.urn"));
    for words in [
        "build words.txt --fpr 1% -o x.urn",
        "build words.txt --items 9 --fpr 1% -o x.d/",
        "build words.txt --fpr 1% --format parquet -o x.bloom",
        "add words.urn words.txt",
        "check words.urn words.txt -c",
        "check words.urn words.txt -q",
        "check words.urn words.txt --json",
        "dedupe words.txt --fpr 1% --json",
        "dedupe words.txt --items 9 --fpr 1% --state x.d/ --json",
    ] {
        let said = refused(&folder.run(&format!("{words} --bad keep")));
        assert!(said.contains("use --bad skip"), "{words}: {said}");
    }
    assert!(!folder.path("x.d").exists() && !folder.path("x.urn").exists());
}

/// An empty cell is often a missing value. One empty line may end a file, so it is not reported.
#[test]
fn a_single_empty_cell_is_reported_and_a_single_empty_line_is_not() {
    let folder = Folder::new("bad-empty");
    folder.put("t.csv", "id,name\n1,ann\n2,\n3,bob\n");
    let output = folder.run("build t.csv --column name --fpr 1% -o cells.urn");
    built(&output);
    assert!(said(&output).contains("1 key is empty"), "{}", said(&output));
    folder.put("t.txt", "ann\n\nbob\n");
    let output = folder.run("build t.txt --fpr 1% -o lines.urn");
    built(&output);
    assert!(!said(&output).contains("empty"), "{}", said(&output));
}

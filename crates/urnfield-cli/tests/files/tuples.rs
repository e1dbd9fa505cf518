//! Keys of several columns or fields, against an encoder of the test's own.

use super::{Folder, built, out, refused, said, with_words};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use urnfield::Filter;
use urnfield::filter::KeyKinds;

/// A part of a key.
#[derive(Clone)]
enum Part {
    Text(String),
    Integer(i64),
}
use Part::{Integer, Text};

/// The bytes of a tuple, as `docs/reference/format.md` has them.
fn encoded(parts: &[Part]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        let (tag, content) = match part {
            Text(text) => (1, text.clone().into_bytes()),
            Integer(integer) => (2, integer.to_le_bytes().to_vec()),
        };
        bytes.push(tag);
        for place in 0..4 {
            bytes.push((content.len() >> (8 * place)) as u8);
        }
        bytes.extend(content);
    }
    bytes
}

fn load(folder: &Folder, name: &str) -> Filter {
    Filter::load(folder.path(name), None).expect("whole")
}

/// Asserts that a file is the filter of these keys, and that it notes tuples.
fn holds(folder: &Folder, name: &str, keys: &[Vec<Part>]) {
    let found = load(folder, name);
    let mut expected = found.clone();
    expected.clear();
    for key in keys {
        expected.insert(encoded(key));
    }
    assert_eq!(found, expected, "{name}");
    assert_eq!(found.key_kinds(), KeyKinds::TUPLES, "{name}");
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Names with everything that a table may have, and numbers.
fn rows(count: i64) -> Vec<(String, i64)> {
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let name = |i: i64, kind| match kind {
        0 => String::new(),
        1 => format!("two\nlines {i}"),
        2 => format!("comma, \"{i}\""),
        3 => "κρατήρ".repeat(1 + (i % 40) as usize),
        4 => i.to_string(),
        _ => format!("name {i}"),
    };
    let number = |i: i64, kind| match kind {
        0 => i64::MIN,
        1 => -1,
        2 => i64::MAX,
        _ => i,
    };
    (0..count).map(|i| (name(i, draw(7)), number(i, draw(9)))).collect()
}

fn texts(rows: &[(String, i64)]) -> Vec<Vec<Part>> {
    rows.iter().map(|(name, id)| vec![Text(name.clone()), Text(id.to_string())]).collect()
}

#[test]
fn columns_and_fields_make_the_same_keys_wherever_blocks_end() {
    let folder = with_words("tuples-same");
    let rows = rows(20_000);
    for (end, mark) in [("\n", ""), ("\r\n", "\u{feff}")] {
        let mut csv = format!("{mark}id,other,name{end}");
        let mut json = mark.to_owned();
        for (name, id) in &rows {
            csv.push_str(&format!("{id},{},{}{end}", "x".repeat(*id as usize % 9), quoted(name)));
            let name = serde_json::Value::String(name.clone());
            json.push_str(&format!("{{\"id\":{id},\"pot\":[0,{name}]}}{end}{end}"));
        }
        folder.put("t.csv", &csv);
        folder.put("t.jsonl", &json);
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(csv.as_bytes()).expect("a vector");
        folder.put("t.csv.gz", packed.finish().expect("a vector"));
        let build = |keys: &str| {
            built(&folder.run(&format!("build {keys} --fpr 1e-9 -o t.urn --force -q")));
        };
        for keys in [
            "t.csv --column name,id",
            "t.csv.gz --column name,id",
            "t.csv --column 3,1 --header",
            "t.csv --column name,1",
            "t.jsonl --field .pot[1],.id",
        ] {
            build(keys);
            holds(&folder, "t.urn", &texts(&rows));
        }
        for keys in ["t.csv --column name,id", "t.jsonl --field .pot[1],.id"] {
            let parts: Vec<_> =
                rows.iter().map(|(name, id)| vec![Text(name.clone()), Integer(*id)]).collect();
            let name = if keys.contains("column") { "id" } else { ".id" };
            build(&format!("{keys} --integers={name}"));
            holds(&folder, "t.urn", &parts);
        }
        let ids = rows.iter().map(|(_, id)| vec![Integer(*id), Integer(1)]);
        let table: String = rows.iter().map(|(_, id)| format!("1,{id}{end}")).collect();
        folder.put("ids.csv", table);
        build("ids.csv --column 2,1 --integers");
        holds(&folder, "t.urn", &ids.collect::<Vec<_>>());
    }
}

#[test]
fn parts_are_trimmed_and_folded_one_by_one() {
    let folder = with_words("tuples-fold");
    folder.put("t.csv", "a,b\n Urn , 7 \nKRATER,-8\n");
    built(&folder.run("build t.csv --column a,b --trim --ignore-case --fpr 1% -o t.urn"));
    let text = |text: &str| Text(text.into());
    let expected = [vec![text("urn"), text("7")], vec![text("krater"), text("-8")]];
    holds(&folder, "t.urn", &expected);
    built(&folder.run("build t.csv --column a,b --trim --integers=b --fpr 1% -o i.urn"));
    holds(&folder, "i.urn", &[vec![text("Urn"), Integer(7)], vec![text("KRATER"), Integer(-8)]]);
    let said = refused(&folder.run("build t.csv --column a,b --integers=b --fpr 1% -o x.urn"));
    assert!(said.contains("t.csv: line 2 has \" 7 \"") && said.contains("add --trim"), "{said}");
}

#[test]
fn a_column_that_is_called_like_all_of_them_is_one_key() {
    let folder = with_words("tuples-literal");
    folder.put("one.csv", "a,\"a,b\",b\n1,amphora,2\n3,krater,4\n");
    folder.put("two.csv", "a,b\n1,2\n");
    built(&folder.run("build one.csv --column a,b --fpr 1e-9 -o one.urn"));
    let found = load(&folder, "one.urn");
    assert_eq!(found.key_kinds(), KeyKinds::TEXTS);
    assert!(found.contains("amphora") && found.contains("krater"));
    built(&folder.run("build two.csv --column a,b --fpr 1e-9 -o two.urn"));
    holds(&folder, "two.urn", &[vec![Text("1".into()), Text("2".into())]]);
    for (words, sentence) in [
        ("build two.csv one.csv --column a,b --fpr 1% -o x.urn", "take the files one by one"),
        ("build one.csv --column a,b --integers=a --fpr 1% -o x.urn", "is one column here"),
        ("build two.csv --column a,c --fpr 1% -o x.urn", "got \"c\" and a row of a, b"),
        ("build two.csv --column a,a --fpr 1% -o x.urn", "got \"a\" twice"),
        ("build two.csv --column a,1 --fpr 1% -o x.urn", "got column 1 twice"),
        ("build two.csv --column a,b --integers=c --fpr 1% -o x.urn", "--integers=c must name"),
        ("build words.txt --integers=c --fpr 1% -o x.urn", "leave out the names"),
        ("build two.csv --column a,b --format parquet --fpr 1% -o x.urn", "name one column"),
    ] {
        let said = refused(&folder.run(words));
        assert!(said.contains(sentence), "{words}: {said}");
    }
    assert!(!folder.path("x.urn").exists());
}

#[test]
fn tuples_texts_and_integers_are_told_apart_before_anything_is_printed() {
    let folder = with_words("tuples-kinds");
    folder.put("t.csv", "a,b\n1,2\n");
    folder.put("n.txt", "1\n");
    built(&folder.run("build words.txt --fpr 1e-9 -o texts.urn"));
    built(&folder.run("build n.txt --integers --fpr 1e-9 -o integers.urn"));
    built(&folder.run("build t.csv --column a,b --fpr 1e-9 -o tuples.urn"));
    built(&folder.run("build t.csv --column a,b --items 9 --fpr 1e-9 -o tuples.d/"));
    let before = folder.bytes("tuples.urn");
    for (filter, keys, remedy) in [
        ("texts.urn", "t.csv --column a,b", "name one column"),
        ("integers.urn", "t.csv --column a,b", "name one column"),
        ("texts.urn", "t.csv --column 1,2 --header", "name one column"),
        ("tuples.urn", "words.txt", "name its columns"),
        ("tuples.urn", "n.txt --integers", "name its columns"),
        ("tuples.d/", "n.txt --integers", "name its columns"),
    ] {
        let say = if filter == "tuples.d/" { "tuples.d/" } else { filter };
        for command in ["check", "add"] {
            let said = refused(&folder.run(&format!("{command} {filter} {keys}")));
            assert!(said.contains(remedy) && said.contains(say), "{command} {filter}: {said}");
        }
        let output = folder.run(&format!("dedupe {keys} --state {filter} --items 9 --fpr 1e-9"));
        refused_after(&output, remedy);
        assert_eq!(out(&output), "");
    }
    assert_eq!(folder.bytes("tuples.urn"), before);
    let rows = |words: &str| out(&folder.run(words));
    assert_eq!(rows("check tuples.urn t.csv --column a,b"), "a,b\n1,2\n");
    assert_eq!(rows("check tuples.urn t.csv --column b,a"), "a,b\n");
    assert_eq!(rows("check tuples.d/ t.csv --column a,b"), "a,b\n1,2\n");
}

#[test]
fn chains_remember_tuples_from_day_to_day() {
    let folder = with_words("tuples-chain");
    folder.put("1.jsonl", "{\"ip\":\"a\",\"id\":1}\n{\"ip\":\"a\",\"id\":2}\n");
    folder.put(
        "2.jsonl",
        "{\"id\":2,\"ip\":\"a\"}\n{\"ip\":\"a\",\"id\":null}\n{\"ip\":\"b\",\"id\":2}\n",
    );
    let dedupe = |file: &str, more: &str| {
        let words = "--field .ip,.id --integers=.id --state s.d/ --items 100 --fpr 1e-9 --keep 3";
        folder.run(&format!("dedupe {file} {words} {more}"))
    };
    assert_eq!(out(&dedupe("1.jsonl", "")).lines().count(), 2);
    refused_after(&dedupe("2.jsonl", ""), "2.jsonl: line 2 has null in .id");
    let second = dedupe("2.jsonl", "--bad skip");
    assert_eq!(out(&second), "{\"ip\":\"b\",\"id\":2}\n");
    assert!(said(&second).contains("1 record without a key was left out: 2.jsonl line 2"));
    let third = dedupe("2.jsonl", "--bad keep");
    assert_eq!(out(&third), "{\"ip\":\"a\",\"id\":null}\n");
    let info = out(&folder.run("info s.d/"));
    assert!(info.contains("tuples"), "{info}");
}

/// Status 2 and this sentence; lines may have been printed before.
fn refused_after(output: &std::process::Output, sentence: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said(output).contains(sentence), "{output:?}");
}

//! Rows, packed files, records that end in NUL.

use super::{built, out, refused, with_filter, with_words};
use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
}

/// Many blocks, whose ends fall anywhere: quotes, newlines within quotes, blank lines, CR LF.
fn table(rows: u32, end: &str) -> (String, Vec<String>) {
    let (mut text, mut names) = (format!("id,\"na\"\"me\",note{end}"), Vec::new());
    for i in 0..rows {
        let (name, field) = match i % 4 {
            0 => (format!("plain {i}"), format!("plain {i}")),
            1 => (format!("with, comma {i}"), format!("\"with, comma {i}\"")),
            2 => (format!("say \"{i}\""), format!("\"say \"\"{i}\"\"\"")),
            _ => (format!("two\nlines {i}"), format!("\"two\nlines {i}\"")),
        };
        text.push_str(&format!("{i},{field},\"{}\"{end}", "note ".repeat((i % 7) as usize)));
        if i % 50 == 0 {
            text.push_str(end);
        }
        names.push(name);
    }
    (text, names)
}

#[test]
fn a_column_is_what_stands_in_it_wherever_blocks_end() {
    let folder = with_words("stands");
    for end in ["\n", "\r\n"] {
        let (text, names) = table(30_000, end);
        folder.put("table.csv", &text);
        folder.put("table.csv.gz", gzipped(text.as_bytes()));
        let packed = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        folder.put("table.csv.zst", packed);
        folder.put("names.nul", names.join("\0"));
        built(&folder.run("build -z names.nul --fpr 1% -o names.urn --force"));
        let header = "--column 2 --header --fpr 1% -o table.urn --force";
        for name in ["table.csv", "table.csv.gz", "table.csv.zst"] {
            built(&folder.run(&format!("build {name} {header}")));
            assert_eq!(folder.bytes("table.urn"), folder.bytes("names.urn"), "{name}");
        }
        let mut named = folder.command("build table.csv --fpr 1% -o table.urn --force");
        built(&named.args(["--column", "na\"me"]).output().expect("the command runs"));
        assert_eq!(folder.bytes("table.urn"), folder.bytes("names.urn"));
        // Everything passes, and comes out as it was but for the blank lines.
        let output = folder.run("check names.urn table.csv --column 2 --header");
        let blank = format!("{end}{end}");
        assert!(out(&output) == text.replace(&blank, end), "rows as they were");
        let output = folder.run("check names.urn table.csv.gz --column 2 --header -v");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(out(&output), format!("id,\"na\"\"me\",note{end}"));
    }
}

#[test]
fn half_of_the_rows_pass_in_order() {
    let folder = with_words("half");
    let (text, names) = table(20_000, "\n");
    folder.put("table.csv", &text);
    let even: String = names.iter().step_by(2).map(|name| format!("{name}\0")).collect();
    folder.put("even.nul", even);
    built(&folder.run("build -z even.nul --fpr 1e-15 -o even.urn"));
    let ids = |words: &str| -> Vec<String> {
        let output = folder.run(words);
        built(&output);
        let rows = out(&output);
        // Every row begins with its number; the second line of a name does not.
        let numbers = rows.lines().skip(1).filter_map(|line| line.split_once(','));
        numbers.map(|(id, _)| id.to_owned()).filter(|id| id.parse::<u32>().is_ok()).collect()
    };
    let expected: Vec<String> = (0..20_000).step_by(2).map(|i| i.to_string()).collect();
    assert_eq!(ids("check even.urn table.csv --column 2 --header"), expected);
    let expected: Vec<String> = (1..20_000).step_by(2).map(|i| i.to_string()).collect();
    assert_eq!(ids("check even.urn table.csv --column 2 --header -v"), expected);
    assert_eq!(
        ids("dedupe table.csv table.csv --column id --items 20000 --fpr 1e-15").len(),
        20_000
    );
}

#[test]
fn records_that_end_in_nul_come_out_so() {
    let folder = with_filter("nul");
    let output = folder.fed("check words.urn -z", b"urn\0mug\0\0two\nlines\0kylix");
    assert_eq!(output.stdout, b"urn\0kylix\0");
    let output = folder.fed("check words.urn -zv", b"urn\0mug\0\0two\nlines\0kylix");
    assert_eq!(output.stdout, b"mug\0\0two\nlines\0");
    let output = folder.fed("dedupe -z --items 9 --fpr 1e-9", b"a\nb\0a\nb\0\0c");
    assert_eq!(output.stdout, b"a\nb\0\0c\0");
}

#[test]
fn bytes_that_are_no_text_are_bytes_in_columns_too() {
    let folder = with_words("no-text");
    folder.put("odd.csv", b"\xff\xfe, a b \n\xff\xff,\"\"\n\x80,\xe9\n");
    // It begins like UTF-16, and would be refused.
    built(&folder.run("build odd.csv --column 2 --raw-bytes --fpr 1e-12 -o odd.urn"));
    let output = folder.fed("check odd.urn", b" a b \na b\n\n\xe9\n");
    assert_eq!(output.stdout, b" a b \n\n\xe9\n");
    let output = folder.run("check odd.urn odd.csv --column 1 -c --raw-bytes");
    assert_eq!(out(&output), "0\n");
    let output = folder.run("check odd.urn odd.csv --column 2 --raw-bytes");
    assert_eq!(output.stdout, folder.bytes("odd.csv"));
}

#[test]
fn a_mark_at_the_beginning_is_no_part_of_a_name() {
    let folder = with_filter("mark");
    folder.put("mark.csv", b"\xef\xbb\xbfname,id\r\nurn,1\r\nmug,2");
    let output = folder.run("check words.urn mark.csv --column name");
    assert_eq!(output.stdout, b"\xef\xbb\xbfname,id\r\nurn,1\r\n");
    let output = folder.run("check words.urn mark.csv --column name -v");
    assert_eq!(output.stdout, b"\xef\xbb\xbfname,id\r\nmug,2\n");
    for empty in ["", "\n", "\u{feff}", "\r\n\r\n"] {
        folder.put("empty.csv", empty);
        let output = folder.run("check words.urn empty.csv --column name -c");
        assert_eq!((output.status.code(), out(&output)), (Some(1), "0\n".into()), "{empty:?}");
    }
}

#[test]
fn a_packed_file_that_is_damaged_is_an_error() {
    let folder = with_filter("packed");
    let text = "urn\n".repeat(5000);
    let zst = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    for (name, whole) in [("a.gz", gzipped(text.as_bytes())), ("a.zst", zst)] {
        folder.put(name, &whole);
        assert_eq!(out(&folder.run(&format!("check words.urn {name} -c"))), "5000\n");
        folder.put(name, &whole[..whole.len() - 1]);
        assert!(refused(&folder.run(&format!("check words.urn {name} -c"))).contains(name));
        // Two in one file are one text.
        folder.put(name, [&whole[..], &whole[..]].concat());
        assert_eq!(out(&folder.run(&format!("check words.urn {name} -c"))), "10000\n");
        folder.put(name, [&whole[..], b"junk"].concat());
        let output = folder.run(&format!("build {name} --fpr 1% -o new.urn"));
        assert!(refused(&output).contains(name));
    }
    assert_eq!(folder.names(), ["a.gz", "a.zst", "words.txt", "words.urn"]);
}

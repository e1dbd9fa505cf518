//! Lines from Windows among others.

use super::{built, out, refused, said, with_filter, with_words};
use urnfield::Filter;

#[test]
fn mixed_line_ends_are_refused_with_their_numbers() {
    let folder = with_filter("mixed");
    folder.put("mixed.txt", "urn\r\nkrater\r\nkylix\nmug\r\n");
    for words in [
        "build mixed.txt --fpr 1% -o new.urn",
        "build mixed.txt --items 9 --fpr 1% -o new.urn",
        "add words.urn mixed.txt",
        "check words.urn mixed.txt -c",
        "dedupe mixed.txt --fpr 1%",
    ] {
        let before = folder.bytes("words.urn");
        let said = refused(&folder.run(words));
        let counts = "mixed.txt: 2 lines end in CR LF and then line 3 in LF alone, ";
        assert!(said.contains(counts) && said.contains("--crlf"), "{said}");
        assert_eq!(folder.bytes("words.urn"), before);
    }
    let said = refused(&folder.run("overlap --population 20 words.txt mixed.txt"));
    assert!(said.contains("mixed.txt: 2 lines end in CR LF and then line 3"), "{said}");
    assert_eq!(folder.names(), ["mixed.txt", "words.txt", "words.urn"]);
}

#[test]
fn the_odd_line_may_be_anywhere() {
    let folder = with_words("anywhere");
    let mut lines: String = (0..200_000).map(|i| format!("{i}\n")).collect();
    lines.push_str("odd\r\nlast");
    folder.put("late.txt", &lines);
    let said = refused(&folder.run("build late.txt --fpr 1% -o late.urn"));
    let counts = "late.txt: 200000 lines end in LF alone and then line 200001 in CR LF, ";
    assert!(said.contains(counts), "{said}");
    // In another file as well: it is the same filter.
    folder.put("windows.txt", "a\r\n");
    let said = refused(&folder.run("build words.txt windows.txt --fpr 1% -o both.urn"));
    assert!(
        said.contains("windows.txt: 4 lines end in LF alone and then line 1 in CR LF"),
        "{said}"
    );
}

#[test]
fn mixed_lines_are_repaired_or_taken_as_they_are_when_asked() {
    let folder = with_filter("repaired");
    let mixed = "urn\r\nkrater\nkylix\r\n";
    for option in ["--crlf", "--trim"] {
        let output = folder.fed(&format!("check words.urn -c {option}"), mixed);
        assert_eq!((out(&output), said(&output)), ("3\n".into(), String::new()));
    }
    folder.put("mixed.txt", mixed);
    built(&folder.run("build mixed.txt --raw-bytes --fpr 1e-9 -o raw.urn"));
    let filter = Filter::load(folder.path("raw.urn"), None).expect("a filter");
    assert!(filter.contains("urn\r") && filter.contains("krater") && !filter.contains("urn"));
    // What is no end of a line is part of one.
    assert_eq!(out(&folder.fed("dedupe --items 9 --fpr 1e-9", "a\rb\na\rb\n")), "a\rb\n");
}

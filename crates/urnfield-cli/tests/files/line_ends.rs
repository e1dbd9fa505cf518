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
fn lines_of_classic_mac_os_are_refused_with_the_remedy() {
    let folder = with_filter("bare-cr");
    folder.put("mac.txt", "urn\rkrater\rkylix\r");
    let before = folder.bytes("words.urn");
    for words in [
        "build mac.txt --fpr 1% -o new.urn",
        "build mac.txt --fpr 1% -o new.urn --crlf",
        "build words.txt mac.txt --fpr 1% -o new.urn --trim",
        "add words.urn mac.txt",
        "check words.urn mac.txt",
        "dedupe mac.txt --fpr 1%",
    ] {
        let said = refused(&folder.run(words));
        assert!(said.contains(r"`tr '\r' '\n'`") && said.contains("mac.txt: "), "{words}: {said}");
    }
    let said = refused(&folder.run("check words.urn mac.txt -c"));
    assert!(said.contains("mac.txt: 3 carriage returns and no newline"), "{said}");
    let said = refused(&folder.run("overlap --population 20 words.txt mac.txt"));
    assert!(said.contains("carriage return"), "{said}");
    assert_eq!(folder.bytes("words.urn"), before);
    // The remedy is one, and so is the other.
    let turned = folder.fed("check words.urn -c", "urn\rkrater\rkylix\r".replace('\r', "\n"));
    assert_eq!(out(&turned), "3\n");
    let raw = folder.run("check words.urn mac.txt -c --raw-bytes");
    assert_eq!(out(&raw), "0\n");
    // A last line from Windows whose newline was cut off is one line.
    assert_eq!(out(&folder.fed("check words.urn -c --crlf", "urn\r")), "1\n");
    refused(&folder.fed("check words.urn -c", "urn\r"));
    // A NUL ends its records, and a CR is a byte of them; rows of a table end in a CR as well.
    built(&folder.fed("build --items 9 --fpr 1% -z -o nul.urn", "a\rb\0"));
    built(&folder.fed("build --items 9 --fpr 1% --column n -o csv.urn", "id,n\r1,urn\r2,mug\r"));
    assert!(folder.names().iter().all(|name| name != "new.urn"));
}

#[test]
fn more_than_one_empty_line_is_told_with_their_number() {
    let folder = with_filter("empty-lines");
    for (words, input, note) in [
        ("build --items 9 --fpr 1% -o a.urn", "a\n\n\nb\n", "2 lines are empty"),
        ("add words.urn", "\n\n\n", "3 lines are empty"),
        ("check words.urn -c", "a\r\n\r\n\r\n", ""),
        ("check words.urn -c --crlf", "a\r\n\r\n\r\n", "2 lines are empty"),
        ("dedupe --items 9 --fpr 1%", "\n\n", "2 lines are empty"),
        ("dedupe --items 9 --fpr 1% --trim", " \n\t\n", "2 lines are empty"),
        ("dedupe --items 9 --fpr 1%", "a\n\nb\n", ""),
        ("dedupe --items 9 --fpr 1% --raw-bytes", "a\r\r\n\n", ""),
        ("dedupe --items 9 --fpr 1% -z", "a\0\0\0", "2 keys are empty"),
        ("dedupe --items 9 --fpr 1% --column n", "id,n\n1,\n2,\n", "2 keys are empty"),
        // Blank lines between rows are no rows.
        ("dedupe --items 9 --fpr 1% --column n", "id,n\n1,urn\n\n\n2,mug\n", ""),
    ] {
        let said = said(&folder.fed(words, input));
        let found = said.lines().find(|line| line.contains("empty")).unwrap_or_default();
        assert!(found.contains(note) && found.is_empty() == note.is_empty(), "{words}: {said}");
    }
    // In many blocks, on many threads.
    let said = said(&folder.fed("dedupe --items 9 --fpr 1%", "\nurn\n".repeat(100_000)));
    assert!(said.contains("100000 lines are empty, and an empty line is a key"), "{said}");
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

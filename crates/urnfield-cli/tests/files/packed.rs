//! What the first bytes of an input say: packed keys are unpacked, whatever holds none is refused.

use super::{WORDS, built, out, refused, said, with_filter, with_words};
use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
}

fn bzipped(text: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
}

/// The words, as `xz` packs them: the program has no writer of its own.
const XZ_WORDS: &[u8] = b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01\x16\0\0\0t/\xe5\xa3\x01\0\x18amphora\nkrater\n\
    kylix\nurn\n\0\0\0\0\xcf\x7f\x83fr\x03\n&\0\x011\x19Y\x1a\xb0\x82\x1f\xb6\xf3}\x01\0\0\0\0\x04YZ";

fn packed_words() -> [(&'static str, Vec<u8>); 4] {
    [
        ("gz", gzipped(WORDS.as_bytes())),
        ("zst", compress_to_vec(WORDS.as_bytes(), CompressionLevel::Fastest)),
        ("xz", XZ_WORDS.to_vec()),
        ("bz2", bzipped(WORDS.as_bytes())),
    ]
}

#[test]
fn packed_keys_are_unpacked_whatever_they_are_called_and_wherever_they_come_from() {
    let folder = with_words("unpacked");
    built(&folder.run("build words.txt --fpr 1e-9 -o words.urn"));
    for (extension, packed) in packed_words() {
        for name in [format!("words.{extension}"), "words".into(), "words.log".into()] {
            folder.put(&name, &packed);
            built(&folder.run(&format!("build {name} --fpr 1e-9 -o packed.urn --force")));
            assert_eq!(folder.bytes("packed.urn"), folder.bytes("words.urn"), "{name}");
        }
        for words in ["build --items 4 --fpr 1e-9", "build - --items 4 --fpr 1e-9"] {
            built(&folder.fed(&format!("{words} -o packed.urn --force"), &packed));
            assert_eq!(folder.bytes("packed.urn"), folder.bytes("words.urn"), "{extension}");
        }
        // Two, one after the other, are one text.
        let twice = [&packed[..], &packed[..]].concat();
        assert_eq!(out(&folder.fed("check words.urn -c", &twice)), "8\n", "{extension}");
        // As it is: some of the words may stand in it, but not all of them as lines.
        let output = folder.fed("check words.urn -c --raw-bytes", &packed);
        assert_ne!(out(&output), "4\n", "{extension}");
        for cut in [packed.len() / 2, packed.len() - 1] {
            let said = refused(&folder.fed("check words.urn -c", &packed[..cut]));
            assert!(said.contains("cannot read stdin: it is a damaged "), "{said}");
        }
        folder.put("junk", [&packed[..], b"junk"].concat());
        assert!(refused(&folder.run("check words.urn junk -c")).contains("cannot read junk: "));
    }
}

#[test]
fn columns_and_lists_may_be_packed_in_any_way() {
    let folder = with_filter("columns-packed");
    let table = b"place\tpot\nAthens\turn\nRome\tmug\n";
    folder.put("table.tsv.bz2", bzipped(table));
    assert_eq!(out(&folder.run("check words.urn table.tsv.bz2 --column pot -c")), "1\n");
    folder.put("list.xz", XZ_WORDS);
    let output = folder.run("overlap --population 20 words.txt list.xz --json");
    assert!(out(&output).contains("\"observed\":4"), "{output:?}");
}

#[test]
fn what_holds_no_keys_is_refused_in_a_sentence() {
    let folder = with_filter("foreign");
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let parquet = b"PAR1\x15\x04\x15\x10".to_vec();
    let zip = b"PK\x03\x04\x14\0\0\0".to_vec();
    let mut tar = b"words.txt".to_vec();
    tar.resize(257, 0);
    tar.extend_from_slice(b"ustar\0");
    for (bytes, what) in [
        ([b"\xff\xfe".to_vec(), wide(WORDS)].concat(), "is UTF-16: "),
        (b"\xfe\xff\0u\0r\0n\0\n".to_vec(), "is UTF-16: "),
        (b"\xff\xfe\0\0u\0\0\0r\0\0\0\n\0\0\0".to_vec(), "is UTF-32: "),
        (b"\0\0\xfe\xff\0\0\0u\0\0\0r\0\0\0\n".to_vec(), "is UTF-32: "),
        (b"]\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0".to_vec(), "is packed with lzma: "),
        (wide(WORDS), "is probably UTF-16 (every second byte is zero): "),
        (parquet, "is a Parquet file: "),
        (zip.clone(), "is a zip archive: "),
        (tar, "is a tar archive: "),
        (folder.bytes("words.urn"), "is a filter: "),
        (gzipped(&zip), "holds a zip archive: "),
        (gzipped(&gzipped(WORDS.as_bytes())), "is packed twice, with gzip within gzip: "),
    ] {
        folder.put("keys", &bytes);
        for words in ["build keys --fpr 1% -o new.urn", "check words.urn keys"] {
            let said = refused(&folder.run(words));
            assert!(said.starts_with(&format!("urnfield: keys {what}")), "{said}");
            assert!(said.contains("; ") && said.contains("--raw-bytes"), "{said}");
        }
        let said = refused(&folder.fed("dedupe --items 9 --fpr 1%", &bytes));
        assert!(said.starts_with(&format!("urnfield: stdin {what}")), "{said}");
        built(&folder.run("build keys --raw-bytes --fpr 1% -o raw.urn --force"));
    }
    assert_eq!(folder.names(), ["keys", "raw.urn", "words.txt", "words.urn"]);
}

#[test]
fn a_name_that_misleads_is_told() {
    let folder = with_filter("misleads");
    for extension in ["gz", "zst", "xz", "bz2"] {
        let name = format!("words.{extension}");
        folder.put(&name, WORDS);
        let said = refused(&folder.run(&format!("check words.urn {name} -c")));
        assert!(said.starts_with(&format!("urnfield: {name} is named like a ")), "{said}");
        let output = folder.run(&format!("check words.urn {name} -c --raw-bytes"));
        assert_eq!(out(&output), "4\n");
    }
}

#[test]
fn words_that_begin_like_something_else_are_words() {
    let folder = with_words("begin");
    for first in ["PAR1", "PK", "BZh9", "7z", "Rar!", "Obj", "ARROW1", "SQLite format 3"] {
        folder.put("keys.txt", format!("{first}\nurn\n"));
        built(&folder.run("build keys.txt --fpr 1e-9 -o keys.urn --force"));
        assert_eq!(out(&folder.fed("check keys.urn", format!("{first}\n"))), format!("{first}\n"));
    }
    // One letter a key, each ended by NUL.
    assert_eq!(folder.fed("dedupe -z --items 9 --fpr 1e-9", b"a\0b\0c\0a\0").stdout, b"a\0b\0c\0");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_key_and_said_once() {
    let folder = with_filter("marks");
    let marked = format!("\u{feff}{WORDS}");
    folder.put("marked.txt", &marked);
    folder.put("marked.txt.gz", gzipped(marked.as_bytes()));
    let output = folder.run("build marked.txt --fpr 1e-12 -o marked.urn");
    built(&output);
    assert_eq!(folder.bytes("marked.urn"), folder.bytes("words.urn"));
    let mark = "marked.txt begins with a byte order mark";
    assert_eq!(said(&output).matches(mark).count(), 1, "{output:?}");
    let output = folder.run("check words.urn marked.txt marked.txt marked.txt.gz");
    assert_eq!(out(&output), WORDS.repeat(3), "lines come out without it");
    assert_eq!(said(&output).lines().count(), 1, "{output:?}");
    let output = folder.run("check words.urn marked.txt -c --raw-bytes");
    assert_eq!((out(&output), said(&output)), ("3\n".into(), String::new()));
    // Of several tables the first one keeps its mark, and the others are of the same kind.
    folder.put("a.csv", "\u{feff}pot,n\nurn,1\n");
    folder.put("b.csv", "pot,n\nurn,2\n");
    for (files, table) in
        [("a.csv b.csv", "\u{feff}pot,n\nurn,1\nurn,2\n"), ("b.csv a.csv", "pot,n\nurn,2\nurn,1\n")]
    {
        let output = folder.run(&format!("check words.urn {files} --column pot"));
        assert_eq!(out(&output), table);
        assert!(said(&output).contains("a.csv begins with a byte order mark"), "{output:?}");
    }
    let output = folder.run("check words.urn a.csv --column pot --raw-bytes");
    assert!(refused(&output).contains("\"pot\""), "the name has a mark before it");
}

#[test]
fn what_follows_a_gzip_member_and_is_none_is_called_that() {
    let folder = with_words("trailing");
    folder.put("words.gz", [&gzipped(WORDS.as_bytes())[..], b"and more"].concat());
    let said = refused(&folder.run("build words.gz --fpr 1% -o words.urn"));
    assert!(said.contains("words.gz: ") && said.contains("is not gzip; "), "{said}");
}

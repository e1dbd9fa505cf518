//! One filter, two forms.

use super::{WORDS, built, out, refused, said, with_filter};
use urnfield::Filter;

#[test]
fn a_filter_comes_back_bit_for_bit_from_its_compressed_form() {
    let folder = with_filter("forms");
    for (size, encoding) in [
        ("--bits 5000 --hashes 2", "entropy"),
        ("--bits 200000 --hashes 2", "entropy"),
        ("--bits 200000 --hashes 900", "entropy"),
        ("--bits 64 --hashes 12", "raw"),
    ] {
        built(&folder.run(&format!("build words.txt {size} -o a.urn --force")));
        built(&folder.run("compress a.urn -o b.urn --force"));
        let summary = Filter::verify(folder.path("b.urn")).expect("whole");
        assert_eq!(summary.encoding.to_string(), encoding, "{size}");
        let shorter = folder.bytes("b.urn").len() < folder.bytes("a.urn").len();
        assert_eq!(shorter, encoding != "raw", "{size}");
        let checked = folder.run("check b.urn words.txt");
        built(&checked);
        assert_eq!(out(&checked), WORDS);
        built(&folder.run("verify b.urn"));
        built(&folder.run("compress --raw b.urn -o c.urn --force"));
        assert_eq!(folder.bytes("c.urn"), folder.bytes("a.urn"));
        built(&folder.run("compress b.urn -o again.urn --force"));
        assert_eq!(Filter::verify(folder.path("again.urn")).expect("whole"), summary);
    }
}

#[test]
fn a_secret_is_not_needed_and_stays_one() {
    let folder = with_filter("secret");
    folder.put("secret.key", b"sixteen secrets!");
    built(&folder.run("build words.txt --bits 9000 --hashes 3 --key-file secret.key -o a.urn"));
    built(&folder.run("compress a.urn -o b.urn"));
    built(&folder.run("info b.urn"));
    refused(&folder.run("check b.urn words.txt"));
    let checked = folder.run("check b.urn words.txt --key-file secret.key");
    assert_eq!(out(&checked), WORDS);
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_behind() {
    let folder = with_filter("kept");
    let before = folder.bytes("words.urn");
    assert!(refused(&folder.run("compress words.urn -o words.txt")).contains("--force"));
    assert!(refused(&folder.run("compress words.urn -o words.urn")).contains("not written over"));
    assert_eq!(folder.bytes("words.urn"), before);
    let mut damaged = before;
    damaged[130] ^= 1;
    folder.put("damaged.urn", damaged);
    for words in ["compress damaged.urn -o new.urn", "compress words.txt -o new.urn --json"] {
        refused(&folder.run(words));
    }
    assert_eq!(folder.names(), ["damaged.urn", "words.txt", "words.urn"]);
    let output = folder.run("compress words.urn -o new.urn");
    built(&output);
    assert!(output.stdout.is_empty() && said(&output).starts_with("urnfield: new.urn: "));
}

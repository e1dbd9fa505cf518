//! Damage is found, whoever looks.

use super::{built, out, refused, said, with_filter};

#[test]
fn any_changed_byte_is_an_error_for_everybody() {
    let folder = with_filter("changed");
    let whole = folder.bytes("words.urn");
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        folder.put("damaged.urn", &damaged);
        let said = refused(&folder.run("verify damaged.urn"));
        assert!(said.starts_with("urnfield: damaged.urn "), "{said}");
    }
    for words in ["info damaged.urn", "info damaged.urn --json", "check damaged.urn words.txt"] {
        let said = refused(&folder.run(words));
        assert!(said.starts_with("urnfield: damaged.urn is damaged ("), "{said}");
    }
}

#[test]
fn a_file_cut_short_or_added_to_is_an_error() {
    let folder = with_filter("cut");
    let whole = folder.bytes("words.urn");
    for length in [0, 7, 8, 127, 128, whole.len() - 1] {
        folder.put("cut.urn", &whole[..length]);
        refused(&folder.run("verify cut.urn --json"));
        let said = refused(&folder.run("info cut.urn"));
        if length >= 128 {
            let whole = whole.len();
            let problem = format!("cut.urn was cut short ({length} of {whole} bytes): ");
            assert!(said.starts_with(&format!("urnfield: {problem}")), "{said}");
        }
    }
    folder.put("long.urn", [&whole[..], b"\n"].concat());
    refused(&folder.run("verify long.urn"));
}

#[test]
fn all_files_are_looked_at() {
    let folder = with_filter("before");
    let output = folder.run("verify words.urn words.urn");
    built(&output);
    assert_eq!(out(&output), "words.urn: ok\nwords.urn: ok\n");
    let output = folder.run("verify words.urn words.txt words.urn missing.urn");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(out(&output), "words.urn: ok\nwords.urn: ok\n");
    let lines: Vec<String> = said(&output).lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("urnfield: words.txt"), "{lines:?}");
    assert!(lines[1].starts_with("urnfield: cannot read missing.urn"), "{lines:?}");
    assert_eq!(lines[2..], ["urnfield: 2 of 4 files could not be verified"]);
    // For programs too.
    let output = folder.run("verify words.txt words.urn --json");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(out(&output).lines().count(), 1);
}

/// All of them are looked at, and what is said of one is what is said of it alone.
#[test]
fn several_files_are_told_about_one_after_the_other() {
    let folder = with_filter("several");
    built(&folder.run("build words.txt --bits 999 -o other.urn"));
    for form in ["", " --json"] {
        let alone = |name: &str| out(&folder.run(&format!("info {name}{form}")));
        let between = if form.is_empty() { "\n" } else { "" };
        let expected = [alone("words.urn"), alone("other.urn")].join(between);
        let both = folder.run(&format!("info words.urn other.urn{form}"));
        built(&both);
        assert_eq!(out(&both), expected);
        let missing = folder.run(&format!("info words.urn missing.urn other.urn{form}"));
        assert_eq!((missing.status.code(), out(&missing)), (Some(2), expected));
        let said = said(&missing);
        assert!(
            said.contains("cannot read missing.urn") && said.contains("1 of 3 files"),
            "{said}"
        );
    }
}

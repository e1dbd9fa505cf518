//! More keys into a filter: its own file changes, or nothing does.

use super::{built, refused, said, with_filter, with_words};

#[test]
fn the_file_is_the_one_that_all_keys_together_give() {
    let folder = with_words("together");
    folder.put("more.txt", "pelike\nurn\n");
    for size in ["--items 9 --fpr 1%", "--bits 999 --hashes 3", "--bits 200000 --fpr 1e-9"] {
        built(&folder.run(&format!("build words.txt {size} -o part.urn --force")));
        built(&folder.run(&format!("build words.txt more.txt {size} -o all.urn --force")));
        built(&folder.run("compress part.urn -o sent.urn --force"));
        built(&folder.run("compress all.urn -o sent-all.urn --force"));
        for (part, all) in [("part.urn", "all.urn"), ("sent.urn", "sent-all.urn")] {
            let output = folder.fed(&format!("add {part}"), "pelike\nurn\n");
            built(&output);
            assert!(said(&output).contains("keys = 2, new_keys = 1"), "{output:?}");
            assert_eq!(folder.bytes(part), folder.bytes(all), "{size}");
        }
    }
}

#[test]
fn the_filter_is_opened_before_a_key_is_read() {
    let folder = with_filter("add-opened");
    // The pipe stays open and empty: a command that reads from it does not end.
    let mut child = folder.spawn("add missing.urn");
    let pipe = child.stdin.take();
    let output = child.wait_with_output().expect("the command ends");
    drop(pipe);
    assert!(refused(&output).contains("missing.urn"));
}

#[test]
fn an_error_leaves_the_filter_as_it_was() {
    let folder = with_filter("add-error");
    let before = folder.bytes("words.urn");
    folder.put("cut.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
    folder.put("short.csv", "1,urn\n2\n");
    for words in [
        "add words.urn words.txt missing.txt",
        "add words.urn words.txt cut.gz",
        "add words.urn short.csv --column 2",
    ] {
        refused(&folder.run(words));
        assert_eq!(folder.bytes("words.urn"), before, "{words}");
    }
    assert_eq!(folder.names(), ["cut.gz", "short.csv", "words.txt", "words.urn"]);
}

#[cfg(unix)]
#[test]
fn a_filter_that_only_its_owner_may_read_stays_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = with_filter("owner");
    let path = folder.path("words.urn");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("our file");
    built(&folder.fed("add words.urn", "pelike\n"));
    let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

//! Which lines are printed, and what the status says.

use super::{WORDS, built, out, refused, said, with_filter};
use std::io::{Read, Write};
use std::process::Stdio;

#[test]
fn lines_come_out_as_they_were() {
    let folder = with_filter("as-they-were");
    folder.put("odd.txt", b"\xff\xfe\n\n a b \nlast");
    // It begins like UTF-16, and would be refused.
    built(&folder.run("build odd.txt --raw-bytes --fpr 1e-12 -o odd.urn"));
    let output = folder.fed("check odd.urn", b"x\n\xff\xfe\nlast\ny\n\n a b ");
    assert_eq!(output.stdout, b"\xff\xfe\nlast\n\n a b \n");
    let output = folder.fed("check words.urn - words.txt --raw-bytes", b"mug\r\nurn");
    assert_eq!(out(&output), format!("urn\n{WORDS}"));
    let output = folder.fed("check words.urn - words.txt", b"mug\nurn");
    assert_eq!(out(&output), format!("urn\n{WORDS}"));
}

#[test]
fn one_carriage_return_is_no_part_of_the_key_but_of_the_line() {
    let folder = with_filter("one-return");
    let output = folder.fed("check words.urn --crlf", "urn\r\nmug\r\nurn\r\r\nkrater\n");
    assert_eq!(out(&output), "urn\r\nkrater\n");
    assert!(output.stderr.is_empty());
    let output = folder.fed("check words.urn -v", "urn\r\nmug\r\n");
    assert_eq!(out(&output), "urn\r\nmug\r\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--crlf"));
}

#[test]
fn the_status_is_the_answer() {
    let folder = with_filter("status");
    for (words, input, status, printed) in [
        ("", "urn\nmug\n", 0, "urn\n"),
        ("", "mug\n", 1, ""),
        ("", "", 1, ""),
        ("-v", "urn\nmug\n", 0, "mug\n"),
        ("-v", "urn\n", 1, ""),
        ("-c", "urn\nmug\nurn", 0, "2\n"),
        ("-c", "", 1, "0\n"),
        ("-cv", "urn\nmug\nurn", 0, "1\n"),
        ("-q", "mug\nurn\n", 0, ""),
        ("-q", "mug\n", 1, ""),
        ("-qv", "mug\n", 0, ""),
        ("--json", "urn\nmug\nurn", 0, "{\"keys\":3,\"matches\":2}\n"),
        ("--json", "mug\n", 1, "{\"keys\":1,\"matches\":0}\n"),
    ] {
        let output = folder.fed(&format!("check words.urn {words}"), input);
        assert_eq!(output.status.code(), Some(status), "{words} {input:?}");
        assert_eq!(out(&output), printed, "{words} {input:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn the_filter_is_opened_before_a_key_is_read() {
    let folder = with_filter("opened");
    // The pipe stays open and empty: a command that reads from it does not end.
    let mut child = folder.spawn("check missing.urn");
    let pipe = child.stdin.take();
    let output = child.wait_with_output().expect("the command ends");
    drop(pipe);
    let said = refused(&output);
    assert!(said.contains("missing.urn"), "{said}");
}

#[test]
fn quiet_ends_at_the_first_match() {
    let folder = with_filter("quiet");
    let mut child = folder.spawn("check words.urn -q");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"mug\nurn\n").expect("somebody reads");
    // Not closed: the end comes without the end of the input.
    let output = child.wait_with_output().expect("the command ends");
    drop(pipe);
    built(&output);
}

#[test]
fn answers_come_before_the_next_question() {
    let folder = with_filter("next");
    let mut child = folder.spawn("check words.urn");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut answers = child.stdout.take().expect("a pipe");
    for key in ["urn\n", "kylix\n"] {
        pipe.write_all(key.as_bytes()).expect("somebody reads");
        let mut answer = vec![0; key.len()];
        answers.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer, key.as_bytes());
    }
    drop(pipe);
    built(&child.wait_with_output().expect("the command ends"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = with_filter("enough");
    folder.put("many.txt", "urn\n".repeat(1_000_000));
    let mut child = folder.command("check words.urn many.txt").spawn().expect("the command runs");
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut [0]).expect("a first byte");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = with_filter("full-disk");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut command = folder.command("check words.urn words.txt");
    let output = command.stdout(full).stderr(Stdio::piped()).output().expect("the command runs");
    refused(&output);
}

#[test]
fn no_key_opens_what_it_should_not() {
    let folder = with_filter("keys");
    folder.put("raw.key", b"sixteen secrets!");
    folder.put("hex.key", "7369787465656e207365637265747321\n");
    folder.put("other.key", b"another secret!!");
    built(&folder.run("build words.txt --fpr 1e-12 --key-file raw.key -o keyed.urn"));
    for key in ["raw.key", "hex.key"] {
        let output = folder.run(&format!("check keyed.urn words.txt --key-file {key}"));
        assert_eq!(out(&output), WORDS);
    }
    refused(&folder.run("check keyed.urn words.txt --key-file other.key"));
    refused(&folder.run("check words.urn words.txt --key-file raw.key"));
    assert!(refused(&folder.run("check keyed.urn words.txt")).contains("--key-file"));
}

#[test]
fn a_filter_that_lets_nearly_everything_through_says_so() {
    let folder = with_filter("useless");
    folder.put("many.txt", (0..500).map(|i| format!("{i}\n")).collect::<String>());
    for (size, warned) in [("--bits 500 --hashes 1", true), ("--bits 900 --hashes 1", false)] {
        built(&folder.run(&format!("build many.txt {size} -o many.urn --force")));
        let output = folder.run("check many.urn words.txt -c");
        assert_eq!(said(&output).contains("lets 0.6"), warned, "{output:?}");
        assert_eq!(said(&output).lines().count(), usize::from(warned), "{output:?}");
    }
    built(&folder.run("build many.txt --bits 9 --hashes 1 -o full.urn"));
    let output = folder.run("check full.urn words.txt -q");
    assert!(said(&output).contains("every one of all keys"), "{output:?}");
}

#[test]
fn several_filters_are_asked_as_one() {
    let folder = with_filter("also");
    folder.put("more.txt", "pelike\npyxis\n");
    folder.put("asked.txt", "urn\npyxis\nmug\n");
    built(&folder.run("build more.txt --like words.urn -o alike.urn"));
    built(&folder.run("build more.txt --fpr 1e-9 --seed 5 -o other.urn"));
    for (also, bound) in [("alike.urn", false), ("other.urn", true)] {
        let words = format!("check words.urn --also {also} asked.txt");
        let output = folder.run(&words);
        assert_eq!(out(&output), "urn\npyxis\n");
        assert!(said(&output).contains("none of the 2 filters"), "{output:?}");
        assert_eq!(said(&output).contains("at most"), bound, "{output:?}");
        assert_eq!(out(&folder.run(&format!("{words} -v"))), "mug\n");
        let object: serde_json::Value =
            serde_json::from_str(&out(&folder.run(&format!("{words} --json")))).expect("JSON");
        assert_eq!((&object["keys"], &object["matches"]), (&3.into(), &2.into()));
        assert_eq!(object["joint_fpr"]["label"] == "bound", bound, "{object}");
    }
    // The union of filters that are alike lets more strangers through than both together.
    refused(&folder.run("check words.urn --also missing.urn asked.txt"));
}

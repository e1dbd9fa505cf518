//! What `dedupe --state` makes sure of before the first line, and what it keeps when it fails.

use super::folder::Folder;
use super::{WORDS, built, out, refused, said, with_words};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Output, Stdio};

/// A run that has printed its first line and waits for more.
fn started(folder: &Folder, words: &str) -> (std::process::Child, ChildStdin) {
    let mut child = folder.spawn(words);
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"first\n").expect("somebody reads");
    let mut line = String::new();
    let stdout = child.stdout.as_mut().expect("a pipe");
    let mut byte = [0];
    while !line.ends_with('\n') {
        stdout.read_exact(&mut byte).expect("a line");
        line.push(byte[0].into());
    }
    assert_eq!(line, "first\n");
    (child, pipe)
}

/// By a shell that limits how large a file may grow, in blocks of 512 bytes: as a full disk does.
#[cfg(target_os = "linux")]
fn in_little_room(folder: &Folder, words: &str) -> Output {
    let script = format!("ulimit -f 64; exec {} {words}", env!("CARGO_BIN_EXE_urnfield"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path("")).stdin(Stdio::null());
    command.output().expect("there is a shell")
}

#[test]
fn a_new_state_is_sized_for_more_than_its_first_day() {
    let folder = with_words("state-new");
    for (size, remedy) in
        [("--fpr 1%", "--items"), ("--bits 1KiB", "--items"), ("--fpr 1% --kind line", "--bits")]
    {
        let said = refused(&folder.run(&format!("dedupe words.txt --state seen.urn {size}")));
        assert!(said.contains("seen.urn does not exist yet"), "{said}");
        assert!(
            said.contains(&format!("{remedy} with the most")) || said.contains(remedy),
            "{said}"
        );
    }
    assert_eq!(folder.names(), ["words.txt"]);
    for (name, size) in [
        ("a.urn", "--items 200 --fpr 1e-9"),
        ("b.urn", "--bits 1KiB --fpr 1e-9"),
        ("c.urn", "--bits 1KiB --hashes 4"),
        ("d.urn", "--like a.urn"),
    ] {
        let day = folder.run(&format!("dedupe words.txt --state {name} {size}"));
        built(&day);
        assert_eq!(out(&day), WORDS);
        // The next day has a hundred new lines.
        let lines: String = (0..100).map(|i| format!("{i}\n")).collect();
        let next = folder.fed(&format!("dedupe --state {name}"), &lines);
        built(&next);
        assert_eq!(out(&next), lines, "{name}");
    }
}

#[test]
fn a_state_takes_its_room_before_the_first_line() {
    let folder = with_words("state-room");
    let sized = "--bits 8000000 --hashes 4";
    built(&folder.run(&format!("dedupe words.txt --state old.urn {sized}")));
    for state in ["old.urn", "new.urn"] {
        let before = folder.names();
        let (child, pipe) = started(&folder, &format!("dedupe --state {state} {sized}"));
        let names = folder.names();
        let partial = names.iter().find(|name| !before.contains(name)).expect("a partial file");
        assert!(partial.starts_with(&format!(".{state}.partial-")), "{partial}");
        let found = folder.path(partial).metadata().expect("it is there");
        assert_eq!(found.len(), 1_000_128);
        #[cfg(target_os = "linux")]
        {
            use std::os::unix::fs::MetadataExt;
            assert!(found.blocks() * 512 >= 1_000_128, "a file with holes: {}", found.blocks());
        }
        drop(pipe);
        built(&child.wait_with_output().expect("it ends"));
        assert_eq!(folder.bytes(state).len(), 1_000_128);
    }
    assert_eq!(folder.names(), ["new.urn", "old.urn", "words.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_state_without_room_is_refused_before_the_first_line() {
    let folder = with_words("state-full-disk");
    let sized = "--items 1e6 --fpr 1e-9";
    let said =
        refused(&in_little_room(&folder, &format!("dedupe words.txt --state s.urn {sized}")));
    assert!(said.contains("cannot write s.urn: it needs 5394864 bytes"), "{said}");
    assert_eq!(folder.names(), ["words.txt"]);
    // And one that is there, on the day when the disk is full.
    built(&folder.run(&format!("dedupe words.txt --state s.urn {sized}")));
    let before = folder.bytes("s.urn");
    folder.put("more.txt", "pelike\n");
    let said = refused(&in_little_room(&folder, "dedupe more.txt --state s.urn"));
    assert!(said.contains("there is no room for them"), "{said}");
    assert!(folder.bytes("s.urn") == before);
    assert_eq!(folder.names(), ["more.txt", "s.urn", "words.txt"]);
}

#[test]
fn a_state_that_cannot_be_written_is_refused_before_the_first_line() {
    let folder = with_words("state-nowhere");
    let sized = "--items 9 --fpr 1e-9";
    let said = refused(&folder.run(&format!("dedupe words.txt --state no/seen.urn {sized}")));
    assert!(said.contains("cannot write no/seen.urn"), "{said}");
    refused(&folder.run(&format!("dedupe words.txt --state . {sized}")));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", folder.path("link.urn")).expect("ours");
        let said = refused(&folder.run(&format!("dedupe words.txt --state link.urn {sized}")));
        assert!(said.contains("leads to no file"), "{said}");
    }
    built(&folder.run(&format!("dedupe words.txt --state seen.urn {sized}")));
    let (first, pipe) = started(&folder, "dedupe --state seen.urn");
    let said = refused(&folder.run("dedupe words.txt --state seen.urn --no-wait"));
    assert!(said.contains("being written by another command"), "{said}");
    drop(pipe);
    built(&first.wait_with_output().expect("it ends"));
}

/// Somebody who may not write to the folder. Where we are root, it is made for root alone.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_read_only_is_noticed_before_the_first_line() {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let folder = with_words("state-read-only");
    built(&folder.run("dedupe words.txt --state seen.urn --items 9 --fpr 1e-9"));
    folder.set_mode("seen.urn", 0o666);
    folder.set_mode("", 0o555);
    for state in ["seen.urn", "new.urn"] {
        let words = format!("dedupe words.txt --state {state} --items 9 --fpr 1e-9");
        let mut command = folder.command(&words);
        if folder.path("").metadata().expect("ours").uid() == 0 {
            command.uid(65_534).gid(65_534);
        }
        // Who may not even come so far cannot be asked.
        let Ok(output) = command.output() else { continue };
        if !said(&output).contains("cannot read words.txt") {
            let said = refused(&output);
            assert!(said.contains("ermission denied"), "{said}");
        }
    }
    folder.set_mode("", 0o755);
}

#[test]
fn a_state_is_not_saved_where_the_reader_of_the_lines_ended() {
    let folder = with_words("state-closed");
    built(&folder.run("dedupe words.txt --state seen.urn --items 1e6 --fpr 1e-9"));
    let before = folder.bytes("seen.urn");
    folder.put("many.txt", (0..300_000).map(|i| format!("{i}\n")).collect::<String>());
    for state in ["seen.urn", "new.urn"] {
        let words = format!("dedupe many.txt --state {state} --items 1e6 --fpr 1e-9");
        let mut child = folder.command(&words).spawn().expect("the command runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        lines.read_line(&mut String::new()).expect("a line");
        drop(lines);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = refused(&output);
        assert!(said.contains(&format!("the state {state} was not saved")), "{said}");
    }
    assert!(folder.bytes("seen.urn") == before);
    // Nobody's line is lost: all of them come again.
    let again = folder.run("dedupe many.txt --state seen.urn");
    assert_eq!(out(&again).lines().count(), 300_000);
    assert_eq!(folder.names(), ["many.txt", "seen.urn", "words.txt"]);
    // Without a state nothing is lost, and it is no error.
    let mut child = folder.command("dedupe many.txt --fpr 1e-9").spawn().expect("the command runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_full_state_refuses_before_the_line_that_is_too_many() {
    let folder = with_words("state-full");
    built(&folder.run("dedupe words.txt --state seen.urn --items 5 --fpr 1e-9"));
    let full = folder.fed("dedupe --state seen.urn", "urn\npelike\nlekythos\n");
    assert_eq!((full.status.code(), out(&full).as_str()), (Some(2), "pelike\n"));
    let told = said(&full);
    for part in [
        "was planned for 5 different keys and had room for about 1 more",
        "begin another --state with more --items, or add --allow-overfull",
        "the state seen.urn was not saved, and the next run prints these lines again",
    ] {
        assert!(told.contains(part), "{told}");
    }
    // What does not add a key is no problem for a full one.
    built(&folder.fed("dedupe --state seen.urn", "pelike\n"));
    let known = folder.fed("dedupe --state seen.urn", "urn\npelike\n");
    built(&known);
    assert_eq!(out(&known), "");
    // The size that is typed later is not the one that it has.
    let typed = folder.fed("dedupe --state seen.urn --items 1000 --fpr 1e-9", "urn\n");
    assert!(said(&typed).contains("planned for 5 items, and --items 1000 does not"), "{typed:?}");
}

#[test]
fn a_state_of_no_plan_is_refused_when_it_drops_half_of_what_is_new() {
    let folder = with_words("state-useless");
    built(&folder.run("dedupe words.txt --state seen.urn --bits 8 --hashes 1"));
    let keys: String = (0..9).map(|i| format!("{i}\n")).collect();
    built(&folder.fed("dedupe --state seen.urn", &keys));
    let said = refused(&folder.fed("dedupe --state seen.urn", "pelike\n"));
    assert!(said.contains("drops more than half of all new lines"), "{said}");
    built(&folder.fed("dedupe --state seen.urn --allow-overfull", "pelike\n"));
}

#[test]
fn a_filter_that_its_reader_did_not_get_is_an_error() {
    let folder = with_words("filter-closed");
    built(&folder.run("build words.txt --bits 8000000 --hashes 4 -o large.urn"));
    for words in [
        "build words.txt --bits 8000000 --hashes 4 -o -",
        "union large.urn -o -",
        "compress --raw large.urn -o -",
    ] {
        let mut child = folder.command(words).spawn().expect("the command runs");
        let mut filter = child.stdout.take().expect("a pipe");
        filter.read_exact(&mut [0; 128]).expect("a header");
        drop(filter);
        let said = refused(&child.wait_with_output().expect("it ends"));
        assert!(said.contains("what the reader has is no whole filter"), "{words}: {said}");
    }
    // Lines that nobody wants any more are no error, as everywhere.
    folder.put("many.txt", "urn\n".repeat(100_000));
    let mut child = folder.command("check large.urn many.txt").spawn().expect("it runs");
    child.stdout.take().expect("a pipe").read_exact(&mut [0; 4]).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
}

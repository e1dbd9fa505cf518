//! Several commands that write to one file: one after the other, and no key is lost.

use super::folder::Folder;
use super::{WORDS, built, refused, said, with_filter, with_words};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use urnfield::Filter;
use urnfield::filter::Packing;

fn loaded(folder: &Folder) -> Filter {
    Filter::load(folder.path("words.urn"), None).expect("a filter")
}

/// A command that has read the filter and waits for more keys.
fn slow(folder: &Folder, words: &str) -> (Child, ChildStdin) {
    let mut child = folder.spawn(words);
    let mut pipe = child.stdin.take().expect("a pipe");
    // More than a pipe holds: once it is written, keys are being read, and the filter has been.
    pipe.write_all("slow\n".repeat(1 << 18).as_bytes()).expect("somebody reads");
    (child, pipe)
}

fn ends(child: Child) -> std::process::Output {
    child.wait_with_output().expect("the command ends")
}

#[test]
fn eight_that_add_at_once_lose_nothing() {
    let folder = with_words("eight");
    built(&folder.run("build words.txt --items 3000 --fpr 1e-9 -o words.urn"));
    let keys =
        |writer: usize| -> String { (0..200).map(|key| format!("{writer} has {key}\n")).collect() };
    for writer in 0..8 {
        folder.put(&format!("{writer}.txt"), keys(writer));
    }
    let writers: Vec<Child> =
        (0..8).map(|writer| folder.spawn(&format!("add words.urn {writer}.txt"))).collect();
    writers.into_iter().for_each(|writer| built(&ends(writer)));
    let filter = loaded(&folder);
    for writer in 0..8 {
        assert!(keys(writer).lines().all(|key| filter.contains(key)), "{writer}");
    }
    // Byte for byte the filter of all keys: nothing else is in it either.
    built(&folder.run(
        "build words.txt 0.txt 1.txt 2.txt 3.txt 4.txt 5.txt 6.txt 7.txt --items 3000 --fpr 1e-9 \
         -o all.urn",
    ));
    assert_eq!(folder.bytes("words.urn"), folder.bytes("all.urn"));
}

#[test]
fn the_second_says_that_it_waits_and_then_adds() {
    let folder = with_filter("waits");
    let (first, pipe) = slow(&folder, "add words.urn");
    let mut second = folder.spawn("add words.urn words.txt");
    let mut talk = BufReader::new(second.stderr.take().expect("a pipe"));
    let mut said = String::new();
    talk.read_line(&mut said).expect("a sentence");
    assert_eq!(said, "urnfield: words.urn is being written by another command; waiting for it\n");
    drop(pipe);
    built(&ends(first));
    built(&ends(second));
    let filter = loaded(&folder);
    assert!(filter.contains("slow") && WORDS.lines().all(|word| filter.contains(word)));
}

#[test]
fn who_does_not_want_to_wait_is_refused() {
    let folder = with_filter("no-wait");
    let before = folder.bytes("words.urn");
    let (first, pipe) = slow(&folder, "add words.urn");
    for words in [
        "add words.urn words.txt --no-wait",
        "build words.txt --fpr 1% -o words.urn --force --no-wait",
        "union other.urn -o words.urn --force --no-wait",
        "intersect other.urn -o words.urn --force --no-wait",
        "compress other.urn -o words.urn --force --no-wait",
    ] {
        folder.put("other.urn", &before);
        let said = refused(&folder.run(words));
        assert!(said.contains("words.urn is being written by another command"), "{said}");
    }
    // Those who only read are not in the way of anybody.
    built(&folder.run("check words.urn words.txt"));
    built(&folder.run("info words.urn"));
    assert_eq!(folder.bytes("words.urn"), before);
    drop(pipe);
    built(&ends(first));
    built(&folder.run("add words.urn words.txt --no-wait"));
}

/// A filter that is built in place of one that keys are added to comes after it, and stays.
#[test]
fn what_is_built_over_a_filter_is_not_undone_by_who_adds_to_it() {
    let folder = with_filter("over");
    folder.put("new.txt", "pelike\n");
    let (adding, pipe) = slow(&folder, "add words.urn");
    let building = folder.spawn("build new.txt --items 9 --fpr 1e-9 -o words.urn --force");
    std::thread::sleep(std::time::Duration::from_millis(100));
    drop(pipe);
    built(&ends(adding));
    let building = ends(building);
    built(&building);
    assert!(said(&building).contains("waiting for it"), "{building:?}");
    let filter = loaded(&folder);
    assert!(filter.contains("pelike") && !filter.contains("slow"));
}

/// A command that was killed holds nothing up.
#[test]
fn a_lock_ends_with_its_command() {
    let folder = with_filter("killed");
    let (mut first, pipe) = slow(&folder, "add words.urn");
    first.kill().expect("our own child");
    ends(first);
    built(&folder.run("add words.urn words.txt --no-wait"));
    drop(pipe);
    assert_eq!(folder.names(), ["words.txt", "words.urn"]);
}

/// A program that asks for no lock is noticed.
#[test]
fn what_somebody_else_wrote_meanwhile_is_not_undone() {
    let folder = with_filter("meanwhile");
    let (adding, pipe) = slow(&folder, "add words.urn");
    let mut theirs = loaded(&folder);
    theirs.insert("pelike");
    theirs.save(folder.path("words.urn"), Packing::Raw).expect("our folder");
    let between = folder.bytes("words.urn");
    drop(pipe);
    let said = refused(&ends(adding));
    assert!(said.contains("words.urn: somebody else wrote to it meanwhile"), "{said}");
    assert_eq!(folder.bytes("words.urn"), between);
}

/// Where we are root: a file of ours in a folder that everybody may write to.
#[cfg(unix)]
#[test]
fn a_file_does_not_change_hands() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = with_filter("hands");
    if std::fs::metadata(folder.path("words.urn")).expect("a file").uid() != 0 {
        return;
    }
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path(""), open).expect("our folder");
    let before = folder.bytes("words.urn");
    let nobody = 65_534;
    let Ok(output) = folder.command("add words.urn words.txt").uid(nobody).gid(nobody).output()
    else {
        return;
    };
    let said = refused(&output);
    assert!(said.contains("it belongs to user 0"), "{said}");
    assert_eq!(folder.bytes("words.urn"), before);
    assert_eq!(folder.names(), ["words.txt", "words.urn"]);
}

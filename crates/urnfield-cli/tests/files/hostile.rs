//! Signals, pipes in the place of files, names that move the cursor, secrets that are none, and eight
//! processes at one file.
#![cfg(unix)]

use super::folder::Folder;
use super::{built, refused, said, with_filter, with_words};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output};
use std::thread;
use std::time::{Duration, Instant};
use urnfield::Filter;
use urnfield_paper::draws::multiplier;

/// A pipe under a name; false where there are none.
fn pipe(folder: &Folder, name: &str) -> bool {
    let made = Command::new("mkfifo").arg(folder.path(name)).status();
    made.is_ok_and(|status| status.success())
}

/// The command ends by itself, and soon: a pipe would be waited for without end.
fn ends(mut child: Child) -> Output {
    let began = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if began.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

#[test]
fn pipes_are_no_filters_and_no_secrets() {
    let folder = with_filter("fifo");
    if !pipe(&folder, "pipe") {
        return;
    }
    for words in
        ["verify pipe", "info pipe", "check pipe words.txt", "union pipe words.urn -o n.urn"]
    {
        let output = ends(folder.spawn(words));
        assert!(refused(&output).contains("no ordinary file"), "{words}: {output:?}");
    }
    for words in ["check words.urn words.txt", "build words.txt --fpr 1% -o n.urn"] {
        let output = ends(folder.spawn(&format!("{words} --key-file pipe")));
        assert!(refused(&output).contains("from an ordinary file"), "{words}: {output:?}");
    }
}

#[test]
fn names_that_move_the_cursor_are_spelled_out() {
    let folder = with_filter("escape");
    let name = "\u{1b}[2Jred\u{7}\n.urn";
    folder.put(name, folder.bytes("words.urn"));
    let run = |words: &[&str]| {
        folder.command("").args(words).arg(name).output().expect("the command runs")
    };
    let calm = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        assert!(!text.trim_end().contains(['\u{1b}', '\u{7}']), "{text:?}");
        text
    };
    assert_eq!(calm(&run(&["verify"]).stdout), "\\u{1b}[2Jred\\u{7}\\n.urn: ok\n");
    assert!(calm(&run(&["info"]).stdout).starts_with("file            \\u{1b}[2Jred"));
    folder.put(name, "no filter");
    for words in [&["verify"][..], &["info"], &["compress", "-o", "n.urn"]] {
        let output = run(words);
        assert_eq!((output.status.code(), calm(&output.stderr).lines().count()), (Some(2), 1));
    }
    let output = run(&["build", "words.txt", "--fpr", "1%", "-o"]);
    assert!(calm(&output.stderr).contains("exists already"), "{output:?}");
}

#[test]
fn secrets_are_made_once_and_for_their_owner() {
    let folder = with_words("secrets");
    for name in ["a.key", "b.key"] {
        let output = folder.run(&format!("key -o {name}"));
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
        let mode = folder.path(name).metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let text = String::from_utf8(folder.bytes(name)).expect("text");
        assert_eq!(text.len(), 33);
        assert!(text.trim_end().bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
    assert_ne!(folder.bytes("a.key"), folder.bytes("b.key"));
    let before = folder.bytes("a.key");
    assert!(refused(&folder.run("key -o a.key")).contains("exists already"));
    assert_eq!(folder.bytes("a.key"), before);
    refused(&folder.run("key -o nowhere/a.key"));

    let output = folder.run("build words.txt --fpr 1% --key-file a.key -o a.urn");
    assert_eq!(said(&output).lines().count(), 1, "{output:?}");
    for (mode, warned) in
        [(0o600, false), (0o640, true), (0o644, true), (0o604, true), (0o611, false)]
    {
        folder.set_mode("a.key", mode);
        let output = folder.run("check a.urn words.txt -c --key-file a.key");
        assert!(output.status.success());
        assert_eq!(said(&output).contains("others may read a.key"), warned, "{mode:o} {output:?}");
    }
    folder.put("zero.key", "0".repeat(32));
    folder.put("aaaa.key", "a".repeat(16));
    for name in ["zero.key", "aaaa.key"] {
        let words = format!("build words.txt --fpr 1% --key-file {name} -o z.urn --force");
        assert!(said(&folder.run(&words)).contains("are the same, which anybody would try"));
    }
}

/// Caught while a large file is being written, which may take some attempts.
#[test]
fn who_is_told_to_stop_leaves_nothing_behind() {
    let folder = with_filter("signals");
    folder.put("key.txt", "urn\n");
    let before = folder.bytes("words.urn");
    for (name, number) in [("TERM", 15), ("INT", 2)] {
        let mut caught = 0;
        for _ in 0..40 {
            let words = "build key.txt --items 1e8 --bits 2^30 --hashes 1 -o words.urn --force";
            let mut child = folder.command(words).spawn().expect("the command runs");
            let partial = || folder.names().iter().any(|name| name.contains(".partial-"));
            while !partial() && child.try_wait().expect("it is ours").is_none() {
                thread::yield_now();
            }
            let id = child.id().to_string();
            let _ = Command::new("kill").args([&format!("-{name}"), &id]).output();
            let output = ends(child);
            assert!(!partial(), "{:?}", folder.names());
            if output.status.signal() == Some(number) {
                caught += 1;
                // The signal may come a moment after the new name.
                if folder.bytes("words.urn").len() < 1 << 20 {
                    assert_eq!(folder.bytes("words.urn"), before);
                    break;
                }
            }
            folder.put("words.urn", &before);
        }
        assert!(caught > 0, "SIG{name} never came in time");
    }
}

/// Adding, merging and reading, all at once: nothing that was called done is lost.
#[test]
fn eight_processes_at_one_file_lose_nothing() {
    let rounds = if multiplier() > 1 { 125 * multiplier() } else { 6 };
    let folder = with_words("stress");
    built(&folder.run("build words.txt --items 1e5 --fpr 1e-9 -o words.urn"));
    folder.set_mode("words.urn", 0o640);
    let worker = |worker: u64| {
        let folder = &folder;
        move || {
            let mut done = Vec::new();
            for round in 0..rounds {
                let key = format!("{worker} in round {round}");
                let good = |words: &str| {
                    let output = folder.run(words);
                    assert!(output.status.success(), "{words}: {output:?}");
                };
                match worker {
                    0..4 => {
                        let output = folder.fed("add words.urn", format!("{key}\n"));
                        assert!(output.status.success(), "{output:?}");
                        done.push(key);
                    }
                    4 | 5 => {
                        let own = format!("own{worker}");
                        folder.put(&format!("{own}.txt"), &key);
                        good(&format!("build {own}.txt --like words.urn -o {own}.urn --force"));
                        good(&format!("union words.urn {own}.urn -o merged{worker}.urn --force"));
                        let merged = folder.path(&format!("merged{worker}.urn"));
                        let merged = Filter::load(merged, None).expect("whole");
                        assert!(merged.contains(&key) && merged.contains("urn"));
                    }
                    6 => good("verify words.urn"),
                    _ => good("check words.urn words.txt -c"),
                }
            }
            done
        }
    };
    let done: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..8).map(|number| scope.spawn(worker(number))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    let filter = Filter::load(folder.path("words.urn"), None).expect("whole");
    assert_eq!(done.len() as u64, 4 * rounds);
    for key in done {
        assert!(filter.contains(&key), "{key} was called added");
    }
    let mode = folder.path("words.urn").metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(folder.names().iter().all(|name| !name.contains(".partial-")));
}

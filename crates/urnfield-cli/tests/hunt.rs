//! A hunt for commands that take long: random arguments for every command, each run with ten seconds of processor time
//! and four gigabytes of address space. A command answers or refuses; one that the system has to end is a finding.
//!
//! `tools/campaign hunt [COMMANDS [SEED]]` is the long form. Processor time is counted, because the clock of a busy
//! machine says nothing about a command.
#![cfg(target_os = "linux")]

#[path = "hunt/arguments.rs"]
mod arguments;
#[path = "hunt/files.rs"]
mod files;
mod folder;

use arguments::{Arguments, CURATED};
use folder::Folder;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use urnfield_paper::draws::{Draws, multiplier, seed};

/// Commands of the short form; the long form multiplies them.
const COMMANDS: u64 = 100;

/// Seconds of processor time.
const SECONDS: u64 = 10;

/// KiB of address space. A command reserves more than it uses, and so does each thread.
const KIB: u64 = 4_000_000;

/// Runs a command within the limits; what ended it, where that was not the command itself.
fn ended_by(folder: &Folder, words: &[String]) -> Option<String> {
    let script = format!("ulimit -v {KIB} && ulimit -t {SECONDS} && exec \"$URNFIELD\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "urnfield"]).args(words);
    command.env("URNFIELD", env!("CARGO_BIN_EXE_urnfield")).current_dir(folder.path(""));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().expect("the command runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match (output.status.code(), output.status.signal()) {
        (Some(0 | 1), _) => None,
        // A refusal says why.
        (Some(2), _) if said.contains("urnfield: ") => None,
        (code, signal) => Some(format!("status {code:?}, signal {signal:?}: {}", said.trim_end())),
    }
}

/// A command line of number `i`: the same one for the same seed.
fn drawn(i: u64) -> Vec<String> {
    let mut draws = Draws::new(seed().wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(i));
    draws.word();
    // Every sixth is about files.
    if i.is_multiple_of(6) {
        return files::command(&mut draws);
    }
    let named = draws.below(CURATED.len() as u64) as usize;
    Arguments::of(&CURATED[named], &mut draws).words()
}

#[test]
fn no_command_takes_long() {
    let folder = Folder::new("hunt");
    files::make(&folder);
    let (count, next) = (COMMANDS * multiplier(), AtomicU64::new(0));
    let findings = Mutex::new(Vec::new());
    let hunt = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            let words = drawn(i);
            if let Some(end) = ended_by(&folder, &words) {
                let finding = format!("{i}: urnfield {}: {end}", words.join(" "));
                println!("{finding}");
                findings.lock().expect("no panic").push(finding);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(hunt);
        hunt();
    });
    let findings = findings.into_inner().expect("no panic");
    println!("{count} commands of seed {}, {} findings", seed(), findings.len());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// A question that is added is hunted too.
#[test]
fn every_question_is_hunted() {
    let all = urnfield_answers::OF_THE_PAGE.iter().chain(urnfield_answers::OTHERS);
    for named in all {
        assert!(CURATED.iter().any(|one| one.words == named.words), "{}", named.words);
    }
}

/// A command that does take long is found.
#[test]
fn what_the_system_ends_is_a_finding() {
    let folder = Folder::new("hunt-mutant");
    let words = ["-c", "while :; do :; done"].map(String::from);
    let script = "ulimit -t 1 && exec sh \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh"]).args(words).current_dir(folder.path(""));
    let ended = command.stderr(Stdio::null()).status().expect("a shell");
    assert_eq!(ended.code(), None);
    let answered = ["birthday", "--urns", "365", "--balls", "23"].map(String::from);
    assert_eq!(ended_by(&folder, &answered), None);
    let refused = ["birthday", "--urns", "0", "--balls", "23"].map(String::from);
    assert_eq!(ended_by(&folder, &refused), None);
}

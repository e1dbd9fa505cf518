//! What the programs really ask of the system: a small library that is loaded before the C library
//! (`system_calls/record.c`) records the calls. The tests beside the code that writes files replay
//! every loss of power, but know only what that code intends.
#![cfg(target_os = "linux")]

mod folder;

use folder::Folder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The library, built with the compiler that Rust links with; `None` where it cannot be built, which
/// in CI is an error.
fn recorder(folder: &Folder) -> Option<PathBuf> {
    let library = folder.path("record.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/system_calls/record.c");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
        .args([&library, &source])
        .arg("-ldl")
        .output();
    let why = match built {
        Ok(output) if output.status.success() => return Some(library),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "cc is needed: {why}");
    // Written past the capture of the test's output.
    let _ = writeln!(std::io::stderr(), "!! SKIPPED system_calls: cc cannot build: {why}");
    None
}

/// A call that succeeded: its kind, and one or two names.
type Call = (String, String, String);

struct Traced<'a> {
    folder: &'a Folder,
    library: PathBuf,
}

impl Traced<'_> {
    fn run(&self, words: &str, interrupted: u32) -> (Output, Vec<Call>) {
        let log = self.folder.path("calls.log");
        let _ = fs::remove_file(&log);
        let mut command = self.folder.command(words);
        command.env("LD_PRELOAD", &self.library).env("URNFIELD_CALLS", &log);
        command.env("URNFIELD_INTERRUPTED", interrupted.to_string());
        let output = command.output().expect("the command runs");
        let text = fs::read_to_string(&log).unwrap_or_default();
        let call = |line: &str| {
            let mut parts = line.split('\t').map(str::to_owned);
            let mut part = || parts.next().expect("three parts");
            (part(), part(), part())
        };
        (output, text.lines().map(call).collect())
    }
}

/// Checks that a file was written beside its name, flushed after the last byte, named, and that the
/// folder was flushed after that.
fn is_on_the_disk(calls: &[Call], folder: &Path, name: &str) {
    let partial = format!(".{name}.partial-");
    let leads_to = |path: &str, name: &str| Path::new(path).file_name().is_some_and(|n| n == name);
    let is_partial = |path: &str| {
        let found = Path::new(path).file_name().and_then(|name| name.to_str());
        found.is_some_and(|found| found.starts_with(&partial))
    };
    let places = |kind: &str, is_it: &dyn Fn(&Call) -> bool| -> Vec<usize> {
        let found = calls.iter().enumerate().filter(|(_, call)| call.0 == kind && is_it(call));
        found.map(|(at, _)| at).collect()
    };
    let named = places("name", &|(_, from, to)| is_partial(from) && leads_to(to, name));
    let [named] = named[..] else { panic!("{name} is named once: {calls:#?}") };
    let written = places("write", &|(_, path, _)| is_partial(path));
    let last = *written.last().expect("something is written");
    let flushed = places("flush", &|(_, path, _)| is_partial(path));
    assert!(
        flushed.iter().any(|flush| last < *flush && *flush < named),
        "{name} is flushed between its last byte and its name: {calls:#?}"
    );
    assert!(last < named, "{name} is complete when it has its name: {calls:#?}");
    let folder = folder.canonicalize().expect("it is there");
    let folders = places("flush", &|(_, path, _)| Path::new(path) == folder);
    assert!(
        folders.iter().any(|flush| *flush > named),
        "the folder is flushed after {name} has its name: {calls:#?}"
    );
}

#[test]
fn whatever_is_written_is_flushed_before_it_has_its_name() {
    let folder = Folder::new("flushes");
    let Some(library) = recorder(&folder) else { return };
    let traced = Traced { folder: &folder, library };
    folder.put("words.txt", "amphora\nkrater\n");
    folder.put("more.txt", "kylix\n");
    for (words, name) in [
        ("build words.txt --items 1000 --fpr 1% -o a.urn", "a.urn"),
        ("build words.txt --items 1000 --fpr 1% -o a.urn --force", "a.urn"),
        ("build more.txt --like a.urn -o b.urn", "b.urn"),
        ("add a.urn more.txt", "a.urn"),
        ("union a.urn b.urn -o c.urn", "c.urn"),
        ("union a.urn b.urn -o c.urn --force", "c.urn"),
        ("intersect a.urn b.urn -o d.urn", "d.urn"),
        ("compress a.urn -o e.urn", "e.urn"),
        ("dedupe words.txt --items 1000 --fpr 1% --state s.urn", "s.urn"),
        ("dedupe more.txt --state s.urn", "s.urn"),
        ("build words.txt --fpr 1% --format parquet -o p.bin", "p.bin"),
        ("figure optimal-k -o f.csv", "f.csv"),
    ] {
        let (output, calls) = traced.run(words, 0);
        assert_eq!(output.status.code(), Some(0), "{words} {output:?}");
        is_on_the_disk(&calls, &folder.path(""), name);
    }
}

#[test]
fn a_signal_while_a_lock_is_waited_for_is_no_error() {
    let folder = Folder::new("interrupted");
    let Some(library) = recorder(&folder) else { return };
    let traced = Traced { folder: &folder, library };
    folder.put("words.txt", "amphora\nkrater\n");
    assert!(folder.run("build words.txt --fpr 1% -o a.urn").status.success());
    let (output, calls) = traced.run("add a.urn words.txt", 3);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(calls.iter().filter(|(kind, ..)| kind == "interrupted").count(), 3, "{calls:?}");
}

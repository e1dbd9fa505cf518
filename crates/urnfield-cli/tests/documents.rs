//! What the documents show is what happens: their console blocks are run from top to bottom in one
//! folder that is empty at first, by a shell, with `urnfield` in its path.
//! `TRYCMD=overwrite cargo test -p urnfield-cli --test documents` writes the answers anew.
#![cfg(unix)]

mod folder;

use folder::Folder;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A document, line by line, its console blocks run.
struct Run<'a> {
    folder: &'a Folder,
    /// Whether a status that is not 0 is shown.
    statuses: bool,
    /// The document with what was really answered.
    rewritten: String,
    commands: u32,
}

impl Run<'_> {
    fn document(&mut self, text: &str) {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let _ = writeln!(self.rewritten, "{line}");
            if line != "```console" {
                continue;
            }
            let mut first = true;
            while let Some(line) = lines.next_if(|line| *line != "```") {
                let Some(command) = line.strip_prefix("$ ") else { continue };
                // A line that ends in a backslash goes on, as in any shell.
                let mut command = command.to_owned();
                while command.ends_with('\\') {
                    let more = lines.next().and_then(|line| line.strip_prefix("> "));
                    let _ = write!(command, "\n{}", more.expect("the rest of a command"));
                }
                if !first {
                    self.rewritten.push('\n');
                }
                first = false;
                let _ = writeln!(self.rewritten, "$ {}", command.replace('\n', "\n> "));
                let answer = self.answer(&command);
                self.rewritten.push_str(&answer);
                self.commands += 1;
            }
        }
    }

    /// What a terminal would show, and `? 2` before it where such a status is to be shown.
    fn answer(&self, command: &str) -> String {
        let bin = Path::new(env!("CARGO_BIN_EXE_urnfield")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .current_dir(self.folder.path(""))
            .output()
            .expect("there is a shell");
        let status = match output.status.code() {
            Some(code) if code != 0 && self.statuses => format!("? {code}\n"),
            Some(_) => String::new(),
            None => panic!("{command} was killed"),
        };
        let mut answer = status + &String::from_utf8_lossy(&output.stdout);
        if !answer.is_empty() && !answer.ends_with('\n') {
            answer.push('\n');
        }
        answer
    }
}

fn shows_what_happens(name: &str, statuses: bool, at_least: u32) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = std::fs::read_to_string(&path).expect("a document");
    let folder = Folder::new(&name.replace('/', "-"));
    let mut run = Run { folder: &folder, statuses, rewritten: String::new(), commands: 0 };
    run.document(&text);
    assert!(run.commands >= at_least, "{name} has {} commands", run.commands);
    if run.rewritten == text {
        return;
    }
    if std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite") {
        std::fs::write(&path, run.rewritten).expect("the document is ours");
        return;
    }
    for (there, here) in run.rewritten.lines().zip(text.lines()) {
        assert_eq!(there, here, "{name} shows something else than what happens");
    }
    panic!("{name} shows less or more than what happens");
}

#[test]
fn the_manual_shows_what_happens() {
    shows_what_happens("docs/reference/manual.md", true, 40);
}

#[test]
fn the_readme_shows_what_happens() {
    shows_what_happens("README.md", false, 4);
}

#[test]
fn coming_from_another_library_shows_what_happens() {
    shows_what_happens("docs/guide/coming-from.md", false, 3);
}

#[test]
fn the_tour_shows_what_happens() {
    shows_what_happens("docs/guide/tour.md", false, 15);
}

#[test]
fn the_page_on_double_hashing_shows_what_happens() {
    shows_what_happens("docs/reference/double-hashing.md", false, 6);
}

#[test]
fn the_readme_is_read_to_the_end() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let length = std::fs::metadata(path).expect("a README").len();
    assert!(length <= 10_000, "the README has {length} bytes; move something to docs/");
}

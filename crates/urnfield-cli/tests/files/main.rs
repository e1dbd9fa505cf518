//! Filters in files, as the shell makes and asks them: every byte, every status.

mod add;
mod address_space;
mod bad;
mod build;
mod chains;
mod check;
mod columns;
mod compress;
mod dedupe;
mod fields;
#[path = "../folder/mod.rs"]
mod folder;
mod hostile;
mod kinds;
mod line_ends;
mod locks;
mod memory;
mod merge;
mod packed;
mod parquet;
mod patience;
mod pipes;
mod promise;
mod quiet;
mod state;
mod tuples;
mod verify;

use folder::Folder;
use std::process::Output;

const WORDS: &str = "amphora\nkrater\nkylix\nurn\n";

/// A folder with a few words.
fn with_words(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("words.txt", WORDS);
    folder
}

/// A folder with a few words and a filter of them that hardly errs.
fn with_filter(name: &str) -> Folder {
    let folder = with_words(name);
    built(&folder.run("build words.txt --fpr 1e-12 -o words.urn"));
    folder
}

fn built(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("sentences are UTF-8")
}

/// One sentence on stderr, nothing on stdout, status 2.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let said = said(output);
    assert!(said.starts_with("urnfield: ") && said.lines().count() == 1, "{said}");
    said
}

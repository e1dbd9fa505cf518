//! Chains of filters: what they keep, what they forget, and what becomes of their folder.

mod damage;
mod document;
mod folder;
mod keeping;
mod promise;
mod writers;

use std::path::PathBuf;
use urnfield::ChainOptions;
use urnfield::chain::{Chain, Day, Period};

/// A name in a folder of one test's own; gone with the test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let name = format!("urnfield-chain-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        Place(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn day(text: &str) -> Day {
    text.parse().expect("a date")
}

/// Any day will do.
fn some_day() -> Day {
    day("2026-11-19")
}

fn growing(items: u64, fpr: &str) -> ChainOptions {
    ChainOptions::new(items, fpr).expect("options")
}

fn keeping(keep: u64, items: u64, fpr: &str) -> ChainOptions {
    ChainOptions { keep: Some(keep), ..growing(items, fpr) }
}

fn daily(keep: u64, items: u64, fpr: &str) -> ChainOptions {
    ChainOptions { every: Some(Period::Day), ..keeping(keep, items, fpr) }
}

fn chain(options: &ChainOptions) -> Chain {
    Chain::new(options, some_day()).expect("a chain")
}

/// The number of every generation.
fn numbers(chain: &Chain) -> Vec<u64> {
    chain.generations().iter().map(|generation| generation.number()).collect()
}

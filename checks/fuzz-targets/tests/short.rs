//! The short form of fuzzing, on any compiler: the seeds of every target, and what mutations make of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use urnfield_fuzz_targets::mutations::mutate;
use urnfield_fuzz_targets::{TARGETS, Target};
use urnfield_paper::draws::{Draws, multiplier, seed};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All that fuzzers begin with; files of filters are those that the format's page shows, and those
/// that other libraries wrote. Longer campaigns begin with what libFuzzer has found, too.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let golden = match name {
        "read_filter" => Some(root().join("crates/urnfield/tests/golden")),
        "read_foreign" => Some(root().join("crates/urnfield-foreign/tests/golden")),
        _ => None,
    };
    let found = (multiplier() > 1).then(|| root().join("checks/fuzz/corpus").join(name));
    let folders = [Some(root().join("checks/fuzz/seeds").join(name)), golden, found];
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flatten()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flat_map(|folder| folder.flatten().map(|entry| entry.path()))
        .filter(|path| path.is_file())
        .collect();
    // Folders list their files in any order, and draws are to be the same in every run.
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed is readable")).collect()
}

/// So many inputs take about a second.
fn inputs(name: &str) -> u64 {
    match name {
        "ask_law" | "ask_plan" => 400,
        "read_words" => 20_000,
        _ => 5_000,
    }
}

fn feed(&(name, target): &Target) {
    let seeds = seeds(name);
    assert!(seeds.len() >= 3, "{name} has seeds");
    let feed = |input: &[u8]| {
        if catch_unwind(AssertUnwindSafe(|| target(input))).is_err() {
            panic!("{name} does not stand {input:?}");
        }
    };
    seeds.iter().for_each(|seed| feed(seed));
    let (mut draws, inputs) = (Draws::new(23 + seed()), inputs(name) * multiplier());
    for _ in 0..inputs {
        feed(&mutate(&seeds, &mut draws));
    }
    println!("{name}: {inputs} mutations of {} seeds", seeds.len());
}

#[test]
fn filters_stand_anything() {
    TARGETS[..1].iter().for_each(feed);
}

#[test]
fn typed_words_stand_anything() {
    TARGETS[1..2].iter().for_each(feed);
}

#[test]
fn keys_and_names_stand_anything() {
    TARGETS[2..7].iter().for_each(feed);
}

#[test]
fn arrow_columns_stand_anything() {
    TARGETS[7..8].iter().for_each(feed);
}

#[test]
fn filters_of_other_libraries_stand_anything() {
    TARGETS[8..9].iter().for_each(feed);
}

#[test]
fn small_questions_are_answered_as_exact_fractions_say() {
    TARGETS[9..].iter().for_each(feed);
}

/// A target that nobody runs finds nothing.
#[test]
fn every_target_has_a_fuzzer() {
    let manifest = fs::read_to_string(root().join("checks/fuzz/Cargo.toml")).expect("a manifest");
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let fuzzer = root().join(format!("checks/fuzz/fuzz_targets/{name}.rs"));
        let text = fs::read_to_string(fuzzer).expect("a fuzzer for every target");
        assert!(text.contains(&format!("urnfield_fuzz_targets::{name}(")), "{name}");
    }
}

/// A target that accepts everything finds nothing either: each has something that it would have caught.
#[test]
fn mutations_reach_behind_the_first_checks() {
    let mut draws = Draws::new(5);
    let seeds = seeds("read_words");
    let read = (0..2000).filter(|_| {
        let text = String::from_utf8_lossy(&mutate(&seeds, &mut draws)).into_owned();
        urnfield_answers::read::count(&text).is_ok() || text.parse::<urnfield::Rate>().is_ok()
    });
    let read = read.count();
    assert!((20..1900).contains(&read), "{read} of 2000 were numbers");
}

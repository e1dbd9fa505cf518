//! Commands that are killed: at any moment every file is whole, the old one or the new one.
#![cfg(unix)]

mod folder;

use folder::Folder;
use std::fs;
use std::time::{Duration, Instant};
use urnfield::Filter;
use urnfield::chain::Chain;
use urnfield_paper::draws::{Draws, multiplier};

/// Runs the command many times, kills it at any moment, and looks at `target` after each:
/// `before` (nothing, or the old bytes) or the new bytes. What is before comes back every time.
fn survives(folder: &Folder, words: &str, target: &str, before: Option<&[u8]>, rounds: u64) {
    let reset = || match before {
        Some(bytes) => folder.put(target, bytes),
        None => {
            let _ = fs::remove_file(folder.path(target));
        }
    };
    // Unharmed it makes the new file, in so much time.
    reset();
    let start = Instant::now();
    let output = folder.run(words);
    let whole = start.elapsed();
    assert!(output.status.success(), "{words}: {output:?}");
    let after = folder.bytes(target);
    assert_ne!(before, Some(&after[..]), "{words} changes something");
    let others: Vec<(String, Vec<u8>)> = folder
        .names()
        .into_iter()
        .filter(|name| name != target)
        .map(|name| (name.clone(), folder.bytes(&name)))
        .collect();
    let (mut draws, mut old, mut new) = (Draws::new(rounds), 0, 0);
    for round in 0..rounds {
        reset();
        let mut child = folder.command(words).spawn().expect("the command runs");
        // The first not at all: it is killed at once.
        let moment = if round == 0 { 0.0 } else { 1.2 * draws.word() as f64 / u64::MAX as f64 };
        std::thread::sleep(Duration::from_secs_f64(moment * whole.as_secs_f64()));
        child.kill().expect("our own child");
        let _ = child.wait_with_output();
        match fs::read(folder.path(target)).ok() {
            Some(found) if found == after => new += 1,
            found if found.as_deref() == before => old += 1,
            found => panic!("{words}: {:?} bytes of neither", found.map(|bytes| bytes.len())),
        }
        if before.is_some() || folder.path(target).exists() {
            Filter::verify(folder.path(target)).expect("whole");
        }
        for (name, bytes) in &others {
            assert_eq!(&folder.bytes(name), bytes, "{words}: {name} is none of its business");
        }
        for name in folder.names() {
            let known = name == target || others.iter().any(|(other, _)| *other == name);
            let partial = name.starts_with(&format!(".{target}.partial-"));
            assert!(known || partial, "{words} leaves {name}");
        }
    }
    assert_eq!(old + new, rounds);
    assert!(old > 0, "{words}: killed at once, and done");
    // Who comes next finds no half file, and takes away what the others left.
    reset();
    assert!(folder.run(words).status.success());
    assert_eq!(folder.bytes(target), after);
    let left = folder.names().into_iter().filter(|name| name.contains(".partial-"));
    assert_eq!(left.collect::<Vec<_>>(), [""; 0], "{words}");
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let lines = |range: std::ops::Range<u32>| range.map(|i| format!("{i}\n")).collect::<String>();
    folder.put("a.txt", lines(0..40_000));
    folder.put("b.txt", lines(30_000..70_000));
    for name in ["a", "b"] {
        let words = format!("build {name}.txt --bits 2MiB --hashes 3 -o {name}.urn");
        assert!(folder.run(&words).status.success());
    }
    folder
}

/// Fifty each by default, which makes two hundred together.
const ROUNDS: u64 = 50;

#[test]
fn a_killed_build_leaves_the_old_file_or_the_new_one() {
    let folder = folder("kill-build");
    let old = folder.bytes("b.urn");
    let rounds = ROUNDS / 2 * multiplier();
    survives(&folder, "build a.txt --bits 2MiB --hashes 3 -o new.urn", "new.urn", None, rounds);
    let words = "build a.txt --bits 2MiB --hashes 3 -o b.urn --force";
    survives(&folder, words, "b.urn", Some(&old), rounds);
}

#[test]
fn a_killed_add_leaves_the_old_file_or_the_new_one() {
    let folder = folder("kill-add");
    let old = folder.bytes("a.urn");
    survives(&folder, "add a.urn b.txt", "a.urn", Some(&old), ROUNDS * multiplier());
}

#[test]
fn a_killed_union_leaves_the_old_file_or_the_new_one() {
    let folder = folder("kill-union");
    let old = folder.bytes("a.urn");
    let rounds = ROUNDS / 2 * multiplier();
    folder.put("old.urn", &old);
    survives(&folder, "union a.urn b.urn -o old.urn --force", "old.urn", Some(&old), rounds);
    survives(&folder, "union a.urn b.urn -o new.urn", "new.urn", None, rounds);
}

#[test]
fn a_killed_compress_leaves_the_old_file_or_the_new_one() {
    let folder = folder("kill-compress");
    let old = folder.bytes("a.urn");
    let rounds = ROUNDS / 2 * multiplier();
    folder.put("old.urn", &old);
    survives(&folder, "compress a.urn -o old.urn --force", "old.urn", Some(&old), rounds);
    survives(&folder, "compress a.urn -o sent.urn", "sent.urn", None, rounds);
}

/// The files that the manifest of a chain names, and the manifest.
fn named(folder: &Folder) -> Vec<String> {
    let chain = Chain::open(folder.path("seen.d"), None).expect("whole");
    let files = chain.generations().iter().filter_map(|generation| generation.file_name());
    let mut names: Vec<String> = files.chain(["manifest".into()]).collect();
    names.sort();
    names
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("seen.d")).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Kills commands that write to a chain, one after the other, and reads the chain after each. Of
/// those that ended by themselves every key has to be there, as long as it is among the last
/// `lasting` batches.
fn chain_survives(folder: &Folder, options: &str, lasting: usize, rounds: u64) {
    const BATCH: u64 = 300;
    let keys = |batch: u64| batch * BATCH..(batch + 1) * BATCH;
    let lines = |batch| keys(batch).map(|key| format!("{key}\n")).collect::<String>();
    let dedupe = format!("dedupe keys.txt --state seen.d/ {options}");
    let (mut whole, mut kept) = (Duration::MAX, Vec::new());
    for batch in 0..5 {
        folder.put("keys.txt", lines(batch));
        let start = Instant::now();
        assert!(folder.run(&dedupe).status.success());
        whole = whole.min(start.elapsed());
        kept.push(batch);
    }
    let (mut draws, mut killed, mut batch) = (Draws::new(rounds), 0, 5);
    while killed < rounds {
        folder.put("keys.txt", lines(batch));
        let words = if batch % 3 == 0 { "add seen.d keys.txt" } else { &dedupe };
        let mut child = folder.command(words).spawn().expect("the command runs");
        // Every eighth ends by itself, so that there is something to lose.
        if batch % 8 > 0 {
            let moment = 1.1 * draws.word() as f64 / u64::MAX as f64;
            std::thread::sleep(Duration::from_secs_f64(moment * whole.as_secs_f64()));
            let _ = child.kill();
        }
        match child.wait_with_output().expect("it ended").status.success() {
            true => kept.push(batch),
            false => killed += 1,
        }
        let chain = Chain::open(folder.path("seen.d"), None).expect("readable");
        for kept in kept.iter().rev().take(lasting) {
            let missing = keys(*kept).find(|key| !chain.contains(key.to_string()));
            assert_eq!(missing, None, "after batch {batch}: of batch {kept}");
        }
        let sums = chain.generations().iter().all(|one| one.items() <= one.capacity());
        assert!(sums, "after batch {batch}: {chain:?}");
        batch += 1;
        assert!(batch < 20 * (rounds + 1), "{killed} of {batch} were killed");
    }
    // Who comes next takes away what the others left.
    folder.put("keys.txt", lines(batch));
    assert!(folder.run(&dedupe).status.success());
    assert_eq!(files(folder), named(folder));
}

/// Together with the next one a thousand kills with `tools/campaign kills`.
#[test]
fn a_killed_writer_leaves_a_chain_with_every_key_that_was_acknowledged() {
    let folder = Folder::new("kill-growing");
    let rounds = 75 * multiplier();
    chain_survives(&folder, "--items 500 --fpr 0.1%", usize::MAX, rounds);
}

/// Generations begin and are dropped all the time: each takes a batch and some. The rate is so low
/// that no key is taken for one of a generation that is dropped later.
#[test]
fn a_killed_rotation_leaves_a_chain_that_can_be_read() {
    let folder = Folder::new("kill-rotation");
    chain_survives(&folder, "--items 400 --fpr 1e-12 --keep 4", 1, 50 * multiplier());
}

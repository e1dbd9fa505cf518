//! The first of every key, in order.

use super::{WORDS, built, out, refused, said, with_words};
use std::collections::HashSet;
use std::io::{Read, Write};

/// So many that they come in many blocks, on many threads.
#[test]
fn the_first_lines_come_in_the_order_of_the_input() {
    let folder = with_words("order");
    let (mut state, mut lines, mut seen) = (1_u64, String::new(), HashSet::new());
    let mut expected = String::new();
    for _ in 0..120_000 {
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        let line = format!("{}\n", (state >> 33) % 40_000);
        lines.push_str(&line);
        if seen.insert(line.clone()) {
            expected.push_str(&line);
        }
    }
    folder.put("many.txt", &lines);
    let output = folder.run("dedupe many.txt --fpr 1e-15");
    built(&output);
    assert!(out(&output) == expected, "other lines, or another order");
    let end =
        format!("keys = 120000, printed = {0}, dropped = {1}", seen.len(), 120_000 - seen.len());
    assert!(said(&output).contains(&end), "{}", said(&output));
    // One fewer than there are: all but the last are printed, and that is an error.
    let few = seen.len() - 1;
    let output = folder.run(&format!("dedupe many.txt --items {few} --fpr 1e-15"));
    assert_eq!(output.status.code(), Some(2));
    assert!(expected.starts_with(&out(&output)) && out(&output).lines().count() == few);
    assert!(said(&output).contains("--allow-overfull") && said(&output).lines().count() == 1);
    let output = folder.run(&format!("dedupe many.txt --items {few} --fpr 1e-15 --allow-overfull"));
    built(&output);
    assert!(out(&output) == expected);
    // As many as there are: no error, however often they come.
    let output = folder.run(&format!("dedupe many.txt --items {} --fpr 1e-15", seen.len()));
    built(&output);
}

#[test]
fn lines_come_out_before_the_next_one_is_read() {
    let folder = with_words("at-once");
    let mut child = folder.spawn("dedupe --items 9 --fpr 1e-9");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut lines = child.stdout.take().expect("a pipe");
    for key in ["urn\n", "kylix\n"] {
        pipe.write_all(key.as_bytes()).expect("somebody reads");
        let mut line = vec![0; key.len()];
        lines.read_exact(&mut line).expect("a line");
        assert_eq!(line, key.as_bytes());
        pipe.write_all(key.as_bytes()).expect("somebody reads");
    }
    drop(pipe);
    let output = child.wait_with_output().expect("the command ends");
    built(&output);
    assert!(said(&output).contains("keys = 4, printed = 2, dropped = 2"), "{output:?}");
}

/// The promise about mistakes, measured with 60 seeds: keys that come once, and then all of them
/// again, which hides the mistakes among what is rightly dropped.
#[test]
fn no_more_new_keys_are_dropped_than_are_expected_to_be() {
    let folder = with_words("expected");
    folder.put("once.txt", (0..300).map(|i| format!("{i}\n")).collect::<String>());
    let (mut wrong, mut bound) = (0, 0.0);
    for seed in 0..60 {
        let words = "dedupe once.txt once.txt --bits 1500 --hashes 4";
        let output = folder.run(&format!("{words} --seed {seed} --json"));
        let object: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        let new_keys = object["new_keys"].as_u64().expect("an integer");
        assert_eq!(object["dropped"].as_u64(), Some(600 - new_keys));
        wrong += 300 - new_keys;
        let hi = object["expected_wrong"]["hi"].as_str().expect("an end");
        bound += hi.parse::<f64>().expect("a number");
        assert_eq!(object["expected_wrong"]["label"], "bound");
    }
    // 7 mistakes each against a bound of 38; a standard deviation of their sum is about 20.
    assert!(wrong > 200, "{wrong} mistakes: nothing to measure");
    assert!((wrong as f64) < bound && bound < 10.0 * wrong as f64, "{wrong} for {bound}");
}

/// What was seen yesterday is not printed today.
#[test]
fn a_state_goes_on_tomorrow() {
    let folder = with_words("state");
    let first = folder.run("dedupe words.txt --state seen.urn --items 9 --fpr 1e-9");
    built(&first);
    assert_eq!(out(&first), WORDS);
    // The same words every day: the size is that of the first.
    let second =
        folder.fed("dedupe --state seen.urn --items 9 --fpr 1e-9", "urn\npelike\nurn\npelike\n");
    built(&second);
    assert_eq!(out(&second), "pelike\n");
    let third = folder.fed("dedupe --state seen.urn", "pelike\nkylix\nlekythos\n");
    built(&third);
    assert_eq!(out(&third), "lekythos\n");
    folder.put("all.txt", format!("{WORDS}pelike\nlekythos\n"));
    built(&folder.run("build all.txt --items 9 --fpr 1e-9 -o all.urn"));
    assert_eq!(folder.bytes("seen.urn"), folder.bytes("all.urn"));
    // As it is for every filter that is there: compressed stays compressed.
    built(&folder.run("compress seen.urn -o sent.urn"));
    built(&folder.fed("dedupe --state sent.urn", "urn\n"));
    assert_eq!(folder.names(), ["all.txt", "all.urn", "seen.urn", "sent.urn", "words.txt"]);
}

#[test]
fn a_state_stays_as_it_was_where_something_is_wrong() {
    let folder = with_words("state-wrong");
    built(&folder.run("dedupe words.txt --state seen.urn --items 6 --fpr 1e-9"));
    let before = folder.bytes("seen.urn");
    // Room for two more of the six.
    let many = folder.fed("dedupe --state seen.urn", "one\ntwo\nthree\n");
    assert_eq!((many.status.code(), out(&many).as_str()), (Some(2), "one\ntwo\n"));
    assert!(said(&many).contains("for 6 different keys and had room for about 2 more"), "{many:?}");
    assert_eq!(folder.bytes("seen.urn"), before);
    refused(&folder.run("dedupe missing.txt --state seen.urn"));
    refused(&folder.run("dedupe words.txt --state -"));
    refused(&folder.run("dedupe words.txt --state words.txt --fpr 1%"));
    refused(&folder.run("dedupe words.txt --state new.urn"));
    assert_eq!(folder.bytes("seen.urn"), before);
    assert_eq!(folder.names(), ["seen.urn", "words.txt"]);
    // Overfull on request, and then it is said that the rate is no longer the one asked for.
    let keys: String = (0..20).map(|i| format!("{i}\n")).collect();
    let full = folder.fed("dedupe --state seen.urn --fpr 1e-9 --allow-overfull", keys);
    built(&full);
    assert!(said(&full).contains("seen.urn has a higher rate than asked"), "{full:?}");
}

/// Two who begin the same file at once: it remembers what both have seen.
#[test]
fn two_first_days_at_once_are_both_remembered() {
    let folder = with_words("state-twice");
    let command = "dedupe --state seen.urn --items 9 --fpr 1e-9";
    let mut slow = folder.spawn(command);
    let mut pipe = slow.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut pipe, "slow\n".repeat(1 << 18).as_bytes()).expect("read");
    built(&folder.fed(command, "quick\n"));
    drop(pipe);
    built(&slow.wait_with_output().expect("the command ends"));
    let again = folder.fed("dedupe --state seen.urn", "slow\nquick\nurn\n");
    assert_eq!(out(&again), "urn\n");
}

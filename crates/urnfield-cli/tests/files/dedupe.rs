//! The first of every key, in order.

use super::{built, out, said, with_words};
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

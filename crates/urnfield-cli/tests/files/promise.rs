//! What was asked is what this very filter has, and where it is not, that is said.

use super::{built, out, refused, said, with_words};
use crate::folder::Folder;
use serde_json::Value;
use std::thread;
use urnfield::Filter;

/// How many filters are tried: 300, and all 10 000 behind `URNFIELD_TEST_MULTIPLIER=2`.
fn filters() -> u64 {
    let deeper = std::env::var("URNFIELD_TEST_MULTIPLIER").is_ok_and(|times| times != "1");
    if deeper { 10_000 } else { 300 }
}

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn with_thousand(name: &str) -> Folder {
    let folder = with_words(name);
    folder.put("keys.txt", (0..1000).map(|i| format!("key {i}\n")).collect::<String>());
    folder
}

/// Of so many filters of 1000 keys, at most 1 % asked, how many have a higher rate.
fn worse(folder: &Folder, option: &str, filters: u64) -> u64 {
    let some = |first: u64| {
        let mut worse = 0;
        for seed in (first..filters).step_by(2) {
            let file = format!("{first}.urn");
            let words = format!("build keys.txt --fpr 1% {option} --seed {seed} -o {file}");
            let output = folder.run(&format!("{words} --force --json"));
            built(&output);
            let object = object(&out(&output));
            let hi = object["fpr_given_bits"]["hi"].as_str().expect("an end");
            let above = hi.parse::<f64>().expect("a number") > 0.01;
            assert_eq!(object["asked_fpr"], "1/100");
            assert_eq!(object["kept"], !above);
            assert_eq!(said(&output).contains("above 0.01, "), above, "{output:?}");
            worse += u64::from(above);
        }
        worse
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| some(1));
        some(0) + other.join().expect("no panic")
    })
}

/// One in a million breaks the promise: among 10 000 none, or once in a hundred runs one.
#[test]
fn every_filter_keeps_its_own_rate() {
    let folder = with_thousand("every");
    let worse = worse(&folder, "", filters());
    assert!(worse <= filters() / 10_000, "{worse} of {} filters are worse", filters());
}

#[test]
fn about_half_of_them_do_not_where_the_mean_is_asked_for() {
    let folder = with_thousand("half");
    let worse = worse(&folder, "--mean", 100);
    assert!((30..=70).contains(&worse), "{worse} of 100");
}

#[test]
fn the_last_line_says_what_was_asked_and_what_this_filter_has() {
    let folder = with_thousand("last");
    let output = folder.run("build keys.txt --fpr 1e-7 -o keys.urn");
    built(&output);
    let line = said(&output);
    assert!(line.contains("asked 1e-7, this filter: ") && line.lines().count() == 1, "{line}");
    // Nothing was asked, nothing was promised.
    let output = folder.run("build keys.txt --bits 9999 --hashes 5 -o given.urn --json");
    let given = object(&out(&output));
    assert!(given["asked_fpr"].is_null() && given["kept"].is_null(), "{given}");
}

#[test]
fn a_broken_promise_is_told_with_a_remedy() {
    let folder = with_thousand("broken");
    // At evens half of all filters break it.
    let broken = (0..20).find_map(|seed| {
        let words = format!("build keys.txt --fpr 1% --confidence 0.5 --seed {seed} -o {seed}.urn");
        let output = folder.run(&words);
        built(&output);
        said(&output).contains("broke its promise").then(|| said(&output))
    });
    let line = broken.expect("one of twenty");
    assert!(line.contains("another --seed") && line.lines().count() == 2, "{line}");
    folder.put("secret.key", b"sixteen secrets!");
    let words = "dedupe keys.txt --items 500 --fpr 1% --allow-overfull --key-file secret.key";
    let line = said(&folder.run(words));
    assert!(line.contains("higher than asked") && line.contains("--items"), "{line}");
}

#[test]
fn confidence_and_hashes_change_the_size() {
    let folder = with_thousand("sizes");
    let bits = |words: &str| {
        let output = folder.run(&format!("build keys.txt {words} -o size.urn --force --json"));
        built(&output);
        let object = object(&out(&output));
        (object["bits"].as_u64().expect("bits"), object["planned_items"].as_u64().expect("items"))
    };
    let mean = bits("--fpr 1% --mean").0;
    let usual = bits("--fpr 1%").0;
    assert!(mean < bits("--fpr 1% --confidence 99%").0);
    assert!(bits("--fpr 1% --confidence 99%").0 < usual);
    assert_eq!(bits("--fpr 1% --confidence 0.999999").0, usual);
    assert_eq!(bits("--fpr 1%"), (usual, 1000));
    assert!(bits("--fpr 1% --hashes 4").0 > usual);
    // As many items as fit, and not one more.
    assert_eq!(bits(&format!("--fpr 1% --bits {usual}")), (usual, 1000));
    assert!(bits(&format!("--fpr 1% --bits {usual} --mean")).1 > 1000);
    for words in ["--bits 99 --mean", "--bits 99 --confidence 0.9", "--fpr 1% --confidence 0.1"] {
        refused(&folder.run(&format!("build keys.txt {words} -o none.urn")));
    }
    refused(&folder.run("build keys.txt --fpr 1% --mean --confidence 0.9 -o none.urn"));
}

#[test]
fn lines_that_were_counted_and_repeat_are_named() {
    let folder = with_words("repeat");
    folder.put("same.txt", "urn\n".repeat(3000));
    let output = folder.run("build same.txt --fpr 1% -o same.urn --json");
    built(&output);
    let line = "3000 lines, at least 1 and about 1 distinct: --items would do with less";
    assert!(said(&output).contains(line), "{output:?}");
    let distinct = &object(&out(&output))["distinct"];
    assert_eq!(distinct["at_least"], 1);
    assert_eq!(distinct["estimate"]["value"], "1");
    assert_eq!(distinct["estimate"]["label"], "estimate");
    let output = folder.run("dedupe same.txt --fpr 1% --json");
    assert_eq!(&object(&out(&output))["distinct"], distinct);
    // Who said how many there are has not been misled.
    let output = folder.run("build same.txt --items 3000 --fpr 1% -o said.urn");
    assert!(!said(&output).contains("distinct"), "{output:?}");
}

#[test]
fn a_filter_like_an_older_one_merges_with_it() {
    let folder = with_thousand("like");
    folder.put("secret.key", b"sixteen secrets!");
    folder.put("other.key", b"another secret!!");
    for (name, words) in [
        ("old", "--fpr 1% --mean --seed 7"),
        ("classic", "--bits 999 --hashes 3 --kind classic"),
        ("keyed", "--fpr 1% --key-file secret.key"),
    ] {
        built(&folder.run(&format!("build keys.txt {words} -o {name}.urn")));
        let key = if name == "keyed" { "--key-file secret.key" } else { "" };
        let words = format!("build words.txt --like {name}.urn {key} -o new-{name}.urn");
        built(&folder.run(&words));
        built(&folder.run(&format!("union {name}.urn new-{name}.urn -o both-{name}.urn")));
    }
    let (old, new) = ("old.urn", "new-old.urn");
    let [old, new] =
        [old, new].map(|name| Filter::load(folder.path(name), None).expect("a filter"));
    assert_eq!((old.design(), old.seed()), (new.design(), new.seed()));
    assert_eq!(old.planned_items(), new.planned_items());
    assert!(new.contains("urn") && !new.contains("key 7"));
    for words in [
        "--like keyed.urn",
        "--like keyed.urn --key-file other.key",
        "--like old.urn --key-file secret.key",
        "--like old.urn --seed 3",
        "--like old.urn --fpr 1%",
        "--like missing.urn",
    ] {
        refused(&folder.run(&format!("build words.txt {words} -o none.urn")));
    }
}

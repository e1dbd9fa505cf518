//! Filters in files: `build`, `info`, `verify`, `check`.

use super::folder::Folder;
use super::{check_ends, keys, rational};
use serde_json::Value;
use std::process::Output;
use urnfield::{Design, Kind};

const INFO: &str = "file kind bits hashes seed digest key_kinds probe encoding bytes bits_set fill \
                    planned_items planned_fpr fpr_given_bits items over_plan";

/// What another form of the same filter may have otherwise.
const FORM: [&str; 3] = ["file", "encoding", "bytes"];

fn parsed(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).expect("JSON is UTF-8");
    assert_eq!(text.matches('\n').count(), 1, "one object and a newline: {output:?}");
    serde_json::from_str(&text).expect("JSON")
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("words.txt", (0..100).map(|i| format!("{i}\n")).collect::<String>());
    folder.put("secret.key", b"sixteen secrets!");
    folder
}

#[test]
fn filters_have_their_keys_and_widths() {
    let folder = folder("json-keys");
    for size in [
        "--fpr 1%",
        "--fpr 1e-9 --kind classic --seed 7",
        "--bits 1000 --key-file secret.key",
        "--bits 5000 --fpr 1%",
        "--bits 64 --hashes 3 --items 10",
        "--bits 99 --hashes 99 --kind classic",
    ] {
        for (form, digits) in [("", 15), ("--digits 1", 1), ("--digits 18", 18)] {
            let built =
                folder.run(&format!("build words.txt {size} -o a.urn --force --json {form}"));
            let built = parsed(&built);
            let own = "keys new_keys asked_fpr kept distinct";
            assert_eq!(keys(&built), format!("{INFO} {own} notes"), "{size}");
            assert_eq!(built["keys"].as_u64(), Some(100));
            let info = parsed(&folder.run(&format!("info a.urn --json {form}")));
            assert_eq!(keys(&info), format!("{INFO} notes"), "{size}");
            let sent = format!("compress a.urn -o sent.urn --force --json {form}");
            let sent = parsed(&folder.run(&sent));
            assert_eq!(keys(&sent), format!("{INFO} notes"), "{size}");
            for key in INFO.split_whitespace().filter(|key| !FORM.contains(key)) {
                assert_eq!(sent[key], info[key], "{size}: {key}");
            }
            assert_eq!(sent["bytes"].as_u64(), Some(folder.bytes("sent.urn").len() as u64));
            let verified = parsed(&folder.run(&format!("verify a.urn --json {form}")));
            assert_eq!(info, verified, "{size}");
            for key in INFO.split_whitespace() {
                assert_eq!(built[key], info[key], "{size}: {key}");
            }
            let ends = if info["planned_fpr"].is_null() { 2 } else { 3 };
            assert_eq!(check_ends(&info, digits), ends, "{size}: {info}");
            // Where bits and hashes were given, nobody planned for any number of items.
            assert_eq!(ends == 2, size == "--bits 99 --hashes 99 --kind classic", "{size}");
            assert_eq!(info["file"], "a.urn");
            assert_eq!(info["bytes"].as_u64(), Some(folder.bytes("a.urn").len() as u64));
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_filter() {
    let folder = folder("json-numbers");
    let info = parsed(&folder.run("build words.txt --bits 1000 -o a.urn --json"));
    let set = info["bits_set"].as_u64().expect("an integer");
    let fill = rational(info["fill"]["exact"].as_str().expect("a fraction"));
    assert_eq!(fill, rational(&format!("{set}/1000")));
    let hashes = info["hashes"].as_u64().expect("an integer");
    let design = Design::new(Kind::Standard, 1000, hashes).expect("a design");
    let given = design.fpr_given(set).expect("a rate");
    assert_eq!(info["fpr_given_bits"]["exact"], given.exact().expect("short").to_string());
    let lo = rational(info["planned_fpr"]["lo"].as_str().expect("an end"));
    let planned = design.holding(100).and_then(|load| load.fpr()).expect("a rate");
    assert!(planned.certainly_ge(&lo));
    assert_eq!((&info["planned_items"], &info["over_plan"]), (&100.into(), &false.into()));
    let items = design.estimate_items(set, &"95%".parse().expect("a rate")).expect("small");
    let Some((lo, Some(hi))) = items.interval.ends() else { panic!("{items:?}") };
    assert_eq!(info["items"]["interval"].to_string(), format!(r#"{{"lo":{lo},"hi":{hi}}}"#));
    assert!((lo..=hi).contains(&100));
    assert_eq!(info["items"]["estimate"]["label"], "estimate");
    assert_eq!(info["items"]["confidence"], "19/20");
    assert_eq!(info["notes"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_secret_key_has_no_seed() {
    let folder = folder("json-secret");
    let seeded = parsed(&folder.run("build words.txt --fpr 1% --seed 2^63 -o a.urn --json"));
    assert_eq!((&seeded["seed"], &seeded["digest"]), (&(1_u64 << 63).into(), &"xxh3-128".into()));
    let words = "build words.txt --fpr 1% --key-file secret.key -o b.urn --json";
    let keyed = parsed(&folder.run(words));
    assert_eq!((&keyed["seed"], &keyed["digest"]), (&Value::Null, &"siphash-2-4-128".into()));
}

#[test]
fn over_plan_is_true_false_or_unknown() {
    let folder = folder("json-over");
    folder.put("empty.txt", "");
    for (words, over) in [
        ("words.txt --fpr 1%", Value::from(false)),
        ("words.txt --fpr 1% --items 50", Value::from(true)),
        ("words.txt --fpr 1% --items 99", Value::from(false)),
        ("empty.txt --bits 64 --hashes 2", Value::Null),
        ("words.txt --bits 64 --hashes 2", Value::Null),
    ] {
        let info = parsed(&folder.run(&format!("build {words} -o a.urn --force --json")));
        assert_eq!(info["over_plan"], over, "{words}");
        assert_eq!(info["planned_items"].is_null(), over.is_null(), "{words}");
        assert_eq!(info["planned_fpr"].is_null(), over.is_null(), "{words}");
        let notes = info["notes"].as_array().map(Vec::len);
        assert_eq!(notes, Some(usize::from(over.is_null())), "{words}");
    }
}

/// A rate has as many digits as are asked for.
#[test]
fn a_hundred_digits_of_a_rate_are_given() {
    let folder = folder("json-reach");
    let words = "build words.txt --bits 5000 --hashes 100 -o a.urn --json --digits 100";
    let info = parsed(&folder.run(words));
    assert_eq!(check_ends(&info["fpr_given_bits"], 100), 1, "{info:?}");
}

#[test]
fn checks_count_and_print_no_lines() {
    let folder = folder("json-check");
    folder.run("build words.txt --fpr 1e-12 -o a.urn");
    let found = parsed(&folder.fed("check a.urn --json", "7\nseven\n99\n"));
    assert_eq!(found.to_string(), r#"{"keys":3,"matches":2}"#);
}

#[test]
fn comparisons_have_their_keys_and_count_the_bits_of_unions() {
    let folder = folder("json-compare");
    folder.put("more.txt", (50..200).map(|i| format!("{i}\n")).collect::<String>());
    for kind in ["standard", "classic"] {
        for name in ["words", "more"] {
            let size = format!("--items 300 --fpr 1% --kind {kind} --force");
            folder.run(&format!("build {name}.txt {size} -o {name}.urn"));
        }
        let merged = |command: &str| {
            let words = format!("{command} words.urn more.urn -o merged.urn --force --json");
            parsed(&folder.run(&words))["bits_set"].clone()
        };
        for (form, digits) in [("", 15), ("--digits 4", 4), ("--digits 60", 60)] {
            let words = format!("compare words.urn more.urn --confidence 99% --json {form}");
            let found = parsed(&folder.run(&words));
            assert_eq!(
                keys(&found),
                "files bits_set or_bits and_bits items union intersection jaccard share_nothing \
                 confidence notes"
            );
            assert_eq!(found["files"], Value::from(vec!["words.urn", "more.urn"]));
            assert_eq!(found["or_bits"], merged("union"));
            assert_eq!(found["and_bits"], merged("intersect"));
            assert_eq!(check_ends(&found["share_nothing"], digits), 1);
            assert_eq!(found["confidence"], "99/100");
            // 100, 150, 200 and 50 items, and a quarter; the seed is fixed, and so are the bits.
            let holds = |place: &Value, truth: u64| {
                assert_eq!(keys(place), "estimate interval");
                assert_eq!(place["estimate"]["label"], "estimate");
                let end = |key: &str| place["interval"][key].as_u64().expect("an integer");
                assert!(end("lo") <= truth && truth <= end("hi"), "{place}");
            };
            holds(&found["items"][0], 100);
            holds(&found["items"][1], 150);
            holds(&found["union"], 200);
            holds(&found["intersection"], 50);
            let share = &found["jaccard"]["interval"];
            let end = |key: &str| rational(share[key].as_str().expect("an end"));
            assert!(end("lo") <= rational("1/4") && rational("1/4") <= end("hi"), "{share}");
        }
    }
}

/// What an intersection keeps of its filters says as much as the filters themselves.
#[test]
fn intersections_say_what_the_comparison_of_their_filters_says() {
    let folder = folder("json-intersection");
    folder.put("more.txt", (50..200).map(|i| format!("{i}\n")).collect::<String>());
    for kind in ["standard", "classic"] {
        for name in ["words", "more"] {
            let size = format!("--items 300 --fpr 1% --kind {kind} --force");
            folder.run(&format!("build {name}.txt {size} -o {name}.urn"));
        }
        for (form, digits) in [("", 15), ("--digits 4", 4)] {
            let made = format!("intersect words.urn more.urn -o both.urn --force --json {form}");
            let made = parsed(&folder.run(&made));
            assert_eq!(made, parsed(&folder.run(&format!("info both.urn --json {form}"))));
            let expected = INFO.replace("items over_plan", "items intersection over_plan");
            assert_eq!(keys(&made), format!("{expected} notes"));
            assert!(made["items"].is_null() && made["over_plan"].is_null());
            let found = &made["intersection"];
            assert_eq!(keys(found), "filters bits_set member_fpr common_items share_nothing");
            assert_eq!(
                (&found["filters"], &found["member_fpr"]["label"]),
                (&2.into(), &"bound".into())
            );
            assert_eq!(check_ends(&made, digits), 4, "{made}");
            let compared = format!("compare more.urn words.urn --json {form}");
            let compared = parsed(&folder.run(&compared));
            assert_eq!(found["bits_set"], compared["bits_set"], "the fuller one first");
            assert_eq!(found["share_nothing"], compared["share_nothing"]);
            for key in ["estimate", "interval"] {
                assert_eq!(found["common_items"][key], compared["intersection"][key]);
            }
            assert_eq!(found["common_items"]["confidence"], compared["confidence"]);
            // The rate of the fuller filter.
            let fuller = parsed(&folder.run(&format!("info more.urn --json {form}")));
            assert_eq!(found["member_fpr"]["lo"], fuller["fpr_given_bits"]["lo"]);
        }
    }
    // Of a union with it nothing is known.
    let united = parsed(&folder.run("union both.urn more.urn -o united.urn --json"));
    let found = r#"{"filters":null,"bits_set":null,"member_fpr":null,"common_items":null,"share_nothing":{"p":null}}"#;
    assert_eq!(united["intersection"].to_string(), found);
}

//! Filters out of filters.

use super::{built, out, refused, said, with_filter, with_words};

/// From the shell, byte for byte, whichever way the size was said.
#[test]
fn the_union_of_the_filters_of_two_halves_is_the_filter_of_the_whole() {
    let folder = with_words("halves");
    let lines =
        |range: std::ops::Range<u32>| -> String { range.map(|i| format!("key {i}\n")).collect() };
    folder.put("a.txt", lines(0..30_000));
    folder.put("b.txt", lines(30_000..50_000));
    folder.put("whole.txt", lines(0..50_000));
    for size in [
        "--items 50000 --fpr 1%",
        "--items 9 --fpr 1% --kind classic",
        "--bits 1e6 --hashes 7",
        "--bits 1e6 --fpr 1e-3 --seed 7",
        "--bits 999_999 --items 70k --kind classic",
    ] {
        for name in ["a", "b", "whole"] {
            built(&folder.run(&format!("build {name}.txt {size} -o {name}.urn --force")));
        }
        built(&folder.run("union a.urn b.urn -o union.urn --force"));
        assert_eq!(folder.bytes("union.urn"), folder.bytes("whole.urn"), "{size}");
        built(&folder.run("union b.urn whole.urn a.urn b.urn -o union.urn --force"));
        assert_eq!(folder.bytes("union.urn"), folder.bytes("whole.urn"), "{size}");
    }
}

#[test]
fn an_intersection_holds_what_is_in_all() {
    let folder = with_words("all");
    folder.put("other.txt", "kylix\npelike\nurn\n");
    for name in ["words", "other"] {
        built(&folder.run(&format!("build {name}.txt --items 9 --fpr 1e-12 -o {name}.urn")));
    }
    built(&folder.run("intersect words.urn other.urn -o both.urn"));
    let checked = folder.run("check both.urn words.txt other.txt");
    assert_eq!(out(&checked), "kylix\nurn\nkylix\nurn\n");
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_behind() {
    let folder = with_filter("merge-kept");
    let before = folder.bytes("words.urn");
    let mut damaged = before.clone();
    damaged[130] ^= 1;
    folder.put("damaged.urn", damaged);
    folder.put("old.urn", &before);
    for command in ["union", "intersect"] {
        let said = refused(&folder.run(&format!("{command} words.urn -o old.urn")));
        assert!(said.contains("--force"), "{said}");
        for others in ["damaged.urn", "words.txt", "missing.urn"] {
            let words = format!("{command} words.urn {others} -o old.urn --force");
            assert!(refused(&folder.run(&words)).contains(others));
        }
    }
    assert_eq!(folder.bytes("words.urn"), before);
    assert_eq!(folder.bytes("old.urn"), before);
    assert_eq!(folder.names(), ["damaged.urn", "old.urn", "words.txt", "words.urn"]);
}

/// Two sets of 1000 that share nothing: what was said of their intersection was wrong twice.
#[test]
fn an_intersection_is_no_set() {
    let folder = with_words("no-set");
    let keys = |name: &str| -> String { (0..1000).map(|i| format!("{name} {i}\n")).collect() };
    for name in ["a", "b", "c"] {
        folder.put(&format!("{name}.txt"), keys(name));
        built(&folder.run(&format!("build {name}.txt --items 1000 --fpr 1% -o {name}.urn")));
    }
    let made = folder.run("intersect a.urn b.urn -o both.urn");
    built(&made);
    assert!(said(&made).contains(", member_fpr at most 0.00"), "{made:?}");

    // No item estimate from its bits; both rates; what they have in common from all counts.
    let info = out(&folder.run("info both.urn"));
    let line = |name: &str| {
        let found = info.lines().find(|line| line.starts_with(&format!("{name} ")));
        found.unwrap_or_else(|| panic!("no {name} in {info}")).to_owned()
    };
    assert!(line("made_of").contains("an intersection of 2 filters with "), "{info}");
    assert!(line("items").ends_with("unknown, as the bits of an intersection do not tell"));
    assert!(line("fpr_given_bits").ends_with("for a key that is in none of the sets"));
    assert!(line("member_fpr").contains("at most, for a key that is in some of the sets"));
    assert!(line("common_items").contains("  0 to "), "{info}");
    // A key of one set passes as often as the other filter says, which is far more.
    let bound: f64 =
        line("member_fpr").split_whitespace().nth(1).expect("a rate").parse().expect("it");
    let stranger: f64 =
        line("fpr_given_bits").split_whitespace().nth(1).expect("a rate").parse().expect("it");
    assert!(bound > 50.0 * stranger && bound < 0.01, "{bound} and {stranger}");
    let passed: f64 =
        out(&folder.run("check both.urn a.txt b.txt -c")).trim().parse().expect("a count");
    assert!((1.0..60.0).contains(&passed), "{passed} of 2000 at a rate of {bound}");

    // Whoever asks it is told, and whoever adds to it is refused.
    let checked = folder.run("check both.urn a.txt -c");
    assert!(said(&checked).contains("both.urn is an intersection: a key that is in some"));
    let checked = folder.run("check both.urn a.txt --json");
    assert!(said(&checked).is_empty() && out(&checked).contains("\"notes\":[\"both.urn is an"));
    let before = folder.bytes("both.urn");
    for words in [
        "add both.urn c.txt",
        "dedupe c.txt --state both.urn",
        "dedupe a.txt --state both.urn --fpr 1%",
    ] {
        let said = refused(&folder.run(words));
        assert!(said.contains("both.urn is an intersection, and keys go into"), "{said}");
    }
    assert_eq!(folder.bytes("both.urn"), before);

    // What is made of it: no set's either. Its size is as good as any.
    let united = folder.run("union both.urn c.urn -o more.urn");
    built(&united);
    assert!(said(&united).contains("both.urn is an intersection, so more.urn is no set's filter"));
    let info = out(&folder.run("info more.urn"));
    assert!(info.contains("made_of         an intersection, of what is not known"), "{info}");
    assert!(!info.contains("common_items") && info.contains("member_fpr      unknown"), "{info}");
    let compared = folder.run("compare both.urn c.urn");
    built(&compared);
    assert!(said(&compared).contains("no items, union, intersection and jaccard: both.urn is an"));
    assert!(!out(&compared).contains("All intervals"), "{compared:?}");
    built(&folder.run("build c.txt --like both.urn -o like.urn"));
    built(&folder.run("compare c.urn like.urn"));
    assert!(!out(&folder.run("info like.urn")).contains("made_of"));

    // Three, packed, and none of it lost.
    built(&folder.run("intersect both.urn c.urn -o three.urn"));
    built(&folder.run("compress three.urn -o sent.urn"));
    let info = out(&folder.run("info sent.urn"));
    assert!(info.contains("an intersection of 3 filters with ") && !info.contains("common_items"));
    built(&folder.run("verify both.urn three.urn sent.urn more.urn"));
}

/// Fewer common bits than by chance: the estimate is negative, says so, and is not clipped.
#[test]
fn a_negative_estimate_is_labelled_and_the_interval_said() {
    let folder = with_words("negative");
    // Of these seeds some make filters that have few bits in common.
    let mut seen = 0;
    folder.put("a.txt", "amphora\nkrater\n");
    folder.put("b.txt", "kylix\npelike\n");
    for seed in 0..20 {
        for name in ["a", "b"] {
            let words = format!(
                "build {name}.txt --bits 100 --hashes 20 --seed {seed} -o {name}.urn --force"
            );
            built(&folder.run(&words));
        }
        let compared = out(&folder.run("compare a.urn b.urn"));
        let row = compared.lines().find(|line| line.starts_with("intersection")).expect("a row");
        if row.split_whitespace().nth(2).expect("a point").starts_with('-') {
            seen += 1;
            assert!(row.contains(" (estimate)") && row.contains("  0 to "), "{row}");
            let interval = &row[row.find("  0 to ").expect("there") + 2..];
            let sentence =
                format!("They have {interval} items in common; the estimate is below that");
            assert!(compared.contains(&sentence), "{compared}");
            let json = out(&folder.run("compare a.urn b.urn --json"));
            assert!(json.contains(r#""intersection":{"estimate":{"value":"-"#), "{json}");
        } else {
            assert!(!compared.contains("(estimate)"), "{compared}");
        }
    }
    assert!(seen > 2, "{seen}");
}

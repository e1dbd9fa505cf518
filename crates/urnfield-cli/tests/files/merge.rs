//! Filters out of filters.

use super::{built, out, refused, with_filter, with_words};

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

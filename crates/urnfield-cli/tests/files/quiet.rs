//! `--quiet` for commands that run unattended: talk is left out, warnings and errors are not.

use super::{built, out, refused, said, with_filter};

#[test]
fn who_wants_no_talk_hears_none() {
    let folder = with_filter("quiet");
    folder.put("blank.txt", "\u{feff}a\n\n\n\n");
    built(&folder.run("build words.txt --items 99 --fpr 1e-12 -o words.urn --force"));
    let making = [
        "build words.txt --fpr 1% -o a.urn",
        "build blank.txt --trim --items 9 --fpr 1e-12 -o b.urn",
        "build words.txt words.txt --fpr 1% -o c.urn",
        "build words.txt --fpr 1% --format parquet -o a.bloom",
        "add words.urn blank.txt",
        "dedupe blank.txt --fpr 1e-9",
        "dedupe blank.txt --state seen.urn --items 9 --fpr 1e-9 --ignore-case",
        "union words.urn -o d.urn",
        "intersect words.urn -o e.urn",
        "compress words.urn -o f.urn",
    ];
    for words in making {
        let talking = folder.run(words);
        built(&talking);
        assert_ne!(said(&talking), "", "{words}");
        for name in ["a.urn", "b.urn", "c.urn", "d.urn", "e.urn", "f.urn", "a.bloom", "seen.urn"] {
            let _ = std::fs::remove_file(folder.path(name));
        }
        let quiet = folder.run(&format!("{words} --quiet"));
        built(&quiet);
        assert_eq!(said(&quiet), "", "{words}");
        assert_eq!(out(&quiet), out(&talking), "{words}");
        let _ = std::fs::remove_file(folder.path("seen.urn"));
    }
    built(&folder.run("build words.txt --fpr 1% -q -o short.urn"));
    // grep's, as before: nothing is printed, and the status is the answer.
    let asked = folder.run("check words.urn blank.txt -q");
    assert_eq!((asked.status.code(), said(&asked) + &out(&asked)), (Some(0), String::new()));
}

#[test]
fn nothing_silences_what_is_wrong() {
    let folder = with_filter("quiet-warnings");
    folder.put("windows.txt", "a\r\nb\r\n");
    folder.put("many.txt", (0..300).map(|i| format!("{i}\n")).collect::<String>());
    for (words, warning) in [
        ("build windows.txt --fpr 1% -o a.urn", "ends in a carriage return"),
        ("build words.txt --bits 1 --hashes 1 -o b.urn", "lets every one of all keys through"),
        ("build many.txt --items 9 --fpr 1% -o c.urn", "raise --items"),
        ("add words.urn many.txt", "holds more than it was planned for"),
        ("dedupe many.txt --items 9 --fpr 1% --allow-overfull --json", "the rate is higher"),
    ] {
        let output = folder.run(&format!("{words} --quiet"));
        built(&output);
        let said = said(&output);
        assert!(said.contains(warning) && said.lines().count() == 1, "{words}: {said}");
    }
    refused(&folder.run("build missing.txt --fpr 1% -o d.urn --quiet"));
    refused(&folder.run("dedupe many.txt --items 300 --quiet"));
    let full = folder.run("dedupe many.txt --items 9 --fpr 1% --quiet");
    assert!(full.status.code() == Some(2) && said(&full).contains("raise --items"), "{full:?}");
}

#[test]
fn a_filter_that_tells_nothing_is_warned_about_when_it_is_made() {
    let folder = with_filter("useless");
    let output = folder.run("build words.txt --bits 1 --hashes 1 -o one.urn");
    built(&output);
    assert!(said(&output).contains("one.urn lets every one of all keys through"), "{output:?}");
    let output = folder.run("build words.txt --bits 8 --hashes 1 -o eight.urn");
    assert_eq!(said(&output).lines().count(), 1, "{output:?}");
}

#[test]
fn sizes_have_units_and_remedies_are_options_that_were_typed() {
    let folder = with_filter("sizes");
    let made = said(&folder.run("build words.txt --bits 9592957 --hashes 7 -o a.urn"));
    assert!(made.contains("bits = 9592957 (1.144 MiB), hashes = 7"), "{made}");
    let planned = out(&folder.run("plan --items 4e9 --fpr 1%"));
    assert!(planned.contains("keep it with 38372568114 bits (4.467 GiB), "), "{planned}");
    for (size, part, remedy) in [
        ("--items 1e13 --fpr 1%", "about 10.91 TiB of memory", "plan for fewer --items"),
        ("--bits 2^47 --hashes 3", "about 16 TiB of memory", "ask for fewer --bits"),
        ("--items 1e17 --fpr 1%", "at most 2^48 bits", "plan for fewer --items"),
        ("--bits 2^49 --hashes 3", "at most 2^48 bits", "ask for fewer --bits"),
    ] {
        let said = refused(&folder.run(&format!("build words.txt {size} -o b.urn")));
        assert!(said.contains(part) && said.contains(remedy), "{said}");
    }
}

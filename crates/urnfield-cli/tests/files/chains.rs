//! Chains as the shell makes and asks them: what is printed, what is refused, and what stays.

use super::folder::Folder;
use super::{built, out, refused, said, with_words};
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;

fn numbers(range: std::ops::Range<u32>) -> String {
    range.map(|i| format!("{i}\n")).collect()
}

fn files(folder: &Folder, chain: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(chain)).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn json(folder: &Folder, words: &str) -> serde_json::Value {
    let output = folder.run(words);
    built(&output);
    serde_json::from_str(&out(&output)).expect("one object")
}

/// Every command that takes a filter to read or write takes a chain.
#[test]
fn a_chain_goes_through_all_commands() {
    let folder = Folder::new("chain-all");
    for (name, range) in [("a.txt", 0..1_000), ("b.txt", 900..1_500), ("c.txt", 5_000..9_000)] {
        folder.put(name, numbers(range));
    }
    let made = json(&folder, "build a.txt -o seen.d/ --items 400 --fpr 1e-9 --keep 5 --json");
    assert_eq!(
        (&made["keys"], &made["new_keys"], &made["items"]),
        (&1000.into(), &1000.into(), &1000.into())
    );
    assert_eq!(files(&folder, "seen.d"), ["0-1.urn", "1-1.urn", "2-1.urn", "manifest"]);
    let added = json(&folder, "add seen.d b.txt --json");
    assert_eq!((&added["keys"], &added["new_keys"]), (&600.into(), &500.into()));
    assert_eq!(files(&folder, "seen.d"), ["0-1.urn", "1-1.urn", "2-2.urn", "3-1.urn", "manifest"]);
    assert_eq!(out(&folder.run("check seen.d/ b.txt")), numbers(900..1_500));
    assert_eq!(out(&folder.run("check seen.d b.txt a.txt c.txt -c")), "1600\n");
    assert_eq!(out(&folder.run("check seen.d -v c.txt")), numbers(5_000..9_000));
    assert_eq!(folder.run("check seen.d -q c.txt").status.code(), Some(1));
    let printed = folder.run("dedupe b.txt c.txt --state seen.d --items 400 --fpr 1e-9 --keep 5");
    built(&printed);
    assert_eq!(out(&printed), numbers(5_000..9_000));
    let info = json(&folder, "info seen.d --json");
    assert_eq!((&info["keep"], &info["every"]), (&5.into(), &serde_json::Value::Null));
    let generations = info["generations"].as_array().expect("rows");
    assert_eq!(generations.len(), 5);
    let named = generations.iter().map(|one| one["file"].as_str().expect("a name").to_owned());
    let named: Vec<String> = named.chain(["manifest".into()]).collect();
    let mut sorted = named.clone();
    sorted.sort();
    assert_eq!(files(&folder, "seen.d"), sorted);
    // The joint rate, from those of the generations: 1 − ∏(1 − R_i), which is near their sum here.
    let rate = |value: &serde_json::Value| -> f64 {
        value["lo"].as_str().expect("a decimal").parse().expect("a number")
    };
    let sum: f64 = generations.iter().map(|one| rate(&one["fpr_given_bits"])).sum();
    assert!((rate(&info["fpr"]) / sum - 1.0).abs() < 1e-6 && info["keeps"] == true, "{info}");
    assert_eq!(out(&folder.run("verify seen.d")), "seen.d: ok\n");
    // A generation is a filter like any other.
    built(&folder.run(&format!("verify seen.d/{}", named[0])));
}

#[test]
fn other_options_than_the_chain_was_made_with_are_refused_by_name() {
    let folder = with_words("chain-options");
    let typed = "--items 10 --fpr 1% --kind line --keep 3 --every week --seed 7 --confidence 99%";
    built(&folder.run(&format!("dedupe words.txt --state seen.d/ {typed}")));
    let before = folder.bytes("seen.d/manifest");
    built(&folder.run(&format!("dedupe words.txt --state seen.d {typed}")));
    built(&folder.run("dedupe words.txt --state seen.d"));
    for (option, made) in [
        ("--items 11", "--items 10"),
        ("--fpr 2%", "--fpr 1/100"),
        ("--kind standard", "--kind line"),
        ("--keep 4", "--keep 3"),
        ("--every day", "--every week"),
        ("--seed 8", "--seed 7"),
        ("--fpr 1% --confidence 98%", "--confidence 99/100"),
        ("--fpr 1% --mean", "--confidence 99/100"),
    ] {
        let said = refused(&folder.run(&format!("dedupe words.txt --state seen.d {option}")));
        assert!(said.contains(&format!("seen.d was made with {made},")), "{option}: {said}");
    }
    for option in ["--bits 1KiB", "--hashes 3", "--allow-overfull"] {
        let said = refused(&folder.run(&format!("dedupe words.txt --state seen.d {option}")));
        let name = option.split(' ').next().expect("a name");
        assert!(said.contains(&format!("leave out {name}")), "{said}");
    }
    let said = refused(&folder.run("dedupe words.txt --fpr 1% --keep 3"));
    assert!(said.contains("add --state"), "{said}");
    let said = refused(&folder.run("add words.txt words.txt --date 2026-11-19"));
    assert!(said.contains("leave out --date"), "{said}");
    for words in [
        "dedupe words.txt --state new.d/ --fpr 1%",
        "dedupe words.txt --state new.d/ --items 10",
        "build words.txt -o new.d/ --fpr 1%",
        "dedupe words.txt --state new.d/ --items 10 --fpr 1% --every day",
        "dedupe words.txt --state words.txt --items 10 --fpr 1% --keep 2",
        "dedupe missing.txt --state new.d/ --items 10 --fpr 1%",
        "build words.txt -o new.d/ --items 10 --fpr 1% --force",
        "build words.txt -o seen.d/ --items 10 --fpr 1%",
        "check seen.d words.txt --also seen.d",
    ] {
        refused(&folder.run(words));
    }
    assert_eq!(folder.bytes("words.txt"), super::WORDS.as_bytes());
    assert_eq!(folder.names(), ["seen.d", "words.txt"]);
    assert_ne!(before, b"", "and the chain is there");
}

/// Missing, damaged and foreign files: every command says which, and the folder stays as it is.
#[test]
fn a_chain_that_is_not_whole_is_refused_by_name() {
    let folder = with_words("chain-damage");
    folder.put("a.txt", numbers(0..1_000));
    built(&folder.run("build a.txt -o seen.d/ --items 400 --fpr 1%"));
    built(&folder.run("build a.txt --fpr 1% -o other.urn"));
    let whole: Vec<(String, Vec<u8>)> = files(&folder, "seen.d")
        .into_iter()
        .map(|name| (name.clone(), folder.bytes(&format!("seen.d/{name}"))))
        .collect();
    let restore = |folder: &Folder| {
        whole.iter().for_each(|(name, bytes)| folder.put(&format!("seen.d/{name}"), bytes));
    };
    let all = [
        "check seen.d a.txt",
        "add seen.d a.txt",
        "dedupe a.txt --state seen.d",
        "info seen.d",
        "verify seen.d",
    ];
    let path = |name: &str| -> PathBuf { folder.path(&format!("seen.d/{name}")) };
    for (name, harm) in [
        ("0-1.urn", "missing"),
        ("1-1.urn", "damaged"),
        ("1-1.urn", "foreign"),
        ("manifest", "missing"),
        ("manifest", "damaged"),
    ] {
        match harm {
            "missing" => fs::remove_file(path(name)).expect("ours"),
            "damaged" => {
                let mut bytes = fs::read(path(name)).expect("ours");
                let last = bytes.len() - 20;
                bytes[last] ^= 1;
                fs::write(path(name), bytes).expect("ours");
            }
            _ => fs::write(path(name), folder.bytes("other.urn")).map(|_| ()).expect("ours"),
        }
        let before = files(&folder, "seen.d");
        for words in all {
            let said = refused(&folder.run(words));
            assert!(said.contains(&format!("seen.d/{name}")), "{harm} {words}: {said}");
        }
        assert_eq!(files(&folder, "seen.d"), before, "{name} {harm}");
        restore(&folder);
    }
    built(&folder.run("verify seen.d"));
    let said = refused(&folder.run("check . words.txt"));
    assert!(said.contains("manifest"), "{said}");
}

#[test]
fn dates_rotate_a_chain_and_keys_come_again() {
    let folder = with_words("chain-dates");
    let day = |date: &str| {
        let words = "dedupe words.txt --state seen.d/ --items 9 --fpr 1e-9 --keep 3 --every day";
        let output = folder.run(&format!("{words} --date {date}"));
        built(&output);
        out(&output).lines().count()
    };
    let printed =
        ["2026-11-19", "2026-11-20", "2026-11-19", "2026-11-21", "2026-11-22", "2026-11-22"];
    assert_eq!(printed.map(day), [4, 0, 0, 0, 4, 0]);
    let said = refused(&folder.run("dedupe words.txt --state seen.d --date 19.11.2026"));
    assert!(said.contains("--date"), "{said}");
}

/// A secret key opens it; information needs none, and the rate is a bound.
#[test]
fn a_keyed_chain_needs_its_key_and_states_a_bound() {
    let folder = with_words("chain-keyed");
    folder.put("secret.key", "sixteen secrets!");
    folder.put("other.key", "sixteen secrets?");
    folder.put("a.txt", numbers(0..100));
    built(&folder.run("build a.txt -o k.d/ --items 40 --fpr 1% --key-file secret.key"));
    for words in ["check k.d words.txt", "add k.d words.txt", "dedupe words.txt --state k.d"] {
        let said = refused(&folder.run(words));
        assert!(said.contains("k.d answers only to its secret key; add --key-file"), "{said}");
        refused(&folder.run(&format!("{words} --key-file other.key")));
        built(&folder.run(&words.replace("words.txt", "a.txt --key-file secret.key")));
    }
    let info = json(&folder, "info k.d --json");
    assert_eq!((&info["fpr"]["label"], &info["seed"]), (&"bound".into(), &serde_json::Value::Null));
    assert!(out(&folder.run("info k.d")).contains("fpr            at most "));
    let check = folder.run("check k.d a.txt --key-file secret.key");
    assert!(said(&check).contains("at most"), "{check:?}");
}

/// What a reader that goes away has not seen is not remembered.
#[test]
fn a_run_that_fails_leaves_the_chain_as_it_was() {
    let folder = with_words("chain-fails");
    folder.put("many.txt", numbers(0..200_000));
    built(&folder.run("dedupe words.txt --state seen.d/ --items 1000 --fpr 1%"));
    let before: Vec<Vec<u8>> = files(&folder, "seen.d")
        .iter()
        .map(|name| folder.bytes(&format!("seen.d/{name}")))
        .collect();
    let mut child = folder.command("dedupe many.txt --state seen.d").spawn().expect("it runs");
    let mut start = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut start).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said(&output).contains("the state seen.d was not saved"), "{output:?}");
    assert_eq!(files(&folder, "seen.d"), ["0-1.urn", "manifest"]);
    let after: Vec<Vec<u8>> = files(&folder, "seen.d")
        .iter()
        .map(|name| folder.bytes(&format!("seen.d/{name}")))
        .collect();
    assert_eq!(after, before);
    assert_eq!(out(&folder.run("check seen.d words.txt")), super::WORDS);
}

#[test]
fn two_writers_lock_and_readers_do_not_wait() {
    let folder = with_words("chain-locks");
    built(&folder.run("dedupe words.txt --state seen.d/ --items 100 --fpr 1e-9"));
    let mut first = folder.spawn("dedupe --state seen.d");
    let mut pipe = first.stdin.take().expect("a pipe");
    pipe.write_all(b"first\n").expect("somebody reads");
    // It has the lock when its first line is out.
    let mut line = [0; 6];
    first.stdout.as_mut().expect("a pipe").read_exact(&mut line).expect("a line");
    for words in ["dedupe words.txt --state seen.d --no-wait", "add seen.d words.txt --no-wait"] {
        let said = refused(&folder.run(words));
        assert!(said.contains("is being written by another command"), "{said}");
    }
    built(&folder.run("check seen.d words.txt"));
    let second = folder.command("add seen.d words.txt").spawn().expect("it runs");
    drop(pipe);
    built(&first.wait_with_output().expect("it ends"));
    built(&second.wait_with_output().expect("it ends"));
    assert_eq!(out(&folder.fed("check seen.d", "first\nurn\nsecond\n")), "first\nurn\n");
}

/// What is printed again and again is not too large for the disk at the end.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_without_room_is_noticed_before_the_first_line() {
    let folder = with_words("chain-room");
    let words = "dedupe words.txt --state seen.d/ --items 100000 --fpr 1%";
    let script = format!("ulimit -f 64; exec {} {words}", env!("CARGO_BIN_EXE_urnfield"));
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path("")).stdin(std::process::Stdio::null());
    let said = refused(&command.output().expect("there is a shell"));
    assert!(said.contains("seen.d/0-1.urn") && said.contains("bytes"), "{said}");
    assert_eq!(files(&folder, "seen.d"), ["manifest"]);
    built(&folder.run(words));
}

/// Texts and integers are different keys, in a chain as in a filter.
#[test]
fn keys_of_another_kind_than_the_chain_holds_are_refused() {
    let folder = with_words("chain-kinds");
    folder.put("ids.txt", numbers(0..100));
    built(&folder.run("build ids.txt --integers -o ids.d/ --items 30 --fpr 1e-9"));
    for words in ["check ids.d ids.txt", "add ids.d ids.txt", "dedupe ids.txt --state ids.d"] {
        let said = refused(&folder.run(words));
        assert!(
            said.contains("ids.d holds integers only") && said.contains("--integers"),
            "{said}"
        );
    }
    assert_eq!(out(&folder.run("check ids.d ids.txt --integers")), numbers(0..100));
    assert_eq!(out(&folder.run("dedupe ids.txt --state ids.d --integers")), "");
    assert_eq!(json(&folder, "info ids.d --json")["key_kinds"], serde_json::json!(["integers"]));
}

#[test]
fn a_clock_that_was_in_the_future_is_warned_of_until_its_day_has_come() {
    let folder = with_words("chain-future");
    let how = "--items 100 --fpr 1% --keep 3 --every day";
    let run = |date: &str| {
        let output =
            folder.run(&format!("dedupe words.txt --state seen.d/ {how} --date {date} --quiet"));
        built(&output);
        said(&output)
    };
    assert_eq!(run("2026-11-19"), "");
    assert_eq!(run("2031-01-01"), "");
    let warned = "the last generation of seen.d/ began on 2031-01-01, later than today, 2026-11-20";
    assert!(run("2026-11-20").contains(warned));
    let added = folder.run("add seen.d/ words.txt --date 2030-12-31");
    assert!(said(&added).contains("later than today, 2030-12-31"), "{added:?}");
    assert_eq!(run("2031-01-01"), "");
    // Where the day does not matter there is nothing to warn of.
    let of_size = "dedupe words.txt --state of-size.d/ --items 100 --fpr 1% --keep 3 --quiet";
    built(&folder.run(&format!("{of_size} --date 2031-01-01")));
    assert_eq!(said(&folder.run(&format!("{of_size} --date 2026-11-20"))), "");
}

#[test]
fn a_build_that_fails_leaves_no_chain() {
    let folder = with_words("chain-failed");
    folder.put("bad.txt", "1\n2\nx\n");
    let build = "build bad.txt --integers --items 100 --fpr 1% -o";
    let said = refused(&folder.run(&format!("{build} new.d/")));
    assert!(said.contains("bad.txt: line 3"), "{said}");
    assert!(!folder.path("new.d").exists());
    // A folder that was there stays.
    fs::create_dir(folder.path("empty.d")).expect("a folder");
    refused(&folder.run(&format!("{build} empty.d/")));
    assert_eq!(files(&folder, "empty.d"), [""; 0]);
    folder.put("bad.txt", "1\n2\n3\n");
    built(&folder.run(&format!("{build} empty.d/")));
    built(&folder.run(&format!("{build} new.d/")));
    // One that has keys stays as well.
    let before = files(&folder, "new.d");
    refused(&folder.run(&format!("{build} new.d/")));
    assert_eq!(files(&folder, "new.d"), before);
}

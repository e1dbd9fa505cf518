//! Inputs that would take more memory than there is.

use super::folder::Folder;
use super::{built, out, refused, with_filter, with_words};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::process::{Command, Output};

/// As typed into a shell, in less than so many KiB of address space; `None` where no shell can
/// limit that.
pub(super) fn limited(folder: &Folder, kib: u32, words: &str) -> Option<Output> {
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(folder.path(""));
        command.env("URNFIELD", env!("CARGO_BIN_EXE_urnfield"));
        command.output()
    };
    // Some systems take the limit and do not keep it.
    let kept = shell("ulimit -v 1000000 && ulimit -v").ok()?;
    if !cfg!(target_os = "linux") || kept.stdout != b"1000000\n" {
        return None;
    }
    let words = words.replace("urnfield", "exec \"$URNFIELD\"");
    shell(&format!("ulimit -v {kib}; {words}")).ok()
}

/// A frame of one byte, repeated: what any writer would make of it, without the waiting.
fn bomb(byte: u8, length: u64) -> Vec<u8> {
    let block = 128 * 1024_u64;
    // A window of 128 KiB, no checksum, no length.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3];
    for _ in 0..length / block {
        // A block of one byte repeated, not the last.
        frame.extend_from_slice(&((block as u32) << 3 | 2).to_le_bytes()[..3]);
        frame.push(byte);
    }
    frame.extend_from_slice(&[1, 0, 0]);
    frame
}

#[test]
fn long_records_are_refused_with_file_and_number() {
    let folder = with_filter("long");
    let long = "x".repeat(3 << 20);
    folder.put("keys.txt", format!("urn\nmug\n{long}\nkylix\n"));
    folder.put("keys.csv", format!("pot,n\nurn,1\n\"{long}\",2\n"));
    folder.put("keys.jsonl", format!("{{\"k\":\"urn\"}}\n{{\"k\":\"{long}\"}}\n"));
    for (words, said) in [
        ("keys.txt", "keys.txt: line 3 is longer than 3145728 bytes"),
        ("keys.csv --column pot", "keys.csv: row 3 is longer than 3145728 bytes"),
        ("keys.jsonl --field .k", "keys.jsonl: line 2 is longer than 3145728 bytes"),
        ("-z keys.txt", "keys.txt: record 1 is longer than 3145728 bytes"),
    ] {
        let output = folder.run(&format!("check words.urn {words} -c --max-record 3MiB"));
        let refusal = refused(&output);
        assert!(refusal.contains(said) && refusal.contains("--max-record"), "{refusal}");
        built(&folder.run(&format!("build {words} --fpr 1% -o new.urn --force")));
    }
    assert_eq!(out(&folder.run("check words.urn keys.txt -c --max-record 4MiB")), "2\n");
    let output = folder.run("check words.urn keys.txt --max-record 0");
    assert!(refused(&output).contains("--max-record"), "{output:?}");
}

#[test]
fn small_files_that_unpack_to_gigabytes_take_little_memory() {
    let folder = with_filter("bomb");
    folder.put("commas.csv.zst", bomb(b',', 5 << 30));
    folder.put("line.zst", bomb(b'x', 2 << 30));
    folder.put("blank.csv.zst", bomb(b'\n', 200 << 20));
    for (words, said) in [
        ("commas.csv.zst --column 2", "commas.csv.zst: row 1 is longer than 67108864 bytes"),
        ("line.zst", "line.zst: line 1 is longer than 67108864 bytes"),
    ] {
        let words = format!("urnfield check words.urn {words} -c");
        let Some(output) = limited(&folder, 1_000_000, &words) else { return };
        assert!(refused(&output).contains(said), "{output:?}");
    }
    let words = "urnfield check words.urn blank.csv.zst --column 2 -c";
    let output = limited(&folder, 1_000_000, words).expect("it was possible before");
    assert_eq!(out(&output), "0\n", "{output:?}");
}

#[test]
fn what_does_not_fit_in_memory_is_refused_and_nothing_aborts() {
    let folder = with_filter("fit");
    folder.put("line.zst", bomb(b'x', 2 << 30));
    folder.put("row.csv.zst", bomb(b'x', 2 << 30));
    folder.put(
        "field.zst",
        [compress_to_vec(&b"\""[..], CompressionLevel::Fastest), bomb(b'x', 2 << 30)].concat(),
    );
    for words in ["line.zst", "row.csv.zst --column 1", "field.zst --field .", "-z line.zst"] {
        let words = format!("urnfield check words.urn {words} -c --max-record 8GiB");
        let Some(output) = limited(&folder, 1_000_000, &words) else { return };
        let said = refused(&output);
        assert!(
            said.contains("1 is longer than ") && said.contains("no memory for more"),
            "{said}"
        );
    }
}

/// A filter of 1 GiB and more is made for keys that were counted only where that is asked for.
#[test]
fn a_small_file_of_many_keys_does_not_fill_the_disk() {
    let folder = with_words("many-keys");
    // Seven million empty lines, all the same key, and a rate that takes 1438 bits for each.
    folder.put("same.zst", bomb(b'\n', 7 << 20));
    for (words, keys) in [
        ("build same.zst --fpr 1e-300 -o new.urn", "7340032"),
        ("build same.zst --fpr 1e-300 --kind classic --mean -o new.urn", "7340032"),
        ("build words.txt same.zst --fpr 1e-300 -o new.urn", "7340036"),
        ("dedupe same.zst --fpr 1e-300", "7340032"),
    ] {
        let said = refused(&folder.run(words));
        let rule =
            format!("a filter for the {keys} keys that were counted, repeated ones each time");
        assert!(said.contains(&rule), "{words}: {said}");
        assert!(said.contains("add --items") && said.contains("--force-size"), "{words}: {said}");
        assert!(!folder.path("new.urn").exists(), "{words}");
    }
    // The remedies: the keys that differ are one, and what is forced goes as far as there is memory.
    built(&folder.run("build same.zst --fpr 1e-3 --items 1 -o new.urn"));
    let forced = "urnfield build same.zst --fpr 1e-300 --force-size -o forced.urn";
    let Some(output) = limited(&folder, 500_000, forced) else { return };
    assert!(refused(&output).contains("of memory"), "{output:?}");
    for words in ["--items 9 --fpr 1%", "--bits 9", "--like new.urn"] {
        let output = folder.run(&format!("build words.txt {words} --force-size -o no.urn"));
        assert!(refused(&output).contains("--force-size"), "{output:?}");
    }
}

#[test]
fn long_lines_one_after_the_other_are_not_all_in_memory() {
    let folder = with_filter("one-at-a-time");
    // Forty lines of 16 MiB: together more than there is.
    let line =
        [bomb(b'x', 16 << 20), compress_to_vec(&b"\n"[..], CompressionLevel::Fastest)].concat();
    folder.put("lines.zst", line.repeat(40));
    for (words, lines) in
        [("check words.urn lines.zst -v", 40), ("dedupe lines.zst --items 99 --fpr 1e-9", 1)]
    {
        let counted = format!("urnfield {words} | wc -c");
        let Some(output) = limited(&folder, 500_000, &counted) else { return };
        let bytes = lines * ((16 << 20) + 1);
        assert_eq!(out(&output).trim(), bytes.to_string(), "{output:?}");
    }
}

/// Three filters of 64 MiB each: where there is no room for the third, that is said.
#[test]
fn filters_that_do_not_fit_side_by_side_are_refused() {
    let folder = with_filter("side-by-side");
    folder.put("key.txt", "urn\n");
    built(&folder.run("build key.txt --items 9 --bits 2^29 --hashes 1 -o a.urn"));
    let (mut refusals, mut answers) = (0, 0);
    for kib in (160_000..420_000).step_by(40_000) {
        for words in ["compare a.urn a.urn", "union a.urn a.urn -o b.urn --force"] {
            let Some(output) = limited(&folder, kib, &format!("urnfield {words}")) else { return };
            match output.status.code() {
                Some(0) => answers += 1,
                _ => {
                    assert!(refused(&output).contains("memory"), "{kib} {output:?}");
                    refusals += 1;
                }
            }
        }
    }
    assert!(refusals > 0 && answers > 0, "{refusals} refusals and {answers} answers");
}

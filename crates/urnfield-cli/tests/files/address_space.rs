//! Every command that reads files, in every amount of memory: an answer or one sentence, and never an
//! abort.
#![cfg(target_os = "linux")]

use super::folder::Folder;
use super::memory::limited;
use super::{built, with_words};
use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use urnfield_paper::draws::multiplier;

/// Commands as they are typed; each begins with `urnfield`.
const COMMANDS: [&str; 25] = [
    "build keys.txt --fpr 1e-9 -o new.urn --force",
    "build keys.txt --bits 2^27 --hashes 7 -o new.urn --force",
    "build keys.txt --fpr 1% --format parquet -o new.bin --force",
    "build keys.txt --like large.urn -o new.urn --force",
    "add large.urn words.txt",
    "add packed.urn words.txt",
    "check large.urn keys.txt -c",
    "check large.urn --also other.urn --also packed.urn keys.txt -c",
    "check large.urn keys.gz -c",
    "check large.urn keys.zst -c",
    "check large.urn keys.bz2 -c",
    "check large.urn table.csv --column key -c",
    "check large.urn rows.jsonl --field key -c",
    "check large.bin keys.txt --format parquet -c",
    "dedupe keys.txt --items 1e6 --fpr 1e-9 --quiet",
    "dedupe keys.txt --state large.urn --quiet",
    "info large.urn packed.urn",
    "verify large.urn packed.urn",
    "compare large.urn other.urn",
    "union large.urn packed.urn -o new.urn --force",
    "intersect packed.urn other.urn -o new.urn --force",
    "compress large.urn -o new.urn --force",
    "overlap keys.txt some.txt --population 1e6",
    "enrich some.txt --sets sets.gmt --population 1e6",
    "parquet audit trips.parquet",
];

/// Files that take some megabytes in memory.
fn files(name: &str) -> Folder {
    let folder = with_words(name);
    let (mut keys, mut table, mut rows) = (String::new(), "id,key\n".to_owned(), String::new());
    let mut sets = String::new();
    for i in 0..60_000_u64 {
        let key = i * 2_654_435_761 % 1_000_000_007;
        let _ = writeln!(keys, "key-{key}");
        let _ = writeln!(table, "{i},key-{key}");
        let _ = writeln!(rows, "{{\"key\":\"key-{key}\"}}");
        let _ = match i % 3_000 {
            0 => write!(sets, "{}set{i}\tabout\tkey-{key}", if i > 0 { "\n" } else { "" }),
            _ => write!(sets, "\tkey-{key}"),
        };
    }
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(keys.as_bytes()).expect("a vector takes everything");
    folder.put("keys.gz", gz.finish().expect("a vector takes everything"));
    folder.put("keys.zst", compress_to_vec(keys.as_bytes(), CompressionLevel::Fastest));
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(keys.as_bytes()).expect("a vector takes everything");
    folder.put("keys.bz2", bz.finish().expect("a vector takes everything"));
    folder
        .put("some.txt", keys.lines().take(9_000).fold(String::new(), |all, key| all + key + "\n"));
    folder.put("keys.txt", keys);
    folder.put("table.csv", table);
    folder.put("rows.jsonl", rows);
    folder.put("sets.gmt", sets + "\n");
    let trips =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/parquet.in/trips.parquet");
    folder.put("trips.parquet", std::fs::read(trips).expect("it is there"));
    for words in [
        "build keys.txt --bits 2^27 --hashes 7 -o large.urn",
        "build some.txt --bits 2^27 --hashes 7 -o other.urn",
        "build keys.txt --bits 2^26 --format parquet -o large.bin",
        "compress large.urn -o packed.urn",
    ] {
        built(&folder.run(words));
    }
    folder
}

#[test]
fn with_any_amount_of_memory_there_is_an_answer_or_one_sentence() {
    let folder = files("any-memory");
    // From where the system can load the program, and it can say that there is too little.
    let starts = |kib: &u32| {
        let output = limited(&folder, *kib, "urnfield --version");
        output.is_none_or(|output| matches!(output.status.code(), Some(0 | 2)))
    };
    let least = (2_000..).step_by(500).find(starts).expect("it starts somewhere");
    let steps = 13 * multiplier() as u32;
    let (mut answers, mut refusals) = (0, 0);
    for (command, words) in (0..).zip(COMMANDS) {
        for step in 0..steps {
            // Every command has limits of its own, close together where little is there.
            let part = f64::from(step * 25 + command) / f64::from(steps * 25);
            let kib = least + 500 + (300_000.0 * part.powi(2)) as u32;
            let Some(output) = limited(&folder, kib, &format!("urnfield {words}")) else { return };
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0 | 1) => answers += 1,
                Some(2) => {
                    // Talk may come before the refusal, and one about each of several files.
                    let told = said.lines().all(|line| line.starts_with("urnfield: "));
                    assert!(told && said.contains("memory"), "{kib} KiB: {words}: {said}");
                    refusals += 1;
                }
                _ => panic!("{kib} KiB: {words}: {output:?}"),
            }
        }
    }
    assert!(answers > 0 && refusals > 0, "{answers} answers, {refusals} refusals");
}

//! The questions whose answers together have every key, and the files that they are about.

use crate::folder::Folder;
use std::fs;
use std::path::Path;

/// Commands, and what is typed behind each.
pub(crate) const CASES: &[(&str, &[&str])] = &[
    (
        "plan",
        &[
            "--items 1000 --fpr 1%",
            "--items 1000 --fpr 1% --kind all --no-per-filter",
            "--items 1000 --bits 9593",
            "--bits 9593 --fpr 1%",
            "--items 1000 --fpr 1% --confidence 0.999",
            "--items 1000 --fpr 1% --bits 9593",
            "--items 1000 --fpr 1% --bits 9592",
            "--bits 64 --items 4 --hashes 3",
            "--items 1000 --fpr 1% --kind line --bits 10240",
            "--items 1000 --fpr 1% --bits 9592 --confidence 0.9",
            "--bits 64 --fpr 10% --hashes 70",
            "--items 1e6 --fpr 1% --kind parquet",
            "--items 12 --fpr 1% --bits 1MiB",
            "--items 5 --fpr 1e-9 --bits 1",
            "--items 50 --fpr 1% --kind double",
            "--items 200 --fpr 1% --kind partitioned --confidence 0.999999",
        ],
    ),
    (
        "rate",
        &[
            "--bits 512 --items 51 --hashes 7",
            "--bits 512 --items 51 --hashes 7 --kind classic",
            "--bits 1024 --items 51 --hashes 7 --kind line",
            "--bits 1024 --items 51 --kind parquet",
            "--bits 1024 --items 51 --hashes 7 --kind line-classic --spread",
            "--bits 64 --items 2000 --hashes 1",
            "--bits 1e4 --items 10 --hashes 5000 --kind classic",
            "--bits 1 --items 1 --hashes 1",
            "--bits 960 --items 50 --hashes 13 --kind double",
            "--bits 70 --items 4 --hashes 7 --kind partitioned",
            "--bits 60 --items 40 --hashes 10 --counters 4",
        ],
    ),
    (
        "audit",
        &[
            "pyprobables-50.filter",
            "pybloom-scalable-50.filter",
            "spark-v2-50-1.0E-4.filter --fpr 0.01%",
            "guava-32-100-0.01.filter --fpr 1%",
            "orc-small.file",
            "ethereum-20.filter",
        ],
    ),
    ("peak", &["--bits 100", "--bits 1024 --hashes 7", "--bits 101 --kind classic"]),
    (
        "parquet plan",
        &[
            "--items 1e6 --fpr 1%",
            "--items 1e6 --fpr 1% --no-per-filter",
            "--bits 1MiB --items 1e6",
            "--bits 1MiB --fpr 1%",
        ],
    ),
    ("parquet audit", &["trips.parquet", "trips.parquet --summary", ". --summary", ". "]),
    (
        "build",
        &[
            "words.txt --fpr 1% -o a.urn --force",
            "words.txt --fpr 1% --kind line -o a.urn --force",
            "words.txt --fpr 1% --key-file secret.key -o a.urn --force",
            "words.txt --bits 5000 --hashes 3 -o a.urn --force",
            "words.txt --items 50 --fpr 1% -o c2.d/",
            "words.txt --fpr 1% --format parquet -o p.bloom",
            "bad.jsonl --field .ip --bad skip --fpr 1% -o b.urn",
            "words.txt --items 10 --fpr 1% -o a.urn --force",
            "words.txt --fpr 1% --items 50 --key-file secret.key -o c3.d/",
        ],
    ),
    (
        "add",
        &[
            "words.urn more.txt",
            "line.urn more.txt",
            "chain.d/ more.txt",
            "words.urn bad.jsonl --field .ip --bad skip",
        ],
    ),
    (
        "check",
        &[
            "words.urn more.txt",
            "words.urn more.txt --also small.urn",
            "chain.d/ more.txt",
            "words.bloom more.txt --format parquet",
            "words.urn bad.jsonl --field .ip --bad skip",
            "both.urn more.txt",
        ],
    ),
    (
        "dedupe",
        &[
            "words.txt more.txt --fpr 1e-6",
            "words.txt --state s.urn --items 1000 --fpr 1%",
            "words.txt --state s.d/ --items 50 --fpr 1% --keep 3",
            "words.txt --fpr 1e-6 --kind line",
            "bad.jsonl --field .ip --bad skip --fpr 1%",
            "words.txt --items 10 --fpr 1% --allow-overfull",
            "more.txt --state s.d/",
        ],
    ),
    (
        "union",
        &[
            "words.urn more.urn -o u.urn --force",
            "line.urn line2.urn -o u.urn --force",
            "both.urn words.urn -o u.urn --force",
        ],
    ),
    (
        "intersect",
        &[
            "words.urn more.urn -o u.urn --force",
            "line.urn line2.urn -o u.urn --force",
            "both.urn words.urn -o u.urn --force",
        ],
    ),
    ("compare", &["words.urn more.urn", "words.urn more.urn u.urn", "line.urn line2.urn"]),
    (
        "compress",
        &[
            "words.urn -o z.urn",
            "line.urn -o z2.urn",
            "both.urn -o z3.urn",
            "z.urn --raw -o z4.urn",
        ],
    ),
    (
        "info",
        &[
            "words.urn",
            "line.urn",
            "both.urn",
            "chain.d/",
            "words.urn line.urn",
            "line-both.urn",
            "c3.d/",
        ],
    ),
    ("verify", &["words.urn", "line.urn both.urn", "chain.d/"]),
    (
        "overlap",
        &[
            "--population 20000 apoptosis.txt p53-targets.txt dna-repair.txt --given",
            "--population 423 --sizes 72,56 --observed 9",
            "--universe panel.txt --restrict apoptosis.txt p53-targets.txt",
            "--population 20000 p53-targets.txt mouse.txt",
            "--population 20000 p53-targets.txt screen.csv:gene",
            "--population 20000 p53-targets.txt screen.csv:gene --drop-missing",
            "--population 20000 --sizes 30,40,50 --observed 3",
        ],
    ),
    (
        "enrich",
        &[
            "apoptosis.txt --sets sets.gmt --population 20000",
            "apoptosis.txt --sets sets.gmt --universe panel.txt --restrict",
            "mouse.txt --sets sets.gmt --population 20000",
        ],
    ),
    (
        "critical",
        &[
            "--population 20000 --sizes 300,500 --level 1%",
            "--population 20 --sizes 3,5 --level 1e-20",
        ],
    ),
    (
        "power",
        &[
            "--population 20000 --sizes 73,58 --level 0.001 --odds-ratio 5",
            "--population 20 --sizes 3,5 --level 1e-20 --odds-ratio 5",
        ],
    ),
    (
        "law balls",
        &[
            "--urns 365 --balls 23",
            "--urns 365 --balls 23 --pmf 22 --at-least 22 --at-most 20 --quantile 0.5 --moments 2 --pgf 1/2 --bounds 3",
            "--urns 365 --balls 23 --pmf 22 --pmf 23 --at-least 22 --at-least 21 --at-most 20 --at-most 19 --quantile 0.5 --quantile 0.1 --pgf 1/2 --pgf 1/3",
            "--urns 36 --balls 7 --table",
            "--urns 1e18 --balls 1e18",
            "--urns 36 --balls 7 --table --above 1%",
        ],
    ),
    (
        "law union",
        &[
            "--urns 40 --department 6x5+2x8",
            "--urns 40 --department 6x5+2x8 --pmf 22 --at-least 22 --at-most 20 --quantile 0.5 --moments 2 --pgf 1/2 --bounds 3 --table",
        ],
    ),
    (
        "law intersection",
        &[
            "--urns 400 --department 1x50 --department 1x60",
            "--urns 20000 --department 2x73 --department 3x58 --pmf 2 --at-least 2 --at-most 2 --quantile 0.5 --moments 2 --pgf 1/2 --bounds 3 --table",
            "--urns 400 --sizes 30,40",
        ],
    ),
    (
        "law waiting",
        &[
            "--urns 20 --occupied 19",
            "--urns 20 --occupied 19 --quantile 50% --quantile 99%",
            "--urns 20 --occupied 19 --pmf 22 --at-least 22 --at-most 20 --quantile 0.5",
        ],
    ),
    ("sample balls", &["--urns 365 --balls 23 --count 3"]),
    ("sample union", &["--urns 50 --department 3x20"]),
    (
        "sample intersection",
        &["--urns 99 --department 3x20 --department 2x30", "--urns 99 --sizes 30,40"],
    ),
    ("estimate balls", &["--urns 4^8 --occupied 300", "--urns 9 --occupied 9"]),
    (
        "estimate committees",
        &[
            "--urns 1000 --size 7 --occupied 500",
            "--urns 14 --size 5 --occupied 6",
            "--urns 9 --size 3 --occupied 9",
        ],
    ),
    (
        "estimate population",
        &[
            "--marked 50 --caught 40 --recaptured 8",
            "--marked 50 --caught 40 --recaptured 0",
            "--sizes 50,40,45 --distinct 101",
            "--balls 5000 --distinct 3800",
            "--department 20x500+3x80 --distinct 6000",
            "--histories histories.csv",
            "--sizes 5,6 --distinct 11",
        ],
    ),
    (
        "birthday",
        &["--urns 365 --balls 23", "--urns 365 --probability 1/2", "--urns 2^122 --balls 1e15"],
    ),
    ("cite", &["", "overlap"]),
];

/// Makes the files: lists, tables, filters and chains.
pub(crate) fn files(root: &Path) -> Folder {
    let folder = Folder::new("schema");
    let copied = [
        ("examples/genes", &["apoptosis.txt", "dna-repair.txt", "p53-targets.txt"][..]),
        ("examples/genes", &["panel.txt", "sets.gmt", "screen.csv", "mouse.txt"]),
        ("examples/hares", &["histories.csv"]),
        ("crates/urnfield-cli/tests/transcripts/parquet.in", &["trips.parquet"]),
        (
            "crates/urnfield-foreign/tests/golden",
            &[
                "pyprobables-50.filter",
                "pybloom-scalable-50.filter",
                "spark-v2-50-1.0E-4.filter",
                "guava-32-100-0.01.filter",
                "orc-small.file",
                "ethereum-20.filter",
            ],
        ),
    ];
    for (from, names) in copied {
        for name in names {
            folder.put(name, fs::read(root.join(from).join(name)).expect(name));
        }
    }
    let numbers = |range: std::ops::Range<u32>| -> String {
        range.map(|number| format!("{number}\n")).collect()
    };
    folder.put("words.txt", numbers(0..100));
    folder.put("more.txt", numbers(50..200));
    folder.put("bad.jsonl", "{\"ip\":\"::1\"}\n{\"ip\":null}\n");
    folder.put("secret.key", "sixteen secrets!");
    for words in [
        "build words.txt --items 300 --fpr 1% -o words.urn",
        "build more.txt --items 300 --fpr 1% -o more.urn",
        "build more.txt --items 200 --fpr 1% -o small.urn",
        "build words.txt --items 300 --fpr 1% --kind line -o line.urn",
        "build more.txt --items 300 --fpr 1% --kind line -o line2.urn",
        "intersect words.urn more.urn -o both.urn",
        "intersect line.urn line2.urn -o line-both.urn",
        "build words.txt --fpr 1% --format parquet -o words.bloom",
        "build words.txt --items 50 --fpr 1% -o chain.d/",
    ] {
        let output = folder.run(words);
        assert!(output.status.success(), "{words}: {output:?}");
    }
    folder
}

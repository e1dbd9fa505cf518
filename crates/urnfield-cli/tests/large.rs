//! A filter of 2^33 bits: beyond 2^32 nothing wraps. A gigabyte of memory and of disk, so only
//! behind `URNFIELD_TEST_MULTIPLIER`.

mod folder;

use folder::Folder;
use urnfield::filter::positions;
use urnfield::{Design, Filter, Kind};
use urnfield_paper::draws::multiplier;

#[test]
fn a_filter_of_two_to_the_thirty_three_bits_is_built_and_answers() {
    if multiplier() < 2 {
        return;
    }
    let folder = Folder::new("large");
    let lines = |range: std::ops::Range<u32>| range.map(|i| format!("{i}\n")).collect::<String>();
    folder.put("keys.txt", lines(0..100_000));
    folder.put("more.txt", lines(100_000..100_010));
    folder.put("others.txt", lines(200_000..300_000));
    for kind in [Kind::Standard, Kind::Classic] {
        let words = format!("build keys.txt --bits 2^33 --hashes 5 --kind {kind} -o large.urn");
        let output = folder.run(&format!("{words} --force"));
        assert!(output.status.success(), "{output:?}");
        assert!(folder.run("add large.urn more.txt").status.success());
        for (words, answer) in [
            ("check large.urn keys.txt more.txt -c", "100010\n"),
            ("check large.urn others.txt -c", "0\n"),
            ("check large.urn others.txt -vc", "100000\n"),
        ] {
            assert_eq!(String::from_utf8_lossy(&folder.run(words).stdout), answer, "{words}");
        }
        // The other route: every position by the plain list, and nothing else.
        let design = Design::new(kind, 1 << 33, 5).expect("a design");
        let digester = Filter::new(Design::new(kind, 64, 5).expect("a design"), 0).expect("small");
        let digester = digester.digester();
        let mut expected: Vec<u64> = (0..100_010)
            .flat_map(|i| positions(design, digester.digest(i.to_string())).expect("few"))
            .collect();
        expected.sort_unstable();
        expected.dedup();
        assert!(expected.iter().any(|position| *position > 1 << 32));
        let summary = Filter::verify(folder.path("large.urn")).expect("whole");
        assert_eq!(summary.bits_set, expected.len() as u64);
        let filter = Filter::load(folder.path("large.urn"), None).expect("whole");
        assert_eq!(filter.bits_set(), expected.len() as u64);
        // A sparse filter shrinks to next to nothing, and comes back.
        assert!(folder.run("compress large.urn -o sent.urn --force").status.success());
        let sent = Filter::verify(folder.path("sent.urn")).expect("whole");
        assert!(sent.bytes < 2_000_000, "{} bytes", sent.bytes);
        assert!(Filter::load(folder.path("sent.urn"), None).expect("whole") == filter);
    }
}

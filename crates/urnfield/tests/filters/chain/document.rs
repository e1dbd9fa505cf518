//! `docs/reference/format.md` on chains, read by a program that shares nothing with the library.

use super::{Place, daily, some_day};
use std::fs;
use urnfield::chain::{Chain, generation_seed};
use urnfield::{ChainOptions, FilterOptions};

/// The manifest on the page.
fn example() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/format.md");
    let page = fs::read_to_string(path).expect("the specification is there");
    let section = page.split("\n## Chains\n").nth(1).expect("a section");
    let block = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    block.expect("a block").to_owned()
}

/// CRC-32C, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 };
    let byte = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum));
    !bytes.iter().fold(!0, byte)
}

/// Everything is right but for the files, which are not there.
#[test]
fn the_manifest_on_the_page_is_one() {
    let place = Place::new("page");
    fs::create_dir(&place.0).expect("a folder");
    fs::write(place.0.join("manifest"), example()).expect("ours");
    let said = Chain::open(&place.0, None).expect_err("no files").to_string();
    assert!(said.contains("7-4.urn") && said.contains("it is missing"), "{said}");
}

/// Line by line as the page has them, and every file as the page says.
#[test]
fn a_manifest_has_the_lines_that_the_page_states() {
    let place = Place::new("lines");
    let filter = FilterOptions { hashing: 5.into(), ..FilterOptions::default() };
    Chain::create(&place.0, &ChainOptions { filter, ..daily(7, 100, "1%") }).expect("new");
    for turn in 0..3_u64 {
        let mut update = Chain::update(&place.0, None, some_day()).expect("ours");
        let keys: Vec<[u8; 8]> = (0..60).map(|i| (60 * turn + i).to_le_bytes()).collect();
        update.insert_all(&keys).expect("there is room");
        update.save().expect("there is room");
    }
    let text = fs::read_to_string(place.0.join("manifest")).expect("text");
    let (lines, page): (Vec<&str>, String) = (text.lines().collect(), example());
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
    };
    assert_eq!(names(&text), names(&page));
    assert_eq!(
        lines[..9],
        [
            "urnfield chain 1",
            "items 100",
            "fpr 1/100",
            "confidence 999999/1000000",
            "kind standard",
            "hashing seed 5",
            "keep 7",
            "every day",
            "begun 2"
        ]
    );
    let (body, last) = text.trim_end().rsplit_once('\n').expect("lines");
    assert_eq!(last, format!("checksum {:08x}", checksum(format!("{body}\n").as_bytes())));
    let mut held = 0;
    for (number, line) in (0_u64..).zip(&lines[9..11]) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..3], ["generation", &number.to_string(), "2026-11-19"]);
        held += words[3].parse::<u64>().expect("a count");
        let file = fs::read(place.0.join(format!("{number}-{}.urn", words[4]))).expect("a file");
        let word = |at: usize, size: usize| &file[at..at + size];
        let ends = u32::from_le_bytes(word(124, 4).try_into().expect("four bytes"));
        assert_eq!((words[5], ends), (&*format!("{ends:08x}"), checksum(&file[..124])));
        let seed = u64::from_le_bytes(word(32, 8).try_into().expect("eight bytes"));
        let mut z = 5_u64.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number + 1));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        assert_eq!((seed, generation_seed(5, number)), (z ^ (z >> 31), seed));
    }
    // One of the keys may have been a false positive.
    assert!((178..=180).contains(&held), "{held}");
}

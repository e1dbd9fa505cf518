//! The files and vectors of `docs/reference/format.md`.

use super::document::{bytes, files, numbers, table, word};
use super::{packed, spec};
#[cfg(feature = "mmap")]
use crate::mapped::mapped;
use std::path::PathBuf;
use urnfield::filter::{Digest, FilterView, Key, KeyKinds, Packing, TupleKey, positions};
use urnfield::{Blocked, Design, Filter, Kind, Layout};

/// The key of the golden keyed filter.
pub(crate) const KEY: [u8; 16] = *b"sixteen secrets!";

const UNKNOWN: KeyKinds = KeyKinds::UNKNOWN;

const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"))
}

fn seeded(kind: Kind, m: u64, k: u64, seed: u64, items: std::ops::Range<u64>) -> Filter {
    let mut filter = Filter::new(design(kind, m, k), seed).expect("small");
    for item in items {
        filter.insert_u64(item);
    }
    filter
}

pub(crate) fn design(kind: Kind, m: u64, k: u64) -> Design {
    Design::new(kind, m, k).expect("in the domain")
}

/// A part of a tuple.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Text(&'a str),
    Integer(u64),
}

impl<'a> Part<'a> {
    /// Reads a part as the page writes it.
    fn read(shown: &'a str) -> Part<'a> {
        if shown == "(empty)" {
            return Part::Text("");
        }
        if let Some(text) = shown.strip_prefix('`') {
            return Part::Text(text.strip_suffix('`').expect("the backquote is closed"));
        }
        Part::Integer(shown.parse::<i128>().expect("an integer") as u64)
    }
}

/// Builds a tuple with the library.
fn tuple(parts: &[Part]) -> TupleKey {
    let mut key = TupleKey::new();
    for part in parts {
        match part {
            Part::Text(text) => key.text(text).expect("short"),
            Part::Integer(integer) => key.integer(*integer),
        };
    }
    key
}

/// The golden filters, made anew from what the page says of them. The older files do not tell the
/// kinds of their keys.
pub(crate) fn filters() -> Vec<(&'static str, Filter)> {
    use Kind::{Classic, Standard};
    let texts = ["amphora", "krater"];
    let mut planned = seeded(Standard, 120, 4, 2, 0..0).with_planned_items(12);
    planned.extend(texts);
    planned.insert("");
    let mut keyed = Filter::new(design(Standard, 100, 3), Key::new(KEY)).expect("small");
    keyed.extend(texts);
    let mut both = seeded(Standard, 100, 3, 0, 0..5);
    both.intersect_with(&seeded(Standard, 100, 3, 0, 3..10)).expect("the same design and seed");
    let lines = |layout, blocks, hashes, seed, items| {
        let design = Blocked::lines(layout, blocks, hashes).expect("in the domain");
        let mut filter = Filter::new(design, seed).expect("small");
        (0..items).for_each(|item| {
            filter.insert_u64(item);
        });
        filter
    };
    let older = vec![
        ("standard-100-3.urn", seeded(Standard, 100, 3, 0, 0..5)),
        ("classic-64-5.urn", seeded(Classic, 64, 5, GOLDEN_RATIO, 0..5)),
        ("classic-20-10.urn", seeded(Classic, 20, 10, 0, 0..1)),
        ("classic-65-40.urn", seeded(Classic, 65, 40, 1, 1970..1971)),
        ("standard-65-2.urn", seeded(Standard, 65, 2, u64::MAX, 0..10)),
        ("standard-1-3.urn", seeded(Standard, 1, 3, 0, 0..1)),
        ("empty-100-3.urn", seeded(Classic, 100, 3, 0, 0..0)),
        ("planned-120-4.urn", planned.clone()),
        ("intersection-100-3.urn", both),
        ("line-1024-6.urn", lines(Layout::Standard, 2, 6, 0, 10).with_planned_items(20)),
        ("line-classic-512-14.urn", lines(Layout::Classic, 1, 14, 1, 4)),
        ("keyed-100-3.urn", keyed),
    ];
    let older = older.into_iter().map(|(name, filter)| (name, filter.with_key_kinds(UNKNOWN)));
    let mut all_kinds = seeded(Standard, 1, 3, 0, 0..1);
    all_kinds.insert("0");
    all_kinds.insert_digest(Digest { low: 0, high: 0 });
    let mut tuples = seeded(Standard, 100, 3, 0, 0..0);
    for last in [Part::Text("krater"), Part::Integer(42)] {
        tuples.insert_tuple(&tuple(&[Part::Text("Attica"), last])).expect("two parts");
    }
    let telling = [
        ("texts-120-4.urn", planned),
        ("integers-100-3.urn", seeded(Standard, 100, 3, 0, 0..5)),
        ("all-kinds-1-3.urn", all_kinds),
        ("tuples-100-3.urn", tuples),
    ];
    // The keyed filter is the last.
    telling.into_iter().chain(older).collect()
}

/// The golden compressed filters, made anew from what the page says of them.
fn compressed() -> Vec<(&'static str, Filter)> {
    use Kind::{Classic, Standard};
    let older = [
        ("entropy-100001-2.urn", seeded(Standard, 100_001, 2, 0, 0..80)),
        ("gaps-100003-100000.urn", seeded(Classic, 100_003, 100_000, 0, 0..1)),
    ];
    older.into_iter().map(|(name, filter)| (name, filter.with_key_kinds(UNKNOWN))).collect()
}

/// Reads with the golden key exactly where one is needed.
fn read(name: &str, bytes: &[u8]) -> Filter {
    let key = Key::new(KEY);
    let filter = match name.starts_with("keyed") {
        true => Filter::from_bytes(bytes, key),
        false => Filter::from_bytes(bytes, None),
    };
    filter.unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn golden_files_are_what_the_library_writes_and_the_page_shows() {
    let (filters, page) = (filters(), files());
    let all = filters.len() + compressed().len();
    assert_eq!(page.len(), all);
    let entries = std::fs::read_dir(folder()).expect("the folder is there").flatten();
    // Other people's formats have folders of their own.
    let in_folder = entries.filter(|entry| entry.path().is_file()).count();
    assert_eq!(in_folder, all);
    for ((name, filter), (heading, shown)) in filters.iter().zip(page) {
        let golden = std::fs::read(folder().join(name)).expect("the golden file is there");
        assert_eq!(*name, heading);
        assert_eq!(golden, shown, "{name} on the page");
        assert_eq!(golden, filter.to_bytes(Packing::Raw), "{name} as it is written");
        let back = read(name, &golden);
        assert_eq!(back, *filter, "{name} as it is read");
        assert_eq!(back.planned_items(), filter.planned_items());
        assert_eq!(back.origin(), filter.origin());
        assert_eq!(back.key_kinds(), filter.key_kinds());
        // A reader of version 1 refuses an intersection, and nothing else.
        assert_eq!(golden[8..10], [1 + u8::from(filter.is_intersection()), 0]);
        assert_eq!(filter.is_intersection(), name.starts_with("intersection"));
        assert_eq!(back.to_bytes(Packing::Raw), golden);
    }
}

#[test]
fn golden_compressed_files_are_what_the_library_writes_and_the_page_shows() {
    let page = files();
    for (name, filter) in compressed() {
        let golden = std::fs::read(folder().join(name)).expect("the golden file is there");
        let shown = page.iter().find(|(heading, _)| heading == name).expect("on the page");
        assert_eq!(golden, shown.1, "{name} on the page");
        assert_eq!(golden, filter.to_bytes(Packing::Smallest), "{name} as it is written");
        assert_eq!(read(name, &golden), filter, "{name} as it is read");
        let summary = Filter::verify(folder().join(name)).expect("whole");
        assert_eq!(summary.bits_set, filter.bits_set());
        assert_eq!(summary.encoding.to_string(), "entropy", "{name}");
        // By the reader that shares nothing with the library.
        let (m, ones) = (filter.design().bits(), filter.bits_set());
        let raw = &filter.to_bytes(Packing::Raw)[128..];
        assert_eq!(packed::from_entropy(m, ones, &golden[128..]), raw, "{name}");
        assert!(FilterView::new(&golden, None).is_err());
    }
}

#[test]
fn golden_files_are_verified_loaded_and_opened_from_the_disk() {
    for (name, filter) in filters() {
        let path = folder().join(name);
        let summary = Filter::verify(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((summary.design, summary.seed), (filter.design(), filter.seed()));
        let check = filter.seed().is_none().then(|| spec::key_check(KEY));
        assert_eq!(summary.key_check, check);
        assert_eq!(summary.probe_rule, 1 + u8::from(name.starts_with("line")));
        assert_eq!(summary.lines, filter.line_loads());
        assert_eq!(summary.bits_set, filter.bits_set());
        assert_eq!(summary.planned_items, filter.planned_items());
        assert_eq!(summary.origin, filter.origin());
        assert_eq!(summary.key_kinds, filter.key_kinds());
        assert_eq!(summary.bytes, 128 + 8 * filter.design().bits().div_ceil(64));
        let keyed = filter.seed().is_none();
        let loaded =
            if keyed { Filter::load(&path, Key::new(KEY)) } else { Filter::load(&path, None) };
        assert_eq!(loaded.expect("it was verified"), filter);
        #[cfg(feature = "mmap")]
        {
            let view = if keyed { mapped(&path, Key::new(KEY)) } else { mapped(&path, None) };
            let view = view.expect("it was verified");
            assert_eq!(view.verify().expect("whole"), summary);
            assert_eq!(view.to_filter().expect("whole"), filter);
            assert_eq!(view.origin(), filter.origin());
            assert_eq!(view.key_kinds(), filter.key_kinds());
        }
    }
}

#[test]
fn golden_views_answer_as_the_filters_do() {
    for (name, filter) in filters() {
        let file = filter.to_bytes(Packing::Raw);
        let view = match name.starts_with("keyed") {
            true => FilterView::new(&file, Key::new(KEY)),
            false => FilterView::new(&file, None),
        }
        .expect("whole");
        for item in 0..3_000 {
            assert_eq!(view.contains_u64(item), filter.contains_u64(item), "{name} {item}");
        }
    }
}

/// Some row of every table, so that a page without rows does not pass.
fn rows(heading: &str, count: usize) -> Vec<Vec<String>> {
    let rows = table(heading);
    assert_eq!(rows.len(), count, "{heading}");
    rows
}

fn item(length: &str) -> Vec<u8> {
    let length: usize = length.parse().expect("a length");
    (0..length).map(|i| (i % 251) as u8).collect()
}

fn digest(h1: &str, h2: &str) -> Digest {
    Digest { low: word(h1), high: word(h2) }
}

#[test]
fn vectors_of_integers() {
    for row in rows("### Integers, digest 1", 5) {
        let (key, seed) = (word(&row[0]), word(&row[1]));
        let expected = digest(&row[2], &row[3]);
        let filter = seeded(Kind::Standard, 1000, 7, seed, 0..0);
        assert_eq!(filter.digest_u64(key), expected, "{row:?}");
        assert_eq!(filter.digest(key.to_le_bytes()), expected, "{row:?}");
        assert_eq!(spec::xxh3_of_integer(key, seed), (expected.low, expected.high), "{row:?}");
        for (kind, m, k, column) in [
            (Kind::Standard, 1000, 7, 4),
            (Kind::Classic, 1000, 7, 4),
            (Kind::Classic, 20, 10, 5),
            (Kind::Classic, 8, 7, 6),
        ] {
            let found = positions(design(kind, m, k), expected).expect("few");
            assert_eq!(found, numbers(&row[column]), "{kind} {m} {k} {row:?}");
        }
    }
}

#[test]
fn vectors_of_positions() {
    let mut wide = 0;
    for row in rows("### Positions of given digests", 25) {
        let kind = if row[2] == "classic" { Kind::Classic } else { Kind::Standard };
        let (m, k) = (numbers(&row[3])[0], numbers(&row[4])[0]);
        let digest = digest(&row[0], &row[1]);
        let expected = numbers(&row[5]);
        assert_eq!(positions(design(kind, m, k), digest).expect("few"), expected, "{row:?}");
        assert_eq!(spec::positions(kind, m, k, (digest.low, digest.high)), expected, "{row:?}");
        wide += u32::from(m >= 1 << 40);
    }
    assert!(wide >= 5);
}

#[test]
fn vectors_of_byte_strings() {
    let rows = rows("### Byte strings, digest 1", 15);
    let lengths: Vec<u64> = rows.iter().map(|row| numbers(&row[0])[0]).collect();
    assert_eq!(lengths, [0, 1, 3, 4, 8, 9, 16, 17, 32, 128, 129, 240, 241, 1000, 5000]);
    for row in rows {
        for (seed, at) in [(0, 1), (GOLDEN_RATIO, 3)] {
            let filter = seeded(Kind::Standard, 1000, 7, seed, 0..0);
            assert_eq!(filter.digest(item(&row[0])), digest(&row[at], &row[at + 1]), "{row:?}");
        }
    }
}

#[test]
fn vectors_of_keyed_byte_strings() {
    for row in rows("### Byte strings, digest 2", 14) {
        let key: [u8; 16] = bytes(&row[0]).try_into().expect("sixteen bytes");
        let design = design(Kind::Standard, 1000, 7);
        let filter = Filter::new(design, Key::new(key)).expect("small");
        let expected = digest(&row[2], &row[3]);
        let item = item(&row[1]);
        assert_eq!(filter.digest(&item), expected, "{row:?}");
        assert_eq!(spec::siphash(key, &item), (expected.low, expected.high), "{row:?}");
        assert_eq!(positions(design, expected).expect("few"), numbers(&row[4]), "{row:?}");
    }
}

#[test]
fn vectors_of_key_checks() {
    for row in rows("### Key checks", 3) {
        let key: [u8; 16] = bytes(&row[0]).try_into().expect("sixteen bytes");
        let filter = Filter::new(design(Kind::Standard, 64, 1), Key::new(key)).expect("small");
        let written = &filter.to_bytes(Packing::Raw)[40..48];
        assert_eq!(written, bytes(&row[2].replace(' ', "")), "{row:?}");
        assert_eq!(written, word(&row[1]).to_le_bytes(), "{row:?}");
        assert_eq!(word(&row[1]), spec::key_check(key), "{row:?}");
    }
}

#[test]
fn vectors_of_tuples() {
    for row in rows("### Tuples, digest 1", 15) {
        let parts: Vec<Part> = row[0].split(" + ").map(Part::read).collect();
        let expected = bytes(&row[1]);
        let key = tuple(&parts);
        assert_eq!(key.as_bytes().expect("two parts"), expected, "{row:?}");
        let plain = parts.iter().flat_map(|part| match part {
            Part::Text(text) => spec::part(1, text.as_bytes()),
            Part::Integer(integer) => spec::part(2, &integer.to_le_bytes()),
        });
        assert_eq!(plain.collect::<Vec<u8>>(), expected, "{row:?}");
        let mut filter = seeded(Kind::Standard, 1000, 7, 0, 0..0);
        assert_eq!(filter.digest(&expected), digest(&row[2], &row[3]), "{row:?}");
        assert!(!filter.contains_tuple(&key).expect("two parts"));
        assert!(filter.insert_tuple(&key).expect("two parts"));
        assert_eq!(filter.key_kinds(), KeyKinds::TUPLES);
        assert!(filter.contains(&expected), "{row:?}");
    }
}

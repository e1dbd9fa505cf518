//! The library against the page, on random designs and digests, biased to corners.

use super::golden::design;
use super::spec::{self, Fields};
use urnfield::filter::{Digest, Key, Packing, positions};
use urnfield::{Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

/// Positions are listed up to so many.
const LISTED: u64 = 400;

const CORNERS: [u64; 14] = [
    1,
    2,
    3,
    63,
    64,
    65,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 40) - 1,
    1 << 40,
    (1 << 40) + 1,
    (1 << 48) - 1,
    1 << 48,
];

fn bits(draws: &mut Draws) -> u64 {
    match draws.below(4) {
        0 | 1 => CORNERS[draws.below(CORNERS.len() as u64) as usize],
        2 => 1 + draws.below(700),
        _ => 1 + draws.word() % (1 << (1 + draws.below(48))),
    }
}

/// k = 1, 2, m/2, m/2 + 1, m − 1, m or anything, as long as the list stays short.
fn hashes(draws: &mut Draws, kind: Kind, m: u64) -> u64 {
    let corner = match draws.below(8) {
        0 => 1,
        1 => 2,
        2 => m / 2,
        3 => m / 2 + 1,
        4 => m - 1,
        5 => m,
        6 => 1 + draws.below(LISTED),
        _ => 1 + draws.below(20),
    };
    match kind {
        // A classic k > m/2 has a list as long as the filter: small filters only.
        Kind::Classic if m > 8_192 => corner.clamp(1, LISTED),
        Kind::Classic => corner.clamp(1, m),
        Kind::Standard => corner.clamp(1, LISTED),
    }
}

fn half(draws: &mut Draws) -> u64 {
    match draws.below(10) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << 63,
        4 => u64::from(u32::MAX),
        _ => draws.word(),
    }
}

fn kind(draws: &mut Draws) -> Kind {
    if draws.below(2) == 0 { Kind::Classic } else { Kind::Standard }
}

#[test]
fn positions_are_those_of_the_page() {
    let mut draws = Draws::new(1970);
    let (mut wide, mut mostly, mut replaced) = (0, 0, 0);
    for _ in 0..20_000 * multiplier() {
        let kind = kind(&mut draws);
        let m = bits(&mut draws);
        let k = hashes(&mut draws, kind, m);
        let digest = Digest { low: half(&mut draws), high: half(&mut draws) };
        let expected = spec::positions(kind, m, k, (digest.low, digest.high));
        let found = positions(design(kind, m, k), digest).expect("few");
        assert_eq!(found, expected, "{kind} {m} {k} {digest:x?}");
        assert!(found.iter().all(|position| *position < m));
        if kind == Kind::Classic {
            let drawn = spec::positions(Kind::Standard, m, k, (digest.low, digest.high));
            mostly += u32::from(2 * k > m);
            replaced += u32::from(2 * k <= m && found != drawn);
        }
        wide += u32::from(m >= 1 << 40);
    }
    // The corners were reached, each of them often.
    assert!(wide > 1_000 && mostly > 1_000 && replaced > 1_000, "{wide} {mostly} {replaced}");
}

#[test]
fn integers_and_keyed_items_have_the_digests_of_the_page() {
    let mut draws = Draws::new(1984);
    for _ in 0..2_000 * multiplier() {
        let (seed, item) = (half(&mut draws), half(&mut draws));
        let filter = Filter::new(design(Kind::Standard, 64, 1), seed).expect("small");
        let digest = filter.digest_u64(item);
        assert_eq!((digest.low, digest.high), spec::xxh3_of_integer(item, seed));
        let key: [u8; 16] = std::array::from_fn(|_| draws.word() as u8);
        let bytes: Vec<u8> = (0..draws.corner(300)).map(|_| draws.word() as u8).collect();
        let filter = Filter::new(design(Kind::Standard, 64, 1), Key::new(key)).expect("small");
        let digest = filter.digest(&bytes);
        assert_eq!((digest.low, digest.high), spec::siphash(key, &bytes));
        assert_eq!(filter.digest_u64(item), filter.digest(item.to_le_bytes()));
    }
}

#[test]
fn whole_files_are_those_of_the_page() {
    let mut draws = Draws::new(2007);
    for _ in 0..2_000 * multiplier() {
        let kind = kind(&mut draws);
        let m = match draws.below(3) {
            0 => CORNERS[draws.below(6) as usize],
            _ => 1 + draws.below(1_500),
        };
        let k = hashes(&mut draws, kind, m);
        let planned = draws.corner(1 << 40);
        let key: [u8; 16] = std::array::from_fn(|_| draws.word() as u8);
        let keyed = draws.below(3) == 0;
        let seed = if keyed { 0 } else { half(&mut draws) };
        let filter = match keyed {
            true => Filter::new(design(kind, m, k), Key::new(key)),
            false => Filter::new(design(kind, m, k), seed),
        };
        let mut filter = filter.expect("small").with_planned_items(planned);
        let items: Vec<u64> = (0..draws.below(6)).map(|_| half(&mut draws)).collect();
        let mut digests = Vec::new();
        for item in items {
            filter.insert_u64(item);
            digests.push(match keyed {
                true => spec::siphash(key, &item.to_le_bytes()),
                false => spec::xxh3_of_integer(item, seed),
            });
        }
        let key_kinds = if digests.is_empty() { 0 } else { 2 };
        let mut fields = Fields { planned, key_kinds, ..Fields::empty(kind, m, k, seed) };
        if keyed {
            (fields.digest, fields.key_check) = (2, spec::key_check(key));
        }
        assert_eq!(filter.to_bytes(Packing::Raw), spec::file(fields, &digests), "{kind} {m} {k}");
    }
}

/// The AND of two to seven filters, in any order and grouping.
#[test]
fn intersections_are_those_of_the_page() {
    let mut draws = Draws::new(2012);
    for _ in 0..500 * multiplier() {
        let kind = kind(&mut draws);
        let m = 1 + draws.below(1_500);
        let (k, seed) = (hashes(&mut draws, kind, m), half(&mut draws));
        let mut all: Vec<(Filter, Vec<u8>)> = Vec::new();
        for _ in 0..2 + draws.below(6) {
            let mut filter = Filter::new(design(kind, m, k), seed).expect("small");
            let items: Vec<u64> = (0..draws.below(6)).map(|_| half(&mut draws)).collect();
            let digest = |item: &u64| spec::xxh3_of_integer(*item, seed);
            let digests: Vec<(u64, u64)> = items.iter().map(digest).collect();
            items.iter().for_each(|item| {
                filter.insert_u64(*item);
            });
            let file = spec::file(Fields::empty(kind, m, k, seed), &digests);
            all.push((filter, file[128..].to_vec()));
        }
        let ones = |payload: &[u8]| payload.iter().map(|byte| u64::from(byte.count_ones())).sum();
        let mut most: Vec<u64> = all.iter().map(|(_, payload)| ones(payload)).collect();
        most.sort_by(|a, b| b.cmp(a));
        let mut made_of = [0; 6];
        made_of[0] = all.len() as u64;
        made_of[1..].iter_mut().zip(most).for_each(|(place, bits)| *place = bits);
        let payload = all.iter().skip(1).fold(all[0].1.clone(), |and, (_, other)| {
            and.iter().zip(other).map(|(a, b)| a & b).collect()
        });
        let fields = Fields {
            bits_set: ones(&payload),
            made_of: Some(made_of),
            ..Fields::empty(kind, m, k, seed)
        };
        while all.len() > 1 {
            let (one, _) = all.swap_remove(draws.below(all.len() as u64) as usize);
            let at = draws.below(all.len() as u64) as usize;
            all[at].0.intersect_with(&one).expect("the same design and seed");
        }
        let written = all[0].0.to_bytes(Packing::Raw);
        assert_eq!(written, fields.file(&payload), "{kind} {m} {k}");
        let read = Filter::from_bytes(&written, None).expect("whole");
        assert_eq!(read.origin(), all[0].0.origin());
    }
}

//! Probe rule 2 against the page: vectors, random digests, damage.

use super::document::{numbers, table, word};
use super::spec::mended;
use urnfield::filter::{Digest, FilterView, Packing, positions};
use urnfield::{Blocked, Error, Filter, Layout};
use urnfield_paper::draws::{Draws, multiplier};

const LAYOUTS: [Layout; 2] = [Layout::Standard, Layout::Classic];

fn lines(layout: Layout, blocks: u64, hashes: u64) -> Blocked {
    Blocked::lines(layout, blocks, hashes).expect("in the domain")
}

/// The positions as the page states them, in the plainest way.
fn stated(layout: Layout, b: u64, k: u64, (h1, h2): (u64, u64)) -> Vec<u64> {
    let line = (u128::from(h1) * u128::from(b)) >> 64;
    let y = [h2, (u128::from(h1) * 0x9e37_79b9_7f4a_7c15 % (1 << 64)) as u64];
    let top_nine = |x: u128| (x % (1 << 64)) / (1 << 55);
    let mut found: Vec<u128> = Vec::new();
    for j in 0..k as usize {
        let p = top_nine(u128::from(y[j / 7]) * (1 << (9 * (j % 7))));
        if layout == Layout::Standard || !found.contains(&p) {
            found.push(p);
        }
    }
    let mut z = u128::from(h1);
    while found.len() < k as usize {
        z = (z * 0xd134_2543_de82_ef95 + u128::from(h2 | 1)) % (1 << 64);
        if !found.contains(&top_nine(z)) {
            found.push(top_nine(z));
        }
    }
    found.into_iter().map(|p| (512 * line + p) as u64).collect()
}

#[test]
fn vectors_of_lines() {
    let at_line = |line: u64, within: &str| -> Vec<u64> {
        numbers(within).into_iter().map(|p| 512 * line + p).collect()
    };
    let mut seen = 0;
    for row in table("### Positions within lines") {
        let digest = Digest { low: word(&row[0]), high: word(&row[1]) };
        for (layout, column) in LAYOUTS.into_iter().zip(3..) {
            let expected = at_line(numbers(&row[2])[0], &row[column]);
            assert_eq!(positions(lines(layout, 1000, 14), digest).expect("few"), expected);
            assert_eq!(stated(layout, 1000, 14, (digest.low, digest.high)), expected);
            seen += 1;
        }
    }
    for row in table("### Positions within lines, corners") {
        let digest = Digest { low: word(&row[0]), high: word(&row[1]) };
        let blocks = numbers(&row[2])[0];
        for (layout, column) in LAYOUTS.into_iter().zip(4..) {
            let expected = at_line(numbers(&row[3])[0], &row[column]);
            assert_eq!(positions(lines(layout, blocks, 8), digest).expect("few"), expected);
            assert_eq!(stated(layout, blocks, 8, (digest.low, digest.high)), expected);
            seen += 1;
        }
    }
    assert_eq!(seen, 16);
}

#[test]
fn positions_within_lines_are_those_of_the_page() {
    let mut draws = Draws::new(512);
    let mut replaced = 0;
    for _ in 0..20_000 * multiplier() {
        let blocks = match draws.below(3) {
            0 => [1, 2, 3, 1 << 32, (1 << 39) - 1, 1 << 39][draws.below(6) as usize],
            _ => 1 + draws.word() % (1 << (1 + draws.below(39))),
        };
        let half = |draws: &mut Draws| match draws.below(6) {
            0 => [0, 1, 1 << 63, u64::MAX][draws.below(4) as usize],
            1 => draws.word() & draws.word() & draws.word(),
            _ => draws.word(),
        };
        let digest = Digest { low: half(&mut draws), high: half(&mut draws) };
        let hashes = 1 + draws.below(14);
        let [standard, classic] = LAYOUTS.map(|layout| {
            let found = positions(lines(layout, blocks, hashes), digest).expect("few");
            assert_eq!(found, stated(layout, blocks, hashes, (digest.low, digest.high)));
            found
        });
        replaced += u32::from(standard != classic);
    }
    assert!(replaced > 1_000, "{replaced}");
}

fn filter(layout: Layout) -> Filter {
    let mut filter = Filter::new(lines(layout, 3, 9), 5).expect("small");
    (0..100).for_each(|item| {
        filter.insert_u64(item);
    });
    filter
}

#[test]
fn every_flipped_bit_of_a_line_filter_is_found() {
    for layout in LAYOUTS {
        for packing in [Packing::Raw, Packing::Smallest] {
            let file = filter(layout).to_bytes(packing);
            assert_eq!(Filter::from_bytes(&file, None).expect("whole"), filter(layout));
            for bit in 0..8 * file.len() {
                let mut damaged = file.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert!(Filter::from_bytes(&damaged, None).is_err(), "{layout}, bit {bit}");
            }
            for length in 0..file.len() {
                assert!(Filter::from_bytes(&file[..length], None).is_err());
            }
        }
    }
}

/// One field wrong at a time, the checksums right.
#[test]
fn headers_of_lines_that_cannot_be_are_refused() {
    let file = filter(Layout::Standard).to_bytes(Packing::Raw);
    assert_eq!(file[11], 2);
    for (at, byte, said) in [
        (11, 3, "this urnfield knows probe rules 1 and 2; a newer one may know more, got \"3\""),
        (16, 0, "hashes"),
        (16, 15, "at most 14"),
        (24, 1, "multiple of 512"),
        (25, 7, "multiple of 512"),
    ] {
        let mut wrong = file.clone();
        wrong[at] = byte;
        let wrong = mended(wrong);
        let error = Filter::from_bytes(&wrong, None).expect_err("no such filter");
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(said), "{error}");
        assert!(FilterView::new(&wrong, None).is_err());
    }
    // By rule 1 the same bytes are another filter, which is well; but they are never merged.
    let mut other = file.clone();
    other[11] = 1;
    let mut other = Filter::from_bytes(&mended(other), None).expect("bits are bits");
    let error = other.union_with(&filter(Layout::Standard)).expect_err("another rule");
    assert!(error.to_string().contains("line, 1536 bits, 9 hashes, seed 5"), "{error}");
}

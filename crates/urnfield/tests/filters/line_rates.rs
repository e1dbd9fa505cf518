//! Probe rule 2 against the exact law of lines: the test that froze it, as `probe_rates.rs` for rule 1.
//!
//! Many filters with a seed each are filled with counters and asked about others; the mean of their rates
//! lies within four standard errors of the exact rate. The seeds are fixed, so a run is always the same.
//! A rule that draws its second word the way rule 1 does goes through the same test, and must fail.
//!
//! `URNFIELD_TEST_MULTIPLIER=50 cargo test --release -p urnfield --test line_rates -- --nocapture` asks
//! 10^9 questions and prints the table of `docs/internals/blocks.md`.

use urnfield::filter::{Digest, Digester};
use urnfield::{Blocked, Filter, Layout};
use urnfield_paper::draws::{Draws, multiplier};

/// Lines, hashes, items.
const CELLS: [(u64, u64, u64); 10] = [
    (1, 6, 50),
    (2, 7, 100),
    (7, 14, 120),
    (11, 3, 1_000),
    (20, 6, 1_000),
    (31, 9, 1_000),
    (43, 12, 1_000),
    (100, 14, 1_800),
    (1_000, 8, 40_000),
    (5_000, 10, 160_000),
];

/// Questions a figure, before the multiplier.
const QUESTIONS: u64 = 1_000_000;

/// The measured rate over the exact one, and the standard error of that ratio.
fn measure(exact: f64, each: u64, seed: u64, mut one: impl FnMut(&mut Draws) -> u64) -> (f64, f64) {
    let filters = (QUESTIONS * multiplier()).div_ceil(each).max(8);
    let mut draws = Draws::new(seed);
    let rates: Vec<f64> = (0..filters).map(|_| one(&mut draws) as f64 / each as f64).collect();
    let count = filters as f64;
    let mean = rates.iter().sum::<f64>() / count;
    let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean / exact, (variance / count).sqrt() / exact)
}

fn exact(layout: Layout, (blocks, hashes, items): (u64, u64, u64)) -> f64 {
    let design = Blocked::lines(layout, blocks, hashes).expect("in the domain");
    design.holding(items).fpr().expect("a rate").hi_f64()
}

/// So many that filling does not dominate, so few that there are many filters.
fn questions_each(items: u64) -> u64 {
    (4 * items).max(2_000)
}

#[test]
fn lines_keep_to_the_exact_rate() {
    println!(
        "| lines, k, n | exact, standard | measured / exact | exact, classic | measured / exact |"
    );
    println!("|---|---|---|---|---|");
    for cell in CELLS {
        let (blocks, hashes, items) = cell;
        print!("| {blocks}, {hashes}, {items} |");
        for (layout, salt) in [(Layout::Standard, 1), (Layout::Classic, 2)] {
            let design = Blocked::lines(layout, blocks, hashes).expect("in the domain");
            let (exact, each) = (exact(layout, cell), questions_each(items));
            let seed = blocks << 20 ^ hashes << 8 ^ salt;
            let (ratio, error) = measure(exact, each, seed, |draws| {
                let mut filter = Filter::new(design, draws.word()).expect("small");
                let first = draws.word();
                let keys: Vec<u64> = (0..items + each).map(|i| first.wrapping_add(i)).collect();
                filter.insert_all_u64(&keys[..items as usize]);
                filter.contains_all_u64(&keys[items as usize..]).count()
            });
            print!(" {exact:.6e} | {ratio:.5} ± {error:.5} |");
            let off = (ratio - 1.0) / error;
            assert!(off.abs() < 4.0, "{layout} {cell:?}: {ratio} ± {error}, {off} off");
        }
        println!();
    }
}

/// The control: a second word that carries the line's bits along, as rotl(h1, 27) + h2 would.
#[test]
fn a_second_word_that_knows_the_line_does_not() {
    let cell = (5_000, 14, 200_000);
    let (blocks, hashes, items) = cell;
    let each = questions_each(items);
    let places = |Digest { low, high }: Digest| {
        let line = ((u128::from(low) * u128::from(blocks)) >> 64) as usize;
        // The top bits of h1 are the line: all items of a line share them.
        let second = low;
        let p = move |j: u64| (if j < 7 { high } else { second }) << (9 * (j % 7)) >> 55;
        (line, (0..hashes).map(p))
    };
    let (ratio, error) = measure(exact(Layout::Standard, cell), each, 5, |draws| {
        let (digester, first) = (Digester::new(draws.word()), draws.word());
        let mut lines = vec![[0_u64; 8]; blocks as usize];
        for i in 0..items {
            let (line, positions) = places(digester.digest_u64(first.wrapping_add(i)));
            positions.for_each(|p| lines[line][(p / 64) as usize] |= 1 << (p % 64));
        }
        let yes = |i: &u64| {
            let (line, mut positions) = places(digester.digest_u64(first.wrapping_add(*i)));
            positions.all(|p| lines[line][(p / 64) as usize] >> (p % 64) & 1 == 1)
        };
        (items..items + each).filter(yes).count() as u64
    });
    assert!(((ratio - 1.0) / error).abs() > 6.0, "{ratio} ± {error}");
}

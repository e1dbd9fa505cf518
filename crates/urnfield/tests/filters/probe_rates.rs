//! The probe rule against the exact false-positive rate: the test that froze it.
//!
//! For every (m, k, n), many filters with a seed each are filled with real keys and asked about
//! others. The mean of the filters' own rates must lie within four standard errors of the exact
//! rate; the error comes from the filters' counts, so it holds the spread between filters too.
//! Four standard errors have a false-alarm level of 6.4e-5 a figure, 0.2 % for the whole table;
//! the seeds are fixed, so that a run is always the same run. Double hashing goes through
//! the same test as a control, and must fail.
//!
//! `URNFIELD_TEST_MULTIPLIER=25 cargo test --release -p urnfield --test filters probe_rates -- --nocapture`
//! asks at least 10^8 questions a figure and prints the table of `docs/internals/why.md`.

use urnfield::filter::{Digest, positions};
use urnfield::{Design, Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

const CELLS: [(u64, u64, u64); 9] = [
    (64, 5, 9),
    (128, 7, 13),
    (512, 7, 51),
    (1024, 10, 71),
    (8192, 14, 400),
    (65536, 14, 3200),
    (20, 19, 1),
    (32, 16, 3),
    (100, 60, 3),
];

/// Questions a figure, before the multiplier.
const QUESTIONS: u64 = 4_000_000;

/// The measured rate over the exact one, and the standard error of that ratio.
struct Measured {
    ratio: f64,
    error: f64,
}

impl Measured {
    fn off(&self) -> f64 {
        (self.ratio - 1.0) / self.error
    }
}

/// Questions for one filter: enough that filling does not dominate, few enough that there are
/// many filters.
fn questions_each(m: u64, n: u64) -> u64 {
    (20 * n).max(m / 2).max(500)
}

/// Fills and asks filters until there were `questions` in all. `one` makes a filter from a draw
/// and the first key, and counts its false positives among the next `each` keys.
fn measure(
    exact: f64,
    (questions, each): (u64, u64),
    seed: u64,
    mut one: impl FnMut(&mut Draws, u64) -> u64,
) -> Measured {
    let filters = questions.div_ceil(each);
    let mut draws = Draws::new(seed);
    let (mut sum, mut squares) = (0.0, 0.0);
    for which in 0..filters {
        let first = if which.is_multiple_of(2) { 0 } else { draws.word() };
        let rate = one(&mut draws, first) as f64 / each as f64;
        sum += rate;
        squares += rate * rate;
    }
    let count = filters as f64;
    let mean = sum / count;
    let variance = (squares - sum * mean) / (count - 1.0);
    Measured { ratio: mean / exact, error: (variance / count).sqrt() / exact }
}

fn exact(kind: Kind, (m, k, n): (u64, u64, u64)) -> f64 {
    let load = Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("a load");
    load.fpr().expect("a rate").hi_f64()
}

/// Our filters, of one kind.
fn ours(kind: Kind, cell: (u64, u64, u64)) -> Measured {
    let (m, k, n) = cell;
    let design = Design::new(kind, m, k).expect("a design");
    let each = questions_each(m, n);
    let seed = m << 20 ^ k << 8 ^ kind as u64;
    measure(exact(kind, cell), (QUESTIONS * multiplier(), each), seed, |draws, first| {
        let mut filter = Filter::new(design, draws.word()).expect("a small filter");
        for i in 0..n {
            filter.insert_u64(first.wrapping_add(i));
        }
        (n..n + each).filter(|i| filter.contains_u64(first.wrapping_add(*i))).count() as u64
    })
}

/// What most libraries do: p_i = (h1 + i·h2) mod m, from digests as good as ours.
fn double_hashing(cell: (u64, u64, u64)) -> Measured {
    let (m, k, n) = cell;
    let hash = Design::new(Kind::Standard, 1, 1).expect("a design");
    let each = questions_each(m, n);
    let places =
        move |Digest { low, high }| (0..k).map(move |i| low.wrapping_add(i * (high >> 8)) % m);
    measure(exact(Kind::Standard, cell), (QUESTIONS * multiplier(), each), m ^ k, |draws, first| {
        let digests = Filter::new(hash, draws.word()).expect("a small filter");
        let mut bits = vec![false; m as usize];
        for i in 0..n {
            places(digests.digest_u64(first.wrapping_add(i))).for_each(|p| bits[p as usize] = true);
        }
        let yes =
            |i: &u64| places(digests.digest_u64(first.wrapping_add(*i))).all(|p| bits[p as usize]);
        (n..n + each).filter(yes).count() as u64
    })
}

#[test]
fn both_kinds_keep_to_the_exact_rate() {
    println!("| m, k, n | exact f_C | classic / exact | exact f_S | standard / exact |");
    for cell in CELLS {
        let found =
            [Kind::Classic, Kind::Standard].map(|kind| (exact(kind, cell), ours(kind, cell)));
        print!("| {cell:?} |");
        for (exact, Measured { ratio, error }) in &found {
            print!(" {exact:.6} | {ratio:.5} ± {error:.5} |");
        }
        println!();
        for (kind, (_, measured)) in [Kind::Classic, Kind::Standard].into_iter().zip(found) {
            let Measured { ratio, error } = measured;
            assert!(measured.off().abs() < 4.0, "{kind} {cell:?}: {ratio} ± {error}");
        }
    }
}

#[test]
fn double_hashing_does_not() {
    for cell in [(64, 5, 9), (128, 7, 13), (512, 7, 51), (1024, 10, 71), (8192, 14, 400)] {
        let measured = double_hashing(cell);
        println!("double hashing at {cell:?}: {:.4} ± {:.4}", measured.ratio, measured.error);
        assert!(measured.off() > 4.0, "{cell:?}: the control passes");
    }
}

/// A position of a filter of m bits to one of 512 places.
type Image = fn(u64, u64) -> u64;

/// Ways to look at a huge filter through a small one.
const GLASSES: [(&str, Image); 3] = [
    ("the highest digits", |p, m| (u128::from(p) * 512 / u128::from(m)) as u64),
    ("the lowest digits", |p, _| p % 512),
    ("all digits, mixed", |p, _| p.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55),
];

/// Beyond 2^32 bits no filter can be filled here. But a position's image among 512 places is
/// one of 512 equally likely ones, whichever digits make it, and the images of k independent
/// positions are independent: a filter of images must have the standard rate of 512 bits.
#[test]
fn huge_filters_draw_independent_positions() {
    let cell = (512, 7, 51);
    let exact = exact(Kind::Standard, cell);
    let (_, k, n) = cell;
    for m in [1 << 33, (1 << 39) + (1 << 38), (1 << 40) - 512, 1 << 40, 3 << 41, 1 << 45, 1 << 48] {
        let design = Design::new(Kind::Standard, m, k).expect("a design");
        let digests = Design::new(Kind::Standard, 1, 1).expect("a design");
        for (glass, image) in GLASSES {
            let each = 1_000;
            let asked = (QUESTIONS / 16 * multiplier(), each);
            let measured = measure(exact, asked, m, |draws, first| {
                let hash = Filter::new(digests, draws.word()).expect("a small filter");
                let places = |i: u64| {
                    positions(design, hash.digest_u64(first.wrapping_add(i))).expect("few")
                };
                let mut bits = [false; 512];
                for i in 0..n {
                    places(i).into_iter().for_each(|p| bits[image(p, m) as usize] = true);
                }
                let yes = |i: &u64| places(*i).into_iter().all(|p| bits[image(p, m) as usize]);
                (n..n + each).filter(yes).count() as u64
            });
            let Measured { ratio, error } = measured;
            println!("m = {m}, {glass}: {ratio:.5} ± {error:.5}");
            assert!(measured.off().abs() < 4.0, "m = {m}, {glass}: {ratio} ± {error}");
        }
    }
}

//! A random sweep over loads of every size: each rate has its 53 bits, none is refused, and no two
//! neighbours are certainly in the wrong order (f rises with n and falls with m).
//!
//! And each rate is the same by a second route.
//!
//! `URNFIELD_TEST_MULTIPLIER=50` is the full depth: 10^6 loads with k ≤ 64, 25000 with k ≤ 200, and
//! 10^6 rates by two routes.

use std::cmp::Ordering;
use urnfield::{Design, Enclosure, Error, Kind, Load};
use urnfield_paper::draws::{Draws, multiplier};

/// m from 2 to 2^60 and n from 1 to far beyond saturation, both log-uniform.
fn draw(draws: &mut Draws, kind: Kind, most_hashes: u64) -> (u64, u64, u64) {
    let size = 1 + draws.below(60);
    let m = match draws.below(8) {
        0 => 1 << size,
        1 => (1 << size) + 1,
        _ => (1 << size) + draws.below(1 << size),
    }
    .min((1 << 60) - 1);
    let most = if kind == Kind::Classic { most_hashes.min(m) } else { most_hashes };
    let k = draws.corner(most).max(1);
    // Up to sixteen times as many balls as bits; now and then far more.
    let most = match draws.below(16) {
        0 => u64::MAX / k / 2,
        _ => (m / k).saturating_mul(16).clamp(16, u64::MAX / k / 2),
    };
    let top = most >> draws.below(u64::from(most.ilog2()) + 1);
    let n = (top / 2 + draws.below(top / 2 + 1)).max(1);
    (m, n, k)
}

/// What became of the loads.
#[derive(Debug, Default)]
struct Tally {
    refused: u64,
    ordered: u64,
    undecided: u64,
}

impl Tally {
    /// f and 1 − f of a load, wide enough for nothing.
    fn sides(&mut self, load: Load) -> Option<[Enclosure; 2]> {
        let mut answers = Vec::with_capacity(2);
        for answer in [load.fpr(), load.one_minus_fpr()] {
            match answer {
                Ok(value) => {
                    assert!(value.certain_bits() >= 53, "{load:?}: {value:?}");
                    answers.push(value);
                }
                Err(Error::TooCostly { .. }) => {
                    println!("refused: {load:?}");
                    self.refused += 1;
                    return None;
                }
                Err(e) => panic!("{load:?}: {e}"),
            }
        }
        answers.try_into().ok()
    }

    /// Neither f nor 1 − f may say that `low` has the higher rate.
    fn in_order(&mut self, low: &[Enclosure; 2], high: &[Enclosure; 2], what: &str) {
        for (side, wrong) in [Ordering::Greater, Ordering::Less].into_iter().enumerate() {
            match low[side].compare(&high[side]) {
                Some(order) if order == wrong => {
                    panic!("{what}: {:?} {:?}", low[side], high[side])
                }
                Some(_) => self.ordered += 1,
                None => self.undecided += 1,
            }
        }
    }
}

fn sweep(kind: Kind, most_hashes: u64, loads: u64, seed: u64) {
    let mut draws = Draws::new(seed);
    let mut tally = Tally::default();
    for _ in 0..loads {
        let (m, n, k) = draw(&mut draws, kind, most_hashes);
        let load = |m: u64, n: u64| {
            Design::new(kind, m, k).and_then(|design| design.holding(n)).expect("in the domain")
        };
        let [at, more_items, more_bits] =
            [load(m, n), load(m, n + 1), load(m + 1, n)].map(|load| tally.sides(load));
        let what = |step: &str| format!("{step} of {kind:?}, m = {m}, n = {n}, k = {k}");
        if let (Some(low), Some(high)) = (&at, &more_items) {
            tally.in_order(low, high, &what("one item more"));
        }
        if let (Some(low), Some(high)) = (&more_bits, &at) {
            tally.in_order(low, high, &what("one bit more"));
        }
    }
    println!("{kind:?}, k ≤ {most_hashes}: {loads} loads, {tally:?}");
    assert_eq!(tally.refused, 0);
    assert!(tally.ordered > loads, "the sweep says nothing: {tally:?}");
}

#[test]
fn standard_filters_up_to_64_hashes() {
    sweep(Kind::Standard, 64, 10_000 * multiplier(), 1);
}

#[test]
fn classic_filters_up_to_64_hashes() {
    sweep(Kind::Classic, 64, 10_000 * multiplier(), 2);
}

#[test]
fn standard_filters_up_to_200_hashes() {
    sweep(Kind::Standard, 200, 250 * multiplier(), 3);
}

#[test]
fn classic_filters_up_to_200_hashes() {
    sweep(Kind::Classic, 200, 250 * multiplier(), 4);
}

/// Integrals: no number of hashes is too many.
#[test]
fn filters_with_any_number_of_hashes() {
    sweep(Kind::Standard, 20_000, 60 * multiplier(), 5);
    sweep(Kind::Classic, 20_000, 60 * multiplier(), 6);
    sweep(Kind::Standard, 1 << 40, 30 * multiplier(), 7);
}

/// Any m up to 2^64 − 1 and any load: corners half of the time, and often one where sums are short.
fn draw_any(draws: &mut Draws, kind: Kind) -> (u64, u64, u64) {
    let size = 1 + draws.below(63);
    let m = match draws.below(10) {
        0 => draws.one_of(&[u64::MAX, u64::MAX - 1, (1 << 63) + 1, (1 << 53) + 1, (1 << 53) - 1]),
        1 => 1 << size,
        2 => (1 << size) - 1,
        _ => (1 << size) + draws.below(1 << size),
    }
    .max(2);
    let hashes = draws.one_of(&[1, 2, 3, 7, 8, 12, 24, 30, 64, 100]);
    let hashes = if draws.coin() { 1 + draws.below(hashes) } else { hashes };
    let k = if kind == Kind::Classic { hashes.min(m) } else { hashes };
    let most = u64::MAX / k;
    // Half full, as plans make them, a sixteenth to sixteen times that, or any.
    let half = (m as f64 * 0.693 / k as f64) as u64;
    let n = match draws.below(4) {
        0 => half,
        1 => half >> draws.below(5),
        2 => half.saturating_mul(1 << draws.below(5)),
        _ => most >> draws.below(64),
    };
    (m, n.clamp(1, most), k)
}

/// The rate by another route than the one chosen at 53 bits, where there is another; else by longer
/// numbers.
fn second_route(load: &Load) -> Result<Enclosure, Error> {
    let k = load.design().hashes();
    if k <= 12 {
        return load.fpr_direct();
    }
    load.fpr_expanded().unwrap_or_else(|| load.precision(130).fpr())
}

#[test]
fn two_routes_to_a_rate_meet() {
    let mut draws = Draws::new(8);
    let (mut met, mut refused) = (0, 0);
    let rates = 20_000 * multiplier();
    for i in 0..rates {
        let kind = if i % 2 == 0 { Kind::Standard } else { Kind::Classic };
        let (m, n, k) = draw_any(&mut draws, kind);
        let load = Design::new(kind, m, k).and_then(|design| design.holding(n));
        let load = load.expect("in the domain");
        match (load.fpr(), second_route(&load)) {
            (Ok(rate), Ok(other)) => {
                assert!(rate.certain_bits() >= 53, "{load:?}: {rate:?}");
                assert!(rate.overlaps(&other), "{load:?}: {rate:?} and {other:?}");
                met += 1;
            }
            (Err(Error::TooCostly { .. } | Error::Precision { .. }), _)
            | (_, Err(Error::TooCostly { .. } | Error::Precision { .. })) => refused += 1,
            (rate, other) => panic!("{load:?}: {rate:?} and {other:?}"),
        }
    }
    println!("{met} of {rates} rates by two routes, {refused} refused by one of them");
    assert!(refused * 50 < rates, "{refused} refused");
}

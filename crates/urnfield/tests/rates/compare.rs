//! What bit counts say about sets: coverage by enumeration and by simulation.

use std::collections::HashMap;
use urnfield::bloom::{BitCounts, Comparison, Share};
use urnfield::{Design, Interval, Kind, Point, Rate, Rational};
use urnfield_paper::draws::{Draws, multiplier};

fn rate(text: &str) -> Rate {
    text.parse().expect(text)
}

/// Which of the sets an item is in, as bits; so many items of each sort.
type Sorts = Vec<(usize, u64)>;

/// Sizes of the sets, of their union and intersection.
struct Truth {
    each: Vec<u64>,
    union: u64,
    common: u64,
}

impl Truth {
    fn of(sets: usize, sorts: &Sorts) -> Truth {
        let within = |set: usize| sorts.iter().filter(move |(sort, _)| sort >> set & 1 == 1);
        let all = (1 << sets) - 1;
        Truth {
            each: (0..sets).map(|set| within(set).map(|(_, n)| n).sum()).collect(),
            union: sorts.iter().map(|(_, n)| n).sum(),
            common: sorts.iter().filter(|(sort, _)| *sort == all).map(|(_, n)| n).sum(),
        }
    }

    /// Whether every interval holds.
    fn is_in(&self, found: &Comparison) -> bool {
        let share = match self.union {
            0 => None,
            union => Rational::from(self.common).checked_div(&Rational::from(union)),
        };
        let share_holds = match (&found.jaccard.interval, share) {
            (Share::Closed { lo, hi }, Some(share)) => *lo <= share && share <= *hi,
            (Share::Closed { .. }, None) => true,
            (Share::Empty, _) => false,
        };
        found.items.iter().zip(&self.each).all(|(item, &n)| item.interval.contains(n))
            && found.union.interval.contains(self.union)
            && found.intersection.interval.contains(self.common)
            && share_holds
    }
}

/// The bits of each filter when the items have these bits, by their sorts.
fn filters(sets: usize, sorts: &Sorts, mut bits: impl FnMut() -> u128) -> Vec<u128> {
    let mut filters = vec![0; sets];
    for &(sort, count) in sorts {
        for _ in 0..count {
            let item = bits();
            for (set, filter) in filters.iter_mut().enumerate() {
                if sort >> set & 1 == 1 {
                    *filter |= item;
                }
            }
        }
    }
    filters
}

/// Each, any, all.
fn counts(filters: &[u128]) -> (Vec<u64>, u64, u64) {
    let ones = |bits: u128| u64::from(bits.count_ones());
    let or = filters.iter().fold(0, |or, f| or | f);
    let and = filters.iter().fold(u128::MAX, |and, f| and & f);
    (filters.iter().map(|&f| ones(f)).collect(), ones(or), ones(and))
}

/// Comparisons asked once only.
struct Compared {
    design: Design,
    confidence: Rate,
    known: HashMap<(Vec<u64>, u64, u64), Comparison>,
}

impl Compared {
    fn new(design: Design, confidence: &str) -> Compared {
        Compared { design, confidence: rate(confidence), known: HashMap::new() }
    }

    fn of(&mut self, filters: &[u128]) -> &Comparison {
        let (each, or, and) = counts(filters);
        let (design, confidence) = (self.design, &self.confidence);
        self.known.entry((each.clone(), or, and)).or_insert_with(|| {
            let bits = BitCounts { each: &each, or, and };
            design.compare(bits, confidence).unwrap_or_else(|e| panic!("{each:?} {or} {and}: {e}"))
        })
    }
}

/// All ways an item can choose its bits, each as likely as its number of entries.
fn choices(design: Design) -> Vec<u128> {
    let (m, k) = (design.bits(), design.hashes());
    match design.kind() {
        Kind::Standard => (0..m.pow(k as u32))
            .map(|code| (0..k).fold(0, |bits, i| bits | 1 << (code / m.pow(i as u32) % m)))
            .collect(),
        Kind::Classic => (0..1u128 << m).filter(|b| u64::from(b.count_ones()) == k).collect(),
    }
}

/// Every outcome of the items' bits.
fn every(sets: usize, sorts: &Sorts, choices: &[u128], mut visit: impl FnMut(&[u128])) {
    let items: u64 = sorts.iter().map(|(_, n)| n).sum();
    for outcome in 0..(choices.len() as u64).pow(items as u32) {
        let mut rest = outcome;
        visit(&filters(sets, sorts, || {
            let item = choices[(rest % choices.len() as u64) as usize];
            rest /= choices.len() as u64;
            item
        }));
    }
}

#[test]
fn two_sets_are_covered_in_every_small_case() {
    for design in [
        Design::new(Kind::Standard, 5, 1).expect("one"),
        Design::new(Kind::Standard, 3, 2).expect("one"),
        Design::new(Kind::Classic, 4, 2).expect("one"),
    ] {
        let choices = choices(design);
        for confidence in ["95%", "60%"] {
            let mut compared = Compared::new(design, confidence);
            for code in 0..27 {
                let sorts: Sorts = vec![(1, code % 3), (2, code / 3 % 3), (3, code / 9)];
                let truth = Truth::of(2, &sorts);
                if truth.union > 4 {
                    continue;
                }
                let (mut held, mut all) = (0u64, 0u64);
                every(2, &sorts, &choices, |filters| {
                    held += u64::from(truth.is_in(compared.of(filters)));
                    all += 1;
                });
                let share = Rational::new(held as i64, all).expect("outcomes");
                assert!(share >= *rate(confidence).value(), "{design:?} {sorts:?} {share}");
            }
        }
    }
}

#[test]
fn three_sets_are_covered_in_every_small_case() {
    let design = Design::new(Kind::Standard, 4, 1).expect("one");
    let (choices, mut compared) = (choices(design), Compared::new(design, "70%"));
    let mut draws = Draws::new(11);
    for _ in 0..60 {
        let sorts: Sorts =
            (0..1 + draws.below(5)).map(|_| (1 + draws.below(7) as usize, 1)).collect();
        let truth = Truth::of(3, &sorts);
        let (mut held, mut all) = (0u64, 0u64);
        every(3, &sorts, &choices, |filters| {
            held += u64::from(truth.is_in(compared.of(filters)));
            all += 1;
        });
        assert!(10 * held >= 7 * all, "{sorts:?}: {held} of {all}");
    }
}

/// The bits of one random item.
fn item(design: Design, draws: &mut Draws) -> u128 {
    let (m, k) = (design.bits(), design.hashes());
    let mut bits = 0u128;
    match design.kind() {
        Kind::Standard => (0..k).for_each(|_| bits |= 1 << draws.below(m)),
        Kind::Classic => {
            while u64::from(bits.count_ones()) < k {
                bits |= 1 << draws.below(m);
            }
        }
    }
    bits
}

/// Overlapping sets of some dozens of items. With confidence 80 % a miss in five would be allowed;
/// the sets are conservative, so far fewer are seen, but some are: intervals that were too wide by
/// a mistake would never be missed.
#[test]
fn overlapping_sets_are_covered_in_simulation() {
    let mut draws = Draws::new(12);
    let mut all_missed = 0;
    for (kind, hashes) in [(Kind::Standard, 3), (Kind::Classic, 4), (Kind::Standard, 1)] {
        let design = Design::new(kind, 128, hashes).expect("a design");
        let mut compared = Compared::new(design, "80%");
        for sorts in [vec![(1, 10), (2, 12), (3, 6)], vec![(1, 3), (2, 30)], vec![(3, 20)]] {
            let (truth, trials) = (Truth::of(2, &sorts), 300 * multiplier());
            let mut missed = 0;
            for _ in 0..trials {
                let found = filters(2, &sorts, || item(design, &mut draws));
                missed += u64::from(!truth.is_in(compared.of(&found)));
            }
            assert!(5 * missed <= trials, "{design:?} {sorts:?}: {missed} of {trials}");
            all_missed += missed;
        }
    }
    assert!(all_missed > 0, "no interval was ever missed");
}

/// Given the counts of two filters of disjoint sets, their common bits have the law of the overlap.
#[test]
fn sharing_nothing_has_the_law_of_the_overlap() {
    for design in [
        Design::new(Kind::Standard, 4, 2).expect("one"),
        Design::new(Kind::Classic, 5, 2).expect("one"),
    ] {
        let choices = choices(design);
        for sorts in [vec![(1, 1), (2, 1)], vec![(1, 2), (2, 1)], vec![(1, 1), (2, 1), (4, 1)]] {
            let sets = if sorts.len() == 3 { 3 } else { 2 };
            let mut seen: HashMap<Vec<u64>, Vec<(u64, u64)>> = HashMap::new();
            every(sets, &sorts, &choices, |filters| {
                let (each, or, and) = counts(filters);
                seen.entry(each).or_default().push((or, and));
            });
            for (each, outcomes) in seen {
                for &(or, and) in &outcomes {
                    let reached = outcomes.iter().filter(|(_, other)| *other >= and).count();
                    let share = Rational::new(reached as i64, outcomes.len() as u64);
                    let p = design.share_nothing(BitCounts { each: &each, or, and });
                    assert_eq!(p.expect("small").exact(), share.as_ref().ok(), "{each:?} {and}");
                }
            }
        }
    }
}

#[test]
fn points_are_differences_of_logarithms() {
    let design = Design::new(Kind::Classic, 1000, 4).expect("a design");
    for (x, y, or) in [(300, 400, 600), (300, 300, 300), (10, 900, 905), (500, 500, 999)] {
        let bits = BitCounts { each: &[x, y], or, and: x + y - or };
        let found = design.compare(bits, &rate("90%")).expect("small");
        let log = |x: u64| (1.0 - x as f64 / 1000.0).ln();
        let common = (log(x) + log(y) - log(or)) / log(4);
        let near = |point: &Option<Point>, value: f64| match point {
            Some(Point::Value(found)) => (found.lo_f64() - value).abs() < 1e-9 * value.abs() + 1e-9,
            _ => false,
        };
        assert!(near(&found.intersection.point, common), "{x} {y} {or}: {found:?}");
        assert!(near(&found.jaccard.point, common / (log(or) / log(4))), "{x} {y} {or}");
        // One set at 1 − α/3 each.
        let each = found.items.iter().chain([&found.union]);
        assert!(each.clone().all(|estimate| estimate.confidence == rate("29/30")));
        for (estimate, x) in each.zip([x, y, or]) {
            assert_eq!(*estimate, design.estimate_items(x, &rate("29/30")).expect("small"));
        }
    }
    // (1 − x/m)(1 − y/m) = 1 − or/m: exactly nothing in common, by moments.
    let none = BitCounts { each: &[500, 500], or: 750, and: 250 };
    let none = design.compare(none, &rate("90%")).expect("small");
    let Some(Point::Value(zero)) = &none.intersection.point else { panic!("{none:?}") };
    assert!(zero.is_zero());
    assert!(none.intersection.interval.contains(0));
}

#[test]
fn empty_and_full_filters_have_their_answers() {
    let design = Design::new(Kind::Standard, 64, 3).expect("a design");
    let compare = |each: &[u64], or, and| {
        design.compare(BitCounts { each, or, and }, &rate("95%")).expect("small")
    };
    let nothing = compare(&[0, 0], 0, 0);
    assert_eq!(nothing.intersection.interval, Interval::Closed { lo: 0, hi: 0 });
    assert_eq!(nothing.jaccard.point, Some(Point::Undefined));
    let half = compare(&[0, 30], 30, 0);
    assert_eq!(half.intersection.interval, Interval::Closed { lo: 0, hi: 0 });
    let zero = || Rational::zero();
    assert_eq!(half.jaccard.interval, Share::Closed { lo: zero(), hi: zero() });
    let full = compare(&[64, 64], 64, 64);
    assert_eq!(full.intersection.interval, Interval::From { lo: 0 });
    assert_eq!(full.jaccard.interval, Share::Closed { lo: zero(), hi: Rational::one() });
    assert_eq!(full.union.point, Point::Infinite);
    assert_eq!(full.intersection.point, Some(Point::Undefined));
    let three = compare(&[20, 30, 25], 50, 5);
    assert_eq!(three.intersection.point, None);
    assert_eq!(three.items[0].confidence, rate("79/80"));
}

#[test]
fn impossible_counts_are_refused() {
    let design = Design::new(Kind::Classic, 64, 3).expect("a design");
    let refused = |each: &[u64], or, and| {
        let bits = BitCounts { each, or, and };
        design.compare(bits, &rate("95%")).is_err() && design.share_nothing(bits).is_err()
    };
    assert!(refused(&[10], 10, 10));
    assert!(refused(&[10, 20], 19, 11));
    assert!(refused(&[10, 20], 25, 6));
    assert!(refused(&[10, 20, 30], 61, 0));
    assert!(refused(&[65, 20], 65, 20));
    let said = design.estimate_items(2, &rate("95%")).unwrap_err().to_string();
    let rule = "a classic filter has no bit set or at least as many as hashes";
    assert_eq!(said, format!("{rule}, got bits_set = 2 with hashes = 3"));
    assert!(design.estimate_items(65, &rate("95%")).is_err());
}

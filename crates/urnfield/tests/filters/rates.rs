//! Thousands of filters against the *exact* law: how many bits they set, and how often they say
//! yes to what was never inserted. Both kinds, both digests, real keys (counters, half of the
//! filters starting at 0), a new seed or key for every filter; inserted one by one, in batches and
//! through a shared filter, and asked one by one and in batches.
//!
//! False alarms: every comparison allows what has a probability of at most 1e-9 by Chernoff's
//! bound, P(S ≥ aN) ≤ exp(−N·KL(a, p)) for N independent yes-or-no trials of mean p, which is a
//! theorem and no approximation. There are under 500 comparisons a run, so one run in two
//! million fails by chance; the seeds are fixed, so that the run is always the same one.

use urnfield::filter::{Key, SharedFilter};
use urnfield::{Design, Filter, Kind};
use urnfield_paper::draws::{Draws, multiplier};

const FALSE_ALARM: f64 = 1e-9;

/// An upper bound on the chance that `seen` of `trials` is as far from the mean `p` as it is.
fn chernoff(seen: u64, trials: u64, p: f64) -> f64 {
    let a = seen as f64 / trials as f64;
    let term = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * (x / y).ln() };
    (-(trials as f64) * (term(a, p) + term(1.0 - a, 1.0 - p))).exp()
}

/// Seeded with `XXH3`, or keyed: a filter of its own for every draw.
#[derive(Clone, Copy, Debug)]
enum Digest {
    Seeded,
    Keyed,
}

fn filter(design: Design, digest: Digest, draws: &mut Draws) -> Filter {
    match digest {
        Digest::Seeded => Filter::new(design, draws.word()),
        Digest::Keyed => {
            let mut key = [0; 16];
            key[..8].copy_from_slice(&draws.word().to_le_bytes());
            key[8..].copy_from_slice(&draws.word().to_le_bytes());
            Filter::new(design, Key::new(key))
        }
    }
    .expect("a small filter")
}

/// Where the keys of a filter start: at 0, or anywhere.
fn start(which: u64, draws: &mut Draws) -> u64 {
    if which.is_multiple_of(2) { 0 } else { draws.word() }
}

/// The n items from `first` on, in one of the ways there are.
fn filled(mut empty: Filter, first: u64, n: u64, which: u64) -> Filter {
    let items: Vec<u64> = (0..n).map(|i| first.wrapping_add(i)).collect();
    match which / 2 % 3 {
        0 => items.iter().for_each(|item| {
            empty.insert_u64(*item);
        }),
        1 => empty.insert_all_u64(&items),
        _ => {
            let shared = SharedFilter::from(empty);
            items.iter().for_each(|item| {
                shared.insert_u64(*item);
            });
            return shared.into();
        }
    }
    empty
}

const CELLS: [(u64, u64, u64); 9] = [
    (64, 5, 9),
    (128, 7, 13),
    (512, 7, 51),
    (200, 1, 140),
    (20, 19, 1),
    (32, 16, 3),
    (33, 17, 2),
    (100, 60, 3),
    (7, 7, 1),
];

fn each_cell(mut test: impl FnMut(Design, Digest, u64)) {
    for (m, k, n) in CELLS {
        for kind in [Kind::Classic, Kind::Standard] {
            for digest in [Digest::Seeded, Digest::Keyed] {
                test(Design::new(kind, m, k).expect("a design"), digest, n);
            }
        }
    }
}

/// The histogram of the bits set: every value of more than a handful expected filters by itself,
/// and both tails, against the exact probabilities of the occupancy law.
#[test]
fn bits_set_follow_the_occupancy_law() {
    let filters = 3_000 * multiplier();
    each_cell(|design, digest, n| {
        let law = design.holding(n).expect("a load").occupancy().expect("a law");
        let mut draws = Draws::new(0x0cc0_0001 ^ design.bits() << 8 ^ design.hashes());
        let mut seen = vec![0_u64; design.bits() as usize + 1];
        for which in 0..filters {
            let empty = filter(design, digest, &mut draws);
            let first = start(which, &mut draws);
            let one = filled(empty, first, n, which);
            seen[one.bits_set() as usize] += 1;
        }
        let check = |seen: u64, p: f64, what: &str| {
            assert!(
                if p == 0.0 || p == 1.0 {
                    seen == filters * (p as u64)
                } else {
                    chernoff(seen, filters, p) > FALSE_ALARM
                },
                "{design:?} {digest:?} {n} items: {what} {seen} of {filters} times, P = {p}"
            );
        };
        for i in 0..=design.bits() {
            let p = law.pmf(i).expect("a small law").hi_f64();
            check(seen[i as usize], p, &format!("{i} bits"));
        }
        let (mut below, mut above) = (0, filters);
        for i in 0..=design.bits() {
            check(above, law.at_least(i).expect("a tail").lo_f64().min(1.0), &format!(">= {i}"));
            above -= seen[i as usize];
            below += seen[i as usize];
            check(below, law.at_most(i).expect("a tail").lo_f64().min(1.0), &format!("<= {i}"));
        }
    });
}

/// Given how many bits a filter has set, every question about something new is a yes with
/// probability exactly `fpr_given`, independently: no spread between filters is left over.
#[test]
fn false_positives_follow_the_rate_given_the_bits() {
    let filters = 600 * multiplier();
    const QUESTIONS: u64 = 400;
    each_cell(|design, digest, n| {
        let mut draws = Draws::new(0x0cc0_0002 ^ design.bits() << 8 ^ design.hashes());
        let given: Vec<f64> =
            (0..=design.bits()).map(|x| design.fpr_given(x).expect("a rate").hi_f64()).collect();
        let (mut yes, mut expected) = (0, 0.0);
        for which in 0..filters {
            let empty = filter(design, digest, &mut draws);
            let first = start(which, &mut draws);
            let one = filled(empty, first, n, which);
            expected += given[one.bits_set() as usize];
            yes += (n..n + QUESTIONS).filter(|i| one.contains_u64(first.wrapping_add(*i))).count()
                as u64;
        }
        // Trials of different means: the bound holds with their average (Hoeffding 1956).
        let p = expected / filters as f64;
        let trials = filters * QUESTIONS;
        let likely = if p == 1.0 { yes == trials } else { chernoff(yes, trials, p) > FALSE_ALARM };
        assert!(likely, "{design:?} {digest:?} {n} items: {yes} of {trials} for {p}");
    });
}

/// The comparison has teeth: a rate five per cent off does not pass at this depth.
#[test]
fn a_wrong_rate_would_be_seen() {
    let trials = 240_000;
    let p = 0.1;
    let off = (1.05 * p * trials as f64) as u64;
    assert!(chernoff(off, trials, p) < FALSE_ALARM);
    assert!(chernoff((p * trials as f64) as u64, trials, p) > 0.5);
}

/// The AND of the filters of disjoint sets: strangers pass it with the rate of its bits, and members
/// of one set with the rate of the other's filter, which is far more.
#[test]
fn members_of_one_set_pass_an_intersection_as_often_as_the_other_filter() {
    let mut draws = Draws::new(15);
    for (kind, bits, hashes, items) in
        [(Kind::Standard, 40_000, 4, 8_000), (Kind::Classic, 60_000, 3, 12_000)]
    {
        let design = Design::new(kind, bits, hashes).expect("a design");
        let seed = draws.word();
        let of = |first: u64| filled(Filter::new(design, seed).expect("small"), first, items, 2);
        let (a, b) = (of(0), of(1 << 40));
        let mut both = a.clone();
        both.intersect_with(&b).expect("the same design and seed");
        let rate = |set: u64| design.fpr_given(set).expect("a rate").hi_f64();
        let passing =
            |first: u64| (first..first + items).filter(|item| both.contains_u64(*item)).count();
        for (first, p) in [
            (0, rate(b.bits_set())),
            (1 << 40, rate(a.bits_set())),
            (1 << 50, rate(both.bits_set())),
        ] {
            let seen = passing(first) as u64;
            assert!(chernoff(seen, items, p) > FALSE_ALARM, "{kind}: {seen} of {items}, {p}");
        }
        let urnfield::filter::Origin::Intersection(made_of) = both.origin() else {
            panic!("{:?}", both.origin())
        };
        let most = made_of.most_bits().expect("both were counted");
        assert_eq!(most, a.bits_set().max(b.bits_set()));
        assert!(rate(most) > 5.0 * rate(both.bits_set()));
    }
}

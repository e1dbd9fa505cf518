//! `thm:batch-occupancy-bounds`, in the ranges in which it is true (E14).

use super::{Draws, batch_problems, multiplier, of_batches};
use urnfield::{Committees, Enclosure, Occupancy};
use urnfield_paper::formulas::exact::Exact;
use urnfield_paper::formulas::statistics::bounds;
use urnfield_paper::formulas::table::encloses;

/// Upper for all r ≤ m, middle for r ≤ k + 1, right for r ≤ k; no batches make all members equal.
fn chain_holds(m: u64, n: u64, k: u64) {
    for (r, b) in (0..).zip(bounds(m, n, k)) {
        let what = format!("m = {m}, n = {n}, k = {k}, r = {r}: {b:?}");
        assert!(b.upper >= b.joint, "{what}");
        assert!(r > k + 1 || n == 0 || b.joint >= b.jensen, "{what}");
        assert!(r > k || b.jensen >= b.balls, "{what}");
    }
}

#[test]
fn thm_batch_occupancy_bounds_for_all_small_batches() {
    for m in 1..=10 {
        for n in 0..=6 {
            (0..=m).for_each(|k| chain_holds(m, n, k));
        }
    }
}

#[test]
fn thm_batch_occupancy_bounds_for_random_batches() {
    for (m, n, k) in batch_problems(60) {
        chain_holds(m, n, k);
    }
}

fn given(law: &Occupancy, member: Option<Enclosure>, value: &Exact, what: &str) {
    let member = member.unwrap_or_else(|| panic!("{what} of {law:?} is missing"));
    encloses(Ok(member), value, &format!("{what} of {law:?}"));
}

/// The library gives each member where it is proved, and does not where it is false.
#[test]
fn thm_batch_occupancy_bounds_are_what_the_library_gives() {
    for (m, n, k) in batch_problems(61) {
        let law = of_batches(m, n, k);
        let certain = n < 2 || k == 0 || k == m;
        for (r, b) in (0..).zip(bounds(m, n, k)) {
            let answer = law.moment_bounds(r).expect("r ≤ m");
            assert_eq!(answer.order, r);
            let what = format!("r = {r}");
            encloses(Ok(answer.joint), &b.joint, &what);
            encloses(Ok(answer.upper), &b.upper, &what);
            // A law of one value has bounds of its own; what it does give must be right.
            if !certain && r <= k + 1 || answer.jensen.is_some() {
                given(&law, answer.jensen.clone(), &b.jensen, &what);
            }
            if !certain && r <= k || answer.balls.is_some() {
                given(&law, answer.balls.clone(), &b.balls, &what);
            }
            if !certain {
                assert_eq!(answer.jensen.is_some(), r <= k + 1, "{what} {law:?}");
                assert_eq!(answer.balls.is_some(), r <= k, "{what} {law:?}");
            }
        }
        assert!(law.moment_bounds(m + 1).is_err());
    }
}

/// Chernoff's bounds are bounds, and not idle ones: the exact tail is below, and near the mean's
/// far side the bound is below 1.
#[test]
fn tails_keep_to_their_bounds() {
    let mut draws = Draws::new(515);
    let mut below_one = 0;
    for round in 0..400 * multiplier() {
        let urns = 1 + draws.below(12);
        let law = match round % 2 {
            0 => Occupancy::balls(urns, draws.below(2 * urns + 1)),
            _ => {
                let department = |draws: &mut Draws| {
                    vec![Committees { count: 1 + draws.below(3), size: draws.corner(urns) }]
                };
                let (a, b) = (department(&mut draws), department(&mut draws));
                Occupancy::intersection(urns, &[&a, &b])
            }
        };
        let law = law.expect("in the domain");
        for x in 0..=urns {
            let tails =
                [(law.at_least(x), law.at_least_bound(x)), (law.at_most(x), law.at_most_bound(x))];
            for (tail, bound) in tails {
                let (tail, bound) = (tail.expect("small"), bound.expect("any size"));
                assert!(tail.lo_f64() <= bound.hi_f64(), "{:?} {x}: {tail} {bound}", law.model());
                below_one += u32::from(bound.hi_f64() < 1.0 && !tail.is_zero());
            }
        }
    }
    assert!(below_one > 100);
}

//! Rates of classic filters, all numbers of items at once, by a chain of positive terms.
//!
//! Follow a query of k positions: U of them are not yet set, at first all k. An item sets h of
//! those with the hypergeometric probability C(U,h)·C(m−U,k−h)/C(m,k). After n items the query
//! passes if U = 0, so f_C(m,n,k) = P(U_n = 0). A step costs k²/2, and nothing cancels.

use super::counted::{Counted, FLOOR, power_above, power_below};

/// f_C(m,1,k), …, f_C(m,n,k) for 2k ≤ m; `None` where the doubles do not reach.
pub(super) fn rates(m: u64, k: u64, items: u64) -> Option<Vec<Counted>> {
    let steps = Steps::new(m, k)?;
    let size = k as usize;
    let mut left = vec![0.0; size + 1];
    left[size] = 1.0;
    let mut dropped = 0.0;
    let mut found = Vec::with_capacity(items as usize);
    for n in 1..=items {
        let mut next = vec![0.0; size + 1];
        for (u, &p) in left.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let row = steps.from(u);
            // next[u − h] += p·row[h].
            for (place, chance) in next[..=u].iter_mut().rev().zip(row) {
                *place += p * chance;
            }
        }
        for p in next.iter_mut().filter(|p| **p < FLOOR) {
            *p = 0.0;
        }
        left = next;
        // At most k + 1 states and k²/2 chances were dropped in this step, each below the floor.
        dropped += (k + 2) as f64 * (k + 2) as f64 * FLOOR;
        // A chance takes 7k roundings at most, a product and a sum k + 2 more.
        found.push(Counted::new(left[0], 0, n * (8 * k + 2), dropped));
    }
    Some(found)
}

/// The chances of a step from every u.
struct Steps {
    /// Row u begins at u(u+1)/2 and has u + 1 chances, h = 0 to u.
    chances: Vec<f64>,
}

impl Steps {
    fn new(m: u64, k: u64) -> Option<Steps> {
        let mut chances = Vec::with_capacity(((k + 1) * (k + 2) / 2) as usize);
        let mut none = 1.0;
        for u in 0..=k {
            if u > 0 {
                // C(m−u,k)/C(m,k) from the one before.
                none *= (m - k - u + 1) as f64 / (m - u + 1) as f64;
            }
            // The row begins here: what is lost here would be lost everywhere.
            if none < FLOOR {
                return None;
            }
            let mut chance = none;
            for h in 0..=u {
                chances.push(if chance < FLOOR { 0.0 } else { chance });
                let (up, down) = ((u - h) * (k - h), (h + 1) * (m - u - k + h + 1));
                chance *= up as f64 / down as f64;
            }
        }
        Some(Steps { chances })
    }

    fn from(&self, u: usize) -> &[f64] {
        let begin = u * (u + 1) / 2;
        &self.chances[begin..begin + u + 1]
    }
}

/// A lower bound of f_C(m,n,k) for all k in [a, b], by Jensen: ∏_{i<b} (μ_a − i)/(m − i), with
/// μ_a = m(1 − (1−a/m)^n). The product is taken in pieces, each at its smallest factor.
pub(super) fn below_all(m: u64, n: u64, a: u64, b: u64) -> f64 {
    const PIECES: u64 = 16;
    let size = m as f64;
    let clear = power_above(((m - a) as f64 / size).next_up().min(1.0), n);
    let set = (1.0 - clear).next_down();
    let (mut bound, mut done) = (1.0f64, 0);
    let pieces = b.min(PIECES);
    for piece in 1..=pieces {
        let upto = b * piece / pieces;
        let i = ((upto - 1) as f64 / size).next_up();
        let factor = ((set - i).next_down() / (1.0 - i).next_up()).next_down();
        if factor <= 0.0 {
            return 0.0;
        }
        bound = (bound * power_below(factor.min(1.0), upto - done)).next_down().max(0.0);
        done = upto;
    }
    bound
}

/// Returns Jensen's bound for one k, factor by factor.
pub(super) fn below_each(m: u64, n: u64, k: u64) -> f64 {
    let size = m as f64;
    let clear = power_above(((m - k) as f64 / size).next_up().min(1.0), n);
    // (μ − i)/(m − i) = 1 − clear·m/(m − i).
    let scaled = (clear * size).next_up();
    let factor = |i: u64| (1.0 - (scaled / (m - i) as f64).next_up()).next_down().max(0.0);
    (0..k).fold(1.0, |bound: f64, i| (bound * factor(i)).next_down().max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind, Rational};

    #[test]
    fn the_chain_is_the_rate() {
        for (m, k) in [(2, 1), (9, 4), (20, 3), (64, 9), (100, 50), (300, 40), (301, 150)] {
            let found = rates(m, k, 12).expect("in range");
            for (n, rate) in (1..).zip(found) {
                let load = Design::new(Kind::Classic, m, k).and_then(|d| d.holding(n));
                let truth = load.and_then(|l| l.fpr()).expect("in reach");
                let (low, high) = rate.minus_ln();
                let ln = -truth.log10().expect("positive").lo_f64() * std::f64::consts::LN_10;
                assert!(
                    low < ln + 1e-12 && ln < high + 1e-12,
                    "({m}, {n}, {k}): {low} {ln} {high}"
                );
                assert!(high - low < 1e-9);
                assert!(below_all(m, n, k, k) <= truth.hi_f64());
                assert!(below_each(m, n, k) <= truth.hi_f64());
                assert!(below_each(m, n, k) > 0.1 * below_all(m, n, k, k));
            }
        }
    }

    /// In fractions: never off by more than is claimed, and by more than a few roundings, so that a
    /// bound that counted only those would be caught.
    #[test]
    fn roundings_are_counted() {
        let mut most = 0.0f64;
        for (m, k) in [(30, 7), (64, 11), (100, 23), (150, 40), (200, 31)] {
            for (n, rate) in (1..).zip(rates(m, k, 9).expect("in range")) {
                let load = Design::new(Kind::Classic, m, k).and_then(|d| d.holding(n));
                let (share, doubt) = rate.off(&load.and_then(|l| l.fpr_exact()).expect("small"));
                assert!(share <= 1.0, "({m}, {n}, {k}): {share}");
                most = most.max(share * doubt);
            }
        }
        assert!(most > 8.0 * f64::EPSILON, "off by {most} at most");
    }

    /// Where the rows would begin below the floor nothing is claimed.
    #[test]
    fn out_of_range_is_said() {
        assert!(rates(2000, 1000, 2).is_none());
    }

    #[test]
    fn the_bound_holds_in_its_interval() {
        for (m, n, a, b) in [(50, 3, 5, 9), (30, 2, 3, 12), (64, 7, 2, 2), (40, 30, 1, 2)] {
            let bound = below_all(m, n, a, b);
            let exact: Rational = format!("{bound:e}").parse().expect("a number");
            for k in a..=b {
                let load = Design::new(Kind::Classic, m, k).and_then(|d| d.holding(n));
                assert!(load.and_then(|l| l.fpr_exact()).expect("small") >= exact);
            }
        }
    }
}

//! How many further hashes one rate excludes: rates that are known to be above the least rate are
//! not computed.

use urnfield_num::Enclosure;

/// Returns the greatest b known to have f(a)^(b/a) > f*, that is b < a·ln f*/ln f(a); 0 where no b
/// is known.
///
/// A standard filter built with a ≤ k hashes has no more bits set than one with k, and a query of b
/// ≥ k positions is stricter: f(k) ≥ E(X_a/m)^b ≥ f(a)^(b/a) by Lyapunov's inequality. The
/// logarithms are certified; one product and one quotient of doubles are off by less than is taken
/// off.
pub(crate) fn reach(a: u64, rate: &Enclosure, least: &Enclosure) -> u64 {
    let (Some(log), Some(least)) = (rate.log10(), least.log10()) else { return 0 };
    let size = -log.lo_f64();
    let least = -least.hi_f64();
    if size <= 0.0 || least <= 0.0 {
        return 0;
    }
    let b = a as f64 * (least / size) * (1.0 - 1e-14);
    // Strictly below, and a whole number.
    (b.ceil() as u64).saturating_sub(1)
}

/// Returns for a classic filter the greatest b known to have f(a)·∏_{a≤j<b} (μ − j)/(m − j) > f*, μ
/// the mean of the bits X that n items of a positions set, and m − μ at most `clear`.
///
/// More positions an item set more bits, so with g_b(x) = C(x,b)/C(m,b) the rate of b is at least E
/// g_b(X) = E[g_a(X)·h(X)], h(x) = ∏_{a≤j<b} max(0, x − j)/(m − j). Weighted by g_a, which rises, X
/// has a mean of at least μ; and h rises and is convex, so that is at least f(a)·h(μ).
pub(crate) fn reach_of_distinct(
    (a, clear): (u64, f64),
    m: u64,
    rate: &Enclosure,
    least: &Enclosure,
) -> u64 {
    let (Some(log), Some(least)) = (rate.log10(), least.log10()) else { return 0 };
    let log = log.lo_f64();
    let least = least.hi_f64();
    // A lower bound of the distance from the least rate to the rate of a.
    let above = (log - least) - 1e-14 * (log.abs() + least.abs());
    // ln [(μ − b + 1)/(m − b + 1)], the smallest factor, from below, b − a times.
    let loss = |b: u64| {
        let share = clear / (m - b + 1) as f64 * (1.0 + 1e-14);
        if share >= 1.0 {
            return f64::INFINITY;
        }
        -(-share).ln_1p() * (b - a) as f64 * (1.0 + 1e-14)
    };
    let (mut known, mut unknown) = (a, m);
    while unknown - known > 1 {
        let middle = known + (unknown - known) / 2;
        let enough = loss(middle) < above * std::f64::consts::LN_10 * (1.0 - 1e-14);
        *(if enough { &mut known } else { &mut unknown }) = middle;
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bloom::rate::cheap_bounds::clear_bits_upper;
    use crate::design::plain::{Design, Kind};
    use std::cmp::Ordering;

    /// Every rate in the excluded interval is above the least rate.
    #[test]
    fn what_a_rate_reaches_is_above_the_least() {
        for (m, n, k_least) in [(1024u64, 5u64, 133u64), (300, 2, 84), (64, 4, 10)] {
            let rate = |k| Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n)?.fpr());
            let least = rate(k_least).expect("in reach");
            for a in [k_least / 2, k_least - 5, k_least + 6, 2 * k_least] {
                let b = reach(a, &rate(a).expect("in reach"), &least);
                for k in a..=b {
                    let above = rate(k).expect("in reach").compare(&least);
                    assert_eq!(above, Some(Ordering::Greater), "({m}, {n}): {k} from {a}");
                }
            }
        }
    }

    /// Every rate in the excluded interval is above the least rate, and a quarter of the loss would
    /// exclude the best hashes.
    #[test]
    fn what_a_classic_rate_reaches_is_above_the_least() {
        let (mut beyond_a, mut caught) = (0, 0);
        for (m, n) in [(1024u64, 5u64), (300, 2), (64, 4), (90, 7), (40, 3)] {
            let load = |k| Design::new(Kind::Classic, m, k).and_then(|d| d.holding(n));
            let rates: Vec<Enclosure> =
                (1..m).map(|k| load(k).and_then(|load| load.fpr()).expect("in reach")).collect();
            let rate = |k: u64| &rates[k as usize - 1];
            let by_size = |a: &u64, b: &u64| rate(*a).hi_f64().total_cmp(&rate(*b).hi_f64());
            let best = (1..m).min_by(by_size).expect("some k");
            for a in 1..m {
                let clear = clear_bits_upper(Kind::Classic, m, n, a);
                let b = reach_of_distinct((a, clear), m, rate(a), rate(best));
                for k in a + 1..=b {
                    let above = rate(k).compare(rate(best));
                    assert_eq!(above, Some(Ordering::Greater), "({m}, {n}): {k} from {a}");
                }
                beyond_a += b - a;
                let mutant = reach_of_distinct((a, clear / 4.0), m, rate(a), rate(best));
                caught += u32::from((a + 1..=mutant).contains(&best));
            }
        }
        assert!(beyond_a > 0 && caught > 0, "{beyond_a} {caught}");
    }
}

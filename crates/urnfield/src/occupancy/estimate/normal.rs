//! Where to look first: the normal law in f64. Nothing certain rests on it.

use crate::occupancy::law::rough::{RoughCommittees, log_vacant};
use urnfield_num::Enclosure;

/// By how much the mean of a union of m urns is above x, and its standard deviation, roughly;
/// `vacant` is m − x.
pub(crate) fn excess_and_deviation(
    m: f64,
    committees: impl IntoIterator<Item = RoughCommittees> + Clone,
    (x, vacant): (f64, f64),
) -> (f64, f64) {
    let log = log_vacant(m, committees.clone());
    let (mut pair, mut members) = (0.0, 0.0);
    for RoughCommittees { count, size } in committees {
        // ln of what two vacant urns have in common beyond independence.
        pair += count * (-size / ((m - size) * (m - 1.0))).max(-1.0).ln_1p();
        members += count * size;
    }
    let q = log.exp();
    let variance = m * q * (1.0 - q) + m * (m - 1.0) * q * q * pair.exp_m1();
    let sparse = members * members / (2.0 * m);
    let variance = if variance.is_finite() { variance.min(sparse) } else { sparse };
    // A mean of nearly m is not told from m by doubles: count the vacant urns instead.
    let excess = if q < 0.5 { vacant - m * q } else { -m * log.exp_m1() - x };
    (excess, variance.max(0.05).sqrt())
}

/// z with P(Z > z) = p for a standard normal Z, within 5e-4 (Abramowitz and Stegun, 26.2.23).
pub(crate) fn upper_quantile(p: &Enclosure) -> f64 {
    if p.lo_f64() > 0.5 {
        return -quantile_of_log((1.0 - p.lo_f64()).max(1e-17).ln());
    }
    p.log10().map_or(40.0, |log| quantile_of_log(log.hi_f64() * std::f64::consts::LN_10))
}

fn quantile_of_log(ln_p: f64) -> f64 {
    let t = (-2.0 * ln_p).max(0.0).sqrt();
    let numerator = 2.515517 + t * (0.802853 + t * 0.010328);
    t - numerator / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}

/// The least v in [low, high] with g(v) ≥ 0 for a rising g, and the slope of g there.
pub(crate) fn crossing((low, high): (f64, f64), g: impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut a, mut b) = (low, high);
    while b - a > 0.5 && b - a > b * 1e-15 {
        // Of very different ends the middle is a mean of sizes.
        let middle = if a > 1.0 && b > 4.0 * a { (a * b).sqrt() } else { a + (b - a) / 2.0 };
        if g(middle) >= 0.0 { b = middle } else { a = middle }
    }
    let step = (b * 1e-6).max(1.0);
    (b, (g(b + step) - g((b - step).max(low))) / (b + step - (b - step).max(low)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::{Committees, Occupancy};
    use urnfield_num::Rational;

    #[test]
    fn quantiles_are_those_of_the_normal_law() {
        for (p, z) in [("0.025", 1.95996), ("0.5", 0.0), ("0.975", -1.95996), ("1e-9", 5.99781)] {
            let p: Rational = p.parse().expect("a number");
            let found = upper_quantile(&Enclosure::from_rational(&p, 64));
            assert!((found - z).abs() < 5e-4, "{found} {z}");
        }
    }

    #[test]
    fn deviations_are_nearly_those_of_the_law() {
        for (m, n, k) in [(1000, 700, 1), (1000, 30, 20), (100, 3, 50), (1 << 40, 1 << 30, 1)] {
            let law = Occupancy::union(m, &[Committees { count: n, size: k }]).expect("a law");
            let committees = [RoughCommittees { count: n as f64, size: k as f64 }];
            let m = m as f64;
            let (mean, deviation) = excess_and_deviation(m, committees, (0.0, m));
            let exact_mean = law.mean().expect("one");
            let variance = law.variance().expect("one");
            assert!((mean / exact_mean.lo_f64() - 1.0).abs() < 1e-6);
            assert!((deviation / variance.lo_f64().sqrt() - 1.0).abs() < 1e-3, "{m} {n} {k}");
        }
    }
}

//! Rates of standard filters, all items and hashes at once, by the law of balls in urns.
//!
//! The law of X after N balls follows from that after N−1: ball by ball, positive terms only.
//! f_S(m,n,k) = Σ_x P(X_{nk} = x)·(x/m)^k. Powers far below the range of doubles are kept with an
//! exponent of their own; it is the same for neighbours, so sums are taken range by range.

use super::counted::{Counted, FLOOR, power_of_two};
use std::ops::Range;

/// Powers are scaled up by this when they get small: 2^512.
const STEP: i64 = 512;

/// The laws of X after 0, 1, …, N balls in m urns.
pub(super) struct Laws {
    m: usize,
    laws: Vec<Vec<f64>>,
}

impl Laws {
    pub(super) fn new(m: u64, balls: u64) -> Laws {
        let size = m as usize;
        let mut laws = vec![vec![1.0]];
        for n in 1..=balls as usize {
            let before = &laws[n - 1];
            let last = n.min(size);
            let mut law = Vec::with_capacity(last + 1);
            for x in 0..=last {
                let stays = before.get(x).map_or(0.0, |p| p * (x as f64 / m as f64));
                let comes = match x.checked_sub(1).and_then(|y| before.get(y)) {
                    Some(p) => p * ((size - x + 1) as f64 / m as f64),
                    None => 0.0,
                };
                let p: f64 = stays + comes;
                law.push(if p < FLOOR { 0.0 } else { p });
            }
            laws.push(law);
        }
        Laws { m: size, laws }
    }

    /// f_S(m,n,k), for nk balls that were thrown.
    pub(super) fn rate(&self, n: u64, powers: &Powers) -> Counted {
        let balls = (n * powers.k) as usize;
        let law = &self.laws[balls];
        let highest = law.len() - 1;
        let mut total: Option<(f64, i64)> = None;
        // From the highest x down: exponents only fall.
        for (range, exponent) in powers.ranges.iter().rev() {
            let range = range.start..range.end.min(highest + 1);
            if range.is_empty() {
                continue;
            }
            let sum: f64 =
                law[range.clone()].iter().zip(&powers.values[range]).map(|(p, w)| p * w).sum();
            total = match total {
                None if sum > 0.0 => Some((sum, *exponent)),
                // What is two steps down is counted as dropped.
                Some((so_far, at)) if at - exponent == STEP => {
                    Some((so_far + sum * power_of_two(-STEP), at))
                }
                other => other,
            };
        }
        let (value, exponent) = total.unwrap_or((0.0, 0));
        // Every ball may have dropped every state; none of them weighs more than the highest x.
        let (weight, at) = powers.at(highest);
        let scale = (at - exponent).clamp(-2 * STEP, STEP);
        let dropped = balls as f64 * self.m as f64 * FLOOR * weight * power_of_two(scale / 2);
        let dropped = dropped * power_of_two(scale - scale / 2);
        // Products below the range of doubles, and ranges two steps down: below 1e15·2^-1024 each.
        let dropped = dropped + self.m as f64 * 1e-293;
        let roundings = 3 * balls as u64 + 2 * powers.k + self.m as u64 + 8;
        Counted::new(value, exponent, roundings, dropped)
    }
}

/// (x/m)^k for x = 0 to m, as value·2^exponent.
pub(super) struct Powers {
    k: u64,
    values: Vec<f64>,
    exponents: Vec<i64>,
    /// Where neighbours have the same exponent.
    ranges: Vec<(Range<usize>, i64)>,
}

impl Powers {
    /// k = 0.
    pub(super) fn new(m: u64) -> Powers {
        let size = m as usize + 1;
        let (values, exponents) = (vec![1.0; size], vec![0; size]);
        Powers { k: 0, values, exponents, ranges: vec![(0..size, 0)] }
    }

    /// From k to k + 1.
    pub(super) fn step(&mut self) {
        self.k += 1;
        let m = (self.values.len() - 1) as f64;
        let all = self.values.iter_mut().zip(&mut self.exponents).enumerate();
        for (x, (value, exponent)) in all {
            *value *= x as f64 / m;
            if *value < 1e-140 && *value > 0.0 {
                *value *= power_of_two(STEP);
                *exponent -= STEP;
            }
        }
        self.ranges.clear();
        for (x, &exponent) in self.exponents.iter().enumerate() {
            match self.ranges.last_mut() {
                Some((range, same)) if *same == exponent => range.end = x + 1,
                _ => self.ranges.push((x..x + 1, exponent)),
            }
        }
    }

    pub(super) fn hashes(&self) -> u64 {
        self.k
    }

    fn at(&self, x: usize) -> (f64, i64) {
        (self.values[x], self.exponents[x])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind};

    #[test]
    fn the_sum_is_the_rate() {
        for (m, most) in [(2u64, 12u64), (9, 30), (64, 100), (300, 360)] {
            let laws = Laws::new(m, most);
            let mut powers = Powers::new(m);
            for k in 1..=most {
                powers.step();
                for n in [1, 2, 3, most / k].into_iter().filter(|&n| n >= 1 && n * k <= most) {
                    let rate = laws.rate(n, &powers);
                    let load = Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n));
                    let truth = load.and_then(|l| l.fpr()).expect("in reach");
                    let (low, high) = rate.minus_ln();
                    let ln = -truth.log10().expect("positive").lo_f64() * std::f64::consts::LN_10;
                    let what = format!("({m}, {n}, {k}): {low} {ln} {high}");
                    assert!(low < ln + 1e-11 && ln < high + 1e-11, "{what}");
                    assert!(high - low < 1e-9, "{what}");
                }
            }
        }
    }

    /// As for classic filters: in fractions, and more than a few roundings.
    #[test]
    fn roundings_are_counted() {
        let mut most = 0.0f64;
        for (m, n) in [(20, 3), (64, 4), (100, 7), (150, 2)] {
            let laws = Laws::new(m, m);
            let mut powers = Powers::new(m);
            for k in 1..=m / n {
                powers.step();
                let load = Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n));
                let truth = load.and_then(|l| l.fpr_exact()).expect("small");
                let (share, doubt) = laws.rate(n, &powers).off(&truth);
                assert!(share <= 1.0, "({m}, {n}, {k}): {share}");
                most = most.max(share * doubt);
            }
        }
        assert!(most > 3.0 * f64::EPSILON, "off by {most} at most");
    }
}

//! Conjecture 2 (`con:classic-max-efficiency`) for one m: the peak efficiency of a classic filter
//! for every k, over whole n ≥ 1.
//!
//! One item has ε = log2 C(m,k)/m. For n ≥ 2 the rates come from the chain. Where n ≥ m/k the
//! bound −n·ln ∏_{i<k} (1 − β^n·m/(m−i)), β = 1 − k/m, falls with n (each factor's part does from
//! n·|ln β| ≥ 1 on), so once it is below the best, all further n are excluded.

use super::classic;
use super::counted::Counted;
use serde_json::{Value, json};
use std::cmp::Ordering;
use urnfield::bloom::Peak;
use urnfield::{Design, Error, Kind, Rational};
use urnfield_num::Real;

/// The best load for one k, and −n·ln f there, which is m·ln 2·ε.
#[derive(Clone, Debug)]
pub(super) struct Top {
    pub(super) k: u64,
    pub(super) n: u64,
    low: f64,
    high: f64,
}

/// What was found for one m.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) m: u64,
    /// k for which the peak at k + 1 is not above that at k, 1 ≤ k ≤ m/2 − 1.
    pub(super) drops: Vec<Drop>,
    /// All (n, k) with the greatest efficiency.
    pub(super) highest: Vec<(u64, u64)>,
}

/// A drop between neighbours, with their best loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drop {
    pub(super) k: u64,
    pub(super) items: [u64; 2],
}

/// ln C(m,k) for all m up to some size.
pub(super) struct Binomials(Vec<Real>);

impl Binomials {
    pub(super) fn new(up_to: u64) -> Binomials {
        let mut sums = vec![Real::zero(3)];
        for i in 1..=up_to {
            let ln = Real::from_u64(i, 3).ln();
            let sum = sums[i as usize - 1].add(&ln);
            sums.push(if i == 1 { Real::zero(3) } else { sum });
        }
        Binomials(sums)
    }

    /// Between which doubles ln C(m,k) lies.
    fn ln(&self, m: u64, k: u64) -> (f64, f64) {
        let [m, k, rest] = [m, k, m - k].map(|i| &self.0[i as usize]);
        let ln = m.sub(k).sub(rest).enclosure();
        (ln.lo_f64(), ln.hi_f64())
    }
}

/// The peaks for k = 1 to ⌊m/2⌋, their drops, and the greatest of all, k > m/2 included.
pub(super) fn examine(m: u64, binomials: &Binomials) -> Result<Found, Error> {
    let tops: Vec<Top> = (1..=m / 2).map(|k| top(m, k, binomials)).collect::<Result<_, Error>>()?;
    let mut drops = Vec::new();
    for pair in tops.windows(2) {
        if compare(m, &pair[0], &pair[1])? != Ordering::Less {
            drops.push(Drop { k: pair[0].k, items: [pair[0].n, pair[1].n] });
        }
    }
    let mut highest: Vec<&Top> = Vec::new();
    for top in &tops {
        let order = highest.first().map_or(Ok(Ordering::Greater), |best| compare(m, top, best))?;
        match order {
            Ordering::Greater => highest = vec![top],
            Ordering::Equal => highest.push(top),
            Ordering::Less => {}
        }
    }
    let mut at: Vec<(u64, u64)> = highest.iter().map(|top| (top.n, top.k)).collect();
    let Some(best) = highest.first() else {
        // A single bit: every rate is 1.
        return Ok(Found { m, drops, highest: vec![(1, 1)] });
    };
    for k in m / 2 + 1..m {
        // One item: C(m,k) = C(m,m−k) is no news but for the tie.
        let one = at.contains(&(1, m - k)).then_some((1, k));
        at.extend(one);
        if !two_or_more_excluded(m, k, best.low) {
            let peak = Peak::of(Design::new(Kind::Classic, m, k)?)?;
            if peak.items > 1 {
                let other = Top { k, n: peak.items, low: f64::NEG_INFINITY, high: f64::INFINITY };
                if compare(m, &other, best)? != Ordering::Less {
                    at.push((peak.items, k));
                }
            }
        }
    }
    at.sort_unstable();
    Ok(Found { m, drops, highest: at })
}

/// The peak for one k ≤ m/2.
fn top(m: u64, k: u64, binomials: &Binomials) -> Result<Top, Error> {
    let (low, high) = binomials.ln(m, k);
    let one = Top { k, n: 1, low, high };
    if two_or_more_excluded(m, k, low) {
        return Ok(one);
    }
    let mut items = m.div_ceil(k) + 1;
    loop {
        let Some(rates) = classic::rates(m, k, items) else { return by_library(m, k) };
        let mut tops = vec![one.clone()];
        for (n, rate) in (2..).zip(&rates[1..]) {
            if rate.is_zero() || !rate.whole {
                return by_library(m, k);
            }
            let (low, high) = rate.minus_ln();
            let times = |x: f64| n as f64 * x;
            tops.push(Top { k, n, low: times(low).next_down(), high: times(high).next_up() });
        }
        let best =
            tops.iter().max_by(|a, b| a.low.total_cmp(&b.low)).cloned().unwrap_or(one.clone());
        // n ≥ m/k: the bound falls from here on.
        if bound_above(m, items + 1, k).is_some_and(|bound| bound < best.low) {
            let rivals: Vec<&Top> =
                tops.iter().filter(|top| top.n != best.n && top.high >= best.low).collect();
            return if rivals.is_empty() { Ok(best) } else { by_library(m, k) };
        }
        items += items / 8 + 1;
    }
}

fn by_library(m: u64, k: u64) -> Result<Top, Error> {
    let peak = Peak::of(Design::new(Kind::Classic, m, k)?)?;
    Ok(Top { k, n: peak.items, low: f64::NEG_INFINITY, high: f64::INFINITY })
}

/// Whether no load of two items or more reaches this: the bound falls from n ≥ m/k on, and before
/// that each n is asked by itself. Worth a try where that is soon.
fn two_or_more_excluded(m: u64, k: u64, least: f64) -> bool {
    let falling = m.div_ceil(k).max(2);
    4 * k >= m && (2..=falling).all(|n| bound_above(m, n, k).is_some_and(|bound| bound < least))
}

/// −n·ln of Jensen's bound of the rate: not below −n·ln f.
fn bound_above(m: u64, n: u64, k: u64) -> Option<f64> {
    let bound = classic::below_each(m, n, k);
    (bound > 1e-300).then(|| {
        let (_, high) = Counted::new(bound, 0, 0, 0.0).minus_ln();
        (n as f64 * high).next_up()
    })
}

/// How two peaks compare: by what is known, then by enclosures, then by fractions.
fn compare(m: u64, a: &Top, b: &Top) -> Result<Ordering, Error> {
    if a.high < b.low {
        return Ok(Ordering::Less);
    }
    if b.high < a.low {
        return Ok(Ordering::Greater);
    }
    if a.n == 1 && b.n == 1 {
        // C(m,k) rises up to the middle.
        return Ok(a.k.min(m - a.k).cmp(&b.k.min(m - b.k)));
    }
    let load = |top: &Top| Design::new(Kind::Classic, m, top.k)?.holding(top.n);
    for bits in [64, 200] {
        let [x, y] = [a, b].map(|top| load(top)?.precision(bits).efficiency());
        if let Some(order) = x?.compare(&y?) {
            return Ok(order);
        }
    }
    let power =
        |top: &Top| -> Result<Rational, Error> { Ok(load(top)?.fpr_exact()?.pow(top.n as u32)) };
    Ok(power(b)?.cmp(&power(a)?))
}

impl Found {
    /// What contradicts the conjecture as printed: a drop, or a maximum elsewhere, or twice.
    pub(super) fn against_printed(&self) -> Vec<Value> {
        let m = self.m;
        let mut found: Vec<Value> = self.drops.iter().map(|drop| drop.to_json(m)).collect();
        if m > 1 && self.highest != [(1, m / 2)] {
            found.push(self.highest_to_json("the maximum is at n = 1, k = m/2 alone"));
        }
        found
    }

    /// What contradicts the corrected maximum: for m ≠ 3 at n = 1 and the middle k alone.
    pub(super) fn against_corrected(&self) -> Vec<Value> {
        let m = self.m;
        let middle: Vec<(u64, u64)> = match m {
            1 => vec![(1, 1)],
            3 => vec![(2, 1)],
            _ if m.is_multiple_of(2) => vec![(1, m / 2)],
            _ => vec![(1, m / 2), (1, m / 2 + 1)],
        };
        if self.highest == middle {
            return Vec::new();
        }
        vec![self.highest_to_json("the maximum is at n = 1 and the middle k alone")]
    }

    /// Where the maximum is attained more than once.
    pub(super) fn tie(&self) -> Option<Value> {
        (self.highest.len() > 1).then(|| self.highest_to_json("maximum"))
    }

    fn highest_to_json(&self, part: &str) -> Value {
        let at: Value = self.highest.iter().map(|(n, k)| json!([n, k])).collect();
        json!({ "bits": self.m, "part": part, "at": at })
    }
}

impl Drop {
    fn to_json(self, m: u64) -> Value {
        json!({
            "bits": m,
            "part": "peak(k) < peak(k+1)",
            "hashes": [self.k, self.k + 1],
            "items": self.items,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drops(m: u64) -> Vec<u64> {
        let found = examine(m, &Binomials::new(m)).expect("in reach");
        found.drops.iter().map(|drop| drop.k).collect()
    }

    #[test]
    fn drops_and_peaks_are_those_of_the_library() {
        for m in [2, 3, 4, 9, 12, 30, 45, 100] {
            let binomials = Binomials::new(m);
            for k in 1..=m / 2 {
                let found = top(m, k, &binomials).expect("in reach");
                let peak = Peak::of(Design::new(Kind::Classic, m, k).expect("in the domain"));
                assert_eq!(found.n, peak.expect("in reach").items, "({m}, {k})");
            }
        }
        assert_eq!(drops(9), [1]);
        assert_eq!(drops(100), [10, 12, 15, 19]);
        assert!(drops(79).is_empty() && !drops(80).is_empty());
    }

    #[test]
    fn the_maximum_is_in_the_middle_but_for_three_bits() {
        for m in 1..=40 {
            let found = examine(m, &Binomials::new(m)).expect("in reach");
            assert!(found.against_corrected().is_empty(), "{found:?}");
            assert_eq!(found.tie().is_some(), m % 2 == 1 && m > 3, "{found:?}");
        }
        assert_eq!(examine(3, &Binomials::new(3)).expect("in reach").highest, [(2, 1)]);
    }
}

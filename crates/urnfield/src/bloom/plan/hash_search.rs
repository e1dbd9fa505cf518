//! The best number of hashes, with every other number excluded; the rate is not assumed to be
//! unimodal. Plans and [`Optimum`](crate::bloom::Optimum) search here, and through it figures and
//! claims.
//!
//! Four things exclude:
//!
//! * a lower bound of the rate valid for *all* k in an interval [a, b] (`cheap_bounds`), in f64, or
//!   for rates below the range of doubles as a certified number;
//! * one rate f(a), which reaches over some k after it (`reach`);
//! * a theorem: from ⌈(m/n) ln 2⌉ on the rate rises with k (`docs/paper/best-hashes.md`);
//! * for all k from some a on a bound that rises with k: of a standard filter, M once half of all
//!   bits are set; of a classic one, that hardly any position of an item is clear.
//!
//! The k that they leave are evaluated, with more and more bits, and in the end as fractions.

use crate::bloom::load::Load;
use crate::bloom::plan::reach::{reach, reach_of_distinct};
use crate::bloom::rate::cheap_bounds::{clear_bits_upper, rate_lower};
use crate::bloom::rate::direct::fpr_exact;
use crate::bloom::rate::expansion::clear;
use crate::bloom::rate::fpr::fpr_within;
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use crate::error::{Error, Unit};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use urnfield_num::{Enclosure, Real, until_decided};

/// More hashes than this are not evaluated.
const MOST_CANDIDATES: usize = 5000;

/// Where roughly more than this many are expected, the search does not begin.
const MOST_EXPECTED: f64 = 2500.0;

/// The limit for a search of sizes, which asks for the best hashes of several sizes: some seconds.
pub(crate) const MOST_EXPECTED_OF_SIZES: f64 = 250.0;

/// Rates below this are compared as certified numbers: doubles soon end.
const SMALL: f64 = 1e-290;

/// A rate that a candidate must not exceed.
#[derive(Debug, Clone)]
pub(crate) struct Threshold {
    value: Enclosure,
    upper: f64,
}

impl Threshold {
    pub(crate) fn new(value: &Enclosure) -> Threshold {
        Threshold { value: value.clone(), upper: value.hi_f64() }
    }
}

/// The hashes with the least rate, ascending, and that rate.
#[derive(Debug, Clone)]
pub(crate) struct BestHashes {
    pub(crate) ties: Vec<u64>,
    pub(crate) fpr: Enclosure,
}

/// A filter with k left open, and the rates asked for so far.
#[derive(Debug)]
pub(crate) struct HashSearch {
    kind: Kind,
    bits: u64,
    items: u64,
    /// The k allowed, both ends included.
    least: u64,
    most: u64,
    patience: Patience,
    rates: BTreeMap<u64, Enclosure>,
}

impl HashSearch {
    /// Searches among the hashes from `allowed.0` to `allowed.1`.
    pub(crate) fn new(kind: Kind, bits: u64, items: u64, allowed: (u64, u64)) -> HashSearch {
        let (least, most) = allowed;
        let rates = BTreeMap::new();
        HashSearch { kind, bits, items, least, most, patience: Patience::Search, rates }
    }

    /// Allows each rate of the search to take as long as the rate of a single filter.
    pub(crate) fn patient(self) -> HashSearch {
        HashSearch { patience: Patience::Answer, ..self }
    }

    pub(crate) fn design(&self, k: u64) -> Result<Design, Error> {
        Design::new(self.kind, self.bits, k)
    }

    pub(crate) fn load(&self, k: u64) -> Result<Load, Error> {
        self.design(k)?.holding(self.items)
    }

    /// Returns whether some filter has such hashes.
    pub(crate) fn is_possible(&self) -> bool {
        self.bits > 0 && self.least <= self.last()
    }

    /// Remembers a rate that was computed with more bits.
    pub(crate) fn remember(&mut self, k: u64, rate: Enclosure) {
        self.rates.insert(k, rate);
    }

    /// Returns the rate with k hashes, to 53 bits or more.
    pub(crate) fn rate(&mut self, k: u64) -> Result<Enclosure, Error> {
        if let Some(rate) = self.rates.get(&k) {
            return Ok(rate.clone());
        }
        if self.rates.len() >= MOST_CANDIDATES {
            return Err(too_many(self.rates.len() as u128 + 1, MOST_CANDIDATES as u128));
        }
        let rate = fpr_within(&self.load(k)?, self.patience)?;
        self.rates.insert(k, rate.clone());
        Ok(rate)
    }

    /// The largest k worth a thought: allowed, with nk below 2^64, and not where rates only rise.
    fn last(&self) -> u64 {
        let classic = if self.kind == Kind::Classic { self.bits } else { u64::MAX };
        let rising = self.rises_from().max(self.least);
        self.most.min(classic).min(u64::MAX / self.items.max(1)).min(rising)
    }

    /// A k from which on the rate of either kind rises strictly: ⌈(m/n) ln 2⌉.
    ///
    /// There (1 − 1/m)^(nk) < e^(−ln 2) = 1/2, so the hypothesis of Theorems 1 and 2 of
    /// `docs/paper/best-hashes.md` holds strictly. It needs m ≥ 2 and an item.
    fn rises_from(&self) -> u64 {
        if self.bits < 2 || self.items == 0 {
            return u64::MAX;
        }
        // Above ln 2, so that rounding is upward.
        let scaled = u128::from(self.bits) * 693_147_181;
        u64::try_from(scaled.div_ceil(u128::from(self.items) * 1_000_000_000)).unwrap_or(u64::MAX)
    }

    /// Where the best k is likely to be.
    pub(crate) fn likely(&self) -> u64 {
        let (m, n) = (self.bits as f64, self.items.max(1) as f64);
        let plain = m * std::f64::consts::LN_2 / n;
        let likely = match self.kind {
            Kind::Standard => plain / (1.0 + (0.3716 - 0.084 / n) / n),
            Kind::Classic if self.items == 1 => m / 2.0,
            Kind::Classic => plain / (1.0 + (0.7829 - 0.25 / n) / n),
        };
        (likely.round() as u64).max(1).clamp(self.least, self.last().max(self.least))
    }

    /// Returns whether cheap bounds exclude a rate at or below the threshold for all k in [a, b].
    fn excluded(&self, a: u64, b: u64, threshold: &Threshold) -> bool {
        if rate_lower(self.kind, self.bits, self.items, a, b) > threshold.upper {
            return true;
        }
        if threshold.upper > SMALL || self.kind == Kind::Classic {
            return false;
        }
        // (1 − (1 − 1/m)^(na))^b as a certified number.
        let Ok(load) = self.load(a) else { return false };
        let bound = Real::from_u64(1, 4).sub(&clear(&load, 4)).pow(b).enclosure();
        bound.compare(&threshold.value) == Some(Ordering::Greater)
    }

    /// Returns whether every k from a on is excluded.
    ///
    /// Standard: from nk ≥ 0.7·m on M rises, as (1 − 1/m)^(nk) ≤ e^(−nk/m) ≤ 1/2. Classic: the
    /// chance that some position is clear is at most k(1 − k/m)^n, which falls from k = m/(n+1) on.
    fn excluded_from(&self, a: u64, threshold: &Threshold) -> bool {
        let (n, m, a_wide) = (self.items as u128, self.bits as u128, a as u128);
        match self.kind {
            Kind::Standard => n * a_wide * 10 >= m * 7 && self.excluded(a, a, threshold),
            Kind::Classic => {
                let some_clear = || {
                    let clear = clear_bits_upper(self.kind, self.bits, self.items, a);
                    clear * (a as f64 / self.bits as f64) * (1.0 + 1e-14)
                };
                // The cheap questions first: hardly any a gets to the last one.
                n.saturating_add(1).saturating_mul(a_wide) >= m
                    && threshold.upper < 0.5
                    && some_clear() < 0.5
            }
        }
    }

    /// Returns the least k from `from` on that cheap bounds do not exclude.
    pub(crate) fn next_open(&self, from: u64, threshold: &Threshold) -> Option<u64> {
        let last = self.last();
        let (mut a, mut width) = (from.max(self.least), 0u64);
        while a <= last && !self.excluded_from(a, threshold) {
            let b = a.saturating_add(width).min(last);
            if self.excluded(a, b, threshold) {
                a = b.checked_add(1)?;
                width = width.saturating_mul(2).saturating_add(1);
            } else if a == b {
                return Some(a);
            } else {
                width = (b - a) / 2;
            }
        }
        None
    }

    /// Returns the next k to try after a, whose rate is above the threshold or equal to it.
    pub(crate) fn next_after(
        &self,
        a: u64,
        rate: &Enclosure,
        threshold: &Threshold,
    ) -> Option<u64> {
        let next = self.next_open(a.checked_add(1)?, threshold)?;
        let reached = match self.kind {
            Kind::Standard => reach(a, rate, &threshold.value),
            Kind::Classic => {
                let clear = clear_bits_upper(self.kind, self.bits, self.items, a);
                reach_of_distinct((a, clear), self.bits, rate, &threshold.value)
            }
        };
        match reached {
            reached if reached < next => Some(next),
            reached => self.next_open(reached.checked_add(1)?, threshold),
        }
    }

    /// Descends from a first k to a k whose neighbors are not certainly better.
    pub(crate) fn downhill(&mut self, first: u64) -> Result<(u64, Enclosure), Error> {
        let mut k = first;
        let mut rate = self.rate(first)?;
        // Steps of a few per cent first, as with few items the guess is off by so much.
        let mut step = (first / 64).max(1);
        while step > 0 {
            let mut better = None;
            for next in [k.saturating_add(step), k.saturating_sub(step)] {
                if next >= self.least && next <= self.last() && better.is_none() {
                    let other = self.rate(next)?;
                    if other.compare(&rate) == Some(Ordering::Less) {
                        better = Some((next, other));
                    }
                }
            }
            match better {
                Some(found) => (k, rate) = found,
                None => step /= 2,
            }
        }
        Ok((k, rate))
    }

    /// Finds the best k, certified.
    pub(crate) fn best(&mut self) -> Result<BestHashes, Error> {
        if let Some(ties) = self.known() {
            let fpr = self.rate(ties[0])?;
            return Ok(BestHashes { ties, fpr });
        }
        // A local minimum first: its rate is the threshold that excludes the rest.
        let likely = self.likely();
        self.check_width(MOST_EXPECTED)?;
        let (k, rate) = self.downhill(likely)?;
        let (mut ties, mut threshold) = (vec![k], Threshold::new(&rate));
        let mut next = self.next_open(self.least, &threshold);
        while let Some(k) = next {
            let rate = self.rate(k)?;
            if !ties.contains(&k) {
                let (this, best) = (self.design(k)?, self.design(ties[0])?);
                match self.lesser((this, &rate), (best, &threshold.value))? {
                    Ordering::Less => (ties, threshold) = (vec![k], Threshold::new(&rate)),
                    Ordering::Equal => ties.push(k),
                    Ordering::Greater => {}
                }
            }
            next = self.next_after(k, &rate, &threshold);
        }
        ties.sort_unstable();
        let fpr = self.rate(ties[0])?;
        Ok(BestHashes { ties, fpr })
    }

    /// Estimates how many k no cheap bound excludes: the rate is above M by a factor of about
    /// e^(k/(10n)).
    pub(crate) fn expected_open(&self) -> f64 {
        self.likely() as f64 / (self.items.max(1) as f64).sqrt()
    }

    /// Refuses at once what would be refused after many rates: of the k that are open, those are
    /// evaluated that no rate reaches over, until it has doubled, at some √k from its minimum.
    pub(crate) fn check_width(&self, limit: f64) -> Result<(), Error> {
        let allowed = (self.last().saturating_sub(self.least)) as f64 + 1.0;
        let expected = self.expected_open().min(5.0 * (self.likely() as f64).sqrt());
        if expected.min(allowed) > limit && self.known().is_none() {
            return Err(too_many(expected as u128, limit as u128));
        }
        Ok(())
    }

    /// Returns the best k where it is proved: one hash is the only best for m/n < 1/ln 2 = 1.4427
    /// (`con:optimal-ks`, second half), and any for a single bit; one item in a classic filter has
    /// the rate 1/C(m,k), which is least in the middle.
    pub(crate) fn known(&self) -> Option<Vec<u64>> {
        let crowded = self.bits as u128 * 10 < self.items as u128 * 14;
        if self.least == 1 && (crowded || self.bits == 1) {
            return Some(vec![1]);
        }
        if self.kind == Kind::Standard || self.items != 1 {
            return None;
        }
        let (low, high) = (self.bits / 2, self.bits.div_ceil(2));
        let middle: Vec<u64> = [low, high][usize::from(low == high)..].to_vec();
        let allowed = |k: &u64| (self.least..=self.last()).contains(k);
        if middle.iter().any(allowed) {
            return Some(middle.into_iter().filter(allowed).collect());
        }
        Some(vec![low.clamp(self.least, self.last())])
    }

    fn lesser(&self, a: (Design, &Enclosure), b: (Design, &Enclosure)) -> Result<Ordering, Error> {
        compare_rates(a, b, self.items, self.patience)
    }
}

fn too_many(needs: u128, limit: u128) -> Error {
    Error::TooCostly {
        what: "the best number of hashes",
        needs,
        unit: Unit::SearchedHashes("candidates"),
        limit,
        remedy: "bound the number of hashes",
    }
}

/// Compares the rates of two filters that hold n items: by enclosures, then with more bits, then
/// exactly.
pub(crate) fn compare_rates(
    (a, rate_a): (Design, &Enclosure),
    (b, rate_b): (Design, &Enclosure),
    items: u64,
    patience: Patience,
) -> Result<Ordering, Error> {
    if let Some(order) = rate_a.compare(rate_b) {
        return Ok(order);
    }
    let (a, b) = (a.holding(items)?, b.holding(items)?);
    let order = until_decided([200, 800, 3200], |bits| {
        let [x, y] = [a, b].map(|load| fpr_within(&load.precision(bits), patience));
        Ok::<_, Error>(x?.compare(&y?))
    })?;
    match order {
        Some(order) => Ok(order),
        None => Ok(fpr_exact(&a)?.cmp(&fpr_exact(&b)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every k up to where M excludes the rest, one by one, in exact fractions.
    #[test]
    fn the_best_is_the_best_of_all() {
        for (m, n) in [(3, 1), (8, 3), (20, 1), (26, 12), (30, 2), (64, 4), (50, 7), (90, 3)] {
            for kind in [Kind::Standard, Kind::Classic] {
                let load = |k| Design::new(kind, m, k).and_then(|d| d.holding(n));
                let rate = |k| load(k).and_then(|l| l.fpr_exact()).expect("small");
                let last = if kind == Kind::Standard { 3 * m / n } else { m };
                let least = (1..=last).map(rate).min().expect("some k");
                let ties: Vec<u64> = (1..=last).filter(|&k| rate(k) == least).collect();
                let mut search = HashSearch::new(kind, m, n, (1, u64::MAX));
                assert_eq!(search.best().expect("in reach").ties, ties, "{kind} ({m}, {n})");
            }
        }
    }

    /// The theorem saves a quarter of the rates. What it leaves out is never better, and no tie.
    #[test]
    fn no_rate_is_asked_for_where_rates_only_rise() {
        for (m, n) in
            [(3, 1), (8, 3), (64, 4), (333, 7), (1000, 1), (4000, 150), (1 << 40, 1 << 37)]
        {
            for kind in [Kind::Standard, Kind::Classic] {
                let mut search = HashSearch::new(kind, m, n, (1, u64::MAX));
                let last = search.rises_from();
                let exact = m as f64 / n as f64 * std::f64::consts::LN_2;
                assert!(
                    last as f64 >= exact && (last as f64) < exact + 1.001,
                    "({m}, {n}): {last}"
                );
                let best = search.best().expect("in reach");
                assert!(search.rates.keys().all(|&k| k <= last), "{kind} ({m}, {n})");
                let most = if kind == Kind::Standard { u64::MAX } else { m };
                for k in (last + 1..=last + 3).filter(|&k| k <= most) {
                    let rate = search.load(k).and_then(|load| load.fpr()).expect("in reach");
                    let order = rate.compare(&best.fpr);
                    assert_eq!(order, Some(Ordering::Greater), "{kind} ({m}, {n}), k = {k}");
                }
            }
        }
        // Of a single bit every rate is 1, and without items every rate is 0: nothing rises.
        for (m, n) in [(1, 5), (9, 0)] {
            let search = HashSearch::new(Kind::Standard, m, n, (1, u64::MAX));
            assert_eq!(search.rises_from(), u64::MAX, "({m}, {n})");
        }
        // The hashes allowed may begin beyond: then the first is the best.
        let mut beyond = HashSearch::new(Kind::Standard, 64, 4, (20, 30));
        assert_eq!(beyond.best().expect("in reach").ties, [20]);
    }

    /// Rates below the range of doubles have a best k as well, from few of them.
    #[test]
    fn tiny_rates_are_searched_too() {
        let mut search = HashSearch::new(Kind::Standard, 40_000, 30, (1, u64::MAX)).patient();
        let best = search.best().expect("in reach");
        assert!(best.fpr.hi_f64() < 1e-270, "{best:?}");
        assert!(search.rates.len() < 200, "{}", search.rates.len());
        let (k, load) = (best.ties[0], |k| search.load(k));
        for other in [k - 1, k + 1] {
            let rate = load(other).and_then(|load| load.fpr()).expect("in reach");
            assert_eq!(rate.compare(&best.fpr), Some(Ordering::Greater), "{other}");
        }
    }
}

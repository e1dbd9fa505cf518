//! Conjecture 1 as printed and as corrected: which of its parts a pair (m, n) contradicts.

use super::counted::{power_above, power_below};
use serde_json::{Value, json};
use urnfield::bloom::valley;
use urnfield::{Error, Rational};

/// The hashes with the least rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Best {
    /// These, ascending.
    Of(Vec<u64>),
    /// A single bit: the rate is 1 whatever k is.
    Any,
}

impl Best {
    fn least(&self) -> u64 {
        match self {
            Best::Of(ties) => ties[0],
            Best::Any => 1,
        }
    }

    fn greatest(&self) -> u64 {
        match self {
            Best::Of(ties) => ties[ties.len() - 1],
            Best::Any => u64::MAX,
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Best::Of(ties) => json!(ties),
            Best::Any => json!("all"),
        }
    }
}

/// A pair and its best hashes.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) m: u64,
    pub(super) n: u64,
    pub(super) standard: Best,
    pub(super) classic: Best,
}

/// Bounds of ln 2 in units of 10^-18.
const LN_2: (u128, u128) = (693_147_180_559_945_309, 693_147_180_559_945_310);
const UNIT: u128 = 1_000_000_000_000_000_000;

/// Whether k ≤ (m/n) ln 2, which is never an equality.
fn at_most_estimate(k: u64, m: u64, n: u64) -> bool {
    let left = u128::from(k) * u128::from(n) * UNIT;
    debug_assert!(left <= u128::from(m) * LN_2.0 || left >= u128::from(m) * LN_2.1);
    left <= u128::from(m) * LN_2.0
}

impl Pair {
    /// The parts of the conjecture as printed that this pair contradicts, whichever of tied
    /// hashes is taken for k*.
    pub(super) fn against_printed(&self) -> Vec<&'static str> {
        let (m, n) = (self.m, self.n);
        let mut fails = Vec::new();
        // m/n < 1/ln 2 is 1 > (m/n) ln 2.
        if !at_most_estimate(1, m, n) {
            if self.standard.least() > 1 || self.classic.least() > 1 {
                fails.push("k = 1 for m/n < 1/ln 2");
            }
            return fails;
        }
        if u128::from(m) > 2 * u128::from(n) * u128::from(self.classic.greatest()) {
            fails.push("m/(2n) <= k_C");
        }
        if self.classic.least() > self.standard.greatest() {
            fails.push("k_C <= k_S");
        }
        if !at_most_estimate(self.standard.least(), m, n) {
            fails.push("k_S <= (m/n) ln 2");
        }
        fails
    }

    /// Returns what contradicts the corrected form, with the least of tied hashes.
    pub(super) fn against_corrected(
        &self,
        formulas: &Formulas,
    ) -> Result<Vec<&'static str>, Error> {
        let (m, n) = (self.m, self.n);
        let s = self.standard.least();
        let c = self.classic.least();
        let by_m = formulas.of_independent(m, n);
        let by_e = formulas.of_exponential(m, n)?;
        let mut fails = Vec::new();
        for (holds, part) in [
            (m / (2 * n) <= c, "floor(m/(2n)) <= k_C"),
            (c <= by_m, "k_C <= k_M"),
            (s <= by_m, "k_S <= k_M"),
            (by_m <= by_e, "k_M <= k_E"),
            // k ≤ ⌈x⌉ is k − 1 < x.
            (by_e == 1 || at_most_estimate(by_e - 1, m, n), "k_E <= ceil((m/n) ln 2)"),
            (c <= s.max(2), "k_C <= max(k_S, 2)"),
            (at_most_estimate(1, m, n) || (s, c) == (1, 1), "k = 1 for m/n < 1/ln 2"),
        ] {
            if !holds {
                fails.push(part);
            }
        }
        Ok(fails)
    }

    /// Whether the best hashes are not unique.
    pub(super) fn is_tied(&self) -> bool {
        let single = |best: &Best| matches!(best, Best::Of(ties) if ties.len() == 1);
        !single(&self.standard) || !single(&self.classic)
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "bits": self.m,
            "items": self.n,
            "standard": self.standard.to_json(),
            "classic": self.classic.to_json(),
        })
    }
}

/// Where the formulas M and E have their least value over whole k.
pub(super) struct Formulas {
    /// Between which doubles the valley of k lies, for k = 1, 2, ….
    valleys: Vec<(f64, f64)>,
}

impl Formulas {
    /// For all m up to this.
    pub(super) fn new(up_to: u64) -> Result<Formulas, Error> {
        let valleys = (1..=up_to * 7 / 10 + 2).map(|k| {
            let at = valley(k)?;
            Ok((at.lo_f64(), at.hi_f64()))
        });
        Ok(Formulas { valleys: valleys.collect::<Result<_, Error>>()? })
    }

    /// The least k with n/m ≥ ln z_k: there E(k) ≤ E(k+1), and E falls and then rises.
    fn of_exponential(&self, m: u64, n: u64) -> Result<u64, Error> {
        let (load, doubt) = (n as f64 / m as f64, 1e-15);
        // Valleys fall with k.
        let open = self.valleys.partition_point(|(low, _)| load * (1.0 + doubt) <= *low);
        let k = open as u64 + 1;
        match self.valleys.get(open) {
            Some((_, high)) if load * (1.0 - doubt) < *high => {
                // A double does not decide; a fraction does, as a valley is none.
                let load = Rational::new(n as i64, m)?;
                Ok(if valley(k)?.certainly_le(&load) { k } else { k + 1 })
            }
            _ => Ok(k),
        }
    }

    /// The least k with y^k·(1 + y) ≤ 1, y = (1−1/m)^n: there M(k) ≤ M(k+1).
    fn of_independent(&self, m: u64, n: u64) -> u64 {
        if m == 1 {
            return 1;
        }
        let base = (m - 1) as f64 / m as f64;
        let low = power_below(base.next_down(), n);
        let high = power_above(base.next_up().min(1.0), n);
        let holds = |k: u64| {
            if (power_above(high, k) * (1.0 + high).next_up()).next_up() <= 1.0 {
                return true;
            }
            let certainly_not = (power_below(low, k) * (1.0 + low).next_down()).next_down() > 1.0;
            !certainly_not && exactly(m, n, k)
        };
        // Only where to begin.
        let guess = (-(1.0 + low).ln() / low.ln()).ceil().max(1.0) as u64;
        let mut k = guess.saturating_sub(2).max(1);
        while k > 1 && holds(k) {
            k -= 1;
        }
        while !holds(k) {
            k += 1;
        }
        k
    }
}

/// (m−1)^(nk)·(m^n + (m−1)^n) ≤ m^(nk+n), in whole numbers.
fn exactly(m: u64, n: u64, k: u64) -> bool {
    let less = Rational::from(m - 1);
    let whole = Rational::from(m);
    let sum = &less.pow(n as u32) + &whole.pow(n as u32);
    &less.pow((n * k) as u32) * &sum <= whole.pow((n * k + n) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Kind};

    /// By the formulas' own values.
    #[test]
    fn formulas_are_least_where_they_say() {
        let formulas = Formulas::new(80).expect("in reach");
        for m in 2..=80u64 {
            for n in 1..=m {
                let load = |k| Design::new(Kind::Standard, m, k).and_then(|d| d.holding(n));
                let by_m = formulas.of_independent(m, n);
                let by_e = formulas.of_exponential(m, n).expect("decided");
                let at_m = |k| load(k).and_then(|l| l.independent()).expect("in reach").value;
                let at_e = |k| load(k).and_then(|l| l.exponential()).expect("in reach").value;
                for near in [by_m.saturating_sub(1).max(1), by_m + 1] {
                    assert!(at_m(by_m).lo_f64() <= at_m(near).hi_f64(), "M ({m}, {n})");
                }
                for near in [by_e.saturating_sub(1).max(1), by_e + 1] {
                    assert!(at_e(by_e).lo_f64() <= at_e(near).hi_f64(), "E ({m}, {n})");
                }
            }
        }
    }

    #[test]
    fn the_printed_counterexamples_are_found() {
        let pair =
            |m, n, s, c| Pair { m, n, standard: Best::Of(vec![s]), classic: Best::Of(vec![c]) };
        assert_eq!(pair(8, 3, 2, 2).against_printed(), ["k_S <= (m/n) ln 2"]);
        assert_eq!(pair(5, 2, 1, 1).against_printed(), ["m/(2n) <= k_C"]);
        assert_eq!(pair(26, 12, 1, 2).against_printed(), ["k_C <= k_S"]);
        let formulas = Formulas::new(30).expect("in reach");
        let fails = |p: Pair| p.against_corrected(&formulas).expect("decided");
        for pair in [pair(8, 3, 2, 2), pair(5, 2, 1, 1), pair(26, 12, 1, 2)] {
            assert_eq!(fails(pair), Vec::<&str>::new());
        }
        assert_eq!(fails(pair(26, 12, 3, 4)), ["k_C <= k_M", "k_S <= k_M", "k_C <= max(k_S, 2)"]);
    }
}

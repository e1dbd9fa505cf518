//! E, M, L, U, Jensen's bound and the Taylor estimate: cheap, and each labelled for what it is.

use super::Load;
use crate::design::{Design, Kind};
use crate::num::Error;
use crate::num::{Enclosure, Real};
use crate::occupancy::Occupancy;
use crate::refine::{Computation, refine};

/// With more hashes than this L may be integrated, where its sum takes longer.
const FEWEST_INTEGRATED: u64 = 100;

/// What an approximation takes that is no sum, in word operations.
const LEAST_WORK: f64 = 2e3;

/// The most terms that are added up for L.
const MOST_LOWER_TERMS: u64 = 1000;

/// On which side of the rate an approximation is certain to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoundSide {
    /// Proved not to be above the rate.
    Lower,
    /// Proved not to be below the rate.
    Upper,
    /// Near the rate, on an unknown side.
    Estimate,
}

/// An approximate rate, and on which side of the exact one it is. The value itself is certified.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Approximation {
    /// The value of the formula, enclosed.
    pub value: Enclosure,
    /// Whether it bounds the exact rate.
    pub side: BoundSide,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Formula {
    Exponential,
    Independent,
    Lower,
    Upper,
    Jensen,
    Taylor,
}

struct Evaluation<'a>(&'a Load, Formula);

impl Computation for Evaluation<'_> {
    fn at(&self, words: usize) -> Real {
        let Evaluation(load, formula) = self;
        let (m, k, n) = (load.design.bits(), load.design.hashes(), load.items);
        let one = Real::from_u64(1, words);
        let set = |size: u64, count: u64| one.sub(&Real::from_ratio(m - size, m, words).pow(count));
        match formula {
            Formula::Exponential => {
                let x = Real::from_ratio(n * k, m, words);
                x.negated().expm1().negated().pow(k)
            }
            Formula::Independent => set(1, n * k).pow(k),
            Formula::Upper => set(k, n).pow(k),
            // k balls that fill k given urns: k!/m^k.
            Formula::Lower if n == 1 => {
                let power = Real::from_u64(m, words).ln().mul_word(k);
                Real::ln_factorial(k, words).sub(&power).exp()
            }
            Formula::Lower => load.lower_sum::<FirstLeftOut>(load.lower_terms(words), words),
            Formula::Jensen => {
                let mean = match load.design.kind() {
                    Kind::Standard => set(1, n * k),
                    Kind::Classic => set(k, n),
                }
                .mul_word(m);
                (0..k).fold(one, |p, i| p.mul(&mean.sub(&Real::from_u64(i, words))).div_word(m - i))
            }
            Formula::Taylor => {
                let (power, sum) = load.expansion(3, words);
                power.mul(&one.add(&sum))
            }
        }
    }
}

/// What may lie beyond the terms of the sum L that were added up.
trait LeftOut {
    /// At most this, from the first term that was left out, which is positive.
    fn beyond(first: &Real) -> Real;
}

/// The bound that holds: L is the chance that none of k given bits is clear, by inclusion and exclusion. Cut off
/// anywhere, such a sum is off by at most the first term left out (Bonferroni).
struct FirstLeftOut;

impl LeftOut for FirstLeftOut {
    fn beyond(first: &Real) -> Real {
        first.uncertainty()
    }
}

/// Words of a mantissa of so many bits.
fn words_of(bits: f64) -> usize {
    (bits / 64.0).ceil().max(2.0) as usize
}

impl Load {
    /// L = Σ_j (−1)^j C(k,j)(1 − j/m)^(nk), of which terms from j = `most` on are left out.
    fn lower_sum<R: LeftOut>(&self, most: u64, words: usize) -> Real {
        let (m, k, n) = (self.design.bits(), self.design.hashes(), self.items);
        let mut sum = Real::from_u64(1, words);
        let mut choose = sum.clone();
        for j in 1..=k.min(most) {
            choose = choose.mul_word(k - j + 1).div_word(j);
            let term = choose.mul(&Real::from_ratio(m - j, m, words).pow(n * k));
            sum = match j {
                _ if j == most => sum.add(&R::beyond(&term)),
                _ if j % 2 == 1 => sum.sub(&term),
                _ => sum.add(&term),
            };
        }
        sum
    }

    /// From which term on the sum L does not matter to mantissas of so many words, or k + 1. Term j
    /// is at most (kq)^j/j!, roughly; and any number of terms is valid.
    fn lower_terms(&self, words: usize) -> u64 {
        let (all, clear) = (self.design.hashes() + 1, self.given_bits_clear());
        let needed = 64.0 * words as f64;
        // log2 (kq)^j/j! falls from j = kq on.
        let below = |j: f64| j * (clear - (j / std::f64::consts::E).log2());
        let mut most = clear.exp2().max(1.0);
        while most < all as f64 && below(most) > -needed {
            most *= 1.1;
        }
        all.min(most as u64 + 3)
    }

    /// log2(kq), the expected number of k given bits that nk balls leave clear.
    fn given_bits_clear(&self) -> f64 {
        let (m, k) = (self.design.bits(), self.design.hashes());
        let balls = Design::new(Kind::Standard, m, k).map(|design| Load { design, ..*self });
        balls.map_or(0.0, |balls| balls.log2_expected_clear())
    }

    fn approximation(&self, formula: Formula, side: BoundSide) -> Result<Approximation, Error> {
        let evaluate = |load: &Load| {
            refine("this approximation", load.precision, 200, &Evaluation(load, formula))
        };
        let value = match (self.items, self.design.bits()) {
            (0, _) => Enclosure::zero(),
            (_, 1) if formula != Formula::Exponential => Enclosure::one(),
            _ if formula == Formula::Upper && self.design.hashes() == self.design.bits() => {
                Enclosure::one()
            }
            _ => evaluate(self)?,
        };
        Ok(Approximation { value, side })
    }

    fn side_for_standard(&self) -> BoundSide {
        match self.design.kind() {
            Kind::Standard => BoundSide::Lower,
            Kind::Classic => BoundSide::Estimate,
        }
    }

    /// E = (1 − e^(−nk/m))^k, the textbook formula: below f_S, on no certain side of f_C.
    ///
    /// Source: `eqn:exp-fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.exponential()?.value), "0.000469988");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn exponential(&self) -> Result<Approximation, Error> {
        self.approximation(Formula::Exponential, self.side_for_standard())
    }

    /// M = (1 − (1 − 1/m)^(nk))^k: below f_S, on no certain side of f_C.
    ///
    /// Source: `eqn:standard-fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.independent()?.value), "0.000497322");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn independent(&self) -> Result<Approximation, Error> {
        self.approximation(Formula::Independent, self.side_for_standard())
    }

    /// L = ∇^k[x^(nk)]/m^(nk) at x = m: below both rates, for k ≤ m (and 0 beyond). Cost: a sum of k
    /// terms, or with many hashes an integral, at any size.
    ///
    /// Source: `eqn:fp-lower-bound`. DIFFERENCE: the printed condition k ≤ (m−1)/2 is not needed.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 64, 10)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.lower()?.value), "0.000257744");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn lower(&self) -> Result<Approximation, Error> {
        let (m, k) = (self.design.bits(), self.design.hashes());
        if k > m || self.items == 0 {
            return Ok(Approximation { value: Enclosure::zero(), side: BoundSide::Lower });
        }
        if m == 1 {
            return Ok(Approximation { value: Enclosure::one(), side: BoundSide::Lower });
        }
        if self.items == 1 {
            return self.approximation(Formula::Lower, BoundSide::Lower);
        }
        let bits = self.lower_bits();
        // L is P(k given bits are set) by nk balls. Where few of them are clear a few terms of the
        // sum are enough.
        if self.is_lower_integrated(bits) {
            let law = Occupancy::balls(m, self.items * k)?.precision(self.precision);
            if let Some(value) = law.joint_integral(k) {
                return Ok(Approximation { value, side: BoundSide::Lower });
            }
        }
        let terms = self.lower_terms(words_of(bits));
        if terms > MOST_LOWER_TERMS + 1 {
            return Err(Error::TooCostly {
                what: "the lower bound L with so many hashes",
                needs: u128::from(terms - 1),
                unit: "terms",
                limit: MOST_LOWER_TERMS.into(),
                remedy: "ask for the other bounds",
            });
        }
        if bits > 16_000.0 {
            return Err(Error::TooCostly {
                what: "the lower bound L of so sparse a filter",
                needs: bits as u128,
                unit: "bits of precision",
                limit: 16_000,
                remedy: "ask for the other bounds",
            });
        }
        let lower = Evaluation(self, Formula::Lower);
        let value = refine("this bound", self.precision, bits as u64, &lower)?;
        // L is a probability, and that of a full filter is nearer to 1 than its enclosure is wide.
        Ok(Approximation { value: value.min(&Enclosure::one()), side: BoundSide::Lower })
    }

    /// About how many word operations [`Load::lower`] takes, for callers who ask for many bounds.
    /// It is an estimate, good to a factor of about three.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = |hashes| Design::new(Kind::Standard, 5000, hashes)?.holding(100);
    /// let [few, many] = [load(10)?.lower_cost(), load(300)?.lower_cost()];
    /// assert!(few < 1e5 && few < many);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn lower_cost(&self) -> f64 {
        let (m, k) = (self.design.bits(), self.design.hashes());
        if k > m || m == 1 || self.items <= 1 {
            return LEAST_WORK;
        }
        let bits = self.lower_bits();
        match self.is_lower_integrated(bits) {
            true => self.lower_integral_work(),
            false => self.lower_sum_work(bits),
        }
    }

    /// About how many word operations [`Load::jensen`] takes.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 1 << 20, 5000)?.holding(100)?;
    /// assert!(load.jensen_cost() > 1e5);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn jensen_cost(&self) -> f64 {
        let words = (self.precision / 64 + 2).max(4) as f64;
        LEAST_WORK + self.design.hashes() as f64 * (40.0 + 10.0 * words)
    }

    /// Bits that the sum L needs: like the rates, it loses k·log2((1+q)/(1−q)) bits.
    fn lower_bits(&self) -> f64 {
        let (m, k) = (self.design.bits() as f64, self.design.hashes() as f64);
        let q = (self.given_bits_clear() - k.log2()).exp2();
        let set = (1.0 - q).max((self.items as f64 * k / m).min(0.5));
        self.precision as f64 + k * ((1.0 + q) / set).log2() + 64.0
    }

    /// Whether L is asked as an integral first, whose sum needs so many bits.
    fn is_lower_integrated(&self, bits: f64) -> bool {
        self.design.hashes() > FEWEST_INTEGRATED
            && self.lower_integral_work() < self.lower_sum_work(bits)
    }

    fn lower_sum_work(&self, bits: f64) -> f64 {
        let words = words_of(bits) as f64;
        let terms = self.lower_terms(words_of(bits)) as f64;
        let squarings = (self.items as f64 * self.design.hashes() as f64).log2() + 1.0;
        terms * (60.0 + 8.0 * words + 1.2 * squarings * words * words)
    }

    fn lower_integral_work(&self) -> f64 {
        let bits = (self.precision + 20 + u64::from(self.design.bits().ilog2())) as f64;
        3e5 * (bits / 100.0).powf(2.6).max(1.0)
    }

    /// U = (1 − (1 − k/m)^n)^k: above both rates, for k ≤ m (1 beyond).
    ///
    /// Source: `eqn:fp-upper-bound`. DIFFERENCE: the printed condition k ≤ (m−1)/2 is not needed.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// assert_eq!(format!("{:.6}", load.upper()?.value), "0.000828886");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn upper(&self) -> Result<Approximation, Error> {
        if self.design.hashes() > self.design.bits() {
            return Ok(Approximation { value: Enclosure::one(), side: BoundSide::Upper });
        }
        self.approximation(Formula::Upper, BoundSide::Upper)
    }

    /// C(μ,k)/C(m,k) at the mean μ of the bits set. For a classic filter a lower bound (Jensen, as
    /// μ ≥ k); for a standard one an estimate, and only for k ≤ m.
    ///
    /// Source: `eqn:fp-lower-bound`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Classic, 64, 9)?.holding(4)?;
    /// let (bound, rate) = (load.jensen()?.value, load.fpr()?);
    /// assert!(bound.hi_f64() < rate.lo_f64());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn jensen(&self) -> Result<Approximation, Error> {
        let (m, k) = (self.design.bits(), self.design.hashes());
        if k > m || k > 100_000 {
            return Err(Error::domain(
                "this approximation needs hashes <= bits and at most 100000 hashes",
                format!("hashes = {k} with bits = {m}"),
            ));
        }
        let side = match self.design.kind() {
            Kind::Classic => BoundSide::Lower,
            Kind::Standard => BoundSide::Estimate,
        };
        self.approximation(Formula::Jensen, side)
    }

    /// The first two terms of the expansion round the mean: an estimate, good while
    /// k²/m is small.
    ///
    /// Source: `eq:taylors-series-estimate`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let load = Design::new(Kind::Standard, 10_000, 7)?.holding(1000)?;
    /// let (estimate, rate) = (load.taylor()?.value.hi_f64(), load.fpr()?.hi_f64());
    /// assert!((estimate / rate - 1.0).abs() < 1e-7);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn taylor(&self) -> Result<Approximation, Error> {
        if self.design.hashes() == 1 {
            return self.approximation(Formula::Independent, BoundSide::Estimate);
        }
        let classic_full =
            self.design.kind() == Kind::Classic && self.design.hashes() == self.design.bits();
        if self.items == 0 || self.design.bits() == 1 || classic_full {
            return self.approximation(Formula::Independent, BoundSide::Estimate).map(|mut a| {
                if classic_full && self.items > 0 {
                    a.value = Enclosure::one();
                }
                a
            });
        }
        // It may be exactly zero, so no relative accuracy is asked for.
        let value = Evaluation(self, Formula::Taylor).at(8).enclosure();
        Ok(Approximation { value, side: BoundSide::Estimate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Rational;

    /// Half of the first term left out.
    struct Half;
    impl LeftOut for Half {
        fn beyond(first: &Real) -> Real {
            first.uncertainty().shift(-1)
        }
    }

    /// Nothing.
    struct Nothing;
    impl LeftOut for Nothing {
        fn beyond(first: &Real) -> Real {
            Real::zero(first.words())
        }
    }

    /// How often L cut off somewhere contains the fraction, and how often it was asked.
    fn holds<R: LeftOut>() -> (u32, u32) {
        let (mut right, mut all) = (0, 0);
        for (m, k, n) in [(4, 2, 1), (7, 3, 9), (20, 5, 3), (64, 6, 100), (9, 9, 8)] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("small");
            let exact = (0..=k).fold(Rational::zero(), |sum, j| {
                let share = Rational::new((m - j) as i64, m).expect("bits");
                let ways = Rational::from_integers(
                    crate::num::combinatorics::binomial(k, j).into(),
                    1u8.into(),
                );
                let term = &ways * &share.pow((n * k) as u32);
                if j % 2 == 0 { &sum + &term } else { &sum - &term }
            });
            for most in 1..=k + 1 {
                right += u32::from(load.lower_sum::<R>(most, 4).enclosure().contains(&exact));
                all += 1;
            }
        }
        (right, all)
    }

    #[test]
    fn the_lower_bound_cut_off_anywhere_encloses_it_and_smaller_rests_are_caught() {
        let (right, all) = holds::<FirstLeftOut>();
        assert_eq!(right, all);
        for (right, all) in [holds::<Half>(), holds::<Nothing>()] {
            assert!(right < all);
        }
    }

    /// Of many hashes in a full filter few terms are left, and the bound is what it is with few words.
    #[test]
    fn the_lower_bound_of_a_full_filter_is_a_short_sum() {
        let load = Design::new(Kind::Standard, 5006, 600).and_then(|design| design.holding(1155));
        let load = load.expect("a filter");
        assert!(load.lower_terms(3) < 20, "{}", load.lower_terms(3));
        let lower = load.precision(110).lower().expect("short").value;
        assert!(lower.certain_bits() >= 110 && lower.hi_f64() == 1.0, "{lower:?}");
    }

    /// Where few of the k positions are clear, all but the first terms are below any mantissa:
    /// these took minutes as integrals, whose nodes all mattered.
    #[test]
    fn the_lower_bound_is_a_short_sum_where_few_positions_are_clear() {
        for (m, n, k) in [
            (51_588, 45, 9_979),
            (73_240_535, 19_274, 48_879),
            (193_927_174_335, 298_550_455, 5_698),
            (12_956_678_363, 349_885_754, 300),
        ] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("a filter").precision(300);
            let bits = load.lower_bits();
            assert!(!load.is_lower_integrated(bits), "({m}, {n}, {k})");
            assert!(load.lower_terms(words_of(bits)) < 200, "({m}, {n}, {k})");
            assert!(load.lower_cost() < 1e6, "({m}, {n}, {k}): {}", load.lower_cost());
            let lower = load.lower().expect("short").value;
            assert!(lower.certain_bits() >= 300, "({m}, {n}, {k})");
        }
    }

    /// The sum and the integral are two routes to one number, on both sides of where they take
    /// turns.
    #[test]
    fn the_sum_of_the_lower_bound_is_its_integral() {
        for (m, n, k) in [(1387, 20, 120), (5000, 100, 150), (20_000, 50, 400), (4000, 9, 700)] {
            let load = Design::new(Kind::Standard, m, k).and_then(|design| design.holding(n));
            let load = load.expect("a filter").precision(80);
            let start = load.lower_bits() as u64;
            let sum = refine("L", 80, start, &Evaluation(&load, Formula::Lower)).expect("a sum");
            let law = Occupancy::balls(m, n * k).expect("balls").precision(80);
            let integral = law.joint_integral(k).expect("a circle");
            assert!(sum.overlaps(&integral), "({m}, {n}, {k})");
        }
    }
}

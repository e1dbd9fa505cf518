//! The exact false-positive rates f_S and f_C, and 1 − f as accurately: which sum answers.
//!
//! In order: closed forms; the complement where the rate is near 1 (there the alternating sum
//! hardly cancels and few terms serve); the expansion round the mean where its remainder is proved
//! small within 100 terms; for classic filters with many hashes the circle integral; the
//! alternating sum at the precision it needs; for standard filters with very many hashes a sum over
//! the number of different positions. What is left is refused.

use super::Load;
use super::expansion::MOST_TERMS;
use crate::design::Kind;
use crate::error::Error;
use crate::num::combinatorics::binomial;
use crate::num::refine::{Computation, refine};
use crate::num::{Enclosure, Limbs, Rational, Real};
use dashu_int::UBig;

/// Alternating sums with more hashes than this are left alone unless they need few bits.
const ALWAYS_DIRECT: u64 = 200;

/// The most hashes of an alternating sum, and the most bits it may need beyond `ALWAYS_DIRECT`.
const MOST_DIRECT: u64 = 1000;
const MOST_BITS: f64 = 16_000.0;

/// With more hashes than this a classic filter's rate is integrated, not summed.
const FEWEST_INTEGRATED: u64 = 100;

/// With more hashes than this the sum over different positions takes too long.
const MOST_DIFFERENT: u64 = 20_000;

/// The most hashes of a saturated standard filter, whose coefficients take a step a hash.
const MOST_NEAR_ONE: u64 = 100_000;

/// f by the expansion, to R terms whose remainder is at most `rest`·(1−q)^k.
struct Expanded<'a> {
    load: &'a Load,
    terms: u64,
    rest: f64,
}

impl Computation for Expanded<'_> {
    fn at<M: Limbs>(&self, words: usize) -> Real<M> {
        let (power, sum) = self.load.expansion::<M>(self.terms, words);
        let rest = above(self.rest, words);
        power.mul(&Real::from_u64(1, words).add(&sum).add(&rest.uncertainty()))
    }
}

/// A power of two not below a positive double.
fn above<M: Limbs>(value: f64, words: usize) -> Real<M> {
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i128 - 1022;
    Real::from_u128(1, exponent, words)
}

/// 1 − f, or f, by the alternating sum.
struct Direct<'a> {
    load: &'a Load,
    complement: bool,
}

impl Computation for Direct<'_> {
    fn at<M: Limbs>(&self, words: usize) -> Real<M> {
        let complement = self.load.direct_complement::<M>(words);
        if self.complement { complement } else { Real::from_u64(1, words).sub(&complement) }
    }
}

/// The two sides of one rate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Rate,
    Complement,
}

/// How long a rate may take: a search asks for hundreds, and rather refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    Answer,
    Search,
}

impl Load {
    /// [`Load::fpr`] for searches: refused where it would take milliseconds.
    pub(super) fn quick_fpr(&self) -> Result<Enclosure, Error> {
        self.side(Side::Rate, Patience::Search)
    }

    /// The rate where it is a simple number.
    fn closed_form(&self) -> Option<Rational> {
        let (m, k, n) = (self.design.bits(), self.design.hashes(), self.items);
        let classic = self.design.kind() == Kind::Classic;
        if n == 0 {
            return Some(Rational::zero());
        }
        if m == 1 || classic && k == m {
            return Some(Rational::one());
        }
        if classic && n == 1 && k.min(m - k) <= 4096 {
            return Some(Rational::from_integers(1.into(), binomial(m, k)));
        }
        // One hash: f = 1 − (1 − 1/m)^n for both kinds, worth writing out while it is short.
        if k == 1 && n.saturating_mul(u64::from(m.ilog2()) + 1) <= 320 {
            let clear = Rational::from_integers((m - 1).into(), UBig::from(m));
            return Some(clear.pow(n as u32).complement());
        }
        None
    }

    fn side(&self, side: Side, patience: Patience) -> Result<Enclosure, Error> {
        if let Some(exact) = self.closed_form() {
            let value = if side == Side::Rate { exact } else { exact.complement() };
            return Ok(Enclosure::from_rational(&value, self.precision));
        }
        let (m, k) = (self.design.bits(), self.design.hashes());
        if self.items == 1 && self.design.kind() == Kind::Classic {
            // One item sets k bits for certain.
            let rate = self.design.fpr_given_to(k, self.precision)?;
            return Ok(if side == Side::Rate { rate } else { rate.complement() });
        }
        // Two words are enough to choose with while n·k is below 2^50.
        let short = self.items * k < 1 << 50;
        let (q_rough, shape) = if short {
            let q = self.clear::<[u64; 2]>(2);
            (q.seed(), self.shape(&q))
        } else {
            let q = self.clear::<[u64; 4]>(4);
            (q.seed(), self.shape(&q))
        };
        let log2_power =
            if q_rough < 0.5 { k as f64 * (-q_rough).ln_1p() } else { f64::NEG_INFINITY }
                / std::f64::consts::LN_2;
        if log2_power > -1.0 {
            if self.design.kind() == Kind::Standard && k > MOST_NEAR_ONE {
                return Err(Error::TooCostly {
                    what: "the rate of a saturated standard filter with so many hashes",
                    needs: k as u128,
                    unit: "hashes",
                    limit: MOST_NEAR_ONE as u128,
                    remedy: "ask for its bounds, or with fewer hashes",
                });
            }
            let start = self.precision + 64 + self.precision / 4;
            let complement = Direct { load: self, complement: true };
            let less = refine("this rate", self.precision + 2, start, &complement)?;
            return Ok(if side == Side::Rate { less.complement() } else { less });
        }
        let set = (1.0 - q_rough).max(f64::MIN_POSITIVE);
        // Bits by which f_C may be below (1−q)^k.
        let mean = m as f64 * set;
        let extra = match self.design.kind() {
            Kind::Standard => 0.0,
            Kind::Classic => {
                0.7214 * k as f64 * (k as f64 - 1.0) * q_rough / (mean - k as f64 + 1.0).max(0.5)
            }
        };
        let wanted = self.precision as f64 + 6.0 + extra;
        let plan = shape.and_then(|s| s.terms(wanted, MOST_TERMS.min(k)));
        let rate = match plan {
            Some((terms, rest)) if wanted < 900.0 => {
                let start = self.precision as f64 + extra + self.spare_bits();
                let by = Expanded { load: self, terms, rest };
                refine("this rate", self.precision, start as u64, &by)?
            }
            _ if patience == Patience::Search => self.direct(q_rough)?,
            _ => match self.integrated(wanted) {
                Some(rate) => rate,
                None => match (self.direct(q_rough), self.design.kind()) {
                    (Err(too_costly), Kind::Standard) if k <= MOST_DIFFERENT => {
                        self.by_different()?.ok_or(too_costly)?
                    }
                    (rate, _) => rate?,
                },
            },
        };
        Ok(if side == Side::Rate { rate } else { rate.complement() })
    }

    /// f_C with many hashes, as P(k given bits are all set): a circle integral.
    fn integrated(&self, wanted: f64) -> Option<Enclosure> {
        let k = self.design.hashes();
        if self.design.kind() == Kind::Standard || k <= FEWEST_INTEGRATED || wanted > 1e6 {
            return None;
        }
        let law = self.occupancy().ok()?.precision(self.precision);
        law.joint_integral(k)
    }

    fn direct(&self, q: f64) -> Result<Enclosure, Error> {
        let k = self.design.hashes();
        let lost = k as f64 * ((1.0 + q).log2() - self.log2_set(q));
        let bits = self.precision as f64 + lost + (k as f64).log2() + self.spare_bits();
        if k > MOST_DIRECT || k > ALWAYS_DIRECT && bits > MOST_BITS {
            return Err(Error::TooCostly {
                what: "the rate of a filter with so many hashes at this load",
                needs: if k > MOST_DIRECT { k as u128 } else { bits as u128 },
                unit: if k > MOST_DIRECT { "terms" } else { "bits of precision" },
                limit: if k > MOST_DIRECT { MOST_DIRECT as u128 } else { MOST_BITS as u128 },
                remedy: "ask for its bounds, or with fewer hashes",
            });
        }
        let by = Direct { load: self, complement: false };
        refine("this rate", self.precision, bits as u64, &by)
    }

    /// Bits lost by powers, and a margin: a power to nk costs log2(nk).
    fn spare_bits(&self) -> f64 {
        12.0 + ((self.items as f64) * (self.design.hashes() as f64)).log2()
    }

    /// log2(1−q), also where q is 1 in f64.
    fn log2_set(&self, q: f64) -> f64 {
        let (m, k, n) = (self.design.bits() as f64, self.design.hashes() as f64, self.items as f64);
        if q < 0.999 { (1.0 - q).log2() } else { (n * k / m).min(1.0).log2() }
    }

    /// The exact false-positive rate, averaged over all filters that hold n random items.
    ///
    /// Formula: standard E X^k/m^k (`eq:bloom-false-positive`, `eqn:standard-bloom-fp`), classic
    /// E C(X,k)/C(m,k) (`eqn:classic-fp-factorial-moments`, `eqn:classic-bloom-fp`), X the bits set.
    /// Cost: microseconds up to a thousand hashes; `TooCostly` where k > 1000 and the expansion
    /// does not converge.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// // m = 64, n = 4: the paper's example.
    /// let rate = |kind, k| Design::new(kind, 64, k)?.holding(4)?.fpr();
    /// assert_eq!(format!("{:.6}", rate(Kind::Standard, 10)?), "0.000615409");
    /// assert_eq!(format!("{:.6}", rate(Kind::Classic, 9)?), "0.000455012");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr(&self) -> Result<Enclosure, Error> {
        self.side(Side::Rate, Patience::Answer)
    }

    /// 1 − [`Load::fpr`], as accurate relative to itself: what is left of a saturated filter.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let full = Design::new(Kind::Standard, 64, 1)?.holding(2000)?;
    /// assert_eq!(format!("{:.5}", full.one_minus_fpr()?), "2.0948e-14"); // (63/64)^2000
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn one_minus_fpr(&self) -> Result<Enclosure, Error> {
        self.side(Side::Complement, Patience::Answer)
    }

    /// The rate by the alternating sum alone, for tests that compare routes.
    #[doc(hidden)]
    pub fn fpr_direct(&self) -> Result<Enclosure, Error> {
        self.direct(self.clear::<[u64; 4]>(4).seed())
    }

    /// The rate by the expansion alone, where it is small enough a sum.
    #[doc(hidden)]
    pub fn fpr_expanded(&self) -> Option<Result<Enclosure, Error>> {
        let q = self.clear::<[u64; 4]>(4);
        let (terms, rest) = self.shape(&q)?.terms(200.0, self.design.hashes().min(MOST_TERMS))?;
        let by = Expanded { load: self, terms, rest };
        Some(refine("this rate", self.precision, self.precision + 80, &by))
    }
}

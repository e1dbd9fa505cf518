//! [`Interval`]: two doubles with a real number certainly between them.
//!
//! **The rounding rule.** A sum, difference, product or quotient of two doubles is the double
//! nearest to the exact result (IEEE 754, which Rust promises for `f64` on every target with
//! hardware doubles). The exact result therefore lies between the double just below the computed
//! one and the double just above it:
//!
//! * If the computed result r is finite, the exact result is at most half a gap away from r.
//! * If r is 0 by underflow, the exact result is smaller than the least positive double.
//! * If r is infinite, the exact result is beyond the greatest finite double, which is the
//!   neighbour of infinity.
//!
//! No other operation of `f64` decides anything. In particular `f64::exp` and `f64::ln` are not
//! called: [`functions`](super::functions) sums its own series with its own remainders.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// How a computed end is moved outward. Only tests use another rule than [`Outward`].
pub(super) trait Rounding {
    /// A double at or below the exact result whose nearest double is `x`.
    fn down(x: f64) -> f64;
    /// A double at or above the exact result whose nearest double is `x`.
    fn up(x: f64) -> f64;
    /// How many terms a series sums.
    const TERMS: u32;
    /// An upper bound of what a series omits, in units that the series defines
    /// ([`functions`](super::functions)).
    const TAIL: f64;
}

/// The proved rule: one double outward. With 30 terms a tail is below 2^-52.
pub(super) struct Outward;

impl Rounding for Outward {
    const TERMS: u32 = 30;
    const TAIL: f64 = 2.0;

    fn down(x: f64) -> f64 {
        x.next_down()
    }

    fn up(x: f64) -> f64 {
        x.next_up()
    }
}

/// All reals from `lo` to `hi`, both included. `lo` is never +∞, `hi` never −∞, neither is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl Interval {
    /// Every real number: nothing is known.
    pub(super) const ENTIRE: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// A double, exactly.
    pub(super) const fn point(x: f64) -> Interval {
        Interval { lo: x, hi: x }
    }

    /// From the smaller end to the larger one.
    pub(super) const fn new(lo: f64, hi: f64) -> Interval {
        debug_assert!(lo <= hi);
        Interval { lo, hi }
    }

    /// a/b.
    pub(super) fn ratio(a: f64, b: f64) -> Interval {
        Interval::point(a) / Interval::point(b)
    }

    /// The part that is at least 0, for a quantity that is known to be at least 0.
    pub(super) fn known_nonnegative(self) -> Interval {
        Interval { lo: self.lo.max(0.0), hi: self.hi.max(0.0) }
    }

    /// The larger of 0 and the value.
    pub(super) fn or_zero(self) -> Interval {
        self.known_nonnegative()
    }

    /// The smaller of two values.
    pub(super) fn min(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi) }
    }

    /// Whether every value is above 0.
    pub(super) fn is_positive(self) -> bool {
        self.lo > 0.0
    }

    /// The value times itself.
    pub(super) fn square(self) -> Interval {
        self * self
    }

    pub(super) fn add_by<R: Rounding>(self, other: Interval) -> Interval {
        Interval { lo: R::down(self.lo + other.lo), hi: R::up(self.hi + other.hi) }
    }

    pub(super) fn sub_by<R: Rounding>(self, other: Interval) -> Interval {
        Interval { lo: R::down(self.lo - other.hi), hi: R::up(self.hi - other.lo) }
    }

    pub(super) fn mul_by<R: Rounding>(self, other: Interval) -> Interval {
        // A product of two intervals has its extremes at ends.
        let products =
            [self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi];
        extremes::<R>(products)
    }

    pub(super) fn div_by<R: Rounding>(self, other: Interval) -> Interval {
        if other.lo <= 0.0 && other.hi >= 0.0 {
            return Interval::ENTIRE;
        }
        let quotients =
            [self.lo / other.lo, self.lo / other.hi, self.hi / other.lo, self.hi / other.hi];
        extremes::<R>(quotients)
    }
}

/// The least and the greatest of four results, outward; 0·∞ and ∞/∞ say nothing.
fn extremes<R: Rounding>(results: [f64; 4]) -> Interval {
    if results.iter().any(|x| x.is_nan()) {
        return Interval::ENTIRE;
    }
    let [a, b, c, d] = results;
    Interval { lo: R::down(a.min(b).min(c.min(d))), hi: R::up(a.max(b).max(c.max(d))) }
}

impl Add for Interval {
    type Output = Interval;
    fn add(self, other: Interval) -> Interval {
        self.add_by::<Outward>(other)
    }
}

impl Sub for Interval {
    type Output = Interval;
    fn sub(self, other: Interval) -> Interval {
        self.sub_by::<Outward>(other)
    }
}

impl Mul for Interval {
    type Output = Interval;
    fn mul(self, other: Interval) -> Interval {
        self.mul_by::<Outward>(other)
    }
}

impl Div for Interval {
    type Output = Interval;
    fn div(self, other: Interval) -> Interval {
        self.div_by::<Outward>(other)
    }
}

impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draws::Draws;
    use crate::formulas::exact::Exact;

    /// A mutant: the nearest double is taken for the result, and a tail for nothing.
    pub(in super::super) struct Nearest;

    impl Rounding for Nearest {
        const TERMS: u32 = 30;
        const TAIL: f64 = 0.0;

        fn down(x: f64) -> f64 {
            x
        }

        fn up(x: f64) -> f64 {
            x
        }
    }

    fn contains(interval: Interval, value: &Exact) -> bool {
        let below = interval.lo == f64::NEG_INFINITY || Exact::from_f64(interval.lo) <= *value;
        let above = interval.hi == f64::INFINITY || Exact::from_f64(interval.hi) >= *value;
        below && above
    }

    /// Doubles of all sizes, with corners.
    fn double(draws: &mut Draws) -> f64 {
        let exponent = draws.between(-40, 40);
        let fraction = draws.word() >> 12;
        let random = (1.0 + fraction as f64 * 2f64.powi(-52)) * 2f64.powi(exponent as i32);
        let corner = [0.0, 1.0, 1.0 + f64::EPSILON, 1.0 / 3.0, 2f64.powi(-1000), random, random];
        let size = draws.one_of(&corner);
        if draws.coin() { -size } else { size }
    }

    /// Whether all results of drawn intervals contain the exact results of values inside them.
    fn operations_hold<R: Rounding>() -> bool {
        let mut draws = Draws::new(crate::draws::seed() ^ 0x1e7);
        let mut hold = true;
        for _ in 0..3000 * crate::draws::multiplier() {
            let mut drawn = || {
                let [a, b] = [double(&mut draws), double(&mut draws)];
                // A third of the intervals are points, which are the strictest.
                let b = draws.one_of(&[a, b, b]);
                (Interval::new(a.min(b), a.max(b)), draws.one_of(&[a, b, a / 2.0 + b / 2.0]))
            };
            let (x, at_x) = drawn();
            let (y, at_y) = drawn();
            let [p, q] = [Exact::from_f64(at_x), Exact::from_f64(at_y)];
            hold &= contains(x.add_by::<R>(y), &(&p + &q));
            hold &= contains(x.sub_by::<R>(y), &(&p - &q));
            hold &= contains(x.mul_by::<R>(y), &(&p * &q));
            if at_y != 0.0 {
                hold &= contains(x.div_by::<R>(y), &(&p / &q));
            }
        }
        hold
    }

    #[test]
    fn every_operation_contains_the_exact_result() {
        assert!(operations_hold::<Outward>());
    }

    #[test]
    fn without_rounding_outward_an_exact_result_escapes() {
        assert!(!operations_hold::<Nearest>());
    }

    #[test]
    fn what_is_undefined_is_everything() {
        let zero = Interval::new(-1.0, 1.0);
        assert_eq!(Interval::point(1.0) / zero, Interval::ENTIRE);
        assert_eq!(Interval::ENTIRE * Interval::point(0.0), Interval::ENTIRE);
        assert_eq!((Interval::ENTIRE - Interval::ENTIRE), Interval::ENTIRE);
    }
}

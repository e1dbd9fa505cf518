//! exp, ln and three quotients of them that are smooth at 0, each by a series with its remainder.
//!
//! All five are monotone, so an interval is mapped end by end. Outside the range of its series a
//! function answers with an interval that is certainly wide enough.

use super::interval::{Interval, Outward, Rounding};

const ONE: Interval = Interval::point(1.0);
const TWO: Interval = Interval::point(2.0);

/// 0 to the bound of a tail.
fn tail<R: Rounding>() -> Interval {
    Interval::new(0.0, R::TAIL)
}

/// e^x.
pub(super) fn exp(x: Interval) -> Interval {
    Interval { lo: exp_at::<Outward>(x.lo).lo, hi: exp_at::<Outward>(x.hi).hi }
}

/// e^x at a double. Range: |x| ≤ 2; e^(−x) = 1/e^x.
fn exp_at<R: Rounding>(x: f64) -> Interval {
    if x < 0.0 {
        return ONE.div_by::<R>(exp_at::<R>(-x));
    }
    if x > 2.0 || x.is_nan() {
        return Interval { lo: 1.0, hi: f64::INFINITY };
    }
    quotient_sum::<R>(x, 1)
}

/// 1 + x/first·(1 + x/(first + 1)·(1 + x/(first + 2)·(1 + …))) for 0 ≤ x ≤ 2.
///
/// Tail: with j = first + TERMS ≥ 3 the innermost factor is 1 + x/j + x²/(j(j+1)) + …, which is at
/// least 1 and at most 1/(1 − x/j) ≤ 1/(1 − 2/3) = 3. So it is in 1 + [0, 2].
fn quotient_sum<R: Rounding>(x: f64, first: u32) -> Interval {
    let point = Interval::point(x);
    (first..first + R::TERMS).rev().fold(ONE.add_by::<R>(tail::<R>()), |inner, i| {
        let factor = point.mul_by::<R>(inner).div_by::<R>(Interval::point(f64::from(i)));
        ONE.add_by::<R>(factor)
    })
}

/// (1 − e^(−y))/y for y ≥ 0, which is 1 at 0 and falls. What is below 0 is ignored.
pub(super) fn decay(y: Interval) -> Interval {
    let y = y.known_nonnegative();
    Interval { lo: decay_at::<Outward>(y.hi).lo, hi: decay_at::<Outward>(y.lo).hi }
}

/// At a double: e^(−y)·(e^y − 1)/y, and (e^y − 1)/y = 1 + y/2·(1 + y/3·(1 + …)). Range: y ≤ 2.
fn decay_at<R: Rounding>(y: f64) -> Interval {
    if y > 2.0 || y.is_nan() {
        return Interval::new(0.0, 1.0);
    }
    quotient_sum::<R>(y, 2).div_by::<R>(quotient_sum::<R>(y, 1))
}

/// ln(1 + w)/w for w > −1, which is 1 at 0 and falls.
pub(super) fn log_quotient(w: Interval) -> Interval {
    Interval { lo: log_quotient_at::<Outward>(w.hi).lo, hi: log_quotient_at::<Outward>(w.lo).hi }
}

/// At a double: with s = w/(2 + w), ln(1 + w) = 2·atanh s, so the quotient is 2/(2 + w) times the
/// sum of s^(2i)/(2i + 1). Range: −2/3 ≤ w ≤ 2, that is |s| ≤ 1/2.
///
/// Tail: from i = TERMS on, in units of s^(2·TERMS), at most the sum of 4^(−j) = 4/3 < 2.
fn log_quotient_at<R: Rounding>(w: f64) -> Interval {
    if !(-0.666..=2.0).contains(&w) {
        return Interval { lo: 0.0, hi: if w > 0.0 { 1.0 } else { f64::INFINITY } };
    }
    let double = TWO.add_by::<R>(Interval::point(w));
    let s = Interval::point(w).div_by::<R>(double);
    let square = s.mul_by::<R>(s);
    let sum = (0..R::TERMS).rev().fold(tail::<R>(), |inner, i| {
        let term = ONE.div_by::<R>(Interval::point(f64::from(2 * i + 1)));
        square.mul_by::<R>(inner).add_by::<R>(term)
    });
    TWO.div_by::<R>(double).mul_by::<R>(sum)
}

/// −ln(1 − y)/y for 0 ≤ y < 1, which is 1 at 0 and rises. What is below 0 is ignored.
pub(super) fn ell(y: Interval) -> Interval {
    log_quotient(-y.known_nonnegative())
}

/// The derivative of [`ell`], the sum of (i + 1)/(i + 2)·y^i, which rises.
pub(super) fn ell_slope(y: Interval) -> Interval {
    let y = y.known_nonnegative();
    Interval { lo: ell_slope_at::<Outward>(y.lo).lo, hi: ell_slope_at::<Outward>(y.hi).hi }
}

/// At a double. Range: y ≤ 1/2. Tail, in units of y^(2·TERMS): at most the sum of 2^(−j) = 2.
fn ell_slope_at<R: Rounding>(y: f64) -> Interval {
    if y > 0.5 || y.is_nan() {
        return Interval { lo: 0.5, hi: f64::INFINITY };
    }
    (0..2 * R::TERMS).rev().fold(tail::<R>(), |inner, i| {
        let [above, below] = [f64::from(i + 1), f64::from(i + 2)].map(Interval::point);
        Interval::point(y).mul_by::<R>(inner).add_by::<R>(above.div_by::<R>(below))
    })
}

/// ln x for 1/3 < x ≤ 3, else nothing is known: (x − 1)·ln(1 + w)/w at w = x − 1.
pub(super) fn ln(x: Interval) -> Interval {
    let at = |x: f64| {
        let w = Interval::point(x) - ONE;
        let inside = -0.66 < w.lo && w.hi <= 2.0;
        if inside { w * log_quotient(w) } else { Interval::ENTIRE }
    };
    Interval { lo: at(x.lo).lo, hi: at(x.hi).hi }
}

#[cfg(test)]
mod tests {
    use super::super::interval::tests::Nearest;
    use super::*;
    use crate::draws::{Draws, multiplier, seed};
    use crate::formulas::exact::Exact;
    use urnfield_num::{Enclosure, Real};

    const WORDS: usize = 6;

    fn real(x: f64) -> Real {
        Real::from_rational(&Exact::from_f64(x).0, WORDS)
    }

    /// Whether the certified value of the library may lie in the interval: its enclosure of 300
    /// bits is a point beside any double.
    fn meets(interval: Interval, value: &Real) -> bool {
        let value: Enclosure = value.enclosure();
        let below = !interval.lo.is_finite() || value.certainly_ge(&Exact::from_f64(interval.lo).0);
        let above = !interval.hi.is_finite() || value.certainly_le(&Exact::from_f64(interval.hi).0);
        below && above
    }

    /// Each function at drawn doubles of its range against the library's own arithmetic.
    fn series_hold<R: Rounding>() -> [bool; 4] {
        let mut draws = Draws::new(seed() ^ 0x5e71e5);
        let mut hold = [true; 4];
        let one = Real::from_u64(1, WORDS);
        for _ in 0..300 * multiplier() {
            let random = (draws.word() >> 11) as f64 * 2f64.powi(-53);
            let share = draws.one_of(&[random, random, 2f64.powi(-30), 0.999_999, 1.0 / 3.0]);
            let [a, b] = [4.0 * share - 2.0, 2.0 * share];
            hold[0] &= meets(exp_at::<R>(a), &real(a).exp());
            if b > 0.0 {
                let decay = one.sub(&real(-b).exp()).div(&real(b));
                hold[1] &= meets(decay_at::<R>(b), &decay);
            }
            let w = 2.6 * share - 0.6;
            if w != 0.0 {
                let quotient = real(w).log1p().div(&real(w));
                hold[2] &= meets(log_quotient_at::<R>(w), &quotient);
            }
            let y = share / 2.0;
            if y > 0.0 {
                let ell = real(-y).log1p().negated().div(&real(y));
                let slope = one.div(&one.sub(&real(y))).sub(&ell).div(&real(y));
                hold[3] &= meets(ell_slope_at::<R>(y), &slope);
            }
        }
        hold
    }

    #[test]
    fn every_series_contains_the_value_of_certified_arithmetic() {
        assert_eq!(series_hold::<Outward>(), [true; 4]);
    }

    #[test]
    fn without_rounding_and_tails_every_series_misses_a_value() {
        assert_eq!(series_hold::<Nearest>(), [false; 4]);
    }

    /// With few terms the tail is what counts.
    #[test]
    fn short_series_need_their_tails() {
        struct Short<const TAIL: u32>;
        impl<const TAIL: u32> Rounding for Short<TAIL> {
            const TERMS: u32 = 4;
            const TAIL: f64 = TAIL as f64;

            fn down(x: f64) -> f64 {
                x.next_down()
            }

            fn up(x: f64) -> f64 {
                x.next_up()
            }
        }
        assert_eq!(series_hold::<Short<2>>(), [true; 4]);
        assert_eq!(series_hold::<Short<0>>(), [false; 4]);
    }

    #[test]
    fn an_interval_is_mapped_end_by_end() {
        let wide = Interval::new(0.25, 0.5);
        for x in [0.25, 0.3, 0.5] {
            let inside = Interval::point(x);
            for f in [exp, decay, log_quotient, ell, ell_slope, ln] {
                let [all, one] = [f(Interval::new(wide.lo.max(0.4), 0.5)), f(inside)];
                if x >= 0.4 {
                    assert!(all.lo <= one.lo && one.hi <= all.hi, "{x}");
                }
            }
            for f in [exp, decay, log_quotient, ell, ell_slope] {
                let [all, one] = [f(wide), f(inside)];
                assert!(all.lo <= one.lo && one.hi <= all.hi, "{x}");
            }
        }
        assert_eq!(ln(Interval::new(0.1, 0.5)).lo, f64::NEG_INFINITY);
        assert_eq!(exp(Interval::new(0.0, 3.0)).hi, f64::INFINITY);
    }
}

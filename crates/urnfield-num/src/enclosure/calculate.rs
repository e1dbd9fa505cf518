//! Arithmetic with [`Enclosure`]s: for all operands between their ends, the result is between its
//! ends.
//!
//! Ends are added and multiplied exactly and then cut outward to as many bits as the longer operand
//! had ([`LEAST`] at the fewest), so that a long calculation does not grow without end. Where both
//! operands are known exactly, so is the result, as long as it is short.

use crate::enclosure::Enclosure;
use crate::enclosure::dyadic::{Dyadic, shift_of};
use crate::error::Error;
use crate::rational::Rational;
use crate::real::Real;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivEuclid};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The fewest bits that an end is cut to.
const LEAST: usize = 192;

/// Mantissas of ends that are so many places apart are not written out in full.
const WIDEST: i128 = 1 << 16;

/// Exponents stay within ± this, as those of reals do, so that sums of two never overflow.
const LARGEST: i128 = 1 << 125;

/// ⌊end / 2^by⌋, or ⌈…⌉.
fn cut(end: &IBig, by: i128, up: bool) -> IBig {
    match (by, up) {
        (..=0, _) => end << shift_of(-by),
        (_, false) => end >> shift_of(by),
        (_, true) => -(-end >> shift_of(by)),
    }
}

/// From `lo` to `hi`, cut outward to `bits`.
fn outward(lo: Dyadic, hi: Dyadic, bits: usize) -> Enclosure {
    let size = |end: &Dyadic| end.exponent + end.mantissa.bit_len() as i128;
    let zero = |end: &Dyadic| end.mantissa == IBig::ZERO;
    // The unit is counted from the end that is nearer to zero, unless it is zero or far smaller.
    let sizes = [&lo, &hi].map(|end| (!zero(end)).then(|| size(end)));
    let Some(top) = sizes.into_iter().flatten().max() else {
        return Enclosure::zero();
    };
    if top > LARGEST {
        return Enclosure::unknown();
    }
    if top < -LARGEST {
        // Too small to be written with our exponents: zero, give or take one unit.
        let sides = [&lo, &hi].map(|end| match end.sign() {
            Ordering::Less => -IBig::ONE,
            Ordering::Equal => IBig::ZERO,
            Ordering::Greater => IBig::ONE,
        });
        let [low, high] = sides;
        return Enclosure::from_ends(low.min(IBig::ZERO), high.max(IBig::ZERO), -LARGEST);
    }
    let near = sizes.into_iter().flatten().min().unwrap_or(top).max(top - WIDEST);
    let finest = [&lo, &hi].into_iter().filter(|end| !zero(end)).map(|end| end.exponent).min();
    let exponent = finest.unwrap_or(0).max(near - bits as i128);
    let place = |end: &Dyadic, up| cut(&end.mantissa, exponent - end.exponent, up);
    Enclosure::from_ends(place(&lo, false), place(&hi, true), exponent)
}

impl Enclosure {
    /// The lower end, exactly.
    pub fn lo(&self) -> Dyadic {
        let (lo, _, exponent) = self.ends();
        Dyadic { mantissa: lo.clone(), exponent }
    }

    /// The upper end, exactly.
    pub fn hi(&self) -> Dyadic {
        let (_, hi, exponent) = self.ends();
        Dyadic { mantissa: hi.clone(), exponent }
    }

    /// Everything from `lo` to `hi`: what [`Enclosure::lo`] and [`Enclosure::hi`] have given.
    ///
    /// ```
    /// use urnfield_num::{Dyadic, Enclosure};
    /// let between = Enclosure::from_dyadics(Dyadic::from(2), Dyadic::from(3))?;
    /// assert_eq!((between.lo_f64(), between.hi_f64()), (2.0, 3.0));
    /// assert!(Enclosure::from_dyadics(Dyadic::from(3), Dyadic::from(2)).is_err());
    /// # Ok::<(), urnfield_num::Error>(())
    /// ```
    pub fn from_dyadics(lo: Dyadic, hi: Dyadic) -> Result<Enclosure, Error> {
        // Ends whose exponents are farther apart are no enclosure that was ever given.
        const FARTHEST: i128 = 1 << 25;
        let refused = |rule| Err(Error::domain(rule, format!("lo = {lo} and hi = {hi}")));
        if lo > hi {
            return refused("the lower end of an enclosure is at most the upper one");
        }
        // Zero has any exponent.
        let exponents =
            [&lo, &hi].map(|end| (end.sign() != Ordering::Equal).then_some(end.exponent));
        let [least, most] = [
            exponents.into_iter().flatten().min().unwrap_or(0),
            exponents.into_iter().flatten().max().unwrap_or(0),
        ];
        if most - least > FARTHEST {
            return refused("the ends of an enclosure are of comparable size");
        }
        let whole = |end: &Dyadic| match end.sign() {
            Ordering::Equal => IBig::ZERO,
            _ => &end.mantissa << shift_of(end.exponent - least),
        };
        Ok(Enclosure::from_ends(whole(&lo), whole(&hi), least))
    }

    /// The enclosure of everything, as a division by a number that may be zero gives.
    pub fn unknown() -> Enclosure {
        Real::unknown(2).enclosure()
    }

    fn bits(&self) -> usize {
        let (lo, hi, _) = self.ends();
        lo.bit_len().max(hi.bit_len()).max(LEAST)
    }

    /// The result of an operation on both: exactly where both are exact and `exact` is short,
    /// otherwise the hull of `ends`.
    fn combined(
        &self,
        other: &Enclosure,
        exact: impl Fn(&Rational, &Rational) -> Option<Rational>,
        ends: impl Fn() -> (Dyadic, Dyadic),
    ) -> Enclosure {
        let bits = self.bits().max(other.bits());
        if let (Some(a), Some(b)) = (self.exact(), other.exact())
            && let Some(value) = exact(a, b)
        {
            return Enclosure::from_rational(&value, bits as u64);
        }
        let (lo, hi) = ends();
        outward(lo, hi, bits)
    }

    /// The smaller of two values.
    pub fn min(&self, other: &Enclosure) -> Enclosure {
        match self.compare(other) {
            Some(Ordering::Less | Ordering::Equal) => self.clone(),
            Some(Ordering::Greater) => other.clone(),
            None => outward(
                self.lo().min(other.lo()),
                self.hi().min(other.hi()),
                self.bits().max(other.bits()),
            ),
        }
    }

    /// The larger of two values.
    pub fn max(&self, other: &Enclosure) -> Enclosure {
        -&(-self).min(&-other)
    }

    /// `self / other`; `None` where `other` may be zero.
    pub fn checked_div(&self, other: &Enclosure) -> Option<Enclosure> {
        let (lo, hi, _) = other.ends();
        if *lo <= IBig::ZERO && *hi >= IBig::ZERO {
            return None;
        }
        let exact = |a: &Rational, b: &Rational| a.checked_div(b);
        Some(self.combined(other, exact, || {
            let bits = self.bits().max(other.bits());
            let quotients = products_of(self, other, |a, b| {
                let up = (bits + b.mantissa.bit_len()) as i128 + 2 - a.mantissa.bit_len() as i128;
                let up = up.max(0);
                let floor = (&a.mantissa << shift_of(up)).div_euclid(&b.mantissa);
                // Euclid's remainder is not negative: the quotient is at most one below or above.
                let place =
                    |q: IBig| Dyadic { mantissa: q, exponent: a.exponent - b.exponent - up };
                (place(&floor - IBig::ONE), place(floor + IBig::ONE))
            });
            hull(quotients)
        }))
    }

    /// `self^n`, also for negative n; `None` where that divides by what may be zero.
    pub fn powi(&self, n: i64) -> Option<Enclosure> {
        let mut power = Enclosure::one();
        let mut square = self.clone();
        let mut rest = n.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                power = &power * &square;
            }
            rest >>= 1;
            if rest > 0 {
                square = square.square();
            }
        }
        if n < 0 { Enclosure::one().checked_div(&power) } else { Some(power) }
    }

    /// `self · self`, which is never negative.
    fn square(&self) -> Enclosure {
        let product = self * self;
        let (lo, hi, exponent) = product.ends();
        if *lo >= IBig::ZERO {
            return product;
        }
        Enclosure::from_ends(IBig::ZERO, hi.clone(), exponent)
    }

    /// `self^other = e^(other·ln self)`; `None` where `self` may not be positive.
    pub fn pow(&self, other: &Enclosure) -> Option<Enclosure> {
        self.ln().map(|log| (&log * other).exp())
    }

    /// The natural logarithm; `None` where the value may not be positive.
    pub fn ln(&self) -> Option<Enclosure> {
        (self.lo().sign() == Ordering::Greater).then(|| self.each_end(Real::ln))
    }

    /// e^self; anything at all beyond 2^80.
    pub fn exp(&self) -> Enclosure {
        if self.is_zero() {
            return Enclosure::one();
        }
        self.each_end(Real::exp)
    }

    /// An increasing function of the value, by its ends.
    fn each_end(&self, function: impl Fn(&Real) -> Real) -> Enclosure {
        // A word more than the ends have, as both are rounded.
        let words = self.bits().div_ceil(64) + 1;
        let [lo, hi] = self.reals(words);
        Enclosure::between(&function(&lo), &function(&hi))
    }

    /// The nearest double, where both ends round to it; else the one nearest the middle.
    ///
    /// ```
    /// use urnfield_num::{Enclosure, Rational};
    /// let third = Enclosure::from(&Rational::new(1, 3)?);
    /// assert_eq!(third.nearest_f64(), 1.0 / 3.0);
    /// # Ok::<(), urnfield_num::Error>(())
    /// ```
    pub fn nearest_f64(&self) -> f64 {
        let (lo, hi, exponent) = self.ends();
        // Twice the middle, so that it is whole.
        let middle = Enclosure::from_ends(lo + hi, lo + hi, exponent - 1);
        let below = middle.lo_f64();
        let above = middle.hi_f64();
        if below == above {
            return below;
        }
        let (Some(low), Some(high)) = (Dyadic::from_f64(below), Dyadic::from_f64(above)) else {
            // Beyond all doubles: the one that is finite.
            return if below.is_finite() { below } else { above };
        };
        let ends = |end: &Dyadic| {
            Enclosure::from_ends(end.mantissa.clone(), end.mantissa.clone(), end.exponent)
        };
        let twice = &middle + &middle;
        match twice.compare(&(&ends(&low) + &ends(&high))) {
            Some(Ordering::Less) => below,
            Some(Ordering::Greater) => above,
            // Halfway: to the even one, as machines do.
            _ if below.to_bits() & 1 == 0 => below,
            _ => above,
        }
    }
}

/// What an operation gives for each pair of ends, as a lower and an upper bound.
fn products_of(
    a: &Enclosure,
    b: &Enclosure,
    operation: impl Fn(&Dyadic, &Dyadic) -> (Dyadic, Dyadic),
) -> Vec<(Dyadic, Dyadic)> {
    let a = [a.lo(), a.hi()];
    let b = [b.lo(), b.hi()];
    a.iter().flat_map(|x| b.iter().map(|y| operation(x, y)).collect::<Vec<_>>()).collect()
}

/// From the least lower to the greatest upper bound.
fn hull(bounds: Vec<(Dyadic, Dyadic)>) -> (Dyadic, Dyadic) {
    let (lows, highs): (Vec<_>, Vec<_>) = bounds.into_iter().unzip();
    let least = lows.into_iter().min().unwrap_or(Dyadic::from(0));
    (least, highs.into_iter().max().unwrap_or(Dyadic::from(0)))
}

/// Exactly, or cut outward where the operands are too far apart to be written out.
fn sum(a: Dyadic, b: Dyadic, up: bool) -> Dyadic {
    if a.mantissa == IBig::ZERO {
        return b;
    }
    if b.mantissa == IBig::ZERO {
        return a;
    }
    let top =
        (a.exponent + a.mantissa.bit_len() as i128).max(b.exponent + b.mantissa.bit_len() as i128);
    let exponent = a.exponent.min(b.exponent).max(top - WIDEST);
    let place = |end: &Dyadic| cut(&end.mantissa, exponent - end.exponent, up);
    Dyadic { mantissa: place(&a) + place(&b), exponent }
}

impl Add for &Enclosure {
    type Output = Enclosure;
    fn add(self, other: &Enclosure) -> Enclosure {
        self.combined(
            other,
            |a, b| Some(a + b),
            || (sum(self.lo(), other.lo(), false), sum(self.hi(), other.hi(), true)),
        )
    }
}

impl Neg for &Enclosure {
    type Output = Enclosure;
    fn neg(self) -> Enclosure {
        if let Some(exact) = self.exact() {
            return Enclosure::from_rational(&(&Rational::zero() - exact), self.bits() as u64);
        }
        let (lo, hi, exponent) = self.ends();
        Enclosure::from_ends(-hi, -lo, exponent)
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;
    fn sub(self, other: &Enclosure) -> Enclosure {
        self + &-other
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;
    fn mul(self, other: &Enclosure) -> Enclosure {
        self.combined(
            other,
            |a, b| Some(a * b),
            || {
                hull(products_of(self, other, |a, b| {
                    let exponent = a.exponent + b.exponent;
                    let product = Dyadic { mantissa: &a.mantissa * &b.mantissa, exponent };
                    (product.clone(), product)
                }))
            },
        )
    }
}

impl Div for &Enclosure {
    type Output = Enclosure;
    /// Anything at all where the divisor may be zero ([`Enclosure::checked_div`] tells).
    fn div(self, other: &Enclosure) -> Enclosure {
        self.checked_div(other).unwrap_or_else(Enclosure::unknown)
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait for Enclosure {
            type Output = Enclosure;
            fn $method(self, other: Enclosure) -> Enclosure {
                (&self).$method(&other)
            }
        }
        impl $trait<&Enclosure> for Enclosure {
            type Output = Enclosure;
            fn $method(self, other: &Enclosure) -> Enclosure {
                (&self).$method(other)
            }
        }
    )*};
}

by_value! { Add add; Sub sub; Mul mul; Div div; }

impl Neg for Enclosure {
    type Output = Enclosure;
    fn neg(self) -> Enclosure {
        -&self
    }
}

impl From<&Rational> for Enclosure {
    /// With 192 certain bits, and exactly where the fraction is short.
    fn from(value: &Rational) -> Enclosure {
        Enclosure::from_rational(value, LEAST as u64)
    }
}

impl From<u64> for Enclosure {
    fn from(value: u64) -> Enclosure {
        Enclosure::from(&Rational::from(value))
    }
}

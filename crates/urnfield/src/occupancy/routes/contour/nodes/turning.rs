//! The integrand at all nodes of a circle, moved from one value of X to the next below it.
//!
//! F_i has the poles κ, …, i. Going down takes one away, which multiplies the integrand at w,
//! relative to what it is at the real point W, by
//!
//! (w − i)/(W − i) = 1 − d·t,   d = W − w,  t = 1/(W − i):
//!
//! d belongs to the node and t to the step, so a step is one complex product a node and no
//! division. Both are kept as fractions of 128 bits, |d|/2 and t in units of one power of two that
//! is at most W − i; the integrand as two integers that count units of 2^-UNIT.
//!
//! **What a step loses.** A fraction is at most 4 units of 2^-128 off. The parts of d·t/2 are then
//! at most 4 + 4 + 3 units off ([`multiply_high`] loses 3), together below 16. The integrand with
//! its errors is below 5/4, so it is off by less than 2·20·2^-128 < 3 of its own units for that,
//! and by 2·3 for each of four products, two in each part: below 3 + 12·√2 < [`STEP_UNITS`] in
//! absolute value.
//!
//! Errors that are there already are multiplied by |w − i|/(W − i), which is above 1; the caller
//! knows how large the product of those can get.

use urnfield_num::fixed_complex::multiply_high;
use urnfield_num::{Complex, Real};

/// Integers count units of 2^-UNIT; values of up to 4 fit.
const UNIT: i128 = 124;

/// How many units one step adds to the error.
pub(crate) const STEP_UNITS: u128 = 24;

/// All nodes but the real point, which is 1 throughout. Angles are above 0, so that Re d ≥ 0 and
/// Im d ≤ 0.
#[derive(Default)]
pub(crate) struct Turning {
    /// Re d and −Im d in units of 2^(scale − 127).
    fall: Vec<u128>,
    rise: Vec<u128>,
    /// F(w)/F(W)·2^weight.
    re: Vec<i128>,
    im: Vec<i128>,
    /// Nodes far from W are kept this many bits longer.
    weight: Vec<u32>,
    /// A power of two: every |d| is below 2^(scale + 1), every t at most 2^-scale.
    scale: i128,
}

impl Turning {
    /// No nodes yet.
    pub(crate) fn new(scale: i128) -> Turning {
        Turning { scale, ..Turning::default() }
    }

    /// Adds a node with d = fall − i·rise and F(w)/F(W) = value ≤ 2^-weight; returns by how many
    /// units the stored integers may be off, `None` if something is not as it should be.
    pub(crate) fn push(
        &mut self,
        (fall, rise): (&Real, &Real),
        value: &Complex,
        weight: u32,
    ) -> Option<u128> {
        let fall = fraction(fall, -self.scale - 1)?;
        let rise = fraction(rise, -self.scale - 1)?;
        let (re, re_off) = value.re.to_fixed(UNIT + i128::from(weight))?;
        let (im, im_off) = value.im.to_fixed(UNIT + i128::from(weight))?;
        self.fall.push(fall);
        self.rise.push(rise);
        self.re.push(re);
        self.im.push(im);
        self.weight.push(weight);
        re_off.checked_add(im_off)
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.weight.len()
    }

    /// Σ Re F(w)/F(W) over the nodes, in units of 2^-UNIT, at most a unit a node too small.
    pub(crate) fn sum(&self) -> i128 {
        self.re.iter().zip(&self.weight).map(|(re, weight)| re >> weight).sum()
    }

    /// The sum as a real, without its error.
    pub(crate) fn sum_real(&self, words: usize) -> Real {
        let sum = self.sum();
        let size = Real::from_u128(sum.unsigned_abs(), -UNIT, words);
        if sum < 0 { size.negated() } else { size }
    }

    /// So many units as a real.
    pub(crate) fn units(count: u128, words: usize) -> Real {
        Real::from_u128(count, -UNIT, words)
    }

    /// t = 1/gap in units of 2^-(scale + 128), cut; `None` where it is not below 2^-scale.
    pub(crate) fn inverse(&self, gap: &Real) -> Option<u128> {
        fraction(&Real::from_u64(1, gap.words()).div(gap), self.scale)
    }

    /// From i to i − 1, with t = 1/(W − i).
    pub(crate) fn step(&mut self, t: u128) {
        let differences = self.fall.iter().zip(&self.rise);
        for ((&fall, &rise), (re, im)) in differences.zip(self.re.iter_mut().zip(&mut self.im)) {
            // 1 − d·t = 1 − fall·t + i·rise·t, with half of fall·t and rise·t at hand.
            let fall = multiply_high(fall, t);
            let rise = multiply_high(rise, t);
            let (x, y) = (*re, *im);
            *re = x - times(x, fall) - times(y, rise);
            *im = y - times(y, fall) + times(x, rise);
        }
    }
}

/// value·2^scale, from 0 to 1, in units of 2^-128 and at most four of them off; `None` where it is
/// not that.
fn fraction(value: &Real, scale: i128) -> Option<u128> {
    let (half, off) = value.to_fixed(127 + scale)?;
    if off > 2 {
        return None;
    }
    u128::try_from(half).ok()?.checked_mul(2)
}

/// A number with a sign, times twice a fraction.
#[inline(always)]
fn times(x: i128, fraction: u128) -> i128 {
    let product = multiply_high(x.unsigned_abs(), fraction) as i128;
    // Without a branch, as signs are random: −p is !p + 1.
    let sign = x >> 127;
    ((product << 1) ^ sign) - sign
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;
    use urnfield_num::{Enclosure, Rational, Real};

    /// One step of random nodes in exact integers: nothing is off by more than the rule says, and
    /// something by more than it would say without the products of one part.
    #[test]
    fn a_step_keeps_to_its_rule_and_a_smaller_one_is_caught() {
        let mut state = 7u64;
        let mut draw = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        let mut wide = move || u128::from(draw()) << 64 | u128::from(draw());
        let mut worst = 0.0f64;
        for _ in 0..20_000 {
            let part = |wide: u128| (wide >> 4) as i128 - (1 << 123);
            let x = part(wide());
            let y = part(wide());
            let t = wide();
            // The true d and t are up to four units away from the fractions that are kept.
            let fall = wide() >> 1;
            let rise = wide() >> 1;
            let mut turning = Turning {
                fall: vec![fall],
                rise: vec![rise],
                re: vec![x],
                im: vec![y],
                weight: vec![0],
                scale: 0,
            };
            turning.step(t);
            let off = [0, 4].map(|units: u128| {
                let [fall, rise, t] = [fall, rise, t].map(|f| IBig::from(f) + IBig::from(units));
                let x = IBig::from(x);
                let y = IBig::from(y);
                // In units of 2^-255 of those of x and y.
                let one = IBig::from(1) << 255usize;
                let (f, g) = (&one - &fall * &t, &rise * &t);
                let re = (IBig::from(turning.re[0]) << 255usize) - (&x * &f - &y * &g);
                let im = (IBig::from(turning.im[0]) << 255usize) - (&y * &f + &x * &g);
                let size = |v: IBig| (v >> 235usize).to_f64().value() / (1u64 << 20) as f64;
                size(re).hypot(size(im))
            });
            assert!(off.iter().all(|&off| off < STEP_UNITS as f64), "{off:?}");
            worst = off.iter().copied().fold(worst, f64::max);
        }
        assert!(worst > 8.5, "{worst}: the rule could be smaller");
    }

    fn rational(value: i128) -> Rational {
        let size = value.unsigned_abs();
        let size = &Rational::from((size >> 64) as u64).shift(64) + &Rational::from(size as u64);
        if value < 0 { &Rational::zero() - &size } else { size }
    }

    /// Forty steps of one node in exact fractions: the errors of all steps, each multiplied by what
    /// comes after it, keep to what [`crate::occupancy::routes::contour::nodes::shared_circle`]
    /// counts; and without the steps it would count nothing.
    #[test]
    fn errors_of_many_steps_add_up_as_they_are_counted() {
        const STEPS: u64 = 40;
        let mut seen = 0.0f64;
        for (gap, fall, rise) in
            [(1000, 3, 90), (700, 40, 300), (513, 60, 200), (1 << 40 | 1, 5, 1 << 36)]
        {
            let part = |n: u64| Real::from_u64(n, 3);
            let mut turning = Turning::new(i128::from(63 - u64::leading_zeros(gap)));
            let start = Complex::new(part(1).shift(-9), part(3).shift(-11));
            let off = turning.push((&part(fall), &part(rise)), &start, 0).expect("in range");
            assert_eq!(off, 0, "all of it is dyadic");
            let mut x = Rational::one().shift(-9);
            let mut y = Rational::from(3).shift(-11);
            for step in 0..STEPS {
                turning.step(turning.inverse(&part(gap + step)).expect("in range"));
                let over = |n| Rational::from(n).checked_div(&Rational::from(gap + step));
                let f = over(fall).expect("a gap");
                let g = over(rise).expect("a gap");
                let f = &Rational::one() - &f;
                (x, y) = (&(&x * &f) - &(&y * &g), &(&y * &f) + &(&x * &g));
            }
            let error = |stored: i128, exact: &Rational| {
                let difference = &rational(stored) - &exact.shift(UNIT as i64);
                Enclosure::from_rational(&difference, 64).hi_f64()
            };
            let off = error(turning.re[0], &x).hypot(error(turning.im[0], &y));
            let growth = (gap as f64 - fall as f64).hypot(rise as f64) / gap as f64;
            let counted = STEP_UNITS as f64 * STEPS as f64 * growth.powi(STEPS as i32);
            assert!(off <= counted, "{off} of {counted}");
            seen = seen.max(off);
        }
        assert!(seen > 1.0, "{seen}");
    }
}

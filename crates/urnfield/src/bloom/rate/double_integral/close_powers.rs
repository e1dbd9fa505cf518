//! z^m·e^{−iNθ−ikφ} for z close to 1, in fixed point.
//!
//! With y = z − 1 the logarithm is m·y − i(Nθ + kφ), which nearly cancels and is left to real
//! numbers, and m·(−y²/2 + y³/3 − …), a polynomial in y/s for a power of two s ≥ |y|. What is left
//! out after K terms is at most m·s^(K+1)/((K+1)(1 − s)).

use urnfield_num::fixed_complex::{
    EXP_UNITS, FixedComplex, FractionComplex, Polynomial, UNIT, scaled_up,
};
use urnfield_num::{Complex, Real};

/// Terms of the logarithm, at most.
const MOST_TERMS: u64 = 64;

/// Returns the power of two below which the terms of the logarithm are left out. Doubles need 57
/// bits, beside sums of some thousand nodes; longer mantissas need more.
fn left_out(words: usize) -> i128 {
    if words <= 2 { -76 } else { -90 }
}

/// The powers of one integral.
pub(crate) struct ClosePowers {
    m: u64,
    /// s is two to this power.
    scale: i128,
    /// The logarithm without its first term, in powers of y/s.
    polynomial: Polynomial,
    /// Units that are left out.
    rest: u128,
    two_pi: Real,
}

/// A sum of real parts, and by how much it may be off, in units.
#[derive(Default)]
pub(crate) struct Sum {
    value: i128,
    off: u128,
}

impl Sum {
    /// Returns the sum as a real number with its error.
    pub(crate) fn real(&self, words: usize) -> Real {
        let size = Real::from_u128(self.value.unsigned_abs(), -UNIT, words);
        let value = if self.value < 0 { size.negated() } else { size };
        value.add(&Real::from_u128(self.off, -UNIT, words).uncertainty())
    }
}

impl ClosePowers {
    /// Prepares for nodes with |z|^m above about e^-depth; `None` where their logarithm has no
    /// short series.
    pub(crate) fn new(m: u64, depth: f64, words: usize) -> Option<ClosePowers> {
        // Twice the distance of such nodes on a normal bump.
        let farthest = 2.0 * (2.0 * depth / m as f64).sqrt();
        let scale = (farthest.log2().ceil() as i128).max(-60);
        ClosePowers::with_scale(m, scale, left_out(words), words)
    }

    fn with_scale(m: u64, scale: i128, left_out: i128, words: usize) -> Option<ClosePowers> {
        if scale > -2 {
            return None;
        }
        // m·s^k/k.
        let term = |k: u64| Real::from_u64(m, words).div_word(k).shift(scale * i128::from(k));
        let small = |k: &u64| term(*k).magnitude().is_none_or(|size| size < left_out);
        let terms = (3..MOST_TERMS).find(small)?;
        let signed = |k: u64| if k.is_multiple_of(2) { term(k).negated() } else { term(k) };
        let coefficients: Vec<Real> =
            std::iter::once(Real::zero(words)).chain((2..terms).map(signed)).collect();
        let polynomial = Polynomial::new(&coefficients)?;
        // 1/(1 − s) ≤ 4/3.
        let rest = term(terms).mul_word(4).div_word(3).to_fixed(UNIT)?;
        let rest = rest.0.unsigned_abs() + rest.1;
        Some(ClosePowers { m, scale, polynomial, rest, two_pi: Real::pi(words).shift(1) })
    }

    /// Adds twice the real part of (1 + y)^m·e^{−i·turn}. Returns `None` and adds nothing where
    /// that is out of the range of fixed point.
    pub(crate) fn add_to(&self, sum: &mut Sum, y: &Complex, turn: &Real) -> Option<()> {
        let part = |part: &Real| part.clone().shift(-self.scale);
        let (u, stray) = FractionComplex::of(&part(&y.re), &part(&y.im))?;
        if !u.is_within_one(stray) {
            return None;
        }
        let (re, re_off) = y.re.mul_word(self.m).to_fixed(UNIT)?;
        let angle = y.im.mul_word(self.m).sub(turn);
        // The number of full turns is a guess, and any number is valid.
        let turns = (angle.seed() / std::f64::consts::TAU).round();
        let whole = self.two_pi.mul_word(turns.abs() as u64);
        let angle = if turns < 0.0 { angle.add(&whole) } else { angle.sub(&whole) };
        let (im, im_off) = angle.to_fixed(UNIT)?;
        let rest = self.polynomial.at(u);
        let log = FixedComplex { re: re.checked_add(rest.re)?, im: im.checked_add(rest.im)? };
        let power = log.exp()?;
        let off = self.polynomial.units(stray)?.checked_add(self.rest)?;
        let off = off.checked_add(re_off)?.checked_add(im_off)?;
        // Below 2^-16, so that e^x is off by 1 + 2^-16 as much at most.
        if off >> (UNIT - 16) != 0 {
            return None;
        }
        let doubt = scaled_up(power.most() + EXP_UNITS, off + (off >> 15) + 1, UNIT) + EXP_UNITS;
        sum.value = sum.value.checked_add(power.re.checked_mul(2)?)?;
        sum.off = sum.off.checked_add(2 * doubt)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares random points near 1 with logarithms and exponentials of four words, with few terms
    /// and many: the truth is within the error, and is not within an error of zero.
    #[test]
    fn powers_near_one_keep_to_their_error_and_a_smaller_one_is_caught() {
        let mut state = 5u64;
        let mut draw = || {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (state >> 11) as f64 / (1u64 << 53) as f64 + 1e-9
        };
        let (mut asked, mut caught) = (0, 0);
        for round in 0..2000 {
            let m = [1000, 100_000, 1 << 40][round % 3];
            let left_out = [-20, -40, -90][round / 3 % 3];
            let scale = ((80.0 / m as f64).sqrt().log2().ceil() as i128).min(-3);
            let Some(powers) = ClosePowers::with_scale(m, scale, left_out, 4) else { continue };
            let s = 2.0f64.powi(scale as i32);
            let small = |x: f64| Real::from_f64(x, 4);
            let down = small(draw() * 20.0 / m as f64);
            let up = small(draw() * s * 0.9);
            let y = Complex::new(down.clone().negated(), up.clone());
            let z = Complex::new(Real::from_u64(1, 4).sub(&down), up.clone());
            // Nearly all of the angle is turned back.
            let turn = up.mul_word(m).add(&small(draw()));
            let mut sum = Sum::default();
            if powers.add_to(&mut sum, &y, &turn).is_none() {
                continue;
            }
            asked += 1;
            let mut log = z.ln().mul_word(m);
            log.im = log.im.sub(&turn);
            let truth = log.exp().re.shift(1).enclosure();
            assert!(sum.real(4).enclosure().overlaps(&truth), "{m} urns, {left_out}");
            let sure = Sum { off: 0, ..sum };
            caught += u32::from(!sure.real(4).enclosure().overlaps(&truth));
        }
        assert!(asked > 500 && caught > asked / 2, "{asked} {caught}");
    }
}

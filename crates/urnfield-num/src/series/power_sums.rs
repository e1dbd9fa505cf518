//! Sums of powers Σ_{i≥0} (z + i)^-k for k = 1, 2, …: what the logarithm of a product of many
//! factors needs for its expansion about a point.
//!
//! z^(1−k)/(k−1) + z^-k/2 + Σ_{j≥1} B_2j/(2j)!·k(k+1)…(k+2j−2)·z^(1−k−2j), stopped anywhere with
//! [`Rules::power_sum_remainder`]. For k = 1 there is no such sum, but the difference of two of
//! them is that of these series with −ln z for their first term.

use crate::real::Real;
use crate::real::rules::{Proved, Rules};
use crate::series::constants;

/// The sums for one z > 0, one k after another, each times scale^k.
pub struct PowerSums {
    z: Real,
    inverse: Real,
    square: Real,
    scale: Real,
    ratio: Real,
    /// (scale/z)^k.
    power: Real,
    k: u64,
    /// Terms below two to this power are left out.
    least: i128,
}

impl PowerSums {
    /// The sums for z, certainly above 0; terms below 2^least of the products are left out.
    pub fn new(z: Real, scale: &Real, least: i128) -> PowerSums {
        let inverse = Real::from_u64(1, z.words()).div(&z);
        let square = inverse.mul(&inverse);
        let ratio = scale.mul(&inverse);
        let scale = scale.clone();
        let power = ratio.clone();
        PowerSums { z, inverse, square, scale, ratio, power, k: 1, least }
    }

    /// scale^k·Σ_{i≥0} (z + i)^-k for the next k; for k = 1 less a constant that all z share.
    pub fn next_sum(&mut self) -> Real {
        self.next_sum_by::<Proved>()
    }

    /// [`PowerSums::next_sum`] with the error rules named.
    pub fn next_sum_by<R: Rules>(&mut self) -> Real {
        let first = match self.k {
            1 => self.scale.mul(&self.z.ln()).negated(),
            k => self.power.mul(&self.z).div_word(k - 1),
        };
        let mut sum = first.add(&self.power.clone().shift(-1));
        let coefficients = constants::maclaurin(self.z.words());
        let mut part = self.power.mul(&self.inverse).mul_word(self.k);
        for (j, coefficient) in coefficients.iter().enumerate() {
            let term = part.mul(coefficient);
            if j + 1 == coefficients.len() || term.magnitude().is_none_or(|g| g < self.least) {
                let (n, d) = R::power_sum_remainder();
                sum = sum.add(&term.mul_word(n).div_word(d).uncertainty());
                break;
            }
            sum = if j % 2 == 0 { sum.add(&term) } else { sum.sub(&term) };
            let next = self.k + 2 * j as u64;
            part = part.mul(&self.square).mul_word((next + 1) * (next + 2));
        }
        self.power = self.power.mul(&self.ratio);
        self.k += 1;
        sum
    }
}

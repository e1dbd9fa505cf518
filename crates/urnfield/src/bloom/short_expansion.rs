//! The expansion of a rate to double precision in fixed point: the same sum as in `expansion`, to few
//! terms, where all its numbers are near one and a machine integer holds them.
//!
//! With v = 1/m, N = nk, h_d = c_d for a classic filter and c_d·m^(d)/m^d for a standard one (c_d of N
//! balls), h_{d+1}/h_d is a power of a number just below one, and
//!
//! - classic: c_j = h_j,
//! - standard: c_j = E V^j/q^j = Σ_l S(j, j−l)·u^l·h_{j−l}, u = v/q, S Stirling's numbers: j
//!   positions fall on j − l distinct bits in S(j, j−l)·m^(j−l) ways.

use super::Load;
use crate::design::Kind;
use crate::num::{Places, Real};

/// More terms are left to longer numbers.
pub(super) const MOST_SHORT_TERMS: u64 = 24;

/// What a sum may multiply units by, roughly: 2^-122 of them are some 2^-60 then.
const MOST_GROWTH: f64 = (1u64 << 55) as f64;

/// Whether units of the c_j stay small in the sum: an error enters C(k,r)·(2w)^r times. A guess; what
/// is lost is counted.
pub(super) fn is_short(k: u64, terms: u64, q: f64) -> bool {
    let twice_w = 2.0 * q / (1.0 - q);
    let (mut growth, mut most) = (1.0, 1.0_f64);
    for r in 0..terms.min(k) {
        growth *= (k - r) as f64 / (r + 1) as f64 * twice_w;
        most = most.max(growth);
    }
    terms <= MOST_SHORT_TERMS && most < MOST_GROWTH
}

impl Load {
    /// f by the expansion to `terms` terms, whose remainder is at most `rest`·(1−q)^k; `None` where
    /// numbers are not near one. All terms are k + 1.
    pub(super) fn short_expansion(&self, q: &Real, terms: u64, rest: f64) -> Option<Real> {
        let (m, k) = (self.design.bits(), self.design.hashes());
        let one = Real::from_u64(1, 2);
        let set = one.sub(q);
        let mut column = [Places::zero(); MOST_SHORT_TERMS as usize];
        let column = column.get_mut(..terms as usize)?;
        let clear = Places::from_real(q);
        match self.design.kind() {
            Kind::Classic => self.near_one(column),
            Kind::Standard => {
                let inverse = Places::from_real(&one.div(q));
                let mut h = [Places::zero(); MOST_SHORT_TERMS as usize];
                let h = &mut h[..terms as usize];
                self.near_one(h);
                mix(h, Places::reciprocal(m).mul(inverse), column);
            }
        }
        // Δ^r c_0 stays at the head of the column.
        for r in 1..column.len() {
            for j in (r..column.len()).rev() {
                column[j] = column[j].sub(column[j - 1]);
            }
        }
        let w = Places::from_real(&one.div(&set)).mul(clear);
        let mut binomials = [1u64; MOST_SHORT_TERMS as usize];
        for r in 1..column.len() {
            let step = u128::from(binomials[r - 1]) * u128::from(k + 1 - r as u64) / r as u128;
            binomials[r] = u64::try_from(step).ok()?;
        }
        let mut sum = Places::zero();
        for (difference, choose) in column.iter().zip(binomials).skip(2).rev() {
            sum = difference.mul_word(choose).sub(sum.mul(w));
        }
        let mut sum = Places::one().add(sum.mul(w).mul(w)).real()?;
        if rest > 0.0 {
            sum = sum.add(&Real::from_f64(rest, 2).uncertainty());
        }
        Some(set.pow(k).mul(&sum))
    }

    /// h_0, h_1, …: h_{j+1} = h_j·(1 − t)^n with t = gj/((m−j)(m−g)), g the size of what is thrown
    /// (k, or 1 ball nk times), and for a standard filter times 1 − j/m.
    fn near_one(&self, h: &mut [Places]) {
        let (m, k, n) = (self.design.bits(), self.design.hashes(), self.items);
        let size = if self.design.kind() == Kind::Classic { k } else { 1 };
        let rest = Places::reciprocal(m - size);
        let load = Places::ratio(n * k, m - size);
        let share = Places::reciprocal(m);
        let mut last = Places::one();
        for (j, h) in (0..).zip(h) {
            *h = last;
            if j == 0 {
                continue;
            }
            if j >= m - size {
                // Never so few bits where this is short; a number about which nothing is known.
                last = Places::one().mul_word(u64::MAX);
                continue;
            }
            let inverse = Places::reciprocal(m - j).mul_word(j);
            // n·t, and n·(−ln(1 − t)) = n·t·(1 + t/2 + …).
            let lost = load.mul(inverse);
            let slope = rest.mul(inverse).mul_word(size).log_slope();
            last = last.mul(lost.mul(slope).exp_minus());
            if self.design.kind() == Kind::Standard {
                last = last.sub(last.mul(share).mul_word(j));
            }
        }
    }
}

/// Σ_l S(j, j−l)·u^l·h_{j−l} for all j: with g_{j,l} = S(j, j−l)·u^l, g_{j+1,l} = g_{j,l} +
/// (j+1−l)·u·g_{j,l−1}.
fn mix(h: &[Places], u: Places, sums: &mut [Places]) {
    let mut row = [Places::zero(); MOST_SHORT_TERMS as usize];
    row[0] = Places::one();
    for j in 0..sums.len() {
        // g_{j,l} is zero from l = j on, but for g_{0,0}.
        let mut sum = h[j];
        for l in 1..j {
            sum = sum.add(row[l].mul(h[j - l]));
        }
        sums[j] = sum;
        for l in (1..=j).rev() {
            row[l] = row[l].add(row[l - 1].mul_word((j + 1 - l) as u64).mul(u));
        }
    }
}

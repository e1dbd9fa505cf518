//! f_S with very many hashes: by how many *different* positions an item has.
//!
//! The k positions of an item that was never stored are D different ones, D the occupancy number
//! of k balls; and j given bits are all set with probability ρ(j), whatever the others do. So
//!
//! f_S = Σ_j P(D = j)·ρ(j),
//!
//! a sum of positive terms, each a circle integral of its own. Both factors are log-concave (P(D = j)
//! as D is a sum of independent indicators, ρ as Σ_j C(m,j) ρ(j) t^j has only real roots, by Newton's
//! inequalities), so the terms rise to one peak, and beyond any two of them fall at least
//! geometrically with their ratio: that bounds what is left out.
//!
//! Source: `eq:bloom-false-positive`, conditioned on the item's own occupancy number.

use super::Load;
use crate::error::Error;
use crate::num::{Enclosure, Fixed};
use crate::occupancy::Occupancy;

/// More terms than this take too long.
const MOST_TERMS: u64 = 5_000;

/// Bits beyond those asked for, for products and sums.
const SPARE: u64 = 12;

struct Terms {
    /// The law of D.
    different: Occupancy,
    /// The law of the bits set.
    set: Occupancy,
}

/// A term, from below and from above.
type Term = [Fixed<4>; 2];

impl Terms {
    fn at(&self, j: u64) -> Option<Term> {
        let here = self.different.pmf(j).ok()?.reals();
        let all_set = self.set.joint_integral(j)?.reals();
        Some([here[0].mul(&all_set[0]), here[1].mul(&all_set[1])])
    }

    /// Whether terms still rise at j; the peak is found by it, and nothing rests on that.
    fn rises(&self, j: u64) -> Option<bool> {
        let (here, next) = (self.at(j)?, self.at(j + 1)?);
        Some(!next[0].sub(&here[0]).is_negative())
    }

    /// Adds terms from `from` on, a step at a time, until what is left is below 2^-bits of the
    /// sum; `None` where that takes too long.
    fn add(&self, sum: &mut Term, from: u64, up: bool, last: u64, bits: u64) -> Option<()> {
        let mut j = from;
        let mut term = self.at(j)?;
        for _ in 0..MOST_TERMS {
            *sum = [sum[0].add(&term[0]), sum[1].add(&term[1])];
            if j == last {
                return Some(());
            }
            j = if up { j + 1 } else { j - 1 };
            let next = self.at(j)?;
            // All that is left: next/(1 − next/term), if that is certainly a fall.
            let fall = term[0].sub(&next[1]);
            if !fall.is_negative() && fall.certain_bits() > 2 {
                let left = next[1].mul(&term[1]).div(&fall);
                let small = sum[0].magnitude()? - bits as i128;
                if left.magnitude().is_none_or(|size| size < small) {
                    sum[1] = sum[1].add(&left);
                    return Some(());
                }
            }
            term = next;
        }
        None
    }
}

impl Load {
    /// f_S by the number of different positions; `None` where a term is out of reach.
    pub(super) fn by_different(&self) -> Result<Option<Enclosure>, Error> {
        let (m, k) = (self.design.bits(), self.design.hashes());
        let bits = self.precision + SPARE;
        let terms = Terms {
            different: Occupancy::balls(m, k)?.precision(bits),
            set: self.occupancy()?.precision(bits),
        };
        Ok(terms.sum(bits))
    }
}

impl Terms {
    fn sum(&self, bits: u64) -> Option<Enclosure> {
        let (least, most) = self.different.support();
        // Far below its mean D is out of the question, and so are integrals.
        let mean = self.different.mean().ok()?.hi_f64();
        let (mut low, mut high) = (least, (mean as u64).clamp(least, most - 1));
        if self.rises(high)? {
            (low, high) = (high, most);
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            // What cannot be had is far from the peak on the lower side.
            if self.rises(middle).unwrap_or(true) { low = middle } else { high = middle }
        }
        let mut sum = [Fixed::<4>::zero(4), Fixed::<4>::zero(4)];
        self.add(&mut sum, high, true, most, bits)?;
        if high > least {
            self.add(&mut sum, high - 1, false, least, bits)?;
        }
        Some(Enclosure::between(&sum[0], &sum[1]))
    }
}

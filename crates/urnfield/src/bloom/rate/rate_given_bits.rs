//! The rate of one filter whose set bits have been counted, which is no expectation.

use crate::design::plain::{Design, Kind};
use crate::error::Error;
use crate::refine::{Computation, refine};
use urnfield_num::combinatorics::ratio_of_powers;
use urnfield_num::{Enclosure, Real};

struct RateGivenBits {
    design: Design,
    set: u64,
}

impl Computation for RateGivenBits {
    fn at(&self, words: usize) -> Real {
        let m = self.design.bits();
        let k = self.design.hashes();
        let x = self.set;
        match self.design.kind() {
            Kind::Standard => Real::from_ratio(x, m, words).pow(k),
            Kind::Classic if k <= 100_000 => {
                (0..k).fold(Real::from_u64(1, words), |p, i| p.mul_word(x - i).div_word(m - i))
            }
            Kind::Classic => {
                let ln = |n: u64| Real::ln_factorial(n, words);
                let falling = |n: u64| ln(n).sub(&ln(n - k));
                falling(x).sub(&falling(m)).exp()
            }
        }
    }
}

/// Returns the rate of a filter in which `bits_set` bits are set, with at least `precision` certain
/// bits.
pub(crate) fn fpr_given(design: Design, bits_set: u64, precision: u64) -> Result<Enclosure, Error> {
    let m = design.bits();
    let k = design.hashes();
    if bits_set > m {
        return Err(Error::domain(
            "a filter has at most all of its bits set",
            format!("bits_set = {bits_set} with bits = {m}"),
        ));
    }
    let classic = design.kind() == Kind::Classic;
    if bits_set == 0 || classic && bits_set < k {
        return Ok(Enclosure::zero());
    }
    if bits_set == m {
        return Ok(Enclosure::one());
    }
    if k <= 64 && k * u64::from(m.ilog2() + 1) <= 640 {
        let exact = ratio_of_powers(bits_set, m, k, classic);
        return Ok(Enclosure::from_rational(&exact, precision));
    }
    let given = RateGivenBits { design, set: bits_set };
    refine("the rate of this filter", precision, precision + 100, &given)
}

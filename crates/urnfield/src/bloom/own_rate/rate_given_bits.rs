//! The rate of one filter whose set bits have been counted: no expectation at all.

use crate::design::plain::{Design, Kind};
use crate::refine::{Computation, refine};
use urnfield_num::Error;
use urnfield_num::{Enclosure, Real};

struct RateGivenBits {
    design: Design,
    set: u64,
}

impl Computation for RateGivenBits {
    fn at(&self, words: usize) -> Real {
        let (m, k, x) = (self.design.bits(), self.design.hashes(), self.set);
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

impl Design {
    /// The rate of a filter of this design in which `bits_set` bits are set: (x/m)^k, or
    /// C(x,k)/C(m,k) for a classic filter. The number to trust for a filter in hand.
    ///
    /// Source: `subsec:false-positive`.
    ///
    /// ```
    /// use urnfield::{Design, Kind};
    /// let rate = Design::new(Kind::Classic, 64, 2)?.fpr_given(32)?;
    /// assert_eq!(rate.exact().unwrap().to_string(), "31/126"); // 32·31/(64·63)
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn fpr_given(&self, bits_set: u64) -> Result<Enclosure, Error> {
        self.fpr_given_to(bits_set, 64)
    }

    /// [`Design::fpr_given`] with at least `precision` certain bits.
    pub fn fpr_given_to(&self, bits_set: u64, precision: u64) -> Result<Enclosure, Error> {
        let (m, k) = (self.bits(), self.hashes());
        if bits_set > m {
            return Err(Error::domain(
                "a filter has at most all of its bits set",
                format!("bits_set = {bits_set} with bits = {m}"),
            ));
        }
        let classic = self.kind() == Kind::Classic;
        if bits_set == 0 || classic && bits_set < k {
            return Ok(Enclosure::zero());
        }
        if bits_set == m {
            return Ok(Enclosure::one());
        }
        if k <= 64 && k * u64::from(m.ilog2() + 1) <= 640 {
            let exact = urnfield_num::combinatorics::ratio_of_powers(bits_set, m, k, classic);
            return Ok(Enclosure::from_rational(&exact, precision));
        }
        let given = RateGivenBits { design: *self, set: bits_set };
        refine("the rate of this filter", precision, precision + 100, &given)
    }
}

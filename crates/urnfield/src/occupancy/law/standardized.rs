//! Skewness and excess kurtosis, from four factorial moments.

use crate::error::Error;
use crate::occupancy::law::Occupancy;
use crate::occupancy::law::central::{central, central_exact, mirrored};
use crate::refine::{Computation, on_words, until_certain};
use urnfield_num::{Enclosure, Rational, Real};

/// Which standardized moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MomentOrder {
    /// E(X−μ)³/σ³.
    Third,
    /// E(X−μ)⁴/σ⁴ − 3.
    Fourth,
}

struct Standardized<'a> {
    law: &'a Occupancy,
    order: MomentOrder,
}

pub(crate) fn standardized(
    law: &Occupancy,
    order: MomentOrder,
    what: &'static str,
) -> Result<Enclosure, Error> {
    let (least, most) = law.support();
    if least == most {
        return Err(Error::domain(
            "skewness and kurtosis need a law with more than one value",
            format!("X = {least} always"),
        ));
    }
    if let Some([second, third, fourth]) = central_exact(law) {
        match order {
            MomentOrder::Third if third.is_zero() => return Ok(Enclosure::zero()),
            MomentOrder::Third => {}
            MomentOrder::Fourth => {
                let square = &second * &second;
                if let Some(ratio) = fourth.checked_div(&square) {
                    let excess = &ratio - &Rational::from(3);
                    return Ok(Enclosure::from_rational(&excess, law.precision));
                }
            }
        }
    }
    let value = Standardized { law, order };
    // Cancellation loses at most the fourth power of m/σ. A value that is still undecided then is
    // practically zero.
    let lengths = [4, 8, 16, 32, 64, 128];
    let found = until_certain(law.precision, lengths, |words| Ok(on_words(&value, words)))?;
    found.ok_or(Error::Precision { what, bits: 64 * 128, remedy: "ask for fewer digits" })
}

impl Computation for Standardized<'_> {
    fn at(&self, words: usize) -> Real {
        let [second, third, fourth] = central(self.law, words);
        match self.order {
            MomentOrder::Third => {
                // σ^−3 as exp(−3/2·ln σ²).
                let scale = second.ln().mul_word(3).shift(-1).negated().exp();
                let value = third.mul(&scale);
                if mirrored(self.law) { value.negated() } else { value }
            }
            MomentOrder::Fourth => fourth.div(&second.mul(&second)).sub(&Real::from_u64(3, words)),
        }
    }
}

//! Tails of two lists on 128-bit lower bounds: a few dozen nanoseconds a term.

use crate::error::Error;
use crate::occupancy::law::not_enough;
use crate::occupancy::routes::rounded_down::{LOWEST, RoundedDown};
use crate::occupancy::routes::two_lists::law::{TwoLists, hypergeometric};
use crate::occupancy::routes::two_lists::rest::Rest;
use urnfield_num::{Enclosure, Real};

/// Σ P(x)/P(start) as far as it was walked.
pub(crate) struct Walked {
    sum: RoundedDown,
    /// At most this lies beyond, but for the roundings of the last term.
    rest: Real,
    pub(crate) terms: u64,
}

/// Σ P(x)/P(start) from `start` to `end`, times P(start).
pub(crate) fn tail<R: Rest>(
    two: &TwoLists,
    start: u64,
    end: u64,
    up: bool,
    precision: u64,
) -> Result<Enclosure, Error> {
    let Walked { sum, rest, terms } = walk::<R>(two, start, end, up, precision)?;
    let one = Real::from_u64(1, 4);
    // 2 units a term in w, 2 a term in the sum, also where w enters the rest.
    let short = one.sub(&Real::from_u128(4 * u128::from(terms) + 4, -127, 4));
    let point = hypergeometric(two.m, two.a, two.b, start, 4);
    let low = sum.real(4).mul(&point);
    let high = sum.real(4).add(&rest).div(&short).mul(&point);
    Ok(Enclosure::between(&low, &high))
}

/// The sum until what is left does not matter. Terms are rounded down, two roundings each, and
/// the sum two more.
pub(crate) fn walk<R: Rest>(
    two: &TwoLists,
    start: u64,
    end: u64,
    up: bool,
    precision: u64,
) -> Result<Walked, Error> {
    let deepest = -(precision as i32 + 16);
    let (mut w, mut sum) = (RoundedDown::ONE, RoundedDown::ONE);
    let (mut x, mut terms) = (start, 0);
    while x != end {
        let (over, under) = two.outward(x, up);
        if w.exponent <= sum.exponent + deepest {
            let r = Real::from_ratio(over.0, under.0, 4).mul(&Real::from_ratio(over.1, under.1, 4));
            let left = Real::from_u64(1, 4).sub(&r);
            // Close enough to 1 the bound is useless: walk on.
            if left.seed() > 1e-6 {
                let rest = R::beyond(&w.real(4).mul(&r), &left);
                return Ok(Walked { sum, rest, terms });
            }
        }
        w = match (over.0.checked_mul(over.1), under.0.checked_mul(under.1)) {
            (Some(a), Some(b)) => w.times_ratio(a, b),
            _ => w.times_ratio(over.0, under.0).times_ratio(over.1, under.1),
        };
        if w.exponent > -LOWEST {
            // Far on the other side of the mode, whose exponents would leave their range.
            return Err(not_enough(precision));
        }
        sum = sum.plus(w);
        x = if up { x + 1 } else { x - 1 };
        terms += 1;
    }
    Ok(Walked { sum, rest: Real::zero(4), terms })
}

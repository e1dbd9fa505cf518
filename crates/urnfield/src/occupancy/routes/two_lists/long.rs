//! Events of two lists with more bits than four words hold: sums on mantissas of any length, which
//! know their own errors.

use crate::error::Error;
use crate::occupancy::law::{Event, not_enough};
use crate::occupancy::routes::two_lists::law::{TwoLists, hypergeometric};
use crate::occupancy::routes::two_lists::rest::{Proved, Rest};
use crate::refine::until_certain;
use urnfield_num::{Enclosure, Real};

/// The most bits for which mantissas of four words serve.
pub(crate) const SHORT_BITS: u64 = 80;

/// Words for so many bits: logarithms of factorials have some 70 before the point.
pub(crate) fn words(precision: u64, m: u64) -> u64 {
    (precision + u64::from(m.ilog2()) + 40).div_ceil(64)
}

/// P(event) with so many bits, for an event on the smaller side of the law or a point inside the
/// support.
pub(crate) fn event(
    two: &TwoLists,
    (low, high): (u64, u64),
    event: Event,
    precision: u64,
) -> Result<Enclosure, Error> {
    let (start, towards) = match event {
        Event::Point(x) => (x, None),
        Event::AtLeast(x) => (x, Some((high, true))),
        Event::AtMost(x) => (x, Some((low, false))),
    };
    let first = words(precision, two.m);
    let answer = until_certain(precision, [first, first + 1, 2 * first + 2], |words| {
        let words = words as usize;
        let point = hypergeometric(two.m, two.a, two.b, start, words);
        let sum = match towards {
            Some((end, up)) => relative_sum::<Proved>(two, start, end, up, (precision, words)),
            None => Real::from_u64(1, words),
        };
        Ok(point.mul(&sum).enclosure())
    })?;
    answer.ok_or(not_enough(precision))
}

/// Σ P(x)/P(start) from `start` to `end`, or until what is left does not matter.
pub(crate) fn relative_sum<R: Rest>(
    two: &TwoLists,
    start: u64,
    end: u64,
    up: bool,
    (precision, words): (u64, usize),
) -> Real {
    let one = Real::from_u64(1, words);
    let (mut term, mut sum) = (one.clone(), one.clone());
    let deep = i128::from(precision) + 16;
    let mut x = start;
    while x != end {
        let (over, under) = two.outward(x, up);
        let next = term.mul_word(over.0).mul_word(over.1).div_word(under.0).div_word(under.1);
        if next.magnitude().zip(sum.magnitude()).is_some_and(|(w, s)| w + deep < s) {
            let left = one.sub(&next.div(&term));
            // Close enough to 1 the bound is useless: walk on.
            if left.seed() > 1e-6 {
                return sum.add(&R::beyond(&next, &left).uncertainty());
            }
        }
        sum = sum.add(&next);
        term = next;
        x = if up { x + 1 } else { x - 1 };
    }
    sum
}

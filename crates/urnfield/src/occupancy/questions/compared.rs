//! How a value compares with a level, decided with certainty.

use crate::error::Error;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rational, until_decided};

/// The attempts, in this order: the usual bits, then more for a value close to the level. Exact
/// integers come before the most bits, because they cost less.
#[derive(Clone, Copy)]
enum Attempt {
    Bits(u64),
    Exact,
}

const ATTEMPTS: [Attempt; 4] =
    [Attempt::Bits(USUAL_BITS), Attempt::Bits(128), Attempt::Exact, Attempt::Bits(MOST_BITS)];
pub(crate) const USUAL_BITS: u64 = 53;
const MOST_BITS: u64 = 512;

/// Returns how a value compares with a level, and the value. Equality happens (P(X ≤ 1) = 1/40 for
/// two balls in forty urns), and only exact integers decide it.
pub(crate) fn decided(
    level: &Rational,
    ask: impl Fn(u64) -> Result<Enclosure, Error>,
    exact: impl Fn() -> Result<Rational, Error>,
) -> Result<(Ordering, Enclosure), Error> {
    let mut first: Option<Enclosure> = None;
    let found = until_decided(ATTEMPTS, |attempt| match (attempt, &first) {
        (Attempt::Bits(bits), None) => {
            let value = ask(bits)?;
            let order = apart(&value, level);
            first = Some(value);
            Ok::<_, Error>(order)
        }
        // More bits may cost too much; then the integers are asked, and they too may refuse.
        (Attempt::Bits(bits), Some(_)) => Ok(ask(bits).ok().and_then(|value| apart(&value, level))),
        (Attempt::Exact, _) => Ok(exact().ok().map(|value| value.cmp(level))),
    })?;
    found.zip(first).ok_or(Error::Precision {
        what: "whether a probability exceeds the level asked for",
        bits: MOST_BITS,
        remedy: "ask with a slightly different level",
    })
}

/// The order of value and level, where the enclosure tells.
pub(crate) fn apart(value: &Enclosure, level: &Rational) -> Option<Ordering> {
    if let Some(exact) = value.exact() {
        return Some(exact.cmp(level));
    }
    if value.certainly_lt(level) {
        return Some(Ordering::Less);
    }
    value.certainly_gt(level).then_some(Ordering::Greater)
}

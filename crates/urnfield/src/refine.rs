//! Computing on longer and longer mantissas until enough of the answer is certain.

use crate::error::Error;
use urnfield_num::{Enclosure, Real, until_decided};

/// The most bits any alternating sum is given before the question is refused.
pub(crate) const LARGEST_PRECISION: u64 = 1 << 17;

/// A computation that can be carried out on mantissas of any length.
pub(crate) trait Computation {
    /// Computes on mantissas of `words` words.
    fn at(&self, words: usize) -> Real;
}

/// Tries one effort after another until `bits` of the answer are certain; `None` if none does.
pub(crate) fn until_certain<E>(
    bits: u64,
    efforts: impl IntoIterator<Item = E>,
    mut attempt: impl FnMut(E) -> Result<Enclosure, Error>,
) -> Result<Option<Enclosure>, Error> {
    until_decided(efforts, |effort| {
        let answer = attempt(effort)?;
        Ok((answer.certain_bits() >= bits).then_some(answer))
    })
}

/// Runs `computation` once on at least `words` words; lengths that are compiled apart are
/// preferred.
pub(crate) fn on_words(computation: &dyn Computation, words: u64) -> Enclosure {
    computation.at(preferred(words) as usize).enclosure()
}

/// The least length of at least `words` words that is compiled apart, or just that.
fn preferred(words: u64) -> u64 {
    match words {
        0..=2 => 2,
        5..=8 => 8,
        words => words,
    }
}

/// Whether all that is known of a value is that exponents end above it: what e^x is for x below
/// −2^80, with however many bits.
fn vanishes(value: &Real) -> bool {
    value.words() >= 4
        && value.certain_bits() == 0
        && value.magnitude().is_some_and(|size| size < -(1 << 77))
}

/// Runs `computation` with more and more bits until `bits` of its result are certain: first
/// without allocation on two, three, four and eight words, then on 16, 32, … words. `start` is a
/// guess of the precision that will do; a bad guess costs time and nothing else.
pub(crate) fn refine(
    what: &'static str,
    bits: u64,
    start: u64,
    computation: &dyn Computation,
) -> Result<Enclosure, Error> {
    let first = preferred(start.div_ceil(64));
    let longer = |words: &u64| match words {
        2 | 3 => Some(words + 1),
        _ => Some(words * 2),
    };
    let lengths = std::iter::successors(Some(first), longer)
        .take_while(|&words| words * 64 <= LARGEST_PRECISION);
    let answer = until_certain(bits, lengths, |words| {
        let value = computation.at(words as usize);
        if vanishes(&value) {
            return Err(Error::Precision {
                what,
                bits: 64 * words,
                remedy: "it is smaller than any number here",
            });
        }
        Ok(value.enclosure())
    })?;
    answer.ok_or(Error::TooCostly {
        what,
        needs: 2 * LARGEST_PRECISION as u128,
        unit: "bits of precision".into(),
        limit: LARGEST_PRECISION as u128,
        remedy: "ask for fewer digits or a smaller problem",
    })
}

//! Powers of ten beyond what is written out, for decimals.
//!
//! A table has one decimal after another, and neighbours have nearly the same power of ten. So a
//! power is 10^(4096·p) times 10^(64·q) times 10^s, and the last of the longer factors is kept for
//! the next power in this thread: a row then costs a short power at most. What is kept would be
//! computed again with the same digits.

use crate::real::Real;
use std::cell::RefCell;

/// Exponents that agree in whole multiples of these share their longer factors.
const LONG: u128 = 4096;
const SHORT: u128 = 64;

/// A power that was computed: of which exponent, on how many words.
type Kept = Option<(i128, usize, Real)>;

thread_local! {
    static LAST: RefCell<[Kept; 3]> = const { RefCell::new([None, None, None]) };
}

/// The power in this place, if it is that of `x`; else it is made and put there.
fn kept(place: usize, x: i128, words: usize, make: impl FnOnce() -> Real) -> Real {
    let found = LAST.with_borrow(|last| match &last[place] {
        Some((of, length, power)) if (*of, *length) == (x, words) => Some(power.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| {
        let power = make();
        LAST.with_borrow_mut(|last| last[place] = Some((x, words, power.clone())));
        power
    })
}

/// 10^−x for |x| < 2^73. The power costs log2|x| bits of the mantissa, and a few.
pub(crate) fn tenths(x: i128, words: usize) -> Real {
    kept(0, x, words, || {
        let base = if x >= 0 { Real::from_ratio(1, 10, words) } else { Real::from_u64(10, words) };
        let size = x.unsigned_abs();
        let sign = x.signum();
        let factor = |place: usize, of: u128, times: u128| {
            let power = || base.pow(of as u64).pow(times as u64);
            kept(place, sign * times as i128, words, power)
        };
        let [long, short] = [factor(1, LONG, size / LONG), factor(2, SHORT, size % LONG / SHORT)];
        long.mul(&short).mul(&base.pow((size % SHORT) as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enclosure, Rational};
    use dashu_int::{IBig, UBig};

    /// What was asked before changes nothing, and short powers are those of whole numbers.
    #[test]
    fn powers_are_the_same_whatever_was_asked_before() {
        let asked =
            [0, 1, -1, 5, 63, 64, -64, 65, -127, 4096, -4096, 4095, -4097, 9000, -9000, 64, -1, 64];
        for words in [5, 6, 9] {
            for &x in asked.iter().chain(asked.iter().rev()) {
                let power = tenths(x, words);
                let whole = UBig::from(10u8).pow(x.unsigned_abs() as usize);
                let truth = if x >= 0 {
                    Rational::from_integers(IBig::ONE, whole)
                } else {
                    Rational::from_integers(IBig::from(whole), UBig::ONE)
                };
                assert!(Enclosure::from_real(&power).contains(&truth), "10^-{x} on {words} words");
                LAST.with_borrow_mut(|last| *last = [None, None, None]);
                let anew = tenths(x, words);
                assert_eq!(anew.parts(), power.parts(), "10^-{x} on {words} words");
            }
        }
        // The longest that a decimal asks for.
        for x in [1 << 72, -(1 << 72) + 7] {
            assert!(tenths(x, 6).certain_bits() > 250);
        }
    }
}

//! Where something that rises with the odds passes zero, with evidence on both sides: at the lower
//! end it is certainly below zero, at the upper end certainly above.

use crate::error::Error;
use crate::occupancy::pair::tilted::words_for;
use std::cmp::Ordering;
use urnfield_num::Real;

/// A value that was certainly below zero, or above, and the odds.
#[derive(Clone)]
struct Seen {
    odds: Real,
    value: Real,
}

/// What is known of where zero is passed.
#[derive(Default)]
struct Bracket {
    below: Option<Seen>,
    above: Option<Seen>,
}

/// Doubles that were guessed are good for about so many bits.
const GUESSED: u64 = 34;

/// Two windows are a width, and widths are known to a factor of four.
const NARROWER: u64 = 4;

/// Questions after which it is given up: bisection alone would be through.
const MOST_TRIES: u32 = 300;

/// Two odds, at most 2^−bits apart relatively, between which zero is passed. `value` is asked with
/// odds and with the bits that are wanted of it.
pub(crate) fn root(
    ln_guess: f64,
    bits: u64,
    value: impl Fn(&Real, u64) -> Result<Real, Error>,
) -> Result<[Real; 2], Error> {
    let words = words_for(2 * bits);
    let mut centre = power_of_e(ln_guess, words);
    let mut bracket = Bracket::default();
    // Half the width of what is asked about, as a power of two; and bits of each value.
    let mut window = GUESSED.min(bits + NARROWER);
    let mut extra = 0;
    for tries in 0..MOST_TRIES {
        let before = bracket.width();
        let mut undecided = false;
        for up in [false, true] {
            let odds = beside(&centre, window, up);
            // A chord is twice as good as its ends, if their values are as well known.
            let worth = if window < bits { 2 * window } else { window };
            let found = value(&odds, worth + extra)?;
            match sign(&found) {
                Some(order) => bracket.see(order, Seen { odds, value: found }),
                None => undecided = true,
            }
        }
        if undecided {
            // Too close to zero for these bits, or zero itself: with more bits, and beside it.
            extra += 64;
            window = window.saturating_sub(1).max(1);
            continue;
        }
        match (&bracket.below, &bracket.above) {
            (Some(low), Some(high)) => {
                let known = bracket.width();
                if known >= bits {
                    return Ok([low.odds.clone(), high.odds.clone()]);
                }
                // The error of the chord is about the square of the width.
                let steered = known > before || tries == 0;
                centre = if steered { chord(low, high) } else { middle(low, high) };
                let next = if steered { (2 * known).saturating_sub(3) } else { known + 5 };
                window = next.max(known + 3).min(bits + NARROWER);
            }
            (Some(low), None) => {
                window = (window / 2).max(1);
                centre = low.odds.clone().shift(i128::from(window == 1) << tries.min(7));
            }
            (None, Some(high)) => {
                window = (window / 2).max(1);
                centre = high.odds.clone().shift(-(i128::from(window == 1) << tries.min(7)));
            }
            (None, None) => {}
        }
    }
    Err(Error::Precision {
        what: "the odds at which a tail has the size asked for",
        bits,
        remedy: "ask for fewer digits or another confidence",
    })
}

impl Bracket {
    /// Takes what makes it narrower.
    fn see(&mut self, order: Ordering, seen: Seen) {
        let (end, inward) = match order {
            Ordering::Less => (&mut self.below, Ordering::Greater),
            _ => (&mut self.above, Ordering::Less),
        };
        let known = end.as_ref().map(|known| sign(&seen.odds.sub(&known.odds)));
        if known.is_none_or(|order| order == Some(inward)) {
            *end = Some(seen);
        }
    }

    /// −log2 of its relative width, rounded down.
    fn width(&self) -> u64 {
        let (Some(low), Some(high)) = (&self.below, &self.above) else { return 0 };
        let gap = high.odds.sub(&low.odds).div(&low.odds).magnitude();
        gap.map_or(u64::MAX, |size| u64::try_from(-size).unwrap_or(0))
    }
}

/// e^t, roughly; exactly a number.
fn power_of_e(t: f64, words: usize) -> Real {
    let exponent = (t / std::f64::consts::LN_2).floor();
    let rest = (t - exponent * std::f64::consts::LN_2).exp();
    Real::from_f64(rest, words).shift(exponent as i128)
}

/// odds·(1 ± 2^−window), or a number next to that.
fn beside(odds: &Real, window: u64, up: bool) -> Real {
    let part = odds.clone().shift(-i128::from(window));
    if up { odds.add(&part) } else { odds.sub(&part) }.middle()
}

/// The sign, where it is certain.
pub(crate) fn sign(value: &Real) -> Option<Ordering> {
    if value.certain_bits() == 0 || value.is_zero() {
        return None;
    }
    Some(if value.is_negative() { Ordering::Less } else { Ordering::Greater })
}

/// Where the line through both values passes zero; exactly a number between them.
fn chord(low: &Seen, high: &Seen) -> Real {
    // On a word more, as a quotient of values that are hardly known would be unknown.
    let words = low.value.words().max(high.value.words()) + 1;
    let [under, over] = [low, high].map(|seen| seen.value.clone().middle().resized(words));
    let part = under.clone().negated().div(&over.sub(&under)).middle();
    low.odds.add(&high.odds.sub(&low.odds).mul(&part)).middle()
}

fn middle(low: &Seen, high: &Seen) -> Real {
    low.odds.add(&high.odds).shift(-1).middle()
}

//! Finds where a monotone answer changes, with few questions.
//!
//! Every question here is an integral, so the heights that come with the answers (f64, right or
//! wrong) are used to guess the place. Where they mislead, the search bisects. The result rests on
//! the answers alone.

use crate::error::Error;

/// An answer, and a number that is about zero where the answer changes and rises through it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tried {
    pub(crate) holds: bool,
    pub(crate) height: f64,
}

/// The number of questions steered by heights; after these every other question bisects.
const STEERED: u32 = 12;

/// The least value in `low..=high` at which the answer holds, if there is one. What holds at a
/// value holds at all greater ones. `guess` and `slope` (of the height) say where to begin.
pub(crate) fn least(
    (low, high): (u64, u64),
    (guess, slope): (f64, f64),
    mut ask: impl FnMut(u64) -> Result<Tried, Error>,
) -> Result<Option<u64>, Error> {
    if low > high {
        return Ok(None);
    }
    // The greatest value known not to hold and the least known to hold, with their heights.
    let (mut fails, mut holds) = (None::<(u64, f64)>, None::<(u64, f64)>);
    let mut next = (guess as u64).clamp(low, high);
    for question in 1u32.. {
        let Tried { holds: yes, height } = ask(next)?;
        // A height on the wrong side is a bad guess, not an answer.
        let height = if height.is_finite() { height } else { 0.0 };
        if yes {
            holds = Some((next, height.max(0.0)))
        } else {
            fails = Some((next, height.min(0.0)))
        }
        next = match (fails, holds) {
            (_, Some((h, _))) if h == low => return Ok(Some(low)),
            (Some((f, _)), Some((h, _))) if h - f == 1 => return Ok(Some(h)),
            (Some((f, _)), None) if f == high => return Ok(None),
            (Some((f, under)), Some((h, over))) => {
                let between = question > STEERED && question.is_multiple_of(2);
                let part = if between { 0.5 } else { -under / (over - under) };
                let part = if part.is_finite() { part } else { 0.5 };
                let step = ((h - f) as f64 * part).ceil() as u64;
                f.saturating_add(step).clamp(f + 1, h - 1)
            }
            // Only one side is known: where the slope says, and further each time.
            (Some((f, height)), None) => {
                f.saturating_add(stride(height, slope, question)).clamp(f + 1, high)
            }
            (None, Some((h, height))) => {
                h.saturating_sub(stride(height, slope, question)).clamp(low, h - 1)
            }
            (None, None) => low,
        };
    }
    Ok(None)
}

/// How far the height says it is, doubled with every question that did not get there.
fn stride(height: f64, slope: f64, question: u32) -> u64 {
    let far = (height / slope).abs();
    let far = if far.is_finite() { far.ceil().max(1.0) } else { 1.0 };
    (far * 2f64.powi(question.min(70) as i32 - 1)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boundary, and how many questions it took.
    fn found(
        range: (u64, u64),
        guess: f64,
        at: u64,
        height: impl Fn(u64) -> f64,
    ) -> (Option<u64>, u32) {
        let mut questions = 0;
        let ask = |v: u64| {
            assert!(range.0 <= v && v <= range.1);
            questions += 1;
            Ok(Tried { holds: v >= at, height: height(v) })
        };
        let found = least(range, (guess, 1e-3), ask).expect("no errors");
        (found, questions)
    }

    #[test]
    fn it_is_found_wherever_it_is_and_whatever_the_heights_say() {
        for (low, high) in [(0, 0), (0, 1), (3, 9), (0, u64::MAX), (u64::MAX - 5, u64::MAX)] {
            for at in [low, low + (high - low) / 3, high] {
                for guess in [0.0, 7.0, 1e9, 1e30, f64::NAN, -5.0] {
                    let heights: [fn(u64) -> f64; 4] =
                        [|_| f64::NAN, |_| 0.0, |_| 1.0, |v| v as f64];
                    for height in heights {
                        let (found, questions) = found((low, high), guess, at, height);
                        assert_eq!(found, Some(at));
                        assert!(questions < 200, "{questions}");
                    }
                }
            }
            if high < u64::MAX {
                assert_eq!(found((low, high), 0.0, high + 1, |_| -1.0).0, None);
            }
        }
    }

    #[test]
    fn four_questions_are_enough_where_the_heights_are_nearly_straight() {
        let at = 627_468_310u64;
        let height = |v: u64| {
            let d = (v as f64 - at as f64 + 0.4) / 16_000.0;
            d + 0.05 * d * d
        };
        let mut questions = 0;
        let ask = |v: u64| {
            questions += 1;
            Ok(Tried { holds: v >= at, height: height(v) })
        };
        let guess = at as f64 - 40.0;
        assert_eq!(least((1, u64::MAX), (guess, 1.0 / 16_000.0), ask), Ok(Some(at)));
        assert!(questions <= 4, "{questions}");
    }
}

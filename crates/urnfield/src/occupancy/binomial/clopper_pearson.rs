//! The interval of a chance from the hits among draws, by Clopper and Pearson.
//!
//! **Theorem.** Let X be the hits among N draws with the chance p. Let L be any function with
//! P_q(X ≥ x) ≤ α/2 for q = L(x), or L = 0, and U with P_q(X ≤ x) ≤ α/2 for q = U(x), or U = 1. Then
//! L(X) ≤ p ≤ U(X) with probability at least 1 − α.
//!
//! *Proof.* P_q(X ≥ x) grows with q. So L(x) > p implies P_p(X ≥ x) ≤ α/2; all such x are at least
//! the least of them, and that has P_p(X ≥ x) ≤ α/2. Likewise for U. ∎
//!
//! The ends are doubles, and each is proved to fulfil its inequality: certain to cover, and within
//! 2^−29 of the narrowest interval.

use crate::error::Error;
use crate::occupancy::binomial::tail::Binomial;
use urnfield_num::{Dyadic, Rate, Rational};

/// Bisections stop when so many units in the last place of a double are left: 2^−30 of its size.
const CLOSE: u64 = 1 << 22;

/// Returns an interval that holds the unknown chance of a hit with probability at least
/// `confidence`, given the hits among independent draws.
///
/// Source: Clopper and Pearson (1934). Cost: some sixty binomial tails.
///
/// ```
/// use urnfield::occupancy::binomial::clopper_pearson;
/// let ten_of_hundred = clopper_pearson(10, 100, &"95%".parse()?)?;
/// let [lower, upper] = ten_of_hundred.map(|end| format!("{:.6}", urnfield::Enclosure::from(&end)));
/// assert_eq!([lower, upper], ["0.0490047", "0.176223"]);
/// // None of a million: at most 13.8 in a million, one time in a million wrong.
/// let none = clopper_pearson(0, 1_000_000, &"0.999998".parse()?)?;
/// assert_eq!(format!("{:.4}", urnfield::Enclosure::from(&none[1])), "1.382e-5");
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn clopper_pearson(hits: u64, draws: u64, confidence: &Rate) -> Result<[Rational; 2], Error> {
    if draws == 0 || hits > draws {
        let got = format!("{hits} hits of {draws} draws");
        return Err(Error::domain("an interval needs draws, and at most as many hits", got));
    }
    let half = confidence.complement().value().shift(-1);
    let is_rare = |end: f64, side: fn(&Binomial, u64) -> _| -> Result<bool, Error> {
        let tail: Result<urnfield_num::Enclosure, Error> =
            side(&Binomial::new(draws, &exact(end)?)?, hits);
        Ok(tail?.certainly_le(&half))
    };
    let middle = hits as f64 / draws as f64;
    let lower = match hits {
        0 => 0.0,
        _ => closest(0.0, middle, |end| is_rare(end, Binomial::at_least))?,
    };
    let upper = match draws - hits {
        0 => 1.0,
        _ => closest(1.0, middle, |end| is_rare(end, Binomial::at_most))?,
    };
    Ok([exact(lower)?, exact(upper)?])
}

/// Returns a finite double as a fraction.
fn exact(value: f64) -> Result<Rational, Error> {
    let exact = Dyadic::from_f64(value).and_then(|value| value.to_rational());
    exact.ok_or_else(|| Error::domain("an end of an interval is finite", format!("{value}")))
}

/// Returns about the last double on the way from `safe` to `middle` that is still rare, by
/// bisection over the bits of positive doubles, which are in order.
fn closest(
    safe: f64,
    middle: f64,
    is_rare: impl Fn(f64) -> Result<bool, Error>,
) -> Result<f64, Error> {
    let (mut rare, mut common) = (safe.to_bits(), middle.to_bits());
    while rare.abs_diff(common) > CLOSE {
        let between = rare.min(common) + rare.abs_diff(common) / 2;
        if is_rare(f64::from_bits(between))? { rare = between } else { common = between }
    }
    Ok(f64::from_bits(rare))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield_num::Enclosure;

    /// Each end fulfils its inequality, and a slightly narrower one does not.
    #[test]
    fn ends_are_rare_and_next_to_common() {
        for draws in [1, 2, 7, 30, 1000] {
            for hits in [0, 1, draws / 2, draws - 1, draws] {
                for confidence in ["1/2", "95%", "0.999999"] {
                    let confidence: Rate = confidence.parse().expect("a rate");
                    let half = confidence.complement().value().shift(-1);
                    let [lower, upper] = clopper_pearson(hits, draws, &confidence).expect("ends");
                    let at = |end: &Rational, side: fn(&Binomial, u64) -> _| -> Enclosure {
                        let law = Binomial::new(draws, end).expect("a law");
                        let tail: Result<_, Error> = side(&law, hits);
                        tail.expect("short")
                    };
                    let slightly: Rational = "1.00000001".parse().expect("a number");
                    if hits > 0 {
                        let end = &lower;
                        assert!(at(end, Binomial::at_least).certainly_le(&half));
                        let inside = &slightly * end;
                        assert!(
                            at(&inside, Binomial::at_least).certainly_gt(&half),
                            "{hits} of {draws}"
                        );
                    } else {
                        assert!(lower.is_zero());
                    }
                    if hits < draws {
                        let end = &upper;
                        assert!(at(end, Binomial::at_most).certainly_le(&half));
                        let inside = end.checked_div(&slightly).expect("not zero");
                        assert!(
                            at(&inside, Binomial::at_most).certainly_gt(&half),
                            "{hits} of {draws}"
                        );
                    } else {
                        assert_eq!(upper, Rational::one());
                    }
                }
            }
        }
    }

    /// Over all outcomes the interval misses the chance at most as often as it may.
    #[test]
    fn intervals_cover_as_often_as_they_promise() {
        let confidence: Rate = "0.9".parse().expect("a rate");
        let draws = 20;
        let ends: Vec<_> = (0..=draws)
            .map(|hits| clopper_pearson(hits, draws, &confidence).expect("ends"))
            .collect();
        for chance in 1..200 {
            let chance = Rational::new(chance, 200).expect("a fraction");
            let law = Binomial::new(draws, &chance).expect("a law");
            let mut missed = Enclosure::zero();
            for (hits, [lower, upper]) in (0..).zip(&ends) {
                if *lower > chance || *upper < chance {
                    let up = law.at_least(hits).expect("short");
                    missed = &missed + &(&up - &law.at_least(hits + 1).expect("short"));
                }
            }
            assert!(missed.certainly_le(confidence.complement().value()), "{chance}: {missed}");
        }
    }

    #[test]
    fn what_is_no_sample_is_refused() {
        let half: Rate = "1/2".parse().expect("a rate");
        assert!(clopper_pearson(0, 0, &half).is_err());
        assert!(clopper_pearson(2, 1, &half).is_err());
    }
}

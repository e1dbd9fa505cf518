//! Sums of the weights C(a,y)·C(m−a, b−y)·ω^y at given odds ω.
//!
//! The weights are walked from near the mode outward by the ratio of neighbours,
//! ω·(a−y)(b−y)/((y+1)(m−a−b+y+1)), which falls with y. So what is left after a weight w with the
//! ratio r < 1 is at most w·r/(1−r), and Σ (distance)·(weight) of it at most
//! w·(d·r/(1−r) + r/(1−r)²), d being the distance of w. Both enter the sums as their uncertainty;
//! everything else is the arithmetic's own.

use crate::error::Error;
use crate::occupancy::pair::PairOfLists;
use urnfield_num::Real;

/// Weights at given odds.
pub(crate) struct Tilted<'a> {
    pair: &'a PairOfLists,
    odds: Real,
    inverse: Real,
    /// Where the walks begin: near the mode. Only time rests on it.
    start: u64,
    words: usize,
    /// Weights smaller than their sum by so many bits are left to the bound.
    depth: i128,
}

/// Σ weights, in units of the one where the walks began.
pub(crate) struct Sums {
    /// Of overlaps below the split.
    pub(crate) below: Real,
    /// Of the split and everything above it.
    pub(crate) from: Real,
    /// Σ weight·(overlap − least overlap).
    pub(crate) moment: Real,
}

/// What is left after a weight w, the ratio r of its neighbour to it falling from there on.
trait Left {
    /// At most this of the weights.
    fn of_weights(w: &Real, r: &Real, one_minus_r: &Real) -> Real;

    /// At most this of Σ weight·distance, `rest` being left of the weights beyond one at
    /// `distance`.
    fn of_moment(rest: &Real, one_minus_r: &Real, distance: u64) -> Real;
}

/// The bounds that hold.
struct Proved;

impl Left for Proved {
    /// w·(r + r² + …) = w·r/(1−r).
    fn of_weights(w: &Real, r: &Real, one_minus_r: &Real) -> Real {
        w.mul(r).div(one_minus_r)
    }

    /// w·((d+1)·r + (d+2)·r² + …) = rest·(d + 1/(1−r)); on the way down distances fall, and it is
    /// less.
    fn of_moment(rest: &Real, one_minus_r: &Real, distance: u64) -> Real {
        rest.mul_word(distance).add(&rest.div(one_minus_r))
    }
}

/// Bits of the sums beyond those that are asked for.
const SPARE: u64 = 24;

/// Bits of the mantissa beyond those: a million roundings, and the digits that a difference takes.
const ROUNDINGS: u64 = 32;

/// The most weights that are summed for one value of ω.
const MOST_TERMS: u128 = 3_000_000;

impl<'a> Tilted<'a> {
    /// The weights at the odds `odds`, for sums of which about `bits` bits are certain.
    pub(crate) fn new(pair: &'a PairOfLists, odds: &Real, bits: u64) -> Result<Tilted<'a>, Error> {
        let (mode, deviation) = pair.rough_mode(odds.seed());
        let depth = bits + SPARE;
        // e^(−z²/2) = 2^−depth.
        let terms = 2.0 * deviation * (2.0 * depth as f64 * std::f64::consts::LN_2).sqrt();
        let (least, most) = pair.support();
        if terms.min((most - least) as f64) > MOST_TERMS as f64 {
            return Err(Error::TooCostly {
                what: "the law of two lists with an odds ratio",
                needs: terms as u128,
                unit: "terms".into(),
                limit: MOST_TERMS,
                remedy: "ask for the p-values alone, or for fewer digits",
            });
        }
        let words = words_for(bits);
        let odds = odds.resized(words);
        let inverse = Real::from_u64(1, words).div(&odds);
        Ok(Tilted { pair, odds, inverse, start: mode, words, depth: i128::from(depth) })
    }

    /// Where the walks begin.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// All weights, those below `split` apart.
    pub(crate) fn sums(&self, split: u64, moment: bool) -> Sums {
        self.sums_by::<Proved>(split, moment)
    }

    fn sums_by<L: Left>(&self, split: u64, moment: bool) -> Sums {
        let mut sums = Sums::nothing(self.words);
        self.walk::<L>(self.start, true, split, moment, &mut sums);
        self.walk::<L>(self.start, false, split, moment, &mut sums);
        sums
    }

    /// Σ weights of overlaps beyond `x` and that one, in units of its weight.
    pub(crate) fn outward(&self, x: u64, up: bool) -> Real {
        let mut sums = Sums::nothing(self.words);
        if up {
            self.walk::<Proved>(x, true, 0, false, &mut sums);
            sums.from
        } else {
            sums.below = Real::from_u64(1, self.words);
            self.walk::<Proved>(x, false, u64::MAX, false, &mut sums);
            sums.below
        }
    }

    /// Adds the weights from `start` up, or from below `start` down, in units of that of `start`.
    fn walk<L: Left>(&self, start: u64, up: bool, split: u64, moment: bool, sums: &mut Sums) {
        let (least, most) = self.pair.support();
        let end = if up { most } else { least };
        let one = Real::from_u64(1, self.words);
        let mut w = one.clone();
        let mut y = start;
        if up {
            sums.add(&w, y, split, moment.then_some(y - least));
        }
        while y != end {
            let past = if up { y >= split } else { y < split || split <= least };
            if past && w.magnitude() < sums.side(y >= split).magnitude().map(|n| n - self.depth) {
                let r = self.step(&one, y, up);
                let left = one.sub(&r);
                // Close enough to 1 the bound is useless: walk on.
                if left.seed() > 1e-6 {
                    let rest = L::of_weights(&w, &r, &left);
                    let side = if y >= split { &mut sums.from } else { &mut sums.below };
                    *side = side.add(&rest.uncertainty());
                    if moment {
                        // In units of at least 1, as a Real of nought has no size.
                        let beyond = L::of_moment(&rest, &left, (y - least).max(1));
                        sums.moment = sums.moment.add(&beyond.uncertainty());
                    }
                    return;
                }
            }
            w = self.step(&w, y, up);
            y = if up { y + 1 } else { y - 1 };
            sums.add(&w, y, split, moment.then_some(y - least));
        }
    }

    /// The weight of the neighbour of y, from a weight of y.
    fn step(&self, w: &Real, y: u64, up: bool) -> Real {
        let (over, under) = self.pair.ratio_parts(if up { y } else { y - 1 });
        let (times, by) = if up { (over, under) } else { (under, over) };
        let w = w.mul(if up { &self.odds } else { &self.inverse });
        let w = match times.0.checked_mul(times.1) {
            Some(product) => w.mul_word(product),
            None => w.mul_word(times.0).mul_word(times.1),
        };
        match by.0.checked_mul(by.1) {
            Some(product) => w.div_word(product),
            None => w.div_word(by.0).div_word(by.1),
        }
    }
}

/// How many words sums of so many certain bits take.
pub(crate) fn words_for(bits: u64) -> usize {
    (bits + SPARE + ROUNDINGS).div_ceil(64).max(2) as usize
}

impl Sums {
    fn nothing(words: usize) -> Sums {
        let zero = Real::zero(words);
        Sums { below: zero.clone(), from: zero.clone(), moment: zero }
    }

    fn side(&self, from: bool) -> &Real {
        if from { &self.from } else { &self.below }
    }

    fn add(&mut self, w: &Real, y: u64, split: u64, distance: Option<u64>) {
        let side = if y >= split { &mut self.from } else { &mut self.below };
        *side = side.add(w);
        if let Some(distance) = distance {
            self.moment = self.moment.add(&w.mul_word(distance));
        }
    }

    /// Everything.
    pub(crate) fn total(&self) -> Real {
        self.below.add(&self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield_num::{Enclosure, Rational};

    /// Σ weights below the split, from it on, and times the distance: in fractions, in units of the
    /// weight where the walks began.
    fn exactly(pair: &PairOfLists, odds: &Rational, start: u64, split: u64) -> [Rational; 3] {
        let (least, most) = pair.support();
        // In units of the first weight, and then of the one at the start.
        let (mut w, mut unit) = (Rational::one(), Rational::one());
        let mut sums = [Rational::zero(), Rational::zero(), Rational::zero()];
        for y in least..=most {
            if y == start {
                unit = w.clone();
            }
            let side = usize::from(y >= split);
            sums[side] = &sums[side] + &w;
            sums[2] = &sums[2] + &(&w * &Rational::from(y - least));
            if y < most {
                let ((a, b), (c, d)) = pair.ratio_parts(y);
                let [over, under] = [a * b, c * d].map(Rational::from);
                w = (&(&w * odds) * &over).checked_div(&under).expect("not zero");
            }
        }
        sums.map(|sum| sum.checked_div(&unit).expect("weights are above zero"))
    }

    /// In how many of some cases every sum is where its enclosure says.
    fn holds<L: Left>() -> (u32, u32) {
        let (mut right, mut all) = (0, 0);
        let sizes = [(300, 100, 120), (420, 140, 210), (777, 300, 111), (1150, 431, 560)];
        for ((m, a, b), odds) in sizes
            .iter()
            .flat_map(|sizes| ["1", "3/2", "1/3", "7", "20", "1/40"].map(|odds| (*sizes, odds)))
        {
            let pair = PairOfLists::new(m, [a, b]).expect("two lists");
            let odds: Rational = odds.parse().expect("odds");
            let words = words_for(20);
            let tilted = Tilted::new(&pair, &Real::from_rational(&odds, words), 20).expect("few");
            let (least, most) = pair.support();
            for split in [least, least + (most - least) / 3, tilted.start(), most] {
                let found = tilted.sums_by::<L>(split, true);
                let truth = exactly(&pair, &odds, tilted.start(), split);
                let sums = [found.below, found.from, found.moment];
                let inside = sums.iter().zip(&truth).all(|(sum, truth)| {
                    // Nothing at all is nothing.
                    (sum.is_zero() && *truth == Rational::zero())
                        || Enclosure::from_real(sum).contains(truth)
                });
                all += 1;
                right += u32::from(inside);
            }
        }
        (right, all)
    }

    /// The ratios of the rest stop at the first.
    struct OneRatio;
    impl Left for OneRatio {
        fn of_weights(w: &Real, r: &Real, _: &Real) -> Real {
            w.mul(r)
        }
        fn of_moment(rest: &Real, one_minus_r: &Real, distance: u64) -> Real {
            Proved::of_moment(rest, one_minus_r, distance)
        }
    }

    /// Half of the weights.
    struct Half;
    impl Left for Half {
        fn of_weights(w: &Real, r: &Real, one_minus_r: &Real) -> Real {
            Proved::of_weights(w, r, one_minus_r).shift(-1)
        }
        fn of_moment(rest: &Real, one_minus_r: &Real, distance: u64) -> Real {
            Proved::of_moment(&rest.clone().shift(1), one_minus_r, distance)
        }
    }

    /// Half of the moment.
    struct HalfMoment;
    impl Left for HalfMoment {
        fn of_weights(w: &Real, r: &Real, one_minus_r: &Real) -> Real {
            Proved::of_weights(w, r, one_minus_r)
        }
        fn of_moment(rest: &Real, one_minus_r: &Real, distance: u64) -> Real {
            Proved::of_moment(rest, one_minus_r, distance).shift(-1)
        }
    }

    #[test]
    fn sums_are_enclosed_and_smaller_bounds_of_the_rest_are_caught() {
        let (right, all) = holds::<Proved>();
        assert_eq!(right, all);
        for (what, (right, all)) in [
            ("one ratio", holds::<OneRatio>()),
            ("half", holds::<Half>()),
            ("half of the moment", holds::<HalfMoment>()),
        ] {
            assert!(right < all, "{what} was not caught");
        }
    }
}

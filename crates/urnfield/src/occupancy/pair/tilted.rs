//! Sums of the weights C(a,y)·C(m−a, b−y)·ω^y at given odds ω.
//!
//! The weights are walked from near the mode outward by the ratio of neighbours,
//! ω·(a−y)(b−y)/((y+1)(m−a−b+y+1)), which falls with y. So what is left after a weight w with the
//! ratio r < 1 is at most w·r/(1−r), and Σ (distance)·(weight) of it at most
//! w·(d·r/(1−r) + r/(1−r)²), d being the distance of w. Both enter the sums as their uncertainty;
//! everything else is the arithmetic's own.

use super::PairOfLists;
use crate::num::{Error, Real};

/// Weights at given odds.
pub(super) struct Tilted<'a> {
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
pub(super) struct Sums {
    /// Of overlaps below the split.
    pub(super) below: Real,
    /// Of the split and everything above it.
    pub(super) from: Real,
    /// Σ weight·(overlap − least overlap).
    pub(super) moment: Real,
}

/// Bits of the sums beyond those that are asked for.
const SPARE: u64 = 24;

/// Bits of the mantissa beyond those: a million roundings, and the digits that a difference takes.
const ROUNDINGS: u64 = 32;

/// The most weights that are summed for one value of ω.
const MOST_TERMS: u128 = 3_000_000;

impl<'a> Tilted<'a> {
    /// The weights at the odds `odds`, for sums of which about `bits` bits are certain.
    pub(super) fn new(pair: &'a PairOfLists, odds: &Real, bits: u64) -> Result<Tilted<'a>, Error> {
        let (mode, deviation) = pair.rough_mode(odds.seed());
        let depth = bits + SPARE;
        // e^(−z²/2) = 2^−depth.
        let terms = 2.0 * deviation * (2.0 * depth as f64 * std::f64::consts::LN_2).sqrt();
        let (least, most) = pair.support();
        if terms.min((most - least) as f64) > MOST_TERMS as f64 {
            return Err(Error::TooCostly {
                what: "the law of two lists with an odds ratio",
                needs: terms as u128,
                unit: "terms",
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
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// All weights, those below `split` apart.
    pub(super) fn sums(&self, split: u64, moment: bool) -> Sums {
        let mut sums = Sums::nothing(self.words);
        self.walk(self.start, true, split, moment, &mut sums);
        self.walk(self.start, false, split, moment, &mut sums);
        sums
    }

    /// Σ weights of overlaps beyond `x` and that one, in units of its weight.
    pub(super) fn outward(&self, x: u64, up: bool) -> Real {
        let mut sums = Sums::nothing(self.words);
        if up {
            self.walk(x, true, 0, false, &mut sums);
            sums.from
        } else {
            sums.below = Real::from_u64(1, self.words);
            self.walk(x, false, u64::MAX, false, &mut sums);
            sums.below
        }
    }

    /// Adds the weights from `start` up, or from below `start` down, in units of that of `start`.
    fn walk(&self, start: u64, up: bool, split: u64, moment: bool, sums: &mut Sums) {
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
                    let rest = w.mul(&r).div(&left);
                    sums.rest(&rest, &left, y >= split, (y - least).max(1), moment);
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
pub(super) fn words_for(bits: u64) -> usize {
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

    /// What is left after a weight at `distance`: at most `rest`, and at most rest·(d + 1/(1−r)) of
    /// the moment (on the way down it is nearer, and so less).
    fn rest(&mut self, rest: &Real, left: &Real, from: bool, distance: u64, moment: bool) {
        let side = if from { &mut self.from } else { &mut self.below };
        *side = side.add(&rest.uncertainty());
        if moment {
            let beyond = rest.mul_word(distance).add(&rest.div(left));
            self.moment = self.moment.add(&beyond.uncertainty());
        }
    }

    /// Everything.
    pub(super) fn total(&self) -> Real {
        self.below.add(&self.from)
    }
}

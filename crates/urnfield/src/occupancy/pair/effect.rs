//! The size of an effect: the odds ratio, the fold, and their exact intervals.

use crate::error::Error;
use crate::occupancy::estimate::Point;
use crate::occupancy::pair::PairOfLists;
use crate::occupancy::pair::guess::Sought;
use crate::occupancy::pair::root::root;
use crate::occupancy::pair::tilted::{Tilted, words_for};
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// A range between two enclosed numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub lo: Enclosure,
    /// The greatest; `None` for a range without an upper end.
    pub hi: Option<Enclosure>,
}

/// The odds ratios and folds that an overlap does not contradict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Odds ratios.
    pub odds: Range,
    /// The fold: the mean overlap over that by chance; `None` where the overlap by chance is zero.
    pub fold: Option<Range>,
}

/// α/2 below this is refused: where doubles end, no guess is left to begin with.
const LEAST_DOUBT: f64 = 1e-200;

/// Quotients need a divisor of which more than a word is certain.
const FOR_A_DIVISOR: u64 = 56;

impl PairOfLists {
    /// The odds ratio under which an overlap of x is most likely, given the sizes of both lists.
    ///
    /// Formula: the ω with E_ω X = x. Zero where the overlap is the least that is possible,
    /// infinite where it is the greatest, undefined where no other is. Cost: some ten deviations of
    /// X a value of ω, about four values.
    pub fn odds_ratio(&self, x: u64) -> Result<Point, Error> {
        self.check(x)?;
        let (least, most) = self.support();
        if least == most {
            return Ok(Point::Undefined);
        }
        if x == most {
            return Ok(Point::Infinite);
        }
        if x == least {
            return Ok(Point::Value(Enclosure::zero()));
        }
        let guess = self.guess(Sought::Mean { x });
        let ends = root(guess, self.precision + 1, |odds, bits| {
            let bits = bits + self.bits_of_mean(x);
            let sums = Tilted::new(self, odds, bits)?.sums(0, true);
            // Times the sum of all weights, as a divisor would have to be better known.
            Ok(sums.moment.sub(&sums.total().mul_word(x - least)))
        })?;
        Ok(Point::Value(Enclosure::between(&ends[0], &ends[1])))
    }

    /// Bits that a mean loses where it moves little: log2 of mean over variance, and some.
    fn bits_of_mean(&self, x: u64) -> u64 {
        let spare = [x, self.a - x].map(|part| part.max(1).ilog2());
        16 + u64::from(spare[0].saturating_sub(spare[1].min(spare[0])))
    }

    /// The odds ratios that an overlap of x does not contradict, and the folds.
    ///
    /// Formula: from the ω with P_ω(X ≥ x) = α/2 (0 for the least overlap) to the one with
    /// P_ω(X ≤ x) = α/2 (infinite for the greatest), for a confidence of 1 − α. The fold is
    /// E_ω X/(a·b/m), which rises with ω and is 1 at ω = 1; at [`PairOfLists::odds_ratio`] it is
    /// the observed one. Cost: as there, for each end.
    pub fn intervals(&self, x: u64, confidence: &Rate) -> Result<Effect, Error> {
        self.check(x)?;
        let (least, most) = self.support();
        let level = confidence.value().complement().shift(-1);
        let ln_level = Enclosure::from(&level).lo_f64();
        if ln_level < LEAST_DOUBT {
            return Err(Error::domain(
                "the interval of an odds ratio has a confidence of at most 1 - 1e-199",
                confidence.to_string(),
            ));
        }
        let ln_level = ln_level.ln();
        let lower = if x == least {
            None
        } else {
            let guess = self.guess(Sought::AtLeast { x, ln_level });
            Some(self.end(guess, x, &level, false)?)
        };
        let upper = if x == most {
            None
        } else {
            let guess = self.guess(Sought::AtMost { x, ln_level });
            Some(self.end(guess, x + 1, &level, true)?)
        };
        let between = |ends: &[Real; 2]| Enclosure::between(&ends[0], &ends[1]);
        let lo = lower.as_ref().map_or(Enclosure::zero(), between);
        let odds = Range { lo, hi: upper.as_ref().map(between) };
        Ok(Effect { odds, fold: self.fold(lower.as_ref(), upper.as_ref())? })
    }

    /// Odds at which the weights from `split` on, or those below it, are a share `level` of all.
    fn end(
        &self,
        guess: f64,
        split: u64,
        level: &Rational,
        falling: bool,
    ) -> Result<[Real; 2], Error> {
        root(guess, self.precision + 1, |odds, bits| {
            let sums = Tilted::new(self, odds, bits)?.sums(split, false);
            let level = Real::from_rational(level, words_for(bits)).mul(&sums.total());
            // Times the sum of all weights, as a divisor would have to be better known.
            Ok(if falling { level.sub(&sums.below) } else { sums.from.sub(&level) })
        })
    }

    /// Means at both ends over the mean by chance. Without a lower end all is at the least overlap,
    /// without an upper one at the greatest.
    fn fold(
        &self,
        lower: Option<&[Real; 2]>,
        upper: Option<&[Real; 2]>,
    ) -> Result<Option<Range>, Error> {
        let (a, b) = (Rational::from(self.a), Rational::from(self.b));
        let Some(scale) = Rational::from(self.m).checked_div(&(&a * &b)) else { return Ok(None) };
        let scale = Enclosure::from_rational(&scale, self.precision + 8);
        let (least, most) = self.support();
        let mean = |ends: Option<&[Real; 2]>, otherwise: u64| -> Result<Enclosure, Error> {
            let Some([low, high]) = ends else { return Ok(Enclosure::from(otherwise)) };
            let [low, high] = [self.mean_at(low)?, self.mean_at(high)?];
            Ok(Enclosure::between(&low, &high))
        };
        let (lo, hi) = (mean(lower, least)?, mean(upper, most)?);
        Ok(Some(Range { lo: &lo * &scale, hi: Some(&hi * &scale) }))
    }

    /// E X at given odds.
    pub(crate) fn mean_at(&self, odds: &Real) -> Result<Real, Error> {
        let bits = self.precision.max(FOR_A_DIVISOR) + 8;
        let sums = Tilted::new(self, odds, bits)?.sums(0, true);
        let least = Real::from_u64(self.support().0, words_for(bits));
        Ok(sums.moment.div(&sums.total()).add(&least))
    }
}

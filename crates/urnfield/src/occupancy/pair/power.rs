//! The chance of an overlap at given odds: what a test will find.

use crate::error::Error;
use crate::occupancy::law::at_most_one;
use crate::occupancy::pair::PairOfLists;
use crate::occupancy::pair::tilted::{Tilted, words_for};
use crate::occupancy::routes::two_lists::log_ways;
use crate::refine::until_certain;
use urnfield_num::{Enclosure, Rational, Real};

impl PairOfLists {
    /// P(X ≥ x) where names of one list are on the other with odds `odds` times as high.
    ///
    /// Formula: Σ_{y ≥ x} C(a,y)·C(m−a, b−y)·ω^y over the same sum for all y. Cost: some ten
    /// deviations of X.
    ///
    /// ```
    /// use urnfield::occupancy::PairOfLists;
    /// // Weights 1, 8·…: C(2,y)·C(2,2−y)·3^y = 1, 12, 9.
    /// let pair = PairOfLists::new(4, [2, 2])?;
    /// assert_eq!(format!("{:.9}", pair.at_least(1, &"3".parse()?)?), "0.954545455"); // 21/22
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn at_least(&self, x: u64, odds: &Rational) -> Result<Enclosure, Error> {
        let (least, most) = self.support();
        if *odds <= Rational::zero() {
            return Err(Error::domain("an odds ratio is above 0", odds.to_string()));
        }
        if x <= least {
            return Ok(Enclosure::one());
        }
        if x > most {
            return Ok(Enclosure::zero());
        }
        let found = until_certain(self.precision, [0, 64, 256, 1024], |more| {
            let bits = self.precision + 8 + more;
            let words = words_for(bits) + 1;
            let odds = Real::from_rational(odds, words);
            let tilted = Tilted::new(self, &odds, bits)?;
            let all = tilted.sums(0, false).total();
            // The tail on the side that is small.
            Ok(at_most_one(if x > tilted.start() {
                self.part(&tilted, &odds, x, true, words).div(&all).enclosure()
            } else {
                let below = self.part(&tilted, &odds, x - 1, false, words);
                below.div(&all).enclosure().complement()
            }))
        })?;
        found.ok_or(Error::Precision {
            what: "the chance of an overlap at these odds",
            bits: self.precision + 1024,
            remedy: "ask for fewer digits",
        })
    }

    /// Σ weights from x outward, in units of the weight at the start.
    fn part(&self, tilted: &Tilted<'_>, odds: &Real, x: u64, up: bool, words: usize) -> Real {
        let (start, one) = (tilted.start(), Real::from_u64(1, words));
        let log = |y: u64| log_ways(self.m, self.a, self.b, y, words);
        let ways = log(x).sub(&log(start)).exp();
        let power = if x >= start { odds.pow(x - start) } else { one.div(&odds.pow(start - x)) };
        tilted.outward(x, up).mul(&ways).mul(&power)
    }
}

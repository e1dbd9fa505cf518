//! The number of urns, real, whose mean occupancy is what was observed: a root, enclosed by the
//! signs on both sides of it.

use crate::error::Error;
use crate::occupancy::estimate::Point;
use crate::occupancy::estimate::normal::{crossing, excess_and_deviation};
use crate::occupancy::estimate::population::Population;
use crate::occupancy::law::rough::rough;
use crate::refine::LARGEST_PRECISION;
use dashu_int::UBig;
use std::iter::successors;
use urnfield_num::{Enclosure, Rational, Real, until_decided};

impl Population {
    /// The real number of urns whose mean occupancy is what was observed.
    ///
    /// Formula: the root m of m·(1 − ∏(1 − k_d/m)^(n_d)) = x. There is one: with s = 1/m the
    /// product is convex in s, so 1 − ∏ is concave and vanishes at s = 0, and divided by s it falls
    /// from N to the largest committee. Infinite where all members are distinct; undefined for one
    /// committee. **Biased**: at least the truth on average, as the mean is concave in m. Source:
    /// `eq:batch-mean`, inverted. Cost: a few logarithms of each size.
    ///
    /// ```
    /// use urnfield::occupancy::{Point, Population};
    /// use urnfield::Committees;
    /// // For two committees it is k_1·k_2 over the members they share: 50·40/7.
    /// let caught = [Committees { count: 1, size: 50 }, Committees { count: 1, size: 40 }];
    /// let Point::Value(fish) = Population::new(&caught, 83)?.moments()? else { unreachable!() };
    /// assert_eq!(format!("{fish:.12}"), "285.714285714");
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn moments(&self) -> Result<Point, Error> {
        if self.says_nothing() {
            return Ok(Point::Undefined);
        }
        if self.all_distinct() {
            return Ok(Point::Infinite);
        }
        let x = self.distinct;
        if x == self.department.largest() {
            let exactly = Enclosure::from_rational(&Rational::from(x), self.precision);
            return Ok(Point::Value(exactly));
        }
        if let Some([first, second, both]) = self.two() {
            // m·(1 − (1 − a/m)(1 − b/m)) = a + b − ab/m, and not all are distinct.
            let root =
                Rational::from_integers((UBig::from(first) * second).into(), UBig::from(both));
            return Ok(Point::Value(Enclosure::from_rational(&root, self.precision)));
        }
        let seed = self.rough_urns();
        let first = (self.precision / 64 + 3) as usize;
        let lengths = successors(Some(first), |words| Some(words * 2))
            .take_while(|&words| words as u64 * 64 <= LARGEST_PRECISION);
        let found = until_decided(lengths, |words| Ok::<_, Error>(self.root(seed, words)))?;
        found.map(Point::Value).ok_or(Error::Precision {
            what: "an estimate by moments",
            bits: LARGEST_PRECISION,
            remedy: "ask for fewer digits",
        })
    }

    /// The urns whose mean is what was observed, in f64.
    pub(crate) fn rough_urns(&self) -> f64 {
        let (x, most) = (self.distinct as f64, self.department.members as f64);
        // Nearly all distinct: N − x is about the expected pairs that meet, Σ k·l/m, and doubles
        // would see nothing else of N − x.
        let collisions = (self.department.members - self.distinct) as f64;
        if collisions * 4096.0 < most {
            return self.pairs() / collisions;
        }
        let committees = rough(&self.department.committees);
        // The root is at most about N² over twice the collisions.
        let excess = |m: f64| excess_and_deviation(m, committees.clone(), (x, m - x)).0;
        crossing((x, most * most + 1.0), excess).0
    }

    /// Σ k·l over all pairs of committees, of positive terms.
    fn pairs(&self) -> f64 {
        let (mut before, mut pairs) = (0.0, 0.0);
        for c in &self.department.committees {
            let (count, size) = (c.count as f64, c.size as f64);
            pairs += size * count * (before + size * (count - 1.0) / 2.0);
            before += size * count;
        }
        pairs
    }

    /// The mean less x at m, and its derivative, where H = ∏(1 − k/m)^n: m(1 − H) − x and
    /// 1 − H·(1 + Σ nk/(m−k)).
    fn excess_and_slope(&self, m: &Real) -> (Real, Real) {
        let words = m.words();
        let (mut log, mut sum) = (Real::zero(words), Real::from_u64(1, words));
        for c in &self.department.committees {
            let size = Real::from_u64(c.size, words);
            log = log.add(&size.div(m).negated().log1p().mul_word(c.count));
            sum = sum.add(&size.mul_word(c.count).div(&m.sub(&size)));
        }
        let gone = log.expm1();
        let vacant = gone.add(&Real::from_u64(1, words));
        let excess = m.mul(&gone).negated().sub(&Real::from_u64(self.distinct, words));
        (excess, Real::from_u64(1, words).sub(&vacant.mul(&sum)))
    }

    /// Newton's steps from a guess; then the signs a little below and above decide.
    fn root(&self, seed: f64, words: usize) -> Option<Enclosure> {
        let mut m = Real::from_f64(seed, words);
        for _ in 0..64 {
            let (excess, slope) = self.excess_and_slope(&m);
            let step = excess.div(&slope);
            m = midpoint(&m.sub(&step));
            let (Some(far), Some(size)) = (step.magnitude(), m.magnitude()) else { break };
            // Newton doubles the certain bits: half of the wanted ones will do.
            if far < size - 64 * words as i128 / 2 {
                break;
            }
        }
        let bits = self.precision as i128 + 3;
        let margin = midpoint(&m).shift(-bits);
        let (low, high) = (midpoint(&m.sub(&margin)), midpoint(&m.add(&margin)));
        let sign = |at: &Real| {
            let excess = self.excess_and_slope(at).0;
            (excess.certain_bits() > 0).then(|| excess.is_negative())
        };
        (sign(&low) == Some(true) && sign(&high) == Some(false))
            .then(|| Enclosure::between(&low, &high))
    }
}

/// The middle of what a positive real may be, as if it were exact.
fn midpoint(value: &Real) -> Real {
    let (mantissa, _, exponent) = value.parts();
    Real::from_big(&mantissa.into_parts().1, exponent, value.words())
}

//! [`Collisions`]: the birthday problem with more urns than a count holds, as identifiers of 122
//! bits have.
//!
//! ln P(all n differ) = Σ_{i<n} ln(1 − i/m) = −Σ_r S_r/(r·m^r), S_r = 0^r + 1^r + … + (n−1)^r. As
//! S_r ≤ n^(r+1)/(r+1), what is left out behind r = R is at most
//!
//! n·q^(R+1)/((R+1)·(R+2)·(1 − q)), q = n/m.
//!
//! There are so many urns that q is below 2^−20 wherever a collision is not all but certain, so few
//! terms do.

use crate::error::Error;
use crate::occupancy::law::Occupancy;
use crate::occupancy::questions::compared::apart;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Rate, Rational, Real, until_decided};

/// The most urns there may be, as a power of two.
const MOST_BITS: i64 = 1024;

/// From this exponent on it does not matter how much less likely than e to it a miss is.
const HOPELESS: i64 = 20;

/// So many balls are multiplied out where nothing else decides.
const FEW_BALLS: u64 = 64;

/// Urns, 2^1024 of them at most, into which balls are thrown until two meet.
///
/// ```
/// use urnfield::occupancy::Collisions;
/// use urnfield::Rational;
/// // Random identifiers have 122 bits: 103 trillion of them meet once in a billion times.
/// let identifiers = Collisions::new(&Rational::from(2).pow(122))?;
/// let balls = identifiers.balls_for(&"1e-9".parse()?)?;
/// assert_eq!(balls.to_string(), "103120434306671");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collisions {
    urns: Rational,
}

impl Collisions {
    /// Creates the problem for a whole number of urns from 1 to 2^1024.
    pub fn new(urns: &Rational) -> Result<Collisions, Error> {
        let whole = urns.parts().1 == UBig::ONE;
        if !whole || *urns < Rational::one() || *urns > Rational::one().shift(MOST_BITS) {
            return Err(Error::domain(
                "a law needs at least one urn, and 2^1024 are the most",
                format!("urns = {}", urns.brief()),
            ));
        }
        Ok(Collisions { urns: urns.clone() })
    }

    /// P(two of so many balls share an urn), with at least `bits` certain bits.
    pub fn probability(&self, balls: &Rational, bits: u64) -> Result<Enclosure, Error> {
        if *balls > self.urns {
            return Ok(Enclosure::one());
        }
        if let (Some(urns), Some(balls)) = (small(&self.urns), small(balls)) {
            return Occupancy::balls(urns, balls)?.precision(bits).collision();
        }
        if *balls <= Rational::one() {
            return Ok(Enclosure::zero());
        }
        Ok(self.series(balls, bits))
    }

    /// n·(n−1)/2m, which −ln P(all differ) exceeds.
    fn exponent(&self, balls: &Rational) -> Rational {
        let pairs = (balls * &(balls - &Rational::one())).shift(-1);
        pairs.checked_div(&self.urns).unwrap_or_else(Rational::one)
    }

    fn series(&self, balls: &Rational, bits: u64) -> Enclosure {
        let exponent = self.exponent(balls);
        if exponent > Rational::one().shift(HOPELESS) {
            let most = &Enclosure::zero()
                - &Enclosure::from_rational(&Rational::one().shift(HOPELESS), 64);
            let one = Enclosure::from_rational(&Rational::one(), bits + 64);
            return &one - &(&most.exp() * &from_zero_to_one());
        }
        // A small value is what is left of 1 − e^(−small).
        let lost = bit_length(&exponent.parts().1) - bit_length(&exponent.parts().0);
        let work = bits + 64 + lost.max(0) as u64;
        let (log, rest) = self.logarithm(balls, bits + 16);
        let rest = &Enclosure::from_rational(&rest, 64) * &from_zero_to_one();
        let log = &Enclosure::from_rational(&log, work) + &rest;
        (&Enclosure::zero() - &log).exp().complement()
    }

    /// −ln P(all differ) from below, to about `bits` bits, and how much is left out at most.
    fn logarithm(&self, balls: &Rational, bits: u64) -> (Rational, Rational) {
        let (n, _) = balls.parts();
        let share = balls.checked_div(&self.urns).unwrap_or_else(Rational::one);
        let allowed = self.exponent(balls).shift(-(bits as i64));
        // S_0, …, by (r+1)·S_r = n^(r+1) − Σ_{j<r} C(r+1, j)·S_j.
        let mut sums = vec![n.clone()];
        let (mut log, mut power) = (Rational::zero(), Rational::one());
        for r in 1u64.. {
            let mut sum = IBig::from(n.pow(r as usize + 1));
            for (j, known) in (0u64..).zip(&sums) {
                sum -= IBig::from(binomial(r + 1, j) * known);
            }
            let sum = sum / IBig::from(r + 1);
            power = &power * &self.urns;
            let term = Rational::from_integers(sum.clone(), UBig::ONE);
            let below = &power * &Rational::from(r);
            log = &log + &term.checked_div(&below).unwrap_or_else(Rational::zero);
            sums.push(sum.try_into().unwrap_or_default());
            let rest = &(balls * &share.pow(r as u32 + 1)) * &left_out(r, &share);
            if rest <= allowed {
                return (log, rest);
            }
        }
        (log, Rational::one())
    }

    /// The fewest balls of which two share an urn with probability at least `probability`.
    pub fn balls_for(&self, probability: &Rate) -> Result<Rational, Error> {
        if let Some(urns) = small(&self.urns) {
            return Occupancy::balls_to_collide(urns, probability).map(Rational::from);
        }
        // Fewer than √(m·p) are too few, as n²/2m exceeds the chance.
        let (urns, _) = self.urns.parts();
        let (mut low, mut high) = (UBig::ONE, UBig::from(2u8));
        while !self.reaches(&high, probability)? {
            low = high.clone();
            high = (&high << 1).min(urns.clone() + UBig::ONE);
        }
        while &high - &low > UBig::ONE {
            let middle: UBig = (&low + &high) >> 1;
            if self.reaches(&middle, probability)? { high = middle } else { low = middle }
        }
        Ok(Rational::from_integers(high.into(), UBig::ONE))
    }

    /// Whether so many balls collide with this probability or more, decided with certainty.
    fn reaches(&self, balls: &UBig, level: &Rate) -> Result<bool, Error> {
        let level = level.value();
        let balls = Rational::from_integers(balls.clone().into(), UBig::ONE);
        let order = until_decided([64, 256, 2048], |bits| {
            Ok::<_, Error>(apart(&self.probability(&balls, bits)?, level))
        })?;
        let order = order.or_else(|| Some(self.exactly(small(&balls)?)?.cmp(level)));
        order.map(|order| order != Ordering::Less).ok_or(Error::Precision {
            what: "whether a probability exceeds the level asked for",
            bits: 2048,
            remedy: "ask with a slightly different level",
        })
    }

    /// The probability multiplied out, for few balls.
    fn exactly(&self, balls: u64) -> Option<Rational> {
        if balls > FEW_BALLS {
            return None;
        }
        let differ = (0..balls).try_fold(Rational::one(), |all, i| {
            Some(&all * &(&self.urns - &Rational::from(i)).checked_div(&self.urns)?)
        });
        differ.map(|differ| differ.complement())
    }
}

/// 1/((r+1)·(r+2)·(1 − q)): the factor in the bound of what is left out.
fn left_out(r: u64, share: &Rational) -> Rational {
    let below = &Rational::from((r + 1) * (r + 2)) * &share.complement();
    Rational::one().checked_div(&below).unwrap_or_else(Rational::one)
}

fn small(value: &Rational) -> Option<u64> {
    u64::try_from(value.parts().0).ok()
}

fn bit_length(value: &UBig) -> i64 {
    use dashu_int::ops::BitTest;
    value.bit_len() as i64
}

fn from_zero_to_one() -> Enclosure {
    Enclosure::between(&Real::zero(2), &Real::from_u64(1, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_to(bits: u32) -> Rational {
        Rational::from(2).pow(bits)
    }

    #[test]
    fn the_series_is_the_product() {
        for bits in [65, 122, 512, 1024] {
            for urns in [two_to(bits), &two_to(bits) - &Rational::one()] {
                let all = Collisions::new(&urns).expect("urns");
                for balls in [2, 3, 5, 17, 64] {
                    let truth = all.exactly(balls).expect("few");
                    for precision in [53, 400] {
                        let found = all.series(&Rational::from(balls), precision);
                        assert!(found.contains(&truth), "{bits} {balls} {precision}");
                        assert!(found.certain_bits() >= precision, "{bits} {balls} {precision}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_series_is_the_law_of_occupancy_where_that_reaches() {
        for (urns, balls) in
            [(1u64 << 63, 1u64 << 31), (u64::MAX, 1 << 33), (u64::MAX, 1 << 34), (1 << 60, 1000)]
        {
            let found = Collisions::new(&Rational::from(urns)).expect("urns");
            let series = found.series(&Rational::from(balls), 100);
            let law = Occupancy::balls(urns, balls).expect("a law").precision(100);
            let law = law.collision().expect("any size");
            assert!(series.overlaps(&law) && series.certain_bits() >= 100, "{urns} {balls}");
        }
    }

    #[test]
    fn what_is_left_out_matters() {
        // With 2^40 balls in 2^70 urns a bound that drops its largest factor would be caught.
        let urns = Collisions::new(&two_to(70)).expect("urns");
        let balls = two_to(40);
        let (short, rest) = urns.logarithm(&balls, 8);
        let (long, tiny) = urns.logarithm(&balls, 300);
        assert!(short < long && long <= &short + &rest, "the rest covers what is left out");
        assert!(&short + &(&rest * &balls.shift(-80)) < long, "and is not far from it");
        assert!(tiny < rest);
    }

    #[test]
    fn the_fewest_balls_are_the_fewest() {
        for bits in [66, 122, 256, 1024] {
            let all = Collisions::new(&two_to(bits)).expect("urns");
            for level in ["1/2", "1e-9", "0.999999"] {
                let level: Rate = level.parse().expect("a rate");
                let balls = all.balls_for(&level).expect("an answer");
                let one = Rational::one();
                let at = |balls: &Rational| all.probability(balls, 1400).expect("an answer");
                assert!(at(&balls).certainly_ge(level.value()), "{bits}");
                assert!(at(&(&balls - &one)).certainly_lt(level.value()), "{bits}");
            }
        }
        // Two balls meet with probability 1/m, neither more nor less.
        let exact = Rational::one().checked_div(&two_to(122)).expect("a fraction");
        let all = Collisions::new(&two_to(122)).expect("urns");
        let level = Rate::new(exact).expect("a rate");
        assert_eq!(all.balls_for(&level).expect("two"), Rational::from(2));
    }

    #[test]
    fn edges() {
        let all = Collisions::new(&two_to(1024)).expect("urns");
        let zero = Rational::zero();
        assert!(all.probability(&zero, 53).expect("none").is_zero());
        assert!(all.probability(&Rational::one(), 53).expect("one").is_zero());
        let certain = all.probability(&two_to(1023), 400).expect("nearly all");
        assert!(certain.certainly_le(&Rational::one()) && certain.certain_bits() >= 400);
        let too_many = &two_to(1024) + &Rational::one();
        assert_eq!(all.probability(&too_many, 53).expect("all"), Enclosure::one());
        assert!(Collisions::new(&too_many).is_err() && Collisions::new(&zero).is_err());
        assert!(Collisions::new(&Rational::new(5, 2).expect("a fraction")).is_err());
    }
}

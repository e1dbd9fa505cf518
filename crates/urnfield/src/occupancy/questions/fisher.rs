//! Fisher's two-sided p-value: everything that is not likelier than what was observed.
//!
//! Every law here is that of a sum of independent indicators, so its probabilities rise up to the
//! modes and fall after them. What is not likelier than x is x with everything beyond it, and on
//! the other side of the modes everything from some place on.

use crate::error::Error;
use crate::occupancy::law::exact;
use crate::occupancy::law::moments::variance;
use crate::occupancy::law::{Event, Occupancy, at_most_one};
use crate::occupancy::questions::mode::mode;
use crate::occupancy::questions::probability::{pmf, probability};
use crate::occupancy::questions::search::{Tried, least};
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, until_decided};

/// Computes [`Occupancy::two_sided`].
pub(crate) fn two_sided(law: &Occupancy, x: u64) -> Result<Enclosure, Error> {
    let (low, high) = law.support();
    if x < low || x > high {
        return Ok(Enclosure::zero());
    }
    let modes = mode(law)?;
    let (Some(&first), Some(&last)) = (modes.first(), modes.last()) else {
        return Ok(Enclosure::one());
    };
    if (first..=last).contains(&x) {
        return Ok(Enclosure::one());
    }
    let known = Known::new(law, x)?;
    // Where the law is symmetric the other place is as far from the modes.
    let (guess, up) = if x > last {
        (first as f64 - (x - last) as f64, true)
    } else {
        (last as f64 + (first - x) as f64, false)
    };
    let slope = 1.0 / variance(law)?.hi_f64().sqrt().max(1.0);
    let law = law.clone().precision(law.precision + 2);
    let both = if up {
        let likelier = least((low, first), (guess.max(0.0), slope), |y| {
            let (order, height) = known.compare(y)?;
            Ok(Tried { holds: order == Ordering::Greater, height })
        })?;
        let below = likelier.and_then(|y| y.checked_sub(1)).filter(|&y| y >= low);
        [
            Some(probability(&law, Event::AtLeast(x))?),
            below.map(|y| probability(&law, Event::AtMost(y))).transpose()?,
        ]
    } else {
        let not_likelier = least((last, high), (guess, slope), |y| {
            let (order, height) = known.compare(y)?;
            Ok(Tried { holds: order != Ordering::Greater, height: -height })
        })?;
        let above = not_likelier.map(|y| probability(&law, Event::AtLeast(y))).transpose()?;
        [Some(probability(&law, Event::AtMost(x))?), above]
    };
    let sum = both.into_iter().flatten().reduce(|a, b| a + b);
    Ok(at_most_one(sum.unwrap_or_else(Enclosure::one)))
}

/// A value x whose probability is compared with those of other values.
pub(crate) struct Known<'a> {
    law: &'a Occupancy,
    two: Option<TwoLists>,
    x: u64,
    /// P(X = x); two lists do not need it.
    p: Option<Enclosure>,
}

impl Known<'_> {
    pub(crate) fn new(law: &Occupancy, x: u64) -> Result<Known<'_>, Error> {
        let two = TwoLists::of(law);
        let p = if two.is_some() { None } else { Some(pmf(law, x)?) };
        Ok(Known { law, two, x, p })
    }

    /// Compares P(X = y) with P(X = x), and returns ln of their ratio, roughly.
    pub(crate) fn compare(&self, y: u64) -> Result<(Ordering, f64), Error> {
        if let Some(two) = &self.two {
            return two.compare(y, self.x);
        }
        let p = pmf(self.law, y)?;
        let log = |p: &Enclosure| p.log10().map_or(0.0, |log| log.lo_f64());
        let height = self.p.as_ref().map_or(0.0, |mine| log(&p) - log(mine));
        if let Some(order) = self.p.as_ref().and_then(|mine| p.compare(mine)) {
            return Ok((order, height));
        }
        let decided = until_decided([160, 512], |bits| {
            let law = self.law.clone().precision(bits);
            Ok::<_, Error>(pmf(&law, y)?.compare(&pmf(&law, self.x)?))
        })?;
        let exact = |i| exact::probability(self.law, Event::Point(i), exact::LARGEST_EXACT);
        let order = match decided {
            Some(order) => order,
            None => exact(y)?.cmp(&exact(self.x)?),
        };
        Ok((order, height))
    }
}

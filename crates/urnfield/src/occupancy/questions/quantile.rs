//! Quantiles and critical values, found by comparing probabilities.

use crate::error::Error;
use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::mean::{compare_with_mean, floor_of_mean};
use crate::occupancy::law::moments::variance;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Event, Occupancy, by_support};
use crate::occupancy::questions::compared::{USUAL_BITS, decided};
use crate::occupancy::questions::law_table::table_for;
use crate::occupancy::questions::probability::probability;
use crate::occupancy::routes::budget::Budget;
use crate::occupancy::routes::choice::{Chosen, choose, work};
use crate::occupancy::routes::recursion;
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Rate};

/// Computes [`Occupancy::quantile`].
pub(crate) fn quantile(law: &Occupancy, p: &Rate) -> Result<u64, Error> {
    if law.precision > USUAL_BITS {
        match quantile(&law.clone().precision(USUAL_BITS), p) {
            // More bits tell a probability from a level that is very close to it.
            Err(Error::Precision { .. }) => {}
            found => return found,
        }
    }
    let (least, most) = law.support();
    let rest = p.complement();
    // Where X ~ c − X and c is odd, P(X ≤ (c−1)/2) is exactly one half, which no enclosure decides.
    if *p == rest
        && let Some(c) = TwoLists::of(law).and_then(|two| two.mirror())
    {
        return Ok(c / 2);
    }
    let mut budget = Budget::of("the quantile of this law");
    // P(X ≤ i) ≥ p, decided on the side of the mean where i lies.
    let mut reached = |i: u64, times: f64| -> Result<bool, Error> {
        let is_above = compare_with_mean(law, i) == Ordering::Greater;
        let side = if is_above { Event::AtLeast(i + 1) } else { Event::AtMost(i) };
        budget.spend(work(law, side), times)?;
        let at = |bits: u64| law.clone().precision(bits.max(law.precision));
        let exact = || exact::probability(law, side, exact::LARGEST_EXACT);
        let level = if is_above { rest.value() } else { p.value() };
        let order = decided(level, |bits| probability(&at(bits), side), exact)?.0;
        let missed = if is_above { Ordering::Greater } else { Ordering::Less };
        Ok(order != missed)
    };
    if let Some(i) = quantile_of_run(law, p, &rest)? {
        return Ok(i);
    }
    // Where a table of the law pays, it costs less than bisection.
    if let Some(i) = table_for(law, &[]).and_then(|table| table.quantile(p)) {
        return Ok(i);
    }
    // A bracket round the mean, doubled until it holds the answer.
    let deviation = variance(law)?.hi_f64().sqrt();
    let mut step = (deviation / 2.0).max(1.0) as u64;
    let start = floor_of_mean(law)?.clamp(least, most);
    // A bracket is about as wide as a step, and is halved until it has one value.
    let expected = (step as f64).log2() + 1.0;
    // Invariant: not reached at `lower`, reached at `upper`.
    let (mut lower, mut upper) = if start == most || reached(start, expected)? {
        let mut upper = start;
        loop {
            if upper == least {
                return Ok(least);
            }
            let next = upper.saturating_sub(step).max(least);
            if !reached(next, 1.0)? {
                break (next, upper);
            }
            upper = next;
            step = step.saturating_mul(2);
        }
    } else {
        let mut lower = start;
        loop {
            let next = lower.saturating_add(step).min(most);
            if next == most || reached(next, 1.0)? {
                break (lower, next);
            }
            lower = next;
            step = step.saturating_mul(2);
        }
    };
    while upper - lower > 1 {
        let middle = lower + (upper - lower) / 2;
        if reached(middle, 1.0)? { upper = middle } else { lower = middle }
    }
    Ok(upper)
}

/// The quantile from one run of the recursion, if that is the route and it decides.
fn quantile_of_run(law: &Occupancy, p: &Rate, rest: &Rate) -> Result<Option<u64>, Error> {
    let mean = rough_mean(law) as u64;
    let (least, most) = law.support();
    let centre = Event::AtMost(mean.clamp(least, most - (most > least) as u64));
    if by_support(law, centre).is_some()
        || exact::probability(law, centre, QUICK).is_ok()
        || !matches!(choose(law, centre), Chosen::Recursion)
    {
        return Ok(None);
    }
    let small = if p < rest { p } else { rest };
    let depth = Enclosure::from_rational(small.value(), 64).log10().map_or(0.0, |l| l.lo_f64());
    let chain = recursion::window_to(law, (least, most), depth - 3.0)?;
    // The lower tail up to i against p, or the upper tail from i + 1 against 1 − p.
    let (low_side, states) = (p < rest, chain.first..=chain.last());
    let reached = |tail: &Enclosure| {
        if low_side {
            (tail.certainly_ge(p.value()), tail.certainly_lt(p.value()))
        } else {
            (tail.certainly_le(rest.value()), tail.certainly_gt(rest.value()))
        }
    };
    let sums = chain.running_sums(low_side);
    let mut previous_short = chain.first == least;
    for (i, tail) in states.zip(&sums) {
        let (yes, no) = reached(tail);
        if yes {
            return Ok(previous_short.then_some(i));
        }
        if !no {
            return Ok(None);
        }
        previous_short = true;
    }
    Ok(None)
}

/// Computes [`Occupancy::critical`].
pub(crate) fn critical(law: &Occupancy, level: &Rate) -> Result<Option<u64>, Error> {
    let last = quantile(law, &level.complement())?;
    Ok((last < law.support().1).then(|| last + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Unit;

    fn balls(urns: u64, balls: u64) -> Occupancy {
        Occupancy::balls(urns, balls).expect("a law")
    }

    fn level(text: &str) -> Rate {
        text.parse().expect("a rate")
    }

    /// One probability of 1900 bits takes a second here, and a search asks for some forty. The
    /// search would be refused if each of them had as many bits.
    #[test]
    fn a_search_begins_with_few_bits() {
        let law = balls(1 << 40, 1 << 40);
        let long = law.clone().precision(1900);
        let mean = rough_mean(&law) as u64;
        assert!(long.cost_at(mean) > 1e8 && law.cost_at(mean) < 1e7);
        for p in ["0.3", "0.5", "0.999999"] {
            assert_eq!(long.quantile(&level(p)), law.quantile(&level(p)), "{p}");
        }
    }

    /// A single probability is in reach; a search or a table is refused before its first one.
    #[test]
    fn searches_that_take_long_are_refused_at_once() {
        let thrown = [crate::Committees { count: 500_000_000, size: 1 }];
        let law = Occupancy::intersection(1_000_000_000, &[&thrown, &thrown]).expect("a law");
        let one = law.cost_at(rough_mean(&law) as u64);
        assert!((1e8..1e10).contains(&one), "{one}");
        for refused in [
            law.quantile(&level("0.3")).map(|_| ()),
            law.pmf_above(&"1e-9".parse().expect("a number")).map(|_| ()),
        ] {
            let refused = refused.expect_err("too long");
            assert!(
                matches!(refused, Error::TooCostly { unit: Unit::Steps("word operations"), .. }),
                "{refused}"
            );
        }
    }
}

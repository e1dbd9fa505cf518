//! Quantiles and critical values, found by comparing probabilities.

use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::mean::{compare_with_mean, floor_of_mean};
use crate::occupancy::law::moments::variance;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Event, Occupancy, by_support};
use crate::occupancy::questions::compared::decided;
use crate::occupancy::questions::law_table::table_for;
use crate::occupancy::questions::probability::probability;
use crate::occupancy::routes::choice::{Chosen, choose};
use crate::occupancy::routes::recursion;
use crate::occupancy::routes::two_lists::TwoLists;
use std::cmp::Ordering;
use urnfield_num::{Enclosure, Error, Rate};

/// Computes [`Occupancy::quantile`].
pub(crate) fn quantile(law: &Occupancy, p: &Rate) -> Result<u64, Error> {
    let (least, most) = law.support();
    let rest = p.complement();
    // Where X ~ c − X and c is odd, P(X ≤ (c−1)/2) is exactly one half, which no enclosure decides.
    if *p == rest
        && let Some(c) = TwoLists::of(law).and_then(|two| two.mirror())
    {
        return Ok(c / 2);
    }
    // P(X ≤ i) ≥ p, decided on the side of the mean where i lies.
    let reached = |i: u64| -> Result<bool, Error> {
        let at = |bits: u64| law.clone().precision(bits.max(law.precision));
        let exact = |event| exact::probability(law, event, exact::LARGEST_EXACT);
        Ok(match compare_with_mean(law, i) {
            Ordering::Greater => {
                let more = Event::AtLeast(i + 1);
                decided(rest.value(), |bits| probability(&at(bits), more), || exact(more))?.0
                    != Ordering::Greater
            }
            _ => {
                let upto = Event::AtMost(i);
                decided(p.value(), |bits| probability(&at(bits), upto), || exact(upto))?.0
                    != Ordering::Less
            }
        })
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
    // Invariant: not reached at `lower`, reached at `upper`.
    let (mut lower, mut upper) = if start == most || reached(start)? {
        let mut upper = start;
        loop {
            if upper == least {
                return Ok(least);
            }
            let next = upper.saturating_sub(step).max(least);
            if !reached(next)? {
                break (next, upper);
            }
            upper = next;
            step = step.saturating_mul(2);
        }
    } else {
        let mut lower = start;
        loop {
            let next = lower.saturating_add(step).min(most);
            if next == most || reached(next)? {
                break (lower, next);
            }
            lower = next;
            step = step.saturating_mul(2);
        }
    };
    while upper - lower > 1 {
        let middle = lower + (upper - lower) / 2;
        if reached(middle)? { upper = middle } else { lower = middle }
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

//! Quantiles and modes: values of X that are found by comparing probabilities.

use super::budget::Budget;
use super::compared::{USUAL_BITS, decided};
use super::probability::{Event, QUICK};
use super::route::Chosen;
use super::two_lists::TwoLists;
use super::{Occupancy, exact, recursion};
use crate::num::Error;
use crate::num::{Enclosure, Rate, until_decided};
use std::cmp::Ordering;

impl Occupancy {
    /// The least i with P(X ≤ i) ≥ p. However many bits the law's other answers have, a search
    /// begins with few, because it only compares. Cost: some hundred probabilities; `TooCostly`
    /// where those take more than some seconds.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(6, 3)?; // P(X ≤ 1) = 1/36, P(X ≤ 2) = 16/36
    /// assert_eq!(law.quantile(&"1/36".parse()?)?, 1);
    /// assert_eq!(law.quantile(&"0.03".parse()?)?, 2);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn quantile(&self, p: &Rate) -> Result<u64, Error> {
        if self.precision > USUAL_BITS {
            match self.clone().precision(USUAL_BITS).quantile(p) {
                // A probability very near to p is told from it with more bits.
                Err(Error::Precision { .. }) => {}
                found => return found,
            }
        }
        let (least, most) = self.support();
        let rest = p.complement();
        // Where X ~ c − X and c is odd, P(X ≤ (c−1)/2) is just one half: no enclosure would tell.
        if *p == rest
            && let Some(c) = TwoLists::of(self).and_then(|two| two.mirror())
        {
            return Ok(c / 2);
        }
        let mut budget = Budget::of("the quantile of this law");
        // P(X ≤ i) ≥ p, decided on the side of the mean where i lies.
        let mut reached = |i: u64, times: f64| -> Result<bool, Error> {
            let side = match self.compare_with_mean(i) {
                Ordering::Greater => Event::AtLeast(i + 1),
                _ => Event::AtMost(i),
            };
            budget.spend(self.work(side), times)?;
            let at = |bits: u64| self.clone().precision(bits.max(self.precision));
            let exact = |event| self.exact(event, exact::LARGEST_EXACT);
            let level = if let Event::AtLeast(_) = side { rest.value() } else { p.value() };
            let order = decided(level, |bits| at(bits).probability(side), || exact(side))?.0;
            Ok(match side {
                Event::AtLeast(_) => order != Ordering::Greater,
                _ => order != Ordering::Less,
            })
        };
        if let Some(i) = self.quantile_of_run(p, &rest)? {
            return Ok(i);
        }
        // Where a table of the law pays at all, it costs less than bisection.
        if let Some(i) = self.table_for(&[]).and_then(|table| table.quantile(p)) {
            return Ok(i);
        }
        // A bracket round the mean, doubled until it holds the answer.
        let deviation = self.variance()?.hi_f64().sqrt();
        let mut step = (deviation / 2.0).max(1.0) as u64;
        let start = self.floor_of_mean()?.clamp(least, most);
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

    /// The quantile from one run of the recursion, where that is the route and it decides.
    fn quantile_of_run(&self, p: &Rate, rest: &Rate) -> Result<Option<u64>, Error> {
        let mean = self.rough_mean() as u64;
        let (least, most) = self.support();
        let centre = Event::AtMost(mean.clamp(least, most - (most > least) as u64));
        if self.decided(centre).is_some()
            || self.exact(centre, QUICK).is_ok()
            || !matches!(self.choose(centre), Chosen::Recursion)
        {
            return Ok(None);
        }
        let small = if p < rest { p } else { rest };
        let depth = Enclosure::from_rational(small.value(), 64).log10().map_or(0.0, |l| l.lo_f64());
        let chain = recursion::window_to(self, (least, most), depth - 3.0)?;
        // The lower tail up to i against p, or the upper tail from i + 1 against 1 − p.
        let (low_side, states) = (p < rest, chain.first..=chain.last());
        let reached = |tail: &Enclosure| match low_side {
            true => (tail.certainly_ge(p.value()), tail.certainly_lt(p.value())),
            false => (tail.certainly_le(rest.value()), tail.certainly_gt(rest.value())),
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

    /// Values among which the modes are: the law is a sum of independent indicators, so its
    /// modes lie within 1 of its mean.
    pub(super) fn mode_candidates(&self) -> Result<Vec<u64>, Error> {
        let (least, most) = self.support();
        let mean = self.floor_of_mean()?;
        let low = mean.saturating_sub(1).max(least);
        let high = mean.saturating_add(1).min(most);
        Ok((low..=high).collect())
    }

    /// P(X = i) against P(X = j): with more bits, as neighbours of a mode differ by one part in
    /// the variance, then exactly.
    fn compare_points(&self, i: u64, j: u64) -> Result<Ordering, Error> {
        let decided = until_decided([160, 512], |bits| {
            let law = self.clone().precision(bits.max(self.precision));
            Ok::<_, Error>(match (law.pmf(i), law.pmf(j)) {
                (Ok(one), Ok(other)) => one.compare(&other),
                _ => None,
            })
        })?;
        let exact = |i| self.exact(Event::Point(i), exact::LARGEST_EXACT);
        decided.map_or_else(|| Ok(exact(i)?.cmp(&exact(j)?)), Ok)
    }

    /// The most probable values, all of them where several tie.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// assert_eq!(Occupancy::balls(6, 3)?.mode()?, [3]);
    /// assert_eq!(Occupancy::balls(2, 2)?.mode()?, [1, 2]); // one half each
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn mode(&self) -> Result<Vec<u64>, Error> {
        if let Some(two) = TwoLists::of(self) {
            return Ok(two.modes());
        }
        let mut best: Vec<(u64, Enclosure)> = Vec::new();
        let candidates = self.mode_candidates()?;
        for (i, p) in self.pmf_window(candidates[0], candidates[candidates.len() - 1])? {
            let order = match best.first() {
                None => Some(Ordering::Greater),
                Some((_, leader)) if leader.is_zero() && p.is_zero() => Some(Ordering::Equal),
                Some((j, leader)) => match p.compare(leader) {
                    Some(order) => Some(order),
                    None => Some(self.compare_points(i, *j)?),
                },
            };
            match order {
                Some(Ordering::Greater) => best = vec![(i, p)],
                Some(Ordering::Equal) => best.push((i, p)),
                _ => {}
            }
        }
        Ok(best.into_iter().map(|(i, _)| i).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn balls(urns: u64, balls: u64) -> Occupancy {
        Occupancy::balls(urns, balls).expect("a law")
    }

    fn level(text: &str) -> Rate {
        text.parse().expect("a rate")
    }

    /// One probability of 1900 bits takes a second here, and a search asks for some forty: with as
    /// many bits for each it would be refused.
    #[test]
    fn a_search_begins_with_few_bits() {
        let law = balls(1 << 40, 1 << 40);
        let long = law.clone().precision(1900);
        let mean = law.rough_mean() as u64;
        assert!(long.cost_at(mean) > 1e8 && law.cost_at(mean) < 1e7);
        for p in ["0.3", "0.5", "0.999999"] {
            assert_eq!(long.quantile(&level(p)), law.quantile(&level(p)), "{p}");
        }
    }

    /// A single probability is in reach, and a search or a table is refused before its first one.
    #[test]
    fn searches_that_take_long_are_refused_at_once() {
        let thrown = [super::super::Committees { count: 500_000_000, size: 1 }];
        let law = Occupancy::intersection(1_000_000_000, &[&thrown, &thrown]).expect("a law");
        let one = law.cost_at(law.rough_mean() as u64);
        assert!((1e8..1e10).contains(&one), "{one}");
        for refused in [
            law.quantile(&level("0.3")).map(|_| ()),
            law.pmf_above(&"1e-9".parse().expect("a number")).map(|_| ()),
        ] {
            let refused = refused.expect_err("too long");
            assert!(
                matches!(refused, Error::TooCostly { unit: "word operations", .. }),
                "{refused}"
            );
        }
    }
}

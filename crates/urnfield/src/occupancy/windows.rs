//! Many probabilities at once: windows of the pmf, and all values above a threshold.

use super::budget::Budget;
use super::probability::{Event, QUICK, at_most_one};
use super::route::{LawRoute, UPDATE};
use super::two_lists::TwoLists;
use super::{Occupancy, Shape, contour, recursion};
use crate::num::Error;
use crate::num::{Enclosure, Rational};

/// The most rows of one table.
const MOST_ROWS: u64 = 10_000_000;

/// A window with gaps.
type Window = Result<Vec<(u64, Option<Enclosure>)>, Error>;

/// More work than this is refused: some seconds.
const MOST_WORK: f64 = 8e9;

/// More cell updates than this are not made to find out how deep a window is: two seconds.
const MANY_UPDATES: f64 = 5e8;

fn too_long(work: f64) -> Error {
    Error::TooCostly {
        what: "a table of the law",
        needs: work as u128,
        unit: "word operations",
        limit: MOST_WORK as u128,
        remedy: "ask for a narrower window, or for values above a threshold",
    }
}

/// A way to a window.
enum WindowRoute {
    /// One value after the other.
    Each,
    /// Every value from the one before it, for two lists.
    Neighbours(TwoLists),
    /// Circles that serve many values each.
    Blocks,
    /// One run of the recursion, which gives all values at once.
    Run { depth: f64 },
}

impl Occupancy {
    /// P(X = i) for every i of `low..=high` inside the support, in one run.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(1000, 1000)?;
    /// let window = law.pmf_window(630, 634)?;
    /// assert_eq!(window.len(), 5);
    /// assert!(window[2].1.overlaps(&law.pmf(632)?));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf_window(&self, low: u64, high: u64) -> Result<Vec<(u64, Enclosure)>, Error> {
        let Some((low, high)) = self.within(low, high) else { return Ok(Vec::new()) };
        let each = || (low..=high).map(|i| Ok((i, self.pmf(i)?))).collect();
        match self.window_route(low, high)? {
            WindowRoute::Each => each(),
            WindowRoute::Neighbours(two) => self.by_neighbours(&two, (low, high)),
            WindowRoute::Blocks => self.by_blocks(low, high),
            WindowRoute::Run { depth } => {
                let chain = recursion::window_to(self, (low, high), depth)?;
                let window: Vec<_> =
                    chain.probabilities((low, high)).map(|(i, p)| (i, at_most_one(p))).collect();
                if window.iter().all(|(_, p)| p.certain_bits() >= self.precision) {
                    return Ok(window);
                }
                each()
            }
        }
    }

    /// The parts in which to ask for a long window, first and last value of each, ascending: of so many rows, or
    /// all in one where one run gives the whole window sooner than its parts. What is refused is refused here.
    ///
    /// ```
    /// use urnfield::Occupancy;
    /// let law = Occupancy::balls(100_000, 100_000)?;
    /// let parts = law.window_parts(0, u64::MAX, 1000)?;
    /// assert_eq!((parts[0], parts.len()), ((1, 1000), 100));
    /// assert_eq!(law.pmf_window(1, 1000)?.len(), 1000);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn window_parts(&self, low: u64, high: u64, rows: u64) -> Result<Vec<(u64, u64)>, Error> {
        let Some((low, high)) = self.within(low, high) else { return Ok(Vec::new()) };
        let rows = match self.window_route(low, high)? {
            WindowRoute::Run { .. } => u64::MAX,
            _ => rows.max(1),
        };
        let mut parts = vec![(low, low.saturating_add(rows - 1).min(high))];
        while let Some(&(_, last)) = parts.last().filter(|(_, last)| *last < high) {
            parts.push((last + 1, last.saturating_add(rows).min(high)));
        }
        Ok(parts)
    }

    /// What of a window is in the support.
    fn within(&self, low: u64, high: u64) -> Option<(u64, u64)> {
        let (least, most) = self.support();
        let (low, high) = (low.max(least), high.min(most));
        (low <= high).then_some((low, high))
    }

    /// The quickest way to a window inside the support; refused where it takes long.
    fn window_route(&self, low: u64, high: u64) -> Result<WindowRoute, Error> {
        let rows = (high - low) as f64 + 1.0;
        let quick = self.exact(Event::Point(low), QUICK / rows).is_ok()
            && self.exact(Event::Point(high), QUICK / rows).is_ok();
        if high - low < 2 || quick {
            return Ok(WindowRoute::Each);
        }
        let two = TwoLists::of(self);
        if two.is_none() && self.precision > recursion::MOST_BITS {
            // The ends take the longest mantissas, or the middle the most terms.
            let middle = (self.rough_mean() as u64).clamp(low, high);
            let one = [low, middle, high].map(|i| self.work(Event::Point(i)));
            let work = rows * one.into_iter().fold(0.0, f64::max);
            return if work > MOST_WORK { Err(too_long(work)) } else { Ok(WindowRoute::Each) };
        }
        if high - low >= MOST_ROWS {
            return Err(Error::TooCostly {
                what: "a table of the law",
                needs: (high - low) as u128 + 1,
                unit: "rows",
                limit: MOST_ROWS as u128,
                remedy: "ask for a narrower window, or for values above a threshold",
            });
        }
        if let Some(two) = two {
            let work = two.window_cost(rows, self.precision);
            return match work > MOST_WORK {
                true => Err(too_long(work)),
                false => Ok(WindowRoute::Neighbours(two)),
            };
        }
        // Circles that serve many values each, unless one run of the recursion is cheaper.
        let depth = self.depth(low, high)?;
        let run = recursion::window_estimate(self, depth) * UPDATE;
        let blocks = contour::window_cost(self, (low, high), run);
        if blocks.min(run) > MOST_WORK {
            return Err(too_long(blocks.min(run)));
        }
        Ok(if blocks < run { WindowRoute::Blocks } else { WindowRoute::Run { depth } })
    }

    /// The window of two lists, row by row.
    fn by_neighbours(
        &self,
        two: &TwoLists,
        (low, high): (u64, u64),
    ) -> Result<Vec<(u64, Enclosure)>, Error> {
        let certain = |(i, value): (u64, Enclosure)| match value.certain_bits() {
            bits if bits >= self.precision => Ok((i, at_most_one(value))),
            _ => Ok((i, self.pmf(i)?)),
        };
        (low..=high).zip(two.window((low, high), self.precision)).map(certain).collect()
    }

    fn blocks_are_cheaper(&self, low: u64, high: u64) -> bool {
        let run = self.recursion_cost();
        contour::window_cost(self, (low, high), run) < run
    }

    /// The window by circle integrals, and by others where they serve no block.
    fn by_blocks(&self, low: u64, high: u64) -> Result<Vec<(u64, Enclosure)>, Error> {
        let certain = |(i, value): (u64, Option<Enclosure>)| match value {
            Some(value) => Ok((i, at_most_one(value))),
            None => Ok((i, self.pmf(i)?)),
        };
        let found = contour::window(self, (low, high));
        (low..=high).zip(found).map(certain).collect()
    }

    /// The window by circle integrals alone, or by one run of the recursion, for tests that compare
    /// routes; `None` stands for the values that have no circle.
    #[doc(hidden)]
    pub fn window_by_route(&self, route: LawRoute, low: u64, high: u64) -> Window {
        let (least, most) = self.support();
        let (low, high) = (low.max(least), high.min(most));
        if route == LawRoute::Contour {
            return Ok((low..=high).zip(contour::window(self, (low, high))).collect());
        }
        let chain = recursion::window_to(self, (low, high), self.depth(low, high)?)?;
        Ok(chain.probabilities((low, high)).map(|(i, p)| (i, Some(p))).collect())
    }

    /// log10 of the least probability in `low..=high`, about: near the mean by the normal law,
    /// else from the ends of the window, as the law is log-concave.
    fn depth(&self, low: u64, high: u64) -> Result<f64, Error> {
        let (mean, deviation) = (self.rough_mean(), self.variance()?.hi_f64().sqrt());
        let far = (mean - low as f64).abs().max((high as f64 - mean).abs()) / deviation;
        if far < 6.0 && deviation > 3.0 {
            return Ok(-far * far * 0.23 - (deviation * 2.6).log10() - 2.0);
        }
        if let Shape::General(_) = self.shape {
            // Where single values would take long, Chernoff's bound says how deep they are at least.
            let ends = [low, high].map(|i| self.log10_upper(Event::Point(i)).unwrap_or(0.0));
            let least = ends[0].min(ends[1]);
            if recursion::window_estimate(self, least) > MANY_UPDATES {
                return Ok(least);
            }
        }
        let ends = [self.pmf(low)?, self.pmf(high)?];
        Ok(ends.iter().filter_map(Enclosure::log10).map(|l| l.lo_f64()).fold(0.0, f64::min))
    }

    /// All i with P(X = i) not certainly below `threshold`, ascending.
    ///
    /// ```
    /// use urnfield::{Occupancy, Rational};
    /// let law = Occupancy::balls(1000, 1000)?;
    /// let all = law.pmf_above(&"1e-9".parse()?)?;
    /// assert_eq!((all[0].0, all.last().unwrap().0), (574, 690));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn pmf_above(&self, threshold: &Rational) -> Result<Vec<(u64, Enclosure)>, Error> {
        let (least, most) = self.support();
        if *threshold <= Rational::zero() {
            return self.pmf_window(least, most);
        }
        let not_below = |p: &Enclosure| !p.certainly_lt(threshold);
        let small = self.exact(Event::Point(least), QUICK / ((most - least) as f64 + 1.0)).is_ok();
        let kept = |(low, high): (u64, u64)| -> Result<Vec<(u64, Enclosure)>, Error> {
            let all = self.pmf_window(low, high)?;
            Ok(all.into_iter().filter(|(_, p)| not_below(p)).collect())
        };
        if small || most - least < 2 {
            return kept((least, most));
        }
        // Where values are cheap one by one, the ends are looked for first.
        let long = self.precision > recursion::MOST_BITS;
        let single = contour::reaches(self, (self.rough_mean() as u64).clamp(least, most));
        if long || self.blocks_are_cheaper(least, most) || self.recursion_cost() > 1e7 && single {
            return match self.ends_above(threshold)? {
                Some(ends) => kept(ends),
                None => Ok(Vec::new()),
            };
        }
        let depth = Enclosure::from_rational(threshold, 64).log10().map_or(0.0, |l| l.lo_f64());
        let chain = recursion::window_to(self, (least, most), depth.min(0.0))?;
        // What the run left out is below the threshold if the whole loss is.
        if not_below(&chain.probability((u64::MAX, u64::MAX))) {
            return Err(recursion::not_enough(self.precision));
        }
        let mut above = Vec::new();
        let kept = (chain.first.max(least), chain.last().min(most));
        for (i, p) in chain.probabilities(kept) {
            let p = at_most_one(p);
            if not_below(&p) {
                let good = p.certain_bits() >= self.precision;
                above.push((i, if good { p } else { self.pmf(i)? }));
            }
        }
        Ok(above)
    }

    /// Two values with everything above the threshold between them; `None` if nothing is. The law
    /// rises to its modes, which lie within 1 of the mean, and falls from there.
    fn ends_above(&self, threshold: &Rational) -> Result<Option<(u64, u64)>, Error> {
        let (least, most) = self.support();
        let modes = self.mode_candidates()?;
        let (first, last) = (modes[0], modes[modes.len() - 1]);
        let start = (self.variance()?.hi_f64().sqrt() as u64).max(1);
        // Each end takes some steps outward, and is looked for in the last one.
        let expected = modes.len() as f64 + 12.0;
        let mut budget = Budget::of("a table of the law's probable values");
        let mut below = |i: u64, times: f64| -> Result<bool, Error> {
            budget.spend(self.work(Event::Point(i)), times)?;
            Ok(self.pmf(i)?.certainly_lt(threshold))
        };
        let mut all_below = true;
        for &i in &modes {
            all_below &= below(i, expected)?;
        }
        if all_below {
            return Ok(None);
        }
        // The first value at distance 2^j·start or the edge that is below, then bisection.
        let mut find = |from: u64, edge: u64| -> Result<u64, Error> {
            let at = |distance: u64| if edge > from { from + distance } else { from - distance };
            let reach = edge.abs_diff(from);
            let (mut inside, mut outside) = (0, start.min(reach));
            while outside < reach && !below(at(outside), 1.0)? {
                (inside, outside) = (outside, outside.saturating_mul(2).min(reach));
            }
            // A little too far costs less than finding the very end.
            while outside - inside > outside / 64 + 4 {
                let middle = inside + (outside - inside) / 2;
                *(if below(at(middle), 1.0)? { &mut outside } else { &mut inside }) = middle;
            }
            Ok(at(outside))
        };
        Ok(Some((find(first, least)?, find(last, most)?)))
    }
}

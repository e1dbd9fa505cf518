//! Many probabilities at once: windows of the pmf, and all values above a threshold.

use crate::error::Error;
use crate::occupancy::law::chernoff::log10_upper;
use crate::occupancy::law::exact::{self, QUICK};
use crate::occupancy::law::mean::mode_candidates;
use crate::occupancy::law::moments::variance;
use crate::occupancy::law::rough::rough_mean;
use crate::occupancy::law::{Event, Occupancy, Shape, at_most_one, not_enough};
use crate::occupancy::questions::probability::pmf;
use crate::occupancy::routes::budget::Budget;
use crate::occupancy::routes::choice::{LawRoute, work};
use crate::occupancy::routes::recursion::{UPDATE, recursion_cost};
use crate::occupancy::routes::two_lists::{self, TwoLists};
use crate::occupancy::routes::{contour, recursion};
use urnfield_num::{Enclosure, Rational};

/// The most rows of one table.
const MOST_ROWS: u64 = 10_000_000;

/// A window; `None` stands for values that a route does not reach.
pub(crate) type Window = Result<Vec<(u64, Option<Enclosure>)>, Error>;

/// The most work of a window, in word operations: some seconds.
const MOST_WORK: f64 = 8e9;

/// The most cell updates that are spent on finding how deep a window is: two seconds.
const MANY_UPDATES: f64 = 5e8;

fn too_long(work: f64) -> Error {
    Error::TooCostly {
        what: "a table of the law",
        needs: work as u128,
        unit: "word operations".into(),
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

/// Computes [`Occupancy::pmf_window`].
pub(crate) fn pmf_window(
    law: &Occupancy,
    low: u64,
    high: u64,
) -> Result<Vec<(u64, Enclosure)>, Error> {
    let Some((low, high)) = within(law, low, high) else { return Ok(Vec::new()) };
    let each = || (low..=high).map(|i| Ok((i, pmf(law, i)?))).collect();
    match window_route(law, low, high)? {
        WindowRoute::Each => each(),
        WindowRoute::Neighbours(two) => {
            let rows = two_lists::window::window(&two, (low, high), law.precision);
            let certain = |p: &Enclosure| p.certain_bits() >= law.precision;
            or_single(law, low, rows.into_iter().map(|p| Some(p).filter(certain)))
        }
        // Single integrals where the circles serve no block.
        WindowRoute::Blocks => or_single(law, low, contour::window(law, (low, high)).into_iter()),
        WindowRoute::Run { depth } => {
            let chain = recursion::window_to(law, (low, high), depth)?;
            let window: Vec<_> =
                chain.probabilities((low, high)).map(|(i, p)| (i, at_most_one(p))).collect();
            if window.iter().all(|(_, p)| p.certain_bits() >= law.precision) {
                return Ok(window);
            }
            each()
        }
    }
}

/// Computes [`Occupancy::window_parts`].
pub(crate) fn window_parts(
    law: &Occupancy,
    low: u64,
    high: u64,
    rows: u64,
) -> Result<Vec<(u64, u64)>, Error> {
    let Some((low, high)) = within(law, low, high) else { return Ok(Vec::new()) };
    let rows = match window_route(law, low, high)? {
        WindowRoute::Run { .. } => u64::MAX,
        _ => rows.max(1),
    };
    let mut parts = vec![(low, low.saturating_add(rows - 1).min(high))];
    while let Some(&(_, last)) = parts.last().filter(|(_, last)| *last < high) {
        parts.push((last + 1, last.saturating_add(rows).min(high)));
    }
    Ok(parts)
}

/// The part of a window that is in the support.
fn within(law: &Occupancy, low: u64, high: u64) -> Option<(u64, u64)> {
    let (least, most) = law.support();
    let (low, high) = (low.max(least), high.min(most));
    (low <= high).then_some((low, high))
}

/// The quickest way to a window inside the support; refused where it takes long.
fn window_route(law: &Occupancy, low: u64, high: u64) -> Result<WindowRoute, Error> {
    let rows = (high - low) as f64 + 1.0;
    let quick = exact::probability(law, Event::Point(low), QUICK / rows).is_ok()
        && exact::probability(law, Event::Point(high), QUICK / rows).is_ok();
    if high - low < 2 || quick {
        return Ok(WindowRoute::Each);
    }
    let two = TwoLists::of(law);
    if two.is_none() && law.precision > recursion::MOST_BITS {
        // The ends take the longest mantissas, or the middle the most terms.
        let middle = (rough_mean(law) as u64).clamp(low, high);
        let one = [low, middle, high].map(|i| work(law, Event::Point(i)));
        let work = rows * one.into_iter().fold(0.0, f64::max);
        return if work > MOST_WORK { Err(too_long(work)) } else { Ok(WindowRoute::Each) };
    }
    if high - low >= MOST_ROWS {
        return Err(Error::TooCostly {
            what: "a table of the law",
            needs: (high - low) as u128 + 1,
            unit: "rows".into(),
            limit: MOST_ROWS as u128,
            remedy: "ask for a narrower window, or for values above a threshold",
        });
    }
    if let Some(two) = two {
        let work = two_lists::window::cost(&two, rows, law.precision);
        return if work > MOST_WORK {
            Err(too_long(work))
        } else {
            Ok(WindowRoute::Neighbours(two))
        };
    }
    // Circles that serve many values each, unless one run of the recursion is cheaper.
    let depth = depth(law, low, high)?;
    let run = recursion::window_estimate(law, depth) * UPDATE;
    let blocks = contour::window_cost(law, (low, high), run);
    if blocks.min(run) > MOST_WORK {
        return Err(too_long(blocks.min(run)));
    }
    Ok(if blocks < run { WindowRoute::Blocks } else { WindowRoute::Run { depth } })
}

/// The rows of a window from `low` on, with single probabilities for those that are missing.
fn or_single(
    law: &Occupancy,
    low: u64,
    rows: impl Iterator<Item = Option<Enclosure>>,
) -> Result<Vec<(u64, Enclosure)>, Error> {
    let row = |(i, p): (u64, Option<Enclosure>)| match p {
        Some(p) => Ok((i, at_most_one(p))),
        None => Ok((i, pmf(law, i)?)),
    };
    (low..=u64::MAX).zip(rows).map(row).collect()
}

fn blocks_are_cheaper(law: &Occupancy, low: u64, high: u64) -> bool {
    let run = recursion_cost(law);
    contour::window_cost(law, (low, high), run) < run
}

/// Computes [`Occupancy::window_by_route`].
pub(crate) fn window_by_route(law: &Occupancy, route: LawRoute, low: u64, high: u64) -> Window {
    let (least, most) = law.support();
    let (low, high) = (low.max(least), high.min(most));
    if route == LawRoute::Contour {
        return Ok((low..=high).zip(contour::window(law, (low, high))).collect());
    }
    let chain = recursion::window_to(law, (low, high), depth(law, low, high)?)?;
    Ok(chain.probabilities((low, high)).map(|(i, p)| (i, Some(p))).collect())
}

/// Estimates log10 of the least probability in `low..=high`: near the mean by the normal law, else
/// from the ends of the window, because the law is log-concave.
fn depth(law: &Occupancy, low: u64, high: u64) -> Result<f64, Error> {
    let (mean, deviation) = (rough_mean(law), variance(law)?.hi_f64().sqrt());
    let far = (mean - low as f64).abs().max((high as f64 - mean).abs()) / deviation;
    if far < 6.0 && deviation > 3.0 {
        return Ok(-far * far * 0.23 - (deviation * 2.6).log10() - 2.0);
    }
    if let Shape::General(_) = law.shape {
        // Where single values would take long, Chernoff's bound says how deep they are at least.
        let ends = [low, high].map(|i| log10_upper(law, Event::Point(i)).unwrap_or(0.0));
        let least = ends[0].min(ends[1]);
        if recursion::window_estimate(law, least) > MANY_UPDATES {
            return Ok(least);
        }
    }
    let ends = [pmf(law, low)?, pmf(law, high)?];
    Ok(ends.iter().filter_map(Enclosure::log10).map(|l| l.lo_f64()).fold(0.0, f64::min))
}

/// Computes [`Occupancy::pmf_above`].
pub(crate) fn pmf_above(
    law: &Occupancy,
    threshold: &Rational,
) -> Result<Vec<(u64, Enclosure)>, Error> {
    let (least, most) = law.support();
    if *threshold <= Rational::zero() {
        return pmf_window(law, least, most);
    }
    let not_below = |p: &Enclosure| !p.certainly_lt(threshold);
    let small =
        exact::probability(law, Event::Point(least), QUICK / ((most - least) as f64 + 1.0)).is_ok();
    let kept = |(low, high): (u64, u64)| -> Result<Vec<(u64, Enclosure)>, Error> {
        let all = pmf_window(law, low, high)?;
        Ok(all.into_iter().filter(|(_, p)| not_below(p)).collect())
    };
    if small || most - least < 2 {
        return kept((least, most));
    }
    // Where values are cheap one by one, the ends are looked for first.
    let long = law.precision > recursion::MOST_BITS;
    let single = contour::reaches(law, (rough_mean(law) as u64).clamp(least, most));
    if long || blocks_are_cheaper(law, least, most) || recursion_cost(law) > 1e7 && single {
        return match ends_above(law, threshold)? {
            Some(ends) => kept(ends),
            None => Ok(Vec::new()),
        };
    }
    let depth = Enclosure::from_rational(threshold, 64).log10().map_or(0.0, |l| l.lo_f64());
    let chain = recursion::window_to(law, (least, most), depth.min(0.0))?;
    // What the run left out is below the threshold if the whole loss is.
    if not_below(&chain.probability((u64::MAX, u64::MAX))) {
        return Err(not_enough(law.precision));
    }
    let mut above = Vec::new();
    let kept = (chain.first.max(least), chain.last().min(most));
    for (i, p) in chain.probabilities(kept) {
        let p = at_most_one(p);
        if not_below(&p) {
            let good = p.certain_bits() >= law.precision;
            above.push((i, if good { p } else { pmf(law, i)? }));
        }
    }
    Ok(above)
}

/// Two values with everything above the threshold between them; `None` if nothing is. The law
/// rises to its modes, which lie within 1 of the mean, and falls from there.
fn ends_above(law: &Occupancy, threshold: &Rational) -> Result<Option<(u64, u64)>, Error> {
    let (least, most) = law.support();
    let modes = mode_candidates(law)?;
    let (first, last) = (modes[0], modes[modes.len() - 1]);
    let start = (variance(law)?.hi_f64().sqrt() as u64).max(1);
    // Each end takes some steps outward, and is looked for in the last one.
    let expected = modes.len() as f64 + 12.0;
    let mut budget = Budget::of("a table of the law's probable values");
    let mut below = |i: u64, times: f64| -> Result<bool, Error> {
        budget.spend(work(law, Event::Point(i)), times)?;
        Ok(pmf(law, i)?.certainly_lt(threshold))
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

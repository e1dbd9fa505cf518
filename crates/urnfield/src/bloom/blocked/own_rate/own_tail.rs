//! A bound of the tail of one filter's own rate, and a plan that rests on it.
//!
//! The own rate R is the mean of the blocks' rates r_β, which given the loads are independent, each
//! growing stochastically with its own load. With φ(N) = E(e^(tr) | N) for one block, P(R ≥ p) ≤
//! e^(−tbp)·E ∏ φ(N_β), and there are two bounds of that mean:
//!
//! * Loads are multinomial, hence negatively associated, so E ∏ φ(N_β) ≤ (E φ(N_1))^b, N_1
//!   binomial. It forgets that the loads have a fixed sum.
//! * E ∏ φ(N_β) is n!/b^n times the coefficient of y^n in G(y)^b, G(y) = Σ φ(N) y^N/N!, which has
//!   no negative coefficients; so it is at most n!/(by)^n·G(y)^b for every y > 0. It costs a factor
//!   of about √(2πn).
//!
//! Doubles choose the bound, t and y; any are valid. (`docs/internals/blocks.md`, Theorem 4.)

use crate::bloom::blocked::block_terms::law_of;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::blocked::own_rate::one_block::{OneBlock, Reach, WORDS};
use crate::bloom::blocked::own_rate::own_choice::{Choice, Guide};
use crate::bloom::blocked::own_rate::rough_block::RoughBlock;
use crate::bloom::blocked::own_rate::spread::is_certain;
use crate::bloom::blocked::plan::BlockSizing;
use crate::bloom::own_rate::spread::Spread;
use crate::bloom::plan::size_search::least_from;
use crate::design::blocked::{Blocked, Layout};
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use urnfield_num::{Enclosure, Rate, Rational, Real};

/// A blocked filter that itself meets its rate, with the confidence asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnRatePlan {
    /// The filter.
    pub design: Blocked,
    /// How many items it is for.
    pub items: u64,
    /// An upper **bound** of the share of all such filters that miss the rate, proved. It is *not*
    /// proved that fewer blocks would miss it.
    pub share_worse: Enclosure,
}

/// The logarithm of the relative amount by which a bound may be too large.
const NEXT_TO_NOTHING: f64 = -30.0;

/// A question about filters of several sizes.
struct Sought<'a> {
    block: OneBlock,
    rough: RoughBlock,
    reach: Reach,
    items: u64,
    fpr: &'a Rate,
}

impl Sought<'_> {
    /// Prepares for filters of this many blocks, and of more.
    fn new<'a>(design: &Blocked, items: u64, fpr: &'a Rate) -> Result<Sought<'a>, Error> {
        let reach = Reach::of(design.blocks(), items, rough(fpr.value()));
        let block = OneBlock::new(design, reach)?;
        let rough = RoughBlock::new(&block, reach, fpr.value());
        Ok(Sought { block, rough, reach, items, fpr })
    }

    fn guide(&self) -> Guide<'_> {
        Guide::new(&self.rough, self.reach.t, self.items)
    }

    /// Computes the chosen bound, for certain.
    fn bound(&self, blocks: u64, choice: Choice) -> Option<Real> {
        let usable = |x: f64| x.is_normal() && x > 0.0;
        if !usable(choice.t) || !choice.y.is_none_or(usable) {
            return None;
        }
        self.bound_over(blocks, choice, self.loads(blocks, choice))
    }

    /// Computes the chosen bound with φ computed for these loads.
    fn bound_over(&self, blocks: u64, choice: Choice, (least, most): (u64, u64)) -> Option<Real> {
        let given = self.block.exponential(choice.t, (least, most), blocks);
        // With fewer items φ is at most as large, because it never falls.
        let given = |load: u64| &given[load.saturating_sub(least) as usize];
        let t = Real::from_f64(choice.t, WORDS);
        let paid = t.mul(&Real::from_rational(self.fpr.value(), WORDS));
        let Some(y) = choice.y else {
            let (weights, beyond) = loads(blocks, self.items, most);
            let mean = (0..).zip(&weights).fold(beyond.mul(&t.exp()), |sum, (load, weight)| {
                if weight.is_zero() { sum } else { sum.add(&weight.mul(given(load))) }
            });
            return Some(mean.ln().sub(&paid).mul_word(blocks).exp());
        };
        let y = Real::from_f64(y, WORDS);
        let mut sum = Real::zero(WORDS);
        let mut weight = Real::from_u64(1, WORDS);
        for load in 0..=most {
            sum = sum.add(&weight.mul(given(load)));
            weight = weight.mul(&y).div_word(load + 1);
        }
        // Greater loads: at most e^t each, and a geometric series.
        let rest = geometric(&weight, &y.div_word(most + 2))?.mul(&t.exp());
        let each = sum.add(&rest).ln().sub(&paid).mul_word(blocks);
        let powers = y.mul_word(blocks).ln().mul_word(self.items);
        let exponent = Real::ln_factorial(self.items, WORDS).sub(&powers).add(&each);
        Some(exponent.exp())
    }

    /// Chooses the range of loads for which φ is computed: beyond it loads are so rare that bounds
    /// of φ cost next to nothing. In doubles, because any range is valid.
    fn loads(&self, blocks: u64, choice: Choice) -> (u64, u64) {
        if blocks == 1 {
            return (self.items, self.items);
        }
        let mean = choice.y.unwrap_or(self.items as f64 / blocks as f64);
        // Of N Poisson with that mean, ln P(N = i) is below this, relative to the mode.
        let rare = |i: f64| i - mean - i * (i / mean).ln();
        let paid = choice.t * (1.0 - rough(self.fpr.value()));
        let few = NEXT_TO_NOTHING - (blocks as f64).ln();
        let many = self.reach.load;
        let above = (mean as u64 + 1..many).find(|&i| rare(i as f64) < few - paid);
        let below = (1..mean as u64).rev().find(|&i| rare(i as f64) < few);
        (below.unwrap_or(0), above.unwrap_or(many))
    }

    /// Returns the share of filters above p, or a bound of it.
    fn above(&self, design: &Blocked) -> Result<Enclosure, Error> {
        // One block is a plain filter, whose law is known.
        let kind = match design.layout() {
            Layout::Standard => Some(Kind::Standard),
            Layout::Classic => Some(Kind::Classic),
            Layout::Split => None,
        };
        if let (1, Some(kind)) = (design.blocks(), kind) {
            let plain = Design::new(kind, design.block_bits(), design.hashes())?;
            return Spread::of(&plain.holding(self.items)?)?.above(self.fpr);
        }
        self.bounded(design.blocks(), self.guide().choose(design.blocks()))
    }

    /// Returns the chosen bound, or 1 where it says nothing.
    fn bounded(&self, blocks: u64, choice: Option<Choice>) -> Result<Enclosure, Error> {
        let useful = choice.filter(|choice| choice.exponent < 0.0);
        let bound = useful.and_then(|choice| self.bound(blocks, choice));
        let bound = bound.map(|bound| bound.enclosure());
        let bound = bound.filter(|bound| bound.certainly_lt(&Rational::one()));
        Ok(bound.unwrap_or_else(Enclosure::one))
    }
}

/// Returns a value in doubles, to choose with.
fn rough(value: &Rational) -> f64 {
    Real::from_rational(value, 2).seed()
}

/// Returns first·(1 + ratio + ratio² + …), where that certainly converges.
fn geometric(first: &Real, ratio: &Real) -> Option<Real> {
    let left = Real::from_u64(1, WORDS).sub(ratio);
    left.enclosure().certainly_gt(&Rational::zero()).then(|| first.div(&left))
}

/// Returns P(N = 0), …, P(N = most) for one of b blocks, and a bound of P(N > most).
fn loads(blocks: u64, items: u64, most: u64) -> (Vec<Real>, Real) {
    let zero = Real::zero(WORDS);
    let one = Real::from_u64(1, WORDS);
    if blocks == 1 {
        let at = |load| if load == items { one.clone() } else { zero.clone() };
        let beyond = if items > most { one.clone() } else { zero.clone() };
        return ((0..=most).map(at).collect(), beyond);
    }
    let mut weight = Real::from_ratio(blocks - 1, blocks, WORDS).pow(items);
    let mut weights = Vec::with_capacity(most as usize + 1);
    for load in 0..=most {
        weights.push(weight.clone());
        weight = match items.saturating_sub(load) {
            0 => zero.clone(),
            left => weight.mul_word(left).div_word(load + 1).div_word(blocks - 1),
        };
    }
    if weight.is_zero() {
        return (weights, zero);
    }
    // From here on the terms fall at least as fast as a geometric series.
    let ratio = Real::from_ratio(items - most - 1, blocks - 1, WORDS).div_word(most + 2);
    (weights, geometric(&weight, &ratio).unwrap_or(one))
}

/// Returns a bound of the share of filters whose own rate is above p; for one block of a standard
/// or classic layout the share itself.
pub(crate) fn own_rate_above(load: &BlockedLoad, fpr: &Rate) -> Result<Enclosure, Error> {
    let BlockedLoad { design, items, .. } = load;
    if is_certain(load) {
        // With more than one item that is a block full at once.
        let own = if *items > 1 { Rational::one() } else { law_of(design)?.exact(*items)? };
        return Ok(if own > *fpr.value() { Enclosure::one() } else { Enclosure::zero() });
    }
    Sought::new(design, *items, fpr)?.above(design)
}

impl BlockSizing {
    /// Finds a filter whose *own* rate is at most p with at least that probability, and not only
    /// the mean over all filters. It is the smallest for which [`BlockedLoad::own_rate_above`]
    /// proves this, with the hashes of the plan for the mean; a smaller filter may meet it as well.
    ///
    /// ```
    /// use urnfield::Layout;
    /// use urnfield::bloom::blocked::BlockSizing;
    /// let lines = BlockSizing::lines(Layout::Standard);
    /// let fpr = "1%".parse()?;
    /// let mean = lines.smallest(100_000, &fpr)?;
    /// let own = lines.keeping(100_000, &fpr, &"0.999999".parse()?)?;
    /// assert!(own.share_worse.hi_f64() <= 1e-6);
    /// let more = own.design.blocks() as f64 / mean.design.blocks() as f64;
    /// assert!(more > 1.0 && more < 1.02); // for two per cent of the memory
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn keeping(&self, items: u64, fpr: &Rate, confidence: &Rate) -> Result<OwnRatePlan, Error> {
        if *confidence.value() < Rational::new(1, 2)? {
            return Err(Error::domain(
                "a confidence is at least 1/2",
                format!("confidence = {confidence}"),
            ));
        }
        let mean = self.smallest(items, fpr)?.design;
        if is_certain(&mean.holding(items)) {
            // All filters have the mean rate.
            return Ok(OwnRatePlan { design: mean, items, share_worse: Enclosure::zero() });
        }
        let doubt = confidence.value().complement();
        let sought = Sought::new(&mean, items, fpr)?;
        let design = |blocks| Blocked::new(self.layout(), blocks, self.block_bits(), mean.hashes());
        if mean.blocks() == 1 {
            // One block has its exact law, and may be enough.
            let first = sought.above(&mean)?;
            if first.certainly_le(&doubt) {
                return Ok(OwnRatePlan { design: mean, items, share_worse: first });
            }
        }
        // Doubles choose where to look ...
        let from = mean.blocks();
        let most = self.most_blocks();
        let likely = sought.guide().fewest(from, most, rough(&doubt).ln() + 1e-9);
        // ... and enclosures decide.
        let planned = |blocks, share_worse: Enclosure| {
            let design = design(blocks)?;
            let kept = share_worse.certainly_le(&doubt);
            Ok::<_, Error>(kept.then_some(OwnRatePlan { design, items, share_worse }))
        };
        if let Some((blocks, choice)) = likely
            && (blocks > 1 || self.layout() == Layout::Split)
            && let Some(plan) = planned(blocks, sought.bounded(blocks, Some(choice))?)?
        {
            return Ok(plan);
        }
        // Where doubles were wrong.
        let mut found = None;
        let start = likely.map_or(from, |(blocks, _)| blocks);
        least_from(from, start, most, |blocks| {
            let plan = planned(blocks, sought.above(&design(blocks)?)?)?;
            let kept = plan.is_some();
            found = plan.or(found.take());
            Ok(kept)
        })?;
        found.ok_or_else(|| Error::Unreachable {
            what: "no blocked filter of up to 2^63 bits is known to keep that rate so surely",
            got: format!("items = {items} with fpr = {fpr} and confidence = {confidence}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn sought<'a>(design: &Blocked, items: u64, fpr: &'a Rate) -> Sought<'a> {
        Sought::new(design, items, fpr).expect("few steps")
    }

    /// Loads that are not computed make the bound larger, and the loads that are left out by choice
    /// make hardly a difference.
    #[test]
    fn loads_left_out_are_paid_for() {
        let fpr: Rate = "2%".parse().expect("a rate");
        for design in [Blocked::lines(Layout::Standard, 20, 6), Blocked::parquet(40)] {
            let design = design.expect("a design");
            let sought = sought(&design, 1000, &fpr);
            let (blocks, most) = (design.blocks(), sought.reach.load);
            for choice in sought.guide().both_at(blocks) {
                let bound =
                    |loads| sought.bound_over(blocks, choice, loads).expect("usable").enclosure();
                let whole = bound((0, most));
                for (least, last) in [(20, most), (0, 90), (20, 90), (45, most)] {
                    let order = bound((least, last)).compare(&whole);
                    assert_eq!(
                        order,
                        Some(Ordering::Greater),
                        "{design:?} {choice:?} {least} {last}"
                    );
                }
                let chosen = bound(sought.loads(blocks, choice));
                let more = chosen.hi_f64() / whole.lo_f64() - 1.0;
                assert!((-1e-12..1e-9).contains(&more), "{design:?} {choice:?}: {more}");
                // What doubles expect is what comes out.
                assert!(
                    (whole.hi_f64().ln() - choice.exponent).abs() < 1e-2,
                    "{choice:?}: {whole}"
                );
            }
        }
    }

    /// No exponent on a grid of t and y is much less than the chosen exponent.
    #[test]
    fn no_choice_on_a_grid_is_better() {
        let fpr: Rate = "2%".parse().expect("a rate");
        for (blocks, items) in
            [(20, 900), (7, 250), (300, 14_000), (2, 92), (3, 100), (1000, 48_000)]
        {
            let design = Blocked::lines(Layout::Standard, blocks, 6).expect("a design");
            let sought = sought(&design, items, &fpr);
            let best = sought.guide().choose(blocks).expect("some bound");
            let mean = items as f64 / blocks as f64;
            for step in -24..=24 {
                let t = (best.t * 1.06f64.powi(step)).min(sought.reach.t);
                for y in [None, Some(0.8), Some(0.9), Some(0.95), Some(0.98), Some(1.0)] {
                    let choice = Choice { exponent: 0.0, t, y: y.map(|y| y * mean) };
                    let bound = sought.bound(blocks, choice).expect("usable").ln().seed();
                    assert!(bound > best.exponent - 1e-2, "{best:?} {choice:?}: {bound}");
                }
            }
        }
    }

    /// The bound proves the planned size, and does not prove one block less.
    #[test]
    fn plans_are_the_smallest_that_are_vouched_for() {
        let confidence: Rate = "0.9999".parse().expect("a rate");
        let doubt = confidence.value().complement();
        for (items, fpr) in [(40, "1%"), (3000, "5%"), (200_000, "0.1%"), (20_000, "99%")] {
            let fpr: Rate = fpr.parse().expect("a rate");
            for sizing in [BlockSizing::lines(Layout::Standard), BlockSizing::parquet()] {
                let plan = sizing.keeping(items, &fpr, &confidence).expect("in reach");
                let (design, blocks) = (plan.design, plan.design.blocks());
                assert!(plan.share_worse.certainly_le(&doubt), "{plan:?}");
                let mean = sizing.smallest(items, &fpr).expect("in reach").design;
                if blocks > mean.blocks() {
                    let less = Blocked::new(
                        design.layout(),
                        blocks - 1,
                        design.block_bits(),
                        design.hashes(),
                    );
                    let worse = less.and_then(|less| own_rate_above(&less.holding(items), &fpr));
                    assert!(!worse.expect("few steps").certainly_le(&doubt), "{plan:?}");
                }
            }
        }
    }
}

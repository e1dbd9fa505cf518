//! [`Plan`]: the smallest filter, the best hashes, the most items, each certified.
//!
//! The rate falls with m and rises with n, and so does the best rate over k, so both searches are
//! plain bisections: nothing heuristic decides. f64 formulas only say where to begin.

use super::Load;
use super::hashes::{Hashes, Open};
use crate::design::{Design, Kind};
use crate::num::Error;
use crate::num::{Enclosure, Rate, Rational};
use std::cmp::Ordering;

/// Filters larger than this are not considered.
pub(super) const MOST_BITS: u64 = 1 << 63;

/// A chosen design with its evidence: the rate is at most p, and one step further it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The filter.
    pub design: Design,
    /// How many items it is for.
    pub items: u64,
    /// Its rate with those items.
    pub fpr: Enclosure,
    /// All hashes that give that rate, ascending.
    pub ties: Vec<u64>,
    /// What was left to choose.
    pub(super) sought: Sought,
}

/// What a plan has at its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// The bits: one fewer, with the hashes allowed, misses the target.
    Bits(Allowed),
    /// The items: one more misses the target.
    Items(Allowed),
    /// The hashes: every other k is excluded.
    Hashes,
    /// The bits, for a filter's own rate.
    Confidence,
}

/// Which hashes a plan may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    AnyUpTo(u64),
    Only(u64),
}

/// What is asked: kind and allowed hashes.
#[derive(Debug, Clone, Copy)]
struct Question {
    kind: Kind,
    allowed: Allowed,
}

impl Question {
    fn open(&self, bits: u64, items: u64) -> Open {
        let (least, most) = match self.allowed {
            Allowed::AnyUpTo(most) => (1, most),
            Allowed::Only(k) => (k, k),
        };
        Open { kind: self.kind, bits, items, least, most }
    }

    /// A k with rate at most p, if there is one: the likely one first, then every k that no bound
    /// excludes.
    fn reaches(&self, bits: u64, items: u64, p: &Target) -> Result<Option<u64>, Error> {
        let open = self.open(bits, items);
        if self.kind == Kind::Classic && open.least > bits {
            return Ok(None);
        }
        let likely = open.seed();
        if p.holds(&open.load(likely)?)? {
            return Ok(Some(likely));
        }
        for k in open.candidates(p.above)? {
            if k != likely && p.holds(&open.load(k)?)? {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    fn finish(&self, bits: u64, items: u64, sought: Sought) -> Result<Plan, Error> {
        let Hashes { hashes, ties, fpr, .. } = self.open(bits, items).best()?;
        Ok(Plan { design: Design::new(self.kind, bits, hashes)?, items, fpr, ties, sought })
    }

    fn smallest(&self, items: u64, p: &Target) -> Result<Plan, Error> {
        check_items(items)?;
        let start = self.likely_bits(items, p);
        let reached = |bits: u64| self.reaches(bits, items, p).map(|k| k.is_some());
        let bits = least(start, MOST_BITS, reached)?.ok_or_else(|| Error::Unreachable {
            what: "no filter of up to 2^63 bits reaches that rate",
            got: format!("items = {items} with fpr = {}", p.rate),
        })?;
        self.finish(bits, items, Sought::Bits(self.allowed))
    }

    fn most_items(&self, bits: u64, p: &Target) -> Result<Plan, Error> {
        Design::new(self.kind, bits, 1)?;
        // n ln 2/m·k = 1 at the optimum, k = log2(1/p).
        let guess = bits as f64 * std::f64::consts::LN_2.powi(2) / -p.ln;
        let start = (guess as u64).clamp(1, 1 << 62);
        let failed = |items: u64| Ok(self.reaches(bits, items, p)?.is_none());
        let first_failing = least(start, 1 << 62, failed)?.unwrap_or(1 << 62);
        if first_failing <= 1 {
            return Err(Error::Unreachable {
                what: "a filter of that many bits does not hold even one item at that rate",
                got: format!("bits = {bits} with fpr = {}", p.rate),
            });
        }
        self.finish(bits, first_failing - 1, Sought::Items(self.allowed))
    }

    /// The size at which the two leading terms of the rate meet the target, in f64.
    fn likely_bits(&self, items: u64, p: &Target) -> u64 {
        let n = items as f64;
        let size = |k: f64| {
            // E(m) = p, then the 1/m correction of the exact rate.
            let set = (p.ln / k).exp();
            let x = -(-set).ln_1p();
            let m = n * k / x;
            let y = 1.0 - set;
            let pairs = k * (k - 1.0) / (2.0 * m);
            let relative = match self.kind {
                Kind::Standard => {
                    pairs * y * (1.0 - y - x * y) / (set * set) + x * y * k / (2.0 * m * set)
                }
                Kind::Classic => {
                    pairs * x * y * (1.0 - 2.0 * y) / (set * set) + x * y * k / (2.0 * m * set)
                }
            };
            // d ln f / d ln m = −k·x·y/(1−y).
            let slope = (k * x * y / set).max(1e-9);
            m * (1.0 + relative / slope)
        };
        let best = match self.allowed {
            Allowed::Only(k) => size(k as f64),
            Allowed::AnyUpTo(most) => {
                let k = (-p.ln / std::f64::consts::LN_2).round().max(1.0).min(most as f64);
                [k - 2.0, k - 1.0, k, k + 1.0, k + 2.0]
                    .into_iter()
                    .filter(|&k| k >= 1.0 && k <= most as f64)
                    .map(size)
                    .fold(f64::INFINITY, f64::min)
            }
        };
        if best.is_finite() { (best.round() as u64).clamp(1, MOST_BITS) } else { 1 << 40 }
    }
}

/// The least x in 1..=most at which `reached`, monotone, holds: doubling steps from `start`, then
/// bisection.
fn least(
    start: u64,
    most: u64,
    mut reached: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let (mut below, mut above);
    let mut step = 1;
    if reached(start)? {
        above = start;
        loop {
            if above == 1 {
                return Ok(Some(1));
            }
            let next = above.saturating_sub(step).max(1);
            if !reached(next)? {
                below = next;
                break;
            }
            above = next;
            step *= 2;
        }
    } else {
        below = start;
        loop {
            if below == most {
                return Ok(None);
            }
            let next = below.saturating_add(step).min(most);
            if reached(next)? {
                above = next;
                break;
            }
            below = next;
            step = step.saturating_mul(2);
        }
    }
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if reached(middle)? { above = middle } else { below = middle }
    }
    Ok(Some(above))
}

/// A target rate, with what the search wants of it.
struct Target {
    rate: Rational,
    /// Not below the rate: bounds above this exclude.
    above: f64,
    ln: f64,
}

impl Target {
    fn new(rate: &Rate) -> Target {
        let value = Enclosure::from_rational(rate.value(), 64);
        let ln = value.log10().map_or(-1e9, |l| l.lo_f64()) * std::f64::consts::LN_10;
        Target { rate: rate.value().clone(), above: value.hi_f64(), ln }
    }

    /// Whether the rate of a load is at most the target, decided for certain: by its enclosure,
    /// with more bits once the two are known to differ, else as exact fractions.
    fn holds(&self, load: &Load) -> Result<bool, Error> {
        for bits in [53, 160, 640, 2560] {
            let rate = load.precision(bits).quick_fpr()?;
            if rate.certainly_le(&self.rate) {
                return Ok(true);
            }
            if rate.certainly_gt(&self.rate) {
                return Ok(false);
            }
            if bits > 53 && !load.differs_modulo(&self.rate) {
                break;
            }
        }
        Ok(load.fpr_exact()?.cmp(&self.rate) != Ordering::Greater)
    }
}

pub(super) fn check_items(items: u64) -> Result<(), Error> {
    if items == 0 {
        return Err(Error::domain("a plan needs at least one item", "items = 0"));
    }
    Ok(())
}

fn check_hashes(hashes: u64) -> Result<(), Error> {
    if hashes == 0 {
        return Err(Error::domain("a filter needs at least one hash", "hashes = 0"));
    }
    Ok(())
}

impl Plan {
    /// The least m for which some k keeps the rate at or below p, with the best k at that m.
    ///
    /// Source: `sec:filter-optimization`, m_min. DIFFERENCE: the printed definition is off by one.
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// let plan = Plan::smallest(Kind::Standard, 1_000_000, &"1%".parse()?)?;
    /// assert_eq!((plan.design.bits(), plan.design.hashes()), (9_592_957, 7));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn smallest(kind: Kind, items: u64, fpr: &Rate) -> Result<Plan, Error> {
        Plan::smallest_up_to(kind, items, fpr, u64::MAX)
    }

    /// [`Plan::smallest`] with at most `max_hashes` hashes.
    pub fn smallest_up_to(
        kind: Kind,
        items: u64,
        fpr: &Rate,
        max_hashes: u64,
    ) -> Result<Plan, Error> {
        check_hashes(max_hashes)?;
        let question = Question { kind, allowed: Allowed::AnyUpTo(max_hashes) };
        question.smallest(items, &Target::new(fpr))
    }

    /// [`Plan::smallest`] with the hashes given.
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// // One item, one hash: f = 1/m exactly, so a rate of 1/500 needs just 500 bits.
    /// let plan = Plan::smallest_with(Kind::Classic, 1, &"1/500".parse()?, 1)?;
    /// assert_eq!(plan.design.bits(), 500);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn smallest_with(kind: Kind, items: u64, fpr: &Rate, hashes: u64) -> Result<Plan, Error> {
        check_hashes(hashes)?;
        let question = Question { kind, allowed: Allowed::Only(hashes) };
        question.smallest(items, &Target::new(fpr))
    }

    /// The k with the least rate for m bits and n items; all ties; every other k excluded.
    ///
    /// Source: `eqn:approx_optimal_k` (DIFFERENCE: arg min, not min).
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// let best = |kind| Plan::best_hashes(kind, 1024, 5).map(|plan| plan.design.hashes());
    /// assert_eq!((best(Kind::Standard)?, best(Kind::Classic)?), (133, 124));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn best_hashes(kind: Kind, bits: u64, items: u64) -> Result<Plan, Error> {
        Plan::best_hashes_up_to(kind, bits, items, u64::MAX)
    }

    /// [`Plan::best_hashes`] with at most `max_hashes` hashes.
    pub fn best_hashes_up_to(
        kind: Kind,
        bits: u64,
        items: u64,
        max_hashes: u64,
    ) -> Result<Plan, Error> {
        check_items(items)?;
        check_hashes(max_hashes)?;
        Design::new(kind, bits, 1)?;
        let question = Question { kind, allowed: Allowed::AnyUpTo(max_hashes) };
        question.finish(bits, items, Sought::Hashes)
    }

    /// The most items m bits hold with some k at a rate of at most p.
    ///
    /// Source: `sec:filter-optimization`, n_max. DIFFERENCE: the printed definition is off by one.
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// let plan = Plan::most_items(Kind::Standard, 170, &"0.001".parse()?)?;
    /// assert_eq!(plan.items, 11);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn most_items(kind: Kind, bits: u64, fpr: &Rate) -> Result<Plan, Error> {
        Plan::most_items_up_to(kind, bits, fpr, u64::MAX)
    }

    /// [`Plan::most_items`] with at most `max_hashes` hashes.
    pub fn most_items_up_to(
        kind: Kind,
        bits: u64,
        fpr: &Rate,
        max_hashes: u64,
    ) -> Result<Plan, Error> {
        check_hashes(max_hashes)?;
        let question = Question { kind, allowed: Allowed::AnyUpTo(max_hashes) };
        question.most_items(bits, &Target::new(fpr))
    }

    /// [`Plan::most_items`] with the hashes given.
    pub fn most_items_with(kind: Kind, bits: u64, fpr: &Rate, hashes: u64) -> Result<Plan, Error> {
        check_hashes(hashes)?;
        Design::new(kind, bits, hashes)?;
        let question = Question { kind, allowed: Allowed::Only(hashes) };
        question.most_items(bits, &Target::new(fpr))
    }

    /// The evidence that the plan is at its limit: the least rate that one bit fewer, or one item
    /// more, can have, which is above the target. `None` where nothing lies beyond (a single bit,
    /// or as few bits as hashes) and for plans that sought the hashes or a confidence.
    ///
    /// ```
    /// use urnfield::{Kind, Plan, Rate};
    /// let p: Rate = "1%".parse()?;
    /// let plan = Plan::smallest(Kind::Classic, 1_000_000, &p)?;
    /// assert!(plan.fpr.certainly_le(p.value()));
    /// assert!(plan.beyond()?.unwrap().certainly_gt(p.value()));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn beyond(&self) -> Result<Option<Enclosure>, Error> {
        let (kind, bits, items) = (self.design.kind(), self.design.bits(), self.items);
        let (allowed, bits, items) = match self.sought {
            Sought::Bits(allowed) => (allowed, bits - 1, items),
            Sought::Items(allowed) => (allowed, bits, items + 1),
            Sought::Hashes | Sought::Confidence => return Ok(None),
        };
        let open = Question { kind, allowed }.open(bits, items);
        if bits == 0 || kind == Kind::Classic && open.least > bits {
            return Ok(None);
        }
        Ok(Some(open.best()?.fpr))
    }

    /// The load the plan is for.
    pub fn load(&self) -> Result<Load, Error> {
        self.design.holding(self.items)
    }
}

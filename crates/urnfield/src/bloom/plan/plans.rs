//! [`Plan`]: the smallest filter, the best hashes, the most items, each certified.

use crate::bloom::load::Load;
use crate::bloom::plan::hash_search::{BestHashes, HashSearch};
use crate::bloom::plan::promise::Promise;
use crate::bloom::plan::size_search::{SizeSearch, TargetRate};
use crate::bloom::plan::sizing::{AllowedHashes, Known, Sizing};
use crate::bloom::rate::fpr::{decide, fpr_within, quick_fpr};
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use urnfield_num::Error;
use urnfield_num::{Enclosure, Rate, until_decided};

/// A chosen design with its evidence: the rate is at most p, and one step further it is not.
///
/// With the feature `serde` it is written as design, items, rate and ties. It is not read back: a plan
/// from a file would claim evidence that nobody has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    #[cfg_attr(feature = "serde", serde(skip))]
    limit: Limit,
}

/// What a plan has at its limit.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Limit {
    /// The bits: one fewer, with the hashes allowed, misses the rate.
    Bits(AllowedHashes, Rate),
    /// The items: one more misses the rate.
    Items(AllowedHashes, Rate),
    /// The hashes: every other k is excluded.
    Hashes,
    /// The bits, for a filter's own rate.
    Confidence,
}

impl Plan {
    /// The answer to a [`Sizing`]: certified, and every alternative excluded. [`Plan::smallest`],
    /// [`Plan::best_hashes`] and [`Plan::most_items`] are the questions that are asked most.
    ///
    /// ```
    /// use urnfield::bloom::Sizing;
    /// use urnfield::{Kind, Plan};
    /// // One item, one hash: f = 1/m exactly, so a rate of 1/500 needs just 500 bits.
    /// let sizing = Sizing::of_items(Kind::Classic, 1, &"1/500".parse()?).exactly_hashes(1);
    /// assert_eq!(Plan::find(&sizing)?.design.bits(), 500);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn find(sizing: &Sizing) -> Result<Plan, Error> {
        sizing.check()?;
        let (kind, hashes) = (sizing.kind(), sizing.hashes());
        let search = |fpr: &Rate| SizeSearch { kind, hashes, target: TargetRate::new(fpr) };
        match *sizing.given() {
            Known::ItemsAndRate { items, ref fpr } => match sizing.confidence() {
                Some(confidence) => Plan::own(sizing, items, fpr, confidence),
                None => {
                    let (bits, best) = search(fpr).smallest(items)?;
                    Plan::best(best, bits, items, Limit::Bits(hashes, fpr.clone()))
                }
            },
            Known::BitsAndRate { bits, ref fpr } => {
                let (items, best) = search(fpr).most_items(bits)?;
                Plan::best(best, bits, items, Limit::Items(hashes, fpr.clone()))
            }
            Known::BitsAndItems { bits, items } => {
                let search = HashSearch::new(kind, bits, items, hashes.range());
                Plan::best(search, bits, items, Limit::Hashes)
            }
        }
    }

    /// The plan with the best hashes.
    fn best(mut search: HashSearch, bits: u64, items: u64, limit: Limit) -> Result<Plan, Error> {
        let BestHashes { ties, fpr } = search.best()?;
        let design = search.design(ties[0])?;
        debug_assert_eq!(design.bits(), bits, "the search is that of the plan");
        let fpr = match &limit {
            Limit::Bits(_, p) | Limit::Items(_, p) => told_apart(&design.holding(items)?, fpr, p)?,
            Limit::Hashes | Limit::Confidence => fpr,
        };
        Ok(Plan { design, items, fpr, ties, limit })
    }

    /// The plan whose filter keeps its promise itself.
    fn own(sizing: &Sizing, items: u64, fpr: &Rate, confidence: &Rate) -> Result<Plan, Error> {
        let allowed = sizing.hashes().range();
        let (design, fpr) =
            Promise::new(sizing.kind(), items, fpr, confidence, allowed).smallest()?;
        Ok(Plan { design, items, fpr, ties: vec![design.hashes()], limit: Limit::Confidence })
    }

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
        Plan::find(&Sizing::of_items(kind, items, fpr))
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
        Plan::find(&Sizing::of_bits_and_items(kind, bits, items))
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
        Plan::find(&Sizing::of_bits(kind, bits, fpr))
    }

    /// The rate with at least `bits` certain bits: the one that was found, where it has so many.
    pub fn fpr_to(&self, bits: u64) -> Result<Enclosure, Error> {
        if self.fpr.certain_bits() >= bits {
            return Ok(self.fpr.clone());
        }
        fpr_within(&self.load()?.precision(bits), Patience::Answer)
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
        let (bits, items) = (self.design.bits(), self.items);
        let (hashes, fpr, bits, items) = match &self.limit {
            Limit::Bits(hashes, fpr) => (hashes, fpr, bits - 1, items),
            Limit::Items(hashes, fpr) => (hashes, fpr, bits, items + 1),
            Limit::Hashes | Limit::Confidence => return Ok(None),
        };
        let mut search = HashSearch::new(self.design.kind(), bits, items, hashes.range());
        if !search.is_possible() {
            return Ok(None);
        }
        let best = search.best()?;
        told_apart(&search.load(best.ties[0])?, best.fpr, fpr).map(Some)
    }

    /// The load the plan is for.
    pub fn load(&self) -> Result<Load, Error> {
        self.design.holding(self.items)
    }
}

/// A load's rate with so many bits that it is certainly at most p or certainly above; as it is where
/// it may be p itself.
fn told_apart(load: &Load, rate: Enclosure, p: &Rate) -> Result<Enclosure, Error> {
    if decide(&rate, p.value()).is_some() {
        return Ok(rate);
    }
    let longer = until_decided([160, 640], |bits| {
        let rate = quick_fpr(&load.precision(bits))?;
        Ok::<_, Error>(decide(&rate, p.value()).map(|_| rate))
    })?;
    Ok(longer.unwrap_or(rate))
}

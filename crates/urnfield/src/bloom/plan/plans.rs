//! [`Plan`]: the smallest filter, the best number of hashes or the most items, each certified.

use crate::bloom::load::Load;
use crate::bloom::plan::hash_search::{BestHashes, HashSearch};
use crate::bloom::plan::promise::Promise;
use crate::bloom::plan::size_search::{SizeSearch, TargetRate};
use crate::bloom::plan::sizing::{AllowedHashes, Known, Sizing};
use crate::bloom::rate::fpr::{fpr_within, quick_fpr, told_apart};
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use urnfield_num::{Enclosure, Rate};

/// A chosen design with its evidence: the rate is at most p, and one step further it is not.
///
/// With the feature `serde` it is written as design, items, rate and ties. It cannot be read back,
/// because the evidence is not written.
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
    /// All numbers of hashes that give that rate, ascending.
    pub ties: Vec<u64>,
    /// The quantity that the plan has chosen.
    #[cfg_attr(feature = "serde", serde(skip))]
    limit: Limit,
}

/// The quantity that a plan has at its limit.
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
    /// Answers a [`Sizing`], certified and with every alternative excluded. [`Plan::smallest`],
    /// [`Plan::best_hashes`] and [`Plan::most_items`] ask the most frequent questions.
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
        let Sizing { kind, hashes, .. } = *sizing;
        let search = |fpr: &Rate| SizeSearch { kind, hashes, target: TargetRate::new(fpr) };
        match sizing.given {
            Known::ItemsAndRate { items, ref fpr } => match &sizing.confidence {
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

    /// Makes the plan with the best number of hashes.
    fn best(mut search: HashSearch, bits: u64, items: u64, limit: Limit) -> Result<Plan, Error> {
        let BestHashes { ties, fpr } = search.best()?;
        let design = search.design(ties[0])?;
        debug_assert_eq!(design.bits(), bits, "the search is that of the plan");
        let fpr = match &limit {
            Limit::Bits(_, p) | Limit::Items(_, p) => {
                load_told_apart(&design.holding(items)?, fpr, p)?
            }
            Limit::Hashes | Limit::Confidence => fpr,
        };
        Ok(Plan { design, items, fpr, ties, limit })
    }

    /// Makes the plan whose filter itself meets the rate with the confidence asked for.
    fn own(sizing: &Sizing, items: u64, fpr: &Rate, confidence: &Rate) -> Result<Plan, Error> {
        let allowed = sizing.hashes.range();
        let (design, fpr) =
            Promise::new(sizing.kind, items, fpr, confidence, allowed).smallest()?;
        Ok(Plan { design, items, fpr, ties: vec![design.hashes()], limit: Limit::Confidence })
    }

    /// Finds the least m for which some k keeps the rate at or below p, with the best k at that m.
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

    /// Finds the k with the least rate for m bits and n items, with all ties; every other k is
    /// excluded.
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

    /// Finds the most items that m bits hold with some k at a rate of at most p.
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

    /// Returns the rate with at least `bits` certain bits.
    pub fn fpr_to(&self, bits: u64) -> Result<Enclosure, Error> {
        if self.fpr.certain_bits() >= bits {
            return Ok(self.fpr.clone());
        }
        fpr_within(&self.load()?.precision(bits), Patience::Answer)
    }

    /// Returns the evidence that the plan is at its limit: the least rate that is possible with one
    /// bit fewer, or with one item more, which is above the target. `None` where nothing lies
    /// beyond (a single bit, or as few bits as hashes) and for plans that sought the hashes or a
    /// confidence.
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
        load_told_apart(&search.load(best.ties[0])?, best.fpr, fpr).map(Some)
    }

    /// Returns the planned design with its items.
    pub fn load(&self) -> Result<Load, Error> {
        self.design.holding(self.items)
    }
}

/// Returns a load's rate with so many bits that it is certainly at most p or certainly above.
fn load_told_apart(load: &Load, rate: Enclosure, p: &Rate) -> Result<Enclosure, Error> {
    told_apart(rate, p.value(), |bits| quick_fpr(&load.precision(bits)))
}

//! Plans of filters with blocks.

use crate::ask::reach::Missed;
use crate::plan::wanted::{Chosen, Wanted};
use crate::rate::any_filter::blocks_of;
use crate::read::FilterKind;
use crate::{OfAnyKind, PerFilter, PlanQuestion, RateQuestion};
use urnfield::bloom::blocked::{BlockSizing, BlockedPlan};
use urnfield::{AnyDesign, Blocked, Error, Rate};

impl PlanQuestion {
    /// The blocks, with the hashes that are allowed.
    pub(super) fn blocks(&self, kind: FilterKind) -> Result<BlockSizing, Error> {
        let Some(sizing) = kind.blocks() else {
            return Err(Error::domain("a plain filter has no blocks", format!("kind = {kind}")));
        };
        let most = BlockSizing::LINE_HASHES;
        let got = |hashes: u64| format!("hashes = {hashes}");
        match (kind, self.hashes, self.max_hashes) {
            (FilterKind::Parquet, Some(hashes), _) if hashes != 8 => {
                Err(Error::domain("a Parquet filter has 8 hashes", got(hashes)))
            }
            (FilterKind::Parquet, _, Some(hashes)) if hashes < 8 => {
                Err(Error::domain("a Parquet filter has 8 hashes", format!("at most {hashes}")))
            }
            (FilterKind::Parquet, ..) => Ok(sizing),
            (_, Some(hashes), _) if hashes > most => {
                Err(Error::domain("a line filter has at most 14 hashes", got(hashes)))
            }
            (_, Some(hashes), _) => Ok(sizing.exactly_hashes(hashes)),
            (_, None, Some(hashes)) => Ok(sizing.at_most_hashes(hashes.min(most))),
            (_, None, None) => Ok(sizing),
        }
    }

    pub(super) fn blocked_plan(&self, wanted: &Wanted, kind: FilterKind) -> Result<Chosen, Error> {
        let sizing = self.blocks(kind)?;
        let plan = match (wanted, &self.confidence) {
            (Wanted::LeastBits { items, fpr }, Some(confidence)) => {
                let own = sizing.keeping(*items, fpr, confidence)?;
                let ties = vec![own.design.hashes()];
                return Ok(Chosen {
                    design: AnyDesign::Blocked(own.design),
                    items: *items,
                    ties,
                    fpr: None,
                });
            }
            (Wanted::MostItems { bits, fpr }, Some(confidence)) => {
                return most_kept(
                    sizing.most_items(blocks_of(kind, *bits)?, fpr)?,
                    fpr,
                    confidence,
                );
            }
            (Wanted::LeastBits { items, fpr }, None) => sizing.smallest(*items, fpr)?,
            (Wanted::MostItems { bits, fpr }, None) => {
                sizing.most_items(blocks_of(kind, *bits)?, fpr)?
            }
            (
                Wanted::BestHashes { bits, items }
                | Wanted::Fits { bits, items, .. }
                | Wanted::Nothing(RateQuestion { bits, items, .. }),
                _,
            ) => sizing.best_hashes(blocks_of(kind, *bits)?, *items)?,
        };
        let BlockedPlan { design, items, ties, .. } = plan;
        Ok(Chosen { design: AnyDesign::Blocked(design), items, ties, fpr: None })
    }

    /// What it takes that each single filter keeps the rate, by a bound.
    pub(super) fn per_blocked_filter(
        &self,
        (design, items): (Blocked, u64),
        (fpr, confidence): (&Rate, Rate),
        missed: &mut Missed,
    ) -> Result<PerFilter, Error> {
        let kind = AnyDesign::Blocked(design).kind();
        if self.confidence.is_some() && self.bits.is_none() {
            // It does already.
            let worse = design.holding(items).own_rate_above(fpr);
            let share_worse = missed.take(&format!("share_worse of the {kind} plan"), worse)?;
            return Ok(PerFilter {
                confidence,
                bits: Some(design.bits()),
                share_worse,
                bound: true,
            });
        }
        let own = self.blocks(kind).and_then(|blocks| blocks.keeping(items, fpr, &confidence));
        let own = missed.noted(&format!("bits per_filter of the {kind} plan"), own);
        let bits = own.map(|own| own.design.bits());
        // Bounds are of use far out, and half of the filters of a plan for the mean is not far out.
        Ok(PerFilter { confidence, bits, share_worse: None, bound: true })
    }
}

/// Finds the most items, by bisection, for which filters of the plan's design are known to keep the
/// rate with the confidence.
fn most_kept(mean: BlockedPlan, fpr: &Rate, confidence: &Rate) -> Result<Chosen, Error> {
    let (design, mut least, mut most) = (mean.design, 0, mean.items + 1);
    while most - least > 1 {
        let middle = least + (most - least) / 2;
        if is_kept((design, middle), fpr, confidence)? { least = middle } else { most = middle }
    }
    if least == 0 {
        return Err(Error::Unreachable {
            what: "no number of items is known to keep that rate so surely in these blocks",
            got: format!("bits = {} with fpr = {fpr}, confidence = {confidence}", design.bits()),
        });
    }
    let ties = vec![design.hashes()];
    Ok(Chosen { design: AnyDesign::Blocked(design), items: least, ties, fpr: None })
}

/// Whether filters of this design are known to keep the rate as surely as promised.
pub(super) fn is_kept(
    (design, items): (Blocked, u64),
    fpr: &Rate,
    confidence: &Rate,
) -> Result<bool, Error> {
    let worse = design.holding(items).own_rate_above(fpr)?;
    Ok(worse.certainly_le(confidence.complement().value()))
}

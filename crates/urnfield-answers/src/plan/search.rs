//! The search for a filter: by the plans of the library, or with blocks.

use crate::ask::reach::Missed;
use crate::plan::promise::Promise;
use crate::plan::wanted::Wanted::{BestHashes, Fits, LeastBits, MostItems, Nothing};
use crate::plan::wanted::{Chosen, Wanted};
use crate::read::FilterKind;
use crate::{Form, PerFilter, PlanQuestion, RateQuestion, Unanswered, usual_promise};
use urnfield::bloom::Sizing;
use urnfield::{AnyDesign, Error, Kind, Plan};

impl Chosen {
    pub(crate) fn find(sizing: &Sizing) -> Result<Chosen, Error> {
        let plan = Plan::find(sizing)?;
        let design = AnyDesign::Plain(plan.design);
        Ok(Chosen { design, items: plan.items, ties: plan.ties, fpr: Some(plan.fpr) })
    }
}

impl PlanQuestion {
    /// Returns the planned filter and its number of items, for a caller that builds it.
    pub fn design(&self, kind: FilterKind) -> Result<(AnyDesign, u64), Unanswered> {
        if let Nothing(filter) = self.wanted()? {
            return filter.design(kind);
        }
        let chosen = self.plan(&self.wanted()?, kind)?;
        Ok((chosen.design, chosen.items))
    }

    pub(crate) fn plan(&self, wanted: &Wanted, kind: FilterKind) -> Result<Chosen, Error> {
        let found = match kind {
            FilterKind::Plain(kind) => self.plain_plan(wanted, kind),
            kind => self.blocked_plan(wanted, kind),
        };
        found.map_err(|error| self.with_its_option(error))
    }

    fn plain_plan(&self, wanted: &Wanted, kind: Kind) -> Result<Chosen, Error> {
        let sizing = match wanted {
            LeastBits { items, fpr } => Sizing::of_items(kind, *items, fpr),
            MostItems { bits, fpr } => Sizing::of_bits(kind, *bits, fpr),
            BestHashes { bits, items }
            | Fits { bits, items, .. }
            | Nothing(RateQuestion { bits, items, .. }) => {
                Sizing::of_bits_and_items(kind, *bits, *items)
            }
        };
        let sizing = self.with_hashes(sizing);
        let Some(confidence) = &self.confidence else { return Chosen::find(&sizing) };
        match wanted {
            LeastBits { .. } => Chosen::find(&sizing.with_confidence(confidence)),
            MostItems { fpr, .. } => Promise { fpr, confidence }.most_items(&Plan::find(&sizing)?),
            BestHashes { .. } | Fits { .. } | Nothing(_) => Chosen::find(&sizing),
        }
    }

    /// What it takes that each single filter of those found keeps the rate that was asked for.
    pub(crate) fn per_filter(
        &self,
        (design, items): (AnyDesign, u64),
        form: Form,
        missed: &mut Missed,
    ) -> Result<Option<PerFilter>, Error> {
        let Some(fpr) = self.fpr.as_ref().filter(|_| !self.no_per_filter) else {
            return Ok(None);
        };
        let design = match design {
            AnyDesign::Plain(design) => design,
            AnyDesign::Blocked(design) => {
                let confidence = self.confidence.clone().map_or_else(usual_promise, Ok)?;
                let asked = (fpr, confidence);
                return self.per_blocked_filter((design, items), asked, missed).map(Some);
            }
        };
        let (confidence, bits) = match &self.confidence {
            // It does already.
            Some(confidence) if self.bits.is_none() => (confidence.clone(), Ok(design.bits())),
            asked => {
                let confidence = asked.clone().map_or_else(usual_promise, Ok)?;
                let sizing =
                    Sizing::of_items(design.kind(), items, fpr).with_confidence(&confidence);
                let found = Plan::find(&self.with_hashes(sizing));
                let found = found.map_err(|error| self.with_its_option(error));
                (confidence, found.map(|plan| plan.design.bits()))
            }
        };
        PerFilter::of((design, items), (fpr, confidence), bits, form, missed).map(Some)
    }
}

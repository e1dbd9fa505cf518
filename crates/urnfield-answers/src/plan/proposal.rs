//! The certified answer for one kind of filter.

use crate::reach::Missed;
use crate::{Form, rate, ratio};
use urnfield::{Enclosure, Error, Load, Plan, Rate};

/// A filter; what is out of reach is `None`.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The filter and its items.
    pub plan: Plan,
    /// Its rate, to as many digits as asked for.
    pub fpr: Option<Enclosure>,
    /// Bits of cut-down for each bit of the filter.
    pub efficiency: Option<Enclosure>,
    /// Bits for each item.
    pub bits_per_item: Option<Enclosure>,
    /// Where a confidence is asked for, the rate that such a share of all filters keeps to.
    pub fpr_at_confidence: Option<(Rate, Option<Enclosure>)>,
}

impl Proposal {
    pub(super) fn new(
        plan: Plan,
        confidence: Option<&Rate>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Proposal, Error> {
        let (load, kind) = (plan.load()?, plan.design.kind());
        let found = form.certain(&load, Load::fpr);
        let fpr = missed.take(&format!("fpr of the {kind} plan"), found)?;
        let found = form.certain(&load, Load::efficiency);
        let efficiency = missed.take(&format!("efficiency of the {kind} plan"), found)?;
        let bits_per_item = ratio::quotient(plan.design.bits(), plan.items, form.bits());
        let fpr_at_confidence = match confidence {
            Some(confidence) => {
                let found = rate::quantile(&load, confidence, form);
                let found = missed.take(&format!("fpr_at_confidence of the {kind} plan"), found)?;
                Some((confidence.clone(), found))
            }
            None => None,
        };
        Ok(Proposal { plan, fpr, efficiency, bits_per_item, fpr_at_confidence })
    }

    /// The size in whole bytes.
    pub fn bytes(&self) -> u64 {
        self.plan.design.bits().div_ceil(8)
    }
}

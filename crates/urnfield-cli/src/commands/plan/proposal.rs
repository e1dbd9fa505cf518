//! The certified answer for one kind of filter.

use crate::asking::Form;
use crate::commands::spread;
use crate::ratio;
use crate::reach::Missed;
use urnfield::{Enclosure, Error, Load, Plan, Rate};

pub(super) struct Proposal {
    pub(super) plan: Plan,
    /// To as many digits as asked for; `None` where that is out of reach.
    pub(super) fpr: Option<Enclosure>,
    pub(super) efficiency: Option<Enclosure>,
    pub(super) bits_per_item: Option<Enclosure>,
    /// Where a confidence is asked for, the rate that such a share of all filters keeps to.
    pub(super) promise: Option<Promise>,
}

pub(super) struct Promise {
    pub(super) confidence: Rate,
    pub(super) fpr: Option<Enclosure>,
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
        let bits_per_item = ratio::quotient(plan.design.bits(), plan.items)
            .map(|quotient| ratio::enclosed(&quotient, form.bits()))
            .transpose()?;
        let promise = match confidence.cloned() {
            Some(confidence) => {
                let found = spread::quantile(&load, &confidence, form);
                let fpr = missed.take(&format!("fpr_at_confidence of the {kind} plan"), found)?;
                Some(Promise { confidence, fpr })
            }
            None => None,
        };
        Ok(Proposal { plan, fpr, efficiency, bits_per_item, promise })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.plan.design.bits().div_ceil(8)
    }
}

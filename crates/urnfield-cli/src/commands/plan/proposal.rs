//! The certified answer for one kind of filter.

use crate::asking::Form;
use crate::ratio;
use crate::reach::Missed;
use urnfield::{Enclosure, Error, Load, Plan};

pub(super) struct Proposal {
    pub(super) plan: Plan,
    /// To as many digits as asked for; `None` where that is out of reach.
    pub(super) fpr: Option<Enclosure>,
    pub(super) efficiency: Option<Enclosure>,
    pub(super) bits_per_item: Option<Enclosure>,
}

impl Proposal {
    pub(super) fn new(plan: Plan, form: Form, missed: &mut Missed) -> Result<Proposal, Error> {
        let (load, kind) = (plan.load()?, plan.design.kind());
        let found = form.certain(&load, Load::fpr);
        let fpr = missed.take(&format!("fpr of the {kind} plan"), found)?;
        let found = form.certain(&load, Load::efficiency);
        let efficiency = missed.take(&format!("efficiency of the {kind} plan"), found)?;
        let bits_per_item = ratio::quotient(plan.design.bits(), plan.items)
            .map(|quotient| ratio::enclosed(&quotient, form.bits()))
            .transpose()?;
        Ok(Proposal { plan, fpr, efficiency, bits_per_item })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.plan.design.bits().div_ceil(8)
    }
}

//! The certified answer for one kind of filter.

use crate::ask::reach::Missed;
use crate::plan::wanted::Chosen;
use crate::rate::answer::quantile;
use crate::report::numbers::quotient;
use crate::{AnyLoad, ENDS, Form, OfAnyKind, Value, object};
use urnfield::{AnyDesign, Design, Enclosure, Error, Rate};

/// A filter; what is out of reach is `None`.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The filter.
    pub design: AnyDesign,
    /// How many items it is for.
    pub items: u64,
    /// All hashes that do as well, ascending.
    pub ties: Vec<u64>,
    /// Its rate, to as many digits as asked for.
    pub fpr: Option<Enclosure>,
    /// Bits of cut-down for each bit of the filter.
    pub efficiency: Option<Enclosure>,
    /// Bits for each item.
    pub bits_per_item: Option<Enclosure>,
    /// Where a confidence is asked for, the rate that such a share of all filters keeps to.
    pub fpr_at_confidence: Option<(Rate, Option<Enclosure>)>,
    /// What it takes that each single filter keeps the rate; `None` where no rate is asked for, or
    /// this is not.
    pub per_filter: Option<PerFilter>,
}

/// What it takes that each single filter keeps the rate, and not only their mean.
#[derive(Debug, Clone)]
pub struct PerFilter {
    /// How many of all filters are to keep it.
    pub confidence: Rate,
    /// The size at which as many do.
    pub bits: Option<u64>,
    /// How many of the filters proposed are worse than asked.
    pub share_worse: Option<Enclosure>,
    /// Whether both are bounds: fewer bits may do, and fewer filters be worse.
    pub bound: bool,
}

impl PerFilter {
    /// Returns whether people read anything about it. A bound of the share of mean filters says
    /// nothing.
    pub(super) fn says_something(&self) -> bool {
        self.bits.is_some() || self.share_worse.is_some() && !self.bound
    }
}

impl Proposal {
    pub(super) fn new(
        chosen: Chosen,
        promise: Option<(&Rate, &Rate)>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Proposal, Error> {
        let Chosen { design, items, ties, fpr } = chosen;
        let load = design.holding(items)?;
        let kind = design.kind();
        // The rate that was found, unless more of it is to be shown.
        let found = match fpr.filter(|fpr| form.suffices(fpr)) {
            Some(fpr) => Ok(fpr),
            None => load.fpr(form),
        };
        let fpr = missed.take(&format!("fpr of the {kind} plan"), found)?;
        let found = load.efficiency(form);
        let efficiency = missed.take(&format!("efficiency of the {kind} plan"), found)?;
        let bits_per_item = quotient(design.bits(), items, form.bits());
        let fpr_at_confidence = match promise {
            Some((target, confidence)) => {
                let found = match &load {
                    AnyLoad::Plain(load) => quantile(load, confidence, form),
                    // A bound: the plan was made for it.
                    AnyLoad::Blocked(_) => Ok(Enclosure::from(target.value())),
                };
                let found = missed.take(&format!("fpr_at_confidence of the {kind} plan"), found)?;
                Some((confidence.clone(), found))
            }
            None => None,
        };
        let per_filter = None;
        Ok(Proposal {
            design,
            items,
            ties,
            fpr,
            efficiency,
            bits_per_item,
            fpr_at_confidence,
            per_filter,
        })
    }

    /// The size in whole bytes.
    pub fn bytes(&self) -> u64 {
        self.design.bits().div_ceil(8)
    }
}

impl PerFilter {
    /// `bits` is the size that was found for it, whatever it is.
    pub(super) fn of(
        (design, items): (Design, u64),
        (fpr, confidence): (&Rate, Rate),
        bits: Result<u64, Error>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<PerFilter, Error> {
        let load = design.holding(items)?;
        let kind = design.kind();
        // An error here is a note, because the plan itself stands.
        let bits = missed.noted(&format!("bits per_filter of the {kind} plan"), bits);
        let found = form.enclose("the share of worse filters", |bits| {
            load.precision(bits).spread()?.above(fpr)
        });
        let share_worse = missed.take(&format!("share_worse of the {kind} plan"), found)?;
        Ok(PerFilter { confidence, bits, share_worse, bound: false })
    }
}

/// Returns what it takes that each filter keeps the rate, for programs.
pub(super) fn per_filter(found: &PerFilter) -> Value {
    object! {
        "confidence" => &found.confidence,
        "bits" => found.bits,
        "share_worse" => labelled(&found.share_worse, found.bound),
    }
}

/// Labels a bound.
pub(super) fn labelled(value: &Option<Enclosure>, bound: bool) -> Value {
    match value {
        Some(value) if bound => object! { ENDS => value, "label" => "bound" },
        value => value.into(),
    }
}

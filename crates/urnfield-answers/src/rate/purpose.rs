//! The rate that was requested of a filter, and whether the built filter keeps it. The bits are
//! known, so the rate of this filter is exact.

use crate::report::value::{short, shown};
use crate::{Distinct, Form, Report, own_rate};
use urnfield::filter::Summary;
use urnfield::{Enclosure, Error, Rate};
use urnfield_num::until_decided;

/// What the size of a filter was chosen for.
#[derive(Debug, Clone)]
pub struct Purpose {
    /// The rate, where there was one.
    pub fpr: Option<Rate>,
    /// What keeps the rate: this filter, or the mean over filters.
    pub keeper: Keeper,
    /// The filter hashes with a secret, and not with a seed.
    pub keyed: bool,
}

/// What keeps the rate.
#[derive(Debug, Clone)]
pub enum Keeper {
    /// The mean over all such filters.
    Mean,
    /// This filter, with this probability.
    ThisFilter(Rate),
}

/// The rate of a built filter, and whether it was requested.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its own rate, given its bits.
    pub rate: Enclosure,
    /// Whether the rate is at most the requested one; `None` without a request, or where undecided.
    pub kept: Option<bool>,
}

impl Purpose {
    /// Compares the rate of a filter with the requested one.
    pub fn kept_by(&self, filter: &Summary, form: Form) -> Result<Kept, Error> {
        let rate = own_rate(filter, form)?;
        let kept = match &self.fpr {
            Some(fpr) => until_decided([64, 256, 1024, 4096], |bits| {
                let rate = filter.own_fpr_to(bits)?;
                let kept = rate.certainly_le(fpr.value());
                Ok::<_, Error>((kept || rate.certainly_gt(fpr.value())).then_some(kept))
            })?,
            None => None,
        };
        Ok(Kept { rate, kept })
    }

    /// `asked 1e-7, this filter: 9.983e-8`.
    pub fn in_words(&self, kept: &Kept, digits: usize) -> String {
        let rate = shown(&kept.rate, digits);
        match &self.fpr {
            Some(fpr) => format!("asked {}, this filter: {rate}", short(fpr)),
            None => format!("fpr_given_bits = {rate}"),
        }
    }

    /// Warns when the built filter exceeds the requested rate, and names a remedy.
    pub fn broken(&self, name: &str, kept: &Kept, digits: usize) -> Option<String> {
        let fpr = self.fpr.as_ref().filter(|_| kept.kept == Some(false))?;
        let other = if self.keyed { "another key" } else { "another --seed" };
        let (broke, why) = match &self.keeper {
            Keeper::Mean => (
                "is worse than asked",
                format!(
                    "as about half of all filters are with --mean; leave --mean out, or try {other}"
                ),
            ),
            Keeper::ThisFilter(confidence) => {
                let doubt = short(&confidence.complement());
                let why = format!("which has a probability of at most {doubt}; try {other}");
                ("broke its promise", why)
            }
        };
        let rate = shown(&kept.rate, digits);
        Some(format!("{name} {broke}: its own rate is {rate}, above {}, {why}", short(fpr)))
    }

    /// Adds the requested rate and the verdict to the JSON of a report.
    pub(crate) fn tell(&self, kept: &Kept, distinct: &Distinct, report: &mut Report) {
        report.json("asked_fpr", &self.fpr);
        report.json("kept", kept.kept);
        report.json("distinct", distinct);
    }
}

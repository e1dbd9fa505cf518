//! What rate was asked of a filter, and whether the filter that was made has it: its bits are
//! there, so its own rate is known exactly.

use super::distinct::Distinct;
use crate::estimated::confidence_in_words;
use crate::report::{Object, shown};
use serde_json::{Value, json};
use urnfield::{Design, Enclosure, Error, Rate};
use urnfield_num::until_decided;

/// What the size of a filter was chosen for.
pub(super) struct Asked {
    /// Where it was.
    pub(super) fpr: Option<Rate>,
    pub(super) promise: Promise,
    /// The keys were counted, as nobody had said how many there are.
    pub(super) counted: bool,
    /// It hashes with a secret, and not with a seed.
    pub(super) keyed: bool,
}

/// Who keeps the rate.
pub(super) enum Promise {
    /// The mean over all such filters.
    Mean,
    /// The filter itself, so surely.
    ThisFilter(Rate),
}

/// The filter that was made of it.
pub(super) struct Kept {
    /// Its own rate, given its bits.
    pub(super) rate: Enclosure,
    /// Whether that is what was asked; `None` where nothing was, or it cannot be told.
    pub(super) kept: Option<bool>,
}

impl Asked {
    pub(super) fn of(&self, design: Design, bits_set: u64, rate: Enclosure) -> Result<Kept, Error> {
        let kept = match &self.fpr {
            Some(fpr) => until_decided([64, 256, 1024, 4096], |bits| {
                let rate = design.fpr_given_to(bits_set, bits)?;
                let kept = rate.certainly_le(fpr.value());
                Ok::<_, Error>((kept || rate.certainly_gt(fpr.value())).then_some(kept))
            })?,
            None => None,
        };
        Ok(Kept { rate, kept })
    }

    /// `asked 1e-7, this filter: 9.983e-8`.
    pub(super) fn in_words(&self, kept: &Kept, digits: usize) -> String {
        let rate = shown(&kept.rate, digits);
        match &self.fpr {
            Some(fpr) => format!("asked {}, this filter: {rate}", confidence_in_words(fpr)),
            None => format!("fpr_given_bits = {rate}"),
        }
    }

    /// A sentence on a filter that has not what was asked, and what to do.
    pub(super) fn broken(&self, name: &str, kept: &Kept, digits: usize) -> Option<String> {
        let fpr = self.fpr.as_ref().filter(|_| kept.kept == Some(false))?;
        let other = if self.keyed { "another key" } else { "another --seed" };
        let (broke, why) = match &self.promise {
            Promise::Mean => (
                "is worse than asked",
                format!(
                    "as about half of all filters are with --mean; leave it out, or try {other}"
                ),
            ),
            Promise::ThisFilter(confidence) => {
                let doubt = confidence_in_words(&confidence.complement());
                let why = format!("which has a probability of at most {doubt}; try {other}");
                ("broke its promise", why)
            }
        };
        let rate = shown(&kept.rate, digits);
        Some(format!(
            "{name} {broke}: its own rate is {rate}, above {}, {why}",
            confidence_in_words(fpr)
        ))
    }

    /// What programs read of it.
    pub(super) fn fields(&self, kept: &Kept, distinct: &Distinct) -> [(&'static str, Value); 3] {
        let estimate = distinct
            .about()
            .map(|about| json!({ "value": about.to_string(), "label": "estimate" }));
        [
            ("asked_fpr", self.fpr.as_ref().map(Rate::to_string).into()),
            ("kept", kept.kept.into()),
            ("distinct", json!({ "at_least": distinct.at_least, "estimate": estimate })),
        ]
    }
}

/// Puts a command's own keys before the notes, which come last.
pub(super) fn insert_before_notes(
    object: &mut Object,
    fields: impl IntoIterator<Item = (&'static str, Value)>,
) {
    let notes = object.shift_remove("notes");
    object.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
    if let Some(notes) = notes {
        object.insert("notes".into(), notes);
    }
}

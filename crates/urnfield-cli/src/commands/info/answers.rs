//! Everything known of one file.

use crate::ratio;
use crate::reach::Missed;
use crate::refusal::Refusal;
use std::path::Path;
use urnfield::filter::Summary;
use urnfield::{Design, Enclosure, Error, Estimate, Filter, Load};
use urnfield_answers::{Form, usual_confidence};

/// What is known; `None` where it is unknown or out of reach, and then there is a note.
pub(in crate::commands) struct Answers {
    pub(super) file: String,
    pub(super) summary: Summary,
    /// Bits set, of all bits.
    pub(super) fill: Enclosure,
    /// The rate with the items planned.
    pub(super) planned_fpr: Option<Enclosure>,
    /// The rate with the bits counted.
    pub(super) fpr_given_bits: Option<Enclosure>,
    /// How many items have set so many bits.
    pub(super) items: Option<Estimate>,
    pub(super) over_plan: Option<bool>,
    pub(super) notes: Vec<String>,
}

impl Answers {
    /// Checks the whole file first: nothing is said about a damaged one.
    pub(in crate::commands) fn about(path: &Path, form: Form) -> Result<Answers, Refusal> {
        let summary = Filter::verify(path).map_err(|error| Refusal::about(path, error))?;
        let mut missed = Missed::default();
        let design = summary.design;
        let fill = ratio::quotient(summary.bits_set, design.bits(), form.bits());
        let fill = fill.unwrap_or_else(Enclosure::zero);
        let found = given_bits(design, summary.bits_set, form);
        let fpr_given_bits = missed.take("fpr_given_bits", found)?;
        let (surely, bits) = (usual_confidence()?, form.bits());
        let found =
            design.items_of(summary.bits_set).and_then(|q| q.precision(bits).estimate(&surely));
        let items = match found {
            // The AND of classic filters may have fewer bits than one item sets.
            Err(error @ (Error::Domain { .. } | Error::Unreachable { .. })) => {
                missed.note("items", error);
                None
            }
            found => missed.take("items", found)?,
        };
        let mut planned = Planned::default();
        if summary.planned_items > 0 {
            // A plan of more items than can be reckoned with is odd, but no damage.
            match design.holding(summary.planned_items) {
                Ok(load) => planned = Planned::of(&load, summary.bits_set, form, &mut missed)?,
                Err(error) => missed.note("planned_fpr", error),
            }
        }
        Ok(Answers {
            file: path.display().to_string(),
            summary,
            fill,
            planned_fpr: planned.fpr,
            fpr_given_bits,
            items,
            over_plan: planned.over,
            notes: missed.notes,
        })
    }

    /// For how many items it was planned, where that is known.
    pub(super) fn planned_items(&self) -> Option<u64> {
        Some(self.summary.planned_items).filter(|&items| items > 0)
    }

    pub(super) fn digest(&self) -> &'static str {
        match self.summary.seed {
            Some(_) => "xxh3-128",
            None => "siphash-2-4-128",
        }
    }

    pub(super) fn encoding(&self) -> String {
        self.summary.encoding.to_string()
    }
}

/// What follows from the items planned.
#[derive(Default)]
struct Planned {
    fpr: Option<Enclosure>,
    over: Option<bool>,
}

impl Planned {
    fn of(load: &Load, bits_set: u64, form: Form, missed: &mut Missed) -> Result<Planned, Error> {
        Ok(Planned {
            fpr: missed.take("planned_fpr", form.certain(load, Load::fpr))?,
            over: missed.take("over_plan", load.is_exceeded_by(bits_set))?,
        })
    }
}

/// The rate of a filter whose set bits have been counted, as certain as its reader needs it.
pub(in crate::commands) fn given_bits(
    design: Design,
    bits_set: u64,
    form: Form,
) -> Result<Enclosure, Error> {
    let rate = design.fpr_given(bits_set)?;
    if form.suffices(&rate) {
        return Ok(rate);
    }
    // The library gives 64 bits of it; a short fraction gives as many as anybody wants.
    match (rate.exact(), form) {
        (Some(exact), _) => Ok(ratio::enclosed(exact, form.bits())),
        (None, Form::Text(_)) => Ok(rate),
        (None, Form::Json(_)) => Err(Error::Precision {
            what: "the rate of this filter",
            bits: rate.certain_bits(),
            remedy: "ask for fewer digits with --digits",
        }),
    }
}

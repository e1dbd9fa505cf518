//! What every calculator says, what it claims, and what is true.

use crate::asking::Form;
use crate::reach::Missed;
use urnfield::bloom::Textbook;
use urnfield::{Design, Enclosure, Error, Kind, Load, Rate};

pub(super) struct Verdict {
    pub(super) textbook: Textbook,
    /// The textbook's own formula for the filter it proposes.
    pub(super) claimed: Option<Enclosure>,
    /// The exact rate of a standard filter of that size.
    pub(super) fpr: Option<Enclosure>,
    /// Whether that rate is at most the target; `None` where there is none, or no telling.
    pub(super) keeps_promise: Option<bool>,
}

impl Verdict {
    /// `None`, with a note, for a filter nobody can build.
    pub(super) fn of(
        textbook: Textbook,
        target: Option<&Rate>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Option<Verdict>, Error> {
        let built = Design::new(Kind::Standard, textbook.bits, textbook.hashes)
            .and_then(|design| design.holding(textbook.items));
        let load = match built {
            Ok(load) => load,
            Err(error) => {
                missed.note("textbook filter", error);
                return Ok(None);
            }
        };
        let claimed = form.certain(&load, |load| load.exponential().map(|found| found.value));
        let claimed = missed.take("claim of the textbook filter", claimed)?;
        let fpr = missed.take("fpr of the textbook filter", form.certain(&load, Load::fpr))?;
        let keeps_promise = match target {
            Some(target) => missed.take("verdict on the textbook filter", keeps(&load, target))?,
            None => None,
        };
        Ok(Some(Verdict { textbook, claimed, fpr, keeps_promise }))
    }
}

/// Whether the rate is at most the target, for certain.
fn keeps(load: &Load, target: &Rate) -> Result<bool, Error> {
    const TRIES: [u64; 3] = [53, 200, 1000];
    for bits in TRIES {
        let rate = load.precision(bits).fpr()?;
        if rate.certainly_le(target.value()) {
            return Ok(true);
        }
        if rate.certainly_gt(target.value()) {
            return Ok(false);
        }
    }
    Err(Error::Precision {
        what: "whether the textbook filter keeps its promise",
        bits: TRIES[2],
        remedy: "its rate is the target or nearly so",
    })
}

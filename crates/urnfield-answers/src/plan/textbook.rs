//! What every calculator says, what it claims, and what is true.

use crate::reach::Missed;
use crate::{Form, ratio};
use urnfield::bloom::Textbook;
use urnfield::{Design, Enclosure, Error, Kind, Load, Rate};
use urnfield_num::until_decided;

/// The textbook's filter, seen closely.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What it proposes.
    pub textbook: Textbook,
    /// The textbook's own formula for the filter it proposes.
    pub claimed: Option<Enclosure>,
    /// The exact rate of a standard filter of that size.
    pub fpr: Option<Enclosure>,
    /// Whether that rate is at most the target; `None` where there is none, or no telling.
    pub keeps_promise: Option<bool>,
}

impl Verdict {
    /// `None`, with a note, for a filter nobody can build.
    pub(super) fn of(
        textbook: Result<Textbook, Error>,
        target: Option<&Rate>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Option<Verdict>, Error> {
        let built = textbook.and_then(|textbook| {
            let design = Design::new(Kind::Standard, textbook.bits, textbook.hashes)?;
            Ok((textbook, design.holding(textbook.items)?))
        });
        let (textbook, load) = match built {
            Ok(built) => built,
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

    /// The size in whole bytes.
    pub fn bytes(&self) -> u64 {
        self.textbook.bits.div_ceil(8)
    }

    /// Bits for each item: exact, so that any number of digits is certain.
    pub fn bits_per_item(&self) -> Option<Enclosure> {
        ratio::quotient(self.textbook.bits, self.textbook.items, 64)
    }
}

/// Whether the rate is at most the target, for certain.
fn keeps(load: &Load, target: &Rate) -> Result<bool, Error> {
    const TRIES: [u64; 3] = [53, 200, 1000];
    let decided = until_decided(TRIES, |bits| {
        let rate = load.precision(bits).fpr()?;
        let keeps = rate.certainly_le(target.value());
        Ok::<_, Error>((keeps || rate.certainly_gt(target.value())).then_some(keeps))
    })?;
    decided.ok_or(Error::Precision {
        what: "whether the textbook filter keeps its promise",
        bits: TRIES[2],
        remedy: "its rate is the target or nearly so",
    })
}

//! `urnfield compare`: what the bits of filters say about their sets.

mod json;
mod text;

use crate::args::Compare;
use crate::asking::Form;
use crate::estimated::usual_confidence;
use crate::reach::Missed;
use crate::refusal::Refusal;
use std::io::Write;
use urnfield::bloom::{BitCounts, Comparison};
use urnfield::filter::SealedFilter;
use urnfield::{Design, Enclosure};

/// Everything that was counted, and what follows from it.
struct Found {
    files: Vec<String>,
    design: Design,
    bits_set: Vec<u64>,
    or_bits: u64,
    and_bits: u64,
    comparison: Option<Comparison>,
    share_nothing: Option<Enclosure>,
    notes: Vec<String>,
}

pub(super) fn run(typed: &Compare, out: &mut impl Write) -> Result<(), Refusal> {
    if typed.filters.len() < 2 {
        let sentence = "a comparison needs two filters or more, got 1; name another one";
        return Err(Refusal::Typed(sentence.into()));
    }
    let form = Form::new(&typed.form);
    let found = Found::of(typed, form)?;
    match form {
        Form::Json(digits) => json::write(&found, digits, out)?,
        Form::Text(digits) => text::write(&found, digits, out)?,
    }
    Ok(())
}

impl Found {
    /// The OR and the AND grow file by file: no more than three filters are in memory.
    fn of(typed: &Compare, form: Form) -> Result<Found, Refusal> {
        let mut both: Option<(SealedFilter, SealedFilter)> = None;
        let mut bits_set = Vec::new();
        for path in &typed.filters {
            let about = |error| Refusal::about(path, error);
            let filter = SealedFilter::load(path).map_err(about)?;
            bits_set.push(filter.bits_set());
            both = Some(match both {
                None => (filter.clone(), filter),
                Some((mut or, mut and)) => {
                    or.union_with(&filter).map_err(about)?;
                    and.intersect_with(&filter).map_err(about)?;
                    (or, and)
                }
            });
        }
        let Some((or, and)) = both else {
            return Err(Refusal::Typed("there is nothing to compare; name filters".into()));
        };
        let (design, or_bits, and_bits) = (or.design(), or.bits_set(), and.bits_set());
        let counts = BitCounts { each: &bits_set, or: or_bits, and: and_bits };
        let confidence = match &typed.confidence {
            Some(confidence) => confidence.clone(),
            None => usual_confidence()?,
        };
        let mut missed = Missed::default();
        let comparison = missed.take("intervals", design.compare(counts, &confidence))?;
        let share_nothing = form.settle(
            "the value",
            |bits| design.share_nothing_to(counts, bits),
            |value| form.suffices(value),
        );
        let share_nothing = missed.take("share_nothing", share_nothing)?;
        missed.fail_if(comparison.is_none() && share_nothing.is_none())?;
        let files = typed.filters.iter().map(|path| path.display().to_string()).collect();
        let notes = missed.notes;
        Ok(Found { files, design, bits_set, or_bits, and_bits, comparison, share_nothing, notes })
    }
}

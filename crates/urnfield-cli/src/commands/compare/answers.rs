//! The bits of filters counted, and everything that follows from them.

use crate::reach::Missed;
use crate::refusal::Refusal;
use std::path::{Path, PathBuf};
use urnfield::bloom::{BitCounts, Comparison};
use urnfield::filter::SealedFilter;
use urnfield::{Design, Enclosure, Error, Point, Rate};
use urnfield_answers::{Form, usual_confidence};

/// What is known; `None` where it is out of reach, and then there is a note.
pub(super) struct Answers {
    pub(super) files: Vec<String>,
    pub(super) counts: Counts,
    pub(super) confidence: Rate,
    pub(super) comparison: Option<Comparison>,
    /// The chance of as many common bits or more if the sets shared nothing.
    pub(super) share_nothing: Option<Enclosure>,
    pub(super) notes: Vec<String>,
}

/// Bits set in each filter, in any and in all of them.
pub(super) struct Counts {
    design: Design,
    pub(super) each: Vec<u64>,
    pub(super) or: u64,
    pub(super) and: u64,
}

impl Answers {
    pub(super) fn about(
        paths: &[PathBuf],
        confidence: Option<&Rate>,
        form: Form,
    ) -> Result<Answers, Refusal> {
        let confidence = match confidence {
            Some(confidence) => confidence.clone(),
            None => usual_confidence()?,
        };
        let counts = Counts::of(paths)?;
        let mut missed = Missed::default();
        let comparison = match counts.design.compare(counts.bits(), &confidence) {
            // The AND of classic filters may have fewer bits than one item sets.
            Err(error @ (Error::Domain { .. } | Error::Unreachable { .. })) if paths.len() > 1 => {
                missed.note("items, union, intersection and jaccard", error);
                None
            }
            found => missed.take("items, union, intersection and jaccard", found)?,
        };
        missed.notes.extend(comparison.as_ref().and_then(why_no_point));
        let found = form.settle(
            "the chance of so many common bits",
            |bits| counts.design.share_nothing_to(counts.bits(), bits),
            |value| form.suffices(value),
        );
        let share_nothing = missed.take("share_nothing", found)?;
        Ok(Answers {
            files: paths.iter().map(|path| path.display().to_string()).collect(),
            counts,
            confidence,
            comparison,
            share_nothing,
            notes: missed.notes,
        })
    }
}

/// Why there is no estimate of what the sets have in common, where there is none.
fn why_no_point(found: &Comparison) -> Option<String> {
    let no = |what: &str, why: &str| Some(format!("no estimate of {what}: {why}"));
    match (&found.intersection.point, &found.jaccard.point) {
        (None, _) => no(
            "intersection and jaccard",
            "so few counts do not determine what more than two sets have in common",
        ),
        (Some(Point::Undefined), _) => {
            no("intersection and jaccard", "where every bit is set, every number fits as well")
        }
        (_, Some(Point::Undefined)) => no("jaccard", "of no items at all every share is none"),
        _ => None,
    }
}

impl Counts {
    /// One file after the other: no more than three filters are in memory.
    fn of(paths: &[PathBuf]) -> Result<Counts, Refusal> {
        let load = |path: &Path| SealedFilter::load(path).map_err(|e| Refusal::about(path, e));
        let [first, others @ ..] = paths else {
            return Err(Refusal::Typed("a comparison needs two filters or more, got 0".into()));
        };
        let mut any = load(first)?;
        let mut all = any.clone();
        let mut each = vec![any.bits_set()];
        for path in others {
            let filter = load(path)?;
            any.union_with(&filter).map_err(|error| Refusal::about(path, error))?;
            all.intersect_with(&filter).map_err(|error| Refusal::about(path, error))?;
            each.push(filter.bits_set());
        }
        Ok(Counts { design: any.design(), each, or: any.bits_set(), and: all.bits_set() })
    }

    fn bits(&self) -> BitCounts<'_> {
        BitCounts { each: &self.each, or: self.or, and: self.and }
    }
}

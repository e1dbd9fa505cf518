//! What the bits of filters say about their sets, and what these have in common.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | bits counted, and everything that follows from them |
//! | `page` | the report |

mod page;

pub(crate) use page::in_words;

use crate::estimate::usual_confidence;
use crate::reach::Missed;
use crate::{Form, Question, Unanswered};
use urnfield::bloom::{BitCounts, Comparison};
use urnfield::{Design, Enclosure, Error, Point, Rate};

/// Filters whose bits were counted.
#[derive(Debug, Clone)]
pub struct CompareQuestion {
    /// Their names.
    pub files: Vec<String>,
    /// Those of them that are intersections, and so no set's filters.
    pub intersections: Vec<String>,
    /// Kind, bits and hashes of all of them.
    pub design: Design,
    /// Bits set in each.
    pub each: Vec<u64>,
    /// Bits set in any.
    pub or: u64,
    /// Bits set in all.
    pub and: u64,
    /// How surely all intervals hold together.
    pub confidence: Option<Rate>,
}

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct CompareAnswer {
    /// What was counted.
    pub question: CompareQuestion,
    /// How surely all intervals hold together.
    pub confidence: Rate,
    /// How many items there are.
    pub comparison: Option<Comparison>,
    /// The chance of as many common bits or more if the sets shared nothing.
    pub share_nothing: Option<Enclosure>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

const ESTIMATES: &str = "items, union, intersection and jaccard";

impl Question for CompareQuestion {
    type Answer = CompareAnswer;

    fn answer(&self, form: Form) -> Result<CompareAnswer, Unanswered> {
        let (design, mut missed) = (self.design, Missed::default());
        let confidence = self.confidence.clone().map_or_else(usual_confidence, Ok)?;
        let counts = BitCounts { each: &self.each, or: self.or, and: self.and };
        let comparison = match self.intersections.as_slice() {
            [] if self.files.len() > 1 => {
                taken(&mut missed, ESTIMATES, design.compare(counts, &confidence))?
            }
            [] => Some(design.compare(counts, &confidence)?),
            [first, ..] => {
                missed.notes.push(format!(
                    "no {ESTIMATES}: {first} is an intersection, whose bits do not tell how many \
                     items there are"
                ));
                None
            }
        };
        missed.notes.extend(comparison.as_ref().and_then(why_no_point));
        let found = form.enclose("the chance of so many common bits", |bits| {
            design.share_nothing_to(counts, bits)
        });
        let share_nothing = missed.take("share_nothing", found)?;
        let (question, notes) = (self.clone(), missed.notes);
        Ok(CompareAnswer { question, confidence, comparison, share_nothing, notes })
    }
}

/// The value, or a note where it is out of reach, or where the bits are those of no set: those of
/// an AND of classic filters may be fewer than one item sets.
pub(crate) fn taken<T>(
    missed: &mut Missed,
    name: &str,
    found: Result<T, Error>,
) -> Result<Option<T>, Error> {
    match found {
        Err(error @ (Error::Domain { .. } | Error::Unreachable { .. })) => {
            missed.note(name, error);
            Ok(None)
        }
        found => missed.take(name, found),
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

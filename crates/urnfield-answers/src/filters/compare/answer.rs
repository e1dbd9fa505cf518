//! The question that compares filters, and the answer.

use crate::ask::reach::Missed;
use crate::{Form, Question, Unanswered, usual_confidence};

use urnfield::bloom::{BitCounts, Comparison};
use urnfield::filter::LineLoads;
use urnfield::{AnyDesign, BlockCounts, Enclosure, Error, Point, Rate};

/// Filters whose bits were counted.
#[derive(Debug, Clone)]
pub struct CompareQuestion {
    /// Their names.
    pub files: Vec<String>,
    /// Those of them that are intersections, and so no set's filters.
    pub intersections: Vec<String>,
    /// Kind, bits and hashes of all of them.
    pub design: AnyDesign,
    /// How full their lines are, where they have some.
    pub lines: Option<LineCounts>,
    /// Bits set in each.
    pub each: Vec<u64>,
    /// Bits set in any.
    pub or: u64,
    /// Bits set in all.
    pub and: u64,
    /// How surely all intervals hold together.
    pub confidence: Option<Rate>,
}

/// How full the lines of filters are.
#[derive(Debug, Clone)]
pub struct LineCounts {
    /// Of each of them.
    pub each: Vec<LineLoads>,
    /// Of their OR.
    pub or: LineLoads,
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
        let mut missed = Missed::default();
        let confidence = self.confidence.clone().map_or_else(usual_confidence, Ok)?;
        let counts = BitCounts { each: &self.each, or: self.or, and: self.and };
        let comparison = match self.intersections.as_slice() {
            [] if self.files.len() > 1 => {
                missed.take_consistent(ESTIMATES, self.compared(counts, &confidence))?
            }
            [] => Some(self.compared(counts, &confidence)?),
            [first, ..] => {
                missed.notes.push(format!(
                    "no {ESTIMATES}: {first} is an intersection, whose bits do not tell how many \
                     items there are"
                ));
                None
            }
        };
        missed.notes.extend(comparison.as_ref().and_then(why_no_point));
        let share_nothing = match self.design {
            AnyDesign::Plain(design) => {
                let found = form.enclose("the chance of so many common bits", |bits| {
                    design.share_nothing_to(counts, bits)
                });
                missed.take("share_nothing", found)?
            }
            AnyDesign::Blocked(_) => {
                missed.notes.push(
                    "no share_nothing: with lines the chance of so many common bits does not follow \
                     from how many are set in all"
                        .into(),
                );
                None
            }
        };
        let (question, notes) = (self.clone(), missed.notes);
        Ok(CompareAnswer { question, confidence, comparison, share_nothing, notes })
    }
}

impl CompareQuestion {
    fn compared(&self, counts: BitCounts<'_>, confidence: &Rate) -> Result<Comparison, Error> {
        match (self.design, &self.lines) {
            (AnyDesign::Plain(design), _) => design.compare(counts, confidence),
            (AnyDesign::Blocked(design), Some(lines)) => {
                let counted = |loads: &LineLoads| BlockCounts::of_lines(design, loads.iter());
                let each: Vec<BlockCounts> =
                    lines.each.iter().map(counted).collect::<Result<_, _>>()?;
                BlockCounts::compare(&each, &counted(&lines.or)?, confidence)
            }
            (AnyDesign::Blocked(design), None) => Err(Error::domain(
                "filters with lines are compared by the counts of their lines",
                AnyDesign::from(design).to_string(),
            )),
        }
    }
}

/// Explains a missing estimate of the common items.
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

//! What a filter's file says of itself, and what follows from it.

use crate::ask::reach::Missed;
use crate::report::ratio;
use crate::{Form, MadeOf, OfAnyKind, Question, Unanswered, usual_confidence};

use urnfield::filter::{Origin, Summary};
use urnfield::{BlockCounts, Enclosure, Error, Estimate};

/// A file that was read and checked.
#[derive(Debug, Clone)]
pub struct InfoQuestion {
    /// Its name.
    pub file: String,
    /// What it says of itself.
    pub summary: Summary,
}

/// What is known; `None` where it is unknown or out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct InfoAnswer {
    /// The file's name.
    pub file: String,
    /// What it says of itself.
    pub summary: Summary,
    /// Bits set, of all bits.
    pub fill: Enclosure,
    /// The rate with the items planned.
    pub planned_fpr: Option<Enclosure>,
    /// The rate with the bits counted: of an intersection, for an item that is in none of its sets.
    pub fpr_given_bits: Option<Enclosure>,
    /// How many items have set so many bits; of an intersection nobody knows.
    pub items: Option<Estimate>,
    /// Whether more bits are set than the items planned would set.
    pub over_plan: Option<bool>,
    /// Of an intersection only.
    pub made_of: Option<MadeOf>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

impl Question for InfoQuestion {
    type Answer = InfoAnswer;

    fn answer(&self, form: Form) -> Result<InfoAnswer, Unanswered> {
        let (summary, mut missed) = (self.summary.clone(), Missed::default());
        let design = summary.design;
        let fill = ratio::quotient(summary.bits_set, design.bits(), form.bits());
        let fpr_given_bits = missed.take("fpr_given_bits", own_rate(&summary, form))?;
        let (mut items, mut planned, mut made_of) = (None, Planned::default(), None);
        match summary.origin {
            Origin::Intersection(operands) => {
                made_of = Some(MadeOf::of(design, &operands, summary.bits_set, form, &mut missed)?);
            }
            _ => {
                items = items_of(&summary, form, &mut missed)?;
                planned = Planned::of(&summary, form, &mut missed)?;
            }
        }
        Ok(InfoAnswer {
            file: self.file.clone(),
            fill: fill.unwrap_or_else(Enclosure::zero),
            planned_fpr: planned.fpr,
            fpr_given_bits,
            items,
            over_plan: planned.over,
            made_of,
            notes: missed.notes,
            summary,
        })
    }
}

impl InfoAnswer {
    /// For how many items it was planned, where that is known.
    pub fn planned_items(&self) -> Option<u64> {
        Some(self.summary.planned_items).filter(|&items| items > 0)
    }

    /// That the filter holds more than it was planned for, where it does.
    pub fn warning(&self) -> Option<String> {
        let items = self.planned_items().filter(|_| self.over_plan == Some(true))?;
        Some(overfull(&self.file, items))
    }
}

/// That a filter holds more than it was planned for, where it does; where that is out of reach,
/// nothing is said.
pub fn overfull_in_words(file: &str, filter: &Summary) -> Option<String> {
    let items = Some(filter.planned_items).filter(|&items| items > 0)?;
    let load = filter.design.holding(items).ok()?;
    load.is_exceeded_by(filter.bits_set).ok()?.then(|| overfull(file, items))
}

fn overfull(file: &str, items: u64) -> String {
    format!(
        "{file} holds more than it was planned for: {}; build a larger one from its keys, or begin \
         another one --like it and ask both with `check --also`",
        too_many(items)
    )
}

/// Why a filter holds more than so many items.
pub(crate) fn too_many(items: u64) -> String {
    format!("more bits are set than {items} items would set")
}

/// How many items have set so many bits.
fn items_of(filter: &Summary, form: Form, missed: &mut Missed) -> Result<Option<Estimate>, Error> {
    match estimated_items(filter, form) {
        // Fewer bits than one item of a classic filter sets: somebody made them.
        Err(error @ (Error::Domain { .. } | Error::Unreachable { .. })) => {
            missed.note("items", error);
            Ok(None)
        }
        found => missed.take("items", found),
    }
}

/// How many items have set so many bits, or so many of each line.
pub fn estimated_items(filter: &Summary, form: Form) -> Result<Estimate, Error> {
    let confidence = usual_confidence()?;
    if let Some(design) = filter.design.plain() {
        return design.items_of(filter.bits_set)?.precision(form.bits()).estimate(&confidence);
    }
    let found = counted_lines(filter)?.items(&confidence)?;
    Ok(Estimate { point: found.point, interval: found.interval, confidence })
}

/// The lines of a filter that has some, counted.
pub(crate) fn counted_lines(filter: &Summary) -> Result<BlockCounts, Error> {
    filter.block_counts().unwrap_or_else(|| {
        Err(Error::domain("a filter without lines has none to count", filter.design.to_string()))
    })
}

/// What follows from the items planned.
#[derive(Default)]
struct Planned {
    fpr: Option<Enclosure>,
    over: Option<bool>,
}

impl Planned {
    fn of(summary: &Summary, form: Form, missed: &mut Missed) -> Result<Planned, Error> {
        if summary.planned_items == 0 {
            return Ok(Planned::default());
        }
        // A plan of more items than can be reckoned with is odd, but no damage.
        let load = match summary.design.holding(summary.planned_items) {
            Ok(load) => load,
            Err(error) => {
                missed.note("planned_fpr", error);
                return Ok(Planned::default());
            }
        };
        Ok(Planned {
            fpr: missed.take("planned_fpr", load.fpr(form))?,
            over: missed.take("over_plan", load.is_exceeded_by(summary.bits_set))?,
        })
    }
}

/// The rate of a filter whose set bits have been counted, as certain as its reader needs it.
pub fn own_rate(filter: &Summary, form: Form) -> Result<Enclosure, Error> {
    form.enclose("the rate of this filter", |bits| filter.own_fpr_to(bits.max(64)))
}

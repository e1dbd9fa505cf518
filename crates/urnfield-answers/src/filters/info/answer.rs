//! `info`: the contents of a filter file, and what follows from them.

use crate::ask::reach::Missed;
use crate::report::numbers::quotient;
use crate::{Form, OfAnyKind, Question, Unanswered, usual_confidence};
use urnfield::bloom::{BitCounts, Common};
use urnfield::filter::{Operands, Origin, Summary};
use urnfield::{AnyDesign, BlockCounts, Enclosure, Error, Estimate, Interval, Occupancy, Rate};

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
    /// The estimated number of items; `None` for an intersection.
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
        let summary = self.summary.clone();
        let mut missed = Missed::default();
        let design = summary.design;
        let fill = quotient(summary.bits_set, design.bits(), form.bits());
        let fpr_given_bits = missed.take("fpr_given_bits", own_rate(&summary, form))?;
        let (mut items, mut planned, mut made_of) = (None, Planned::default(), None);
        match summary.origin {
            Origin::Intersection(operands) => {
                made_of = Some(MadeOf::of(design, &operands, summary.bits_set, form, &mut missed)?);
            }
            _ => {
                items = missed.take_consistent("items", estimated_items(&summary, form))?;
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
    /// Returns the number of items the filter was planned for, where known.
    pub fn planned_items(&self) -> Option<u64> {
        Some(self.summary.planned_items).filter(|&items| items > 0)
    }

    /// Warns when the filter holds more items than planned.
    pub fn warning(&self) -> Option<String> {
        let items = self.planned_items().filter(|_| self.over_plan == Some(true))?;
        Some(overfull(&self.file, items))
    }
}

/// Warns when a filter holds more items than planned; `None` where that is out of reach.
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

/// Explains why a filter holds more than so many items.
pub(crate) fn too_many(items: u64) -> String {
    format!("more bits are set than {items} items would set")
}

/// Estimates the items of a filter from its bits, or from the bits of each line.
pub fn estimated_items(filter: &Summary, form: Form) -> Result<Estimate, Error> {
    let confidence = usual_confidence()?;
    if let Some(design) = filter.design.plain() {
        return design.items_of(filter.bits_set)?.precision(form.bits()).estimate(&confidence);
    }
    let found = counted_lines(filter)?.items(&confidence)?;
    Ok(Estimate { point: found.point, interval: found.interval, confidence })
}

/// Returns the counted lines of a filter that has lines.
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
        let load = summary.design.holding(summary.planned_items);
        let Some(load) = missed.noted("planned_fpr", load) else { return Ok(Planned::default()) };
        Ok(Planned {
            fpr: missed.take("planned_fpr", load.fpr(form))?,
            over: missed.take("over_plan", load.is_exceeded_by(summary.bits_set))?,
        })
    }
}

/// Returns the rate of a filter from its counted bits, with the digits asked for.
pub fn own_rate(filter: &Summary, form: Form) -> Result<Enclosure, Error> {
    form.enclose("the rate of this filter", |bits| filter.own_fpr_to(bits.max(64)))
}

/// The filters that an intersection was made of, and what follows from them; `None` where it is
/// unknown or out of reach.
#[derive(Debug, Clone)]
pub struct MadeOf {
    /// How many filters of sets.
    pub filters: Option<u64>,
    /// Bits set in each of them, the most first.
    pub bits_set: Option<Vec<u64>>,
    /// How often, at most, an item passes that is in some of the sets but not in all.
    pub member_fpr: Option<Enclosure>,
    /// How many items two sets have in common.
    pub common_items: Option<Common<Interval>>,
    /// How surely the interval of that holds.
    pub confidence: Rate,
    /// The chance of as many common bits or more if the sets shared nothing.
    pub share_nothing: Option<Enclosure>,
}

/// What is not known of lines.
const NO_LINES: &str = "no member_fpr, common_items and share_nothing: with lines they do not follow \
                        from how many bits are set in all";

impl MadeOf {
    pub(crate) fn of(
        design: AnyDesign,
        operands: &Operands,
        bits_set: u64,
        form: Form,
        missed: &mut Missed,
    ) -> Result<MadeOf, Error> {
        let mut found = MadeOf {
            filters: operands.filters(),
            bits_set: operands.all_bits().map(<[u64]>::to_vec),
            member_fpr: None,
            common_items: None,
            confidence: usual_confidence()?,
            share_nothing: None,
        };
        let Some(design) = design.plain() else {
            missed.notes.push(NO_LINES.into());
            return Ok(found);
        };
        if let Some(most) = operands.most_bits() {
            let rate = form.enclose("the rate", |bits| design.fpr_given_to(most, bits.max(64)));
            found.member_fpr = missed.take("member_fpr", rate)?;
        }
        let Some(each) = operands.all_bits() else { return Ok(found) };
        if let &[x, y] = each {
            // |A ∪ B| = |A| + |B| − |A ∩ B|, of bits as of items; more than all there are is a
            // contradiction, which the comparison names.
            let or = x.saturating_add(y).saturating_sub(bits_set);
            let counts = BitCounts { each, or, and: bits_set };
            let compared = design.compare(counts, &found.confidence);
            let compared = missed.take_consistent("common_items", compared)?;
            found.common_items = compared.map(|compared| compared.intersection);
        }
        // Given their counts, filters of disjoint sets have the bits of random lists.
        let p = form.enclose("the chance of so many common bits", |bits| {
            Occupancy::lists(design.bits(), each)?.precision(bits).at_least(bits_set)
        });
        found.share_nothing = missed.take("share_nothing", p)?;
        Ok(found)
    }
}

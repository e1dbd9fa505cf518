//! What an intersection says. Its own bits tell how often a stranger passes; how often a member of
//! one of the sets does, and how many items they share, follows from the filters it was made of.

use crate::ask::reach::Missed;
use crate::{Form, usual_confidence};
use urnfield::bloom::{BitCounts, Common};
use urnfield::filter::Operands;
use urnfield::{AnyDesign, Enclosure, Error, Interval, Occupancy, Rate};

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
            let compared =
                crate::filters::compare::answer::taken(missed, "common_items", compared)?;
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

//! How many keys came again, and how many of those that were dropped may be new ones.

use crate::value::shown;
use crate::{Distinct, ENDS, Form, Kept, Report, Unanswered, Wanted, object};
use urnfield::filter::Summary;
use urnfield::{Design, Enclosure, Error};

/// Keys that were put into an empty filter, those that it knew already dropped.
#[derive(Debug, Clone)]
pub struct DedupeAnswer {
    /// How many keys came.
    pub keys: u64,
    /// How many of them were new, and printed.
    pub new_keys: u64,
    /// How many of those dropped are expected to be wrong, at most.
    pub expected_wrong: Enclosure,
    /// The filter that remembers them.
    pub filter: Summary,
    /// What its size was chosen for.
    pub wanted: Wanted,
    /// What it has of that.
    pub kept: Kept,
    /// How many of the keys were different.
    pub distinct: Distinct,
    /// How precisely.
    pub digits: usize,
}

impl DedupeAnswer {
    /// Of `keys` the filter took `new_keys` for new.
    pub fn new(
        filter: Summary,
        wanted: Wanted,
        keys: u64,
        new_keys: u64,
        form: Form,
    ) -> Result<DedupeAnswer, Unanswered> {
        let (design, bits_set) = (filter.design, filter.bits_set);
        let kept = wanted.kept_by(design, bits_set, form)?;
        let expected_wrong = form.enclose("the expected mistakes", |bits| {
            expected_wrong(design, bits_set, new_keys, keys - new_keys, bits)
        })?;
        let distinct = Distinct::of(design, keys, new_keys);
        let (Form::Text(digits) | Form::Json(digits)) = form;
        Ok(DedupeAnswer { keys, new_keys, expected_wrong, filter, wanted, kept, distinct, digits })
    }

    fn planned_items(&self) -> Option<u64> {
        Some(self.filter.planned_items).filter(|items| *items > 0)
    }

    /// A sentence where the filter has not what was wanted.
    pub fn warning(&self) -> Option<String> {
        let planned = self.planned_items().filter(|planned| self.new_keys > *planned);
        match planned {
            Some(planned) if self.kept.kept == Some(false) => Some(format!(
                "{} different keys came where {planned} were planned: the rate is higher than \
                 asked; raise --items",
                self.new_keys
            )),
            _ => self.wanted.broken("the filter", &self.kept, self.digits),
        }
    }
}

impl From<DedupeAnswer> for Report {
    fn from(answer: DedupeAnswer) -> Report {
        let (design, dropped) = (answer.filter.design, answer.keys - answer.new_keys);
        let mut report = Report::default();
        report.remark(format!(
            "keys = {}, printed = {}, dropped = {dropped}, of which at most {} are expected to be \
             wrong; {}",
            answer.keys,
            answer.new_keys,
            shown(&answer.expected_wrong, answer.digits),
            answer.wanted.in_words(&answer.kept, answer.digits)
        ));
        report.json("keys", answer.keys);
        report.json("new_keys", answer.new_keys);
        report.json("dropped", dropped);
        let bound = object! { ENDS => &answer.expected_wrong, "label" => "bound" };
        report.json("expected_wrong", bound);
        report.json("kind", design.kind());
        report.json("bits", design.bits());
        report.json("hashes", design.hashes());
        report.json("seed", answer.filter.seed);
        report.json("bits_set", answer.filter.bits_set);
        report.json("planned_items", answer.planned_items());
        report.json("fpr_given_bits", &answer.kept.rate);
        answer.wanted.tell(&answer.kept, &answer.distinct, &mut report);
        report
    }
}

/// How many new keys are expected among those that were dropped, at most.
///
/// A new key that meets x set bits is dropped with the probability r(x) of that filter. So for
/// every new key that is printed, r/(1 − r) are dropped on average: the sum of r/(1 − r) over the
/// printed keys has the mean that the number of wrongly dropped ones has. The rate only grows, and
/// its last value bounds all of them: printed · r/(1 − r). And no more are wrong than are dropped.
fn expected_wrong(
    design: Design,
    bits_set: u64,
    printed: u64,
    dropped: u64,
    bits: u64,
) -> Result<Enclosure, Error> {
    let most = Enclosure::from(dropped);
    let rate = design.fpr_given_to(bits_set, bits.max(64))?;
    // Where the filter is full, any of them may be wrong.
    let odds = rate.checked_div(&rate.complement());
    Ok(odds.map_or(most.clone(), |odds| (odds * Enclosure::from(printed)).min(&most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Kind;

    #[test]
    fn no_more_are_wrong_than_are_dropped() {
        let design = Design::new(Kind::Classic, 4, 1).expect("a design");
        let wrong = |bits_set, printed, dropped| {
            let wrong = expected_wrong(design, bits_set, printed, dropped, 60).expect("small");
            wrong.exact().map(ToString::to_string)
        };
        assert_eq!(wrong(0, 0, 0).as_deref(), Some("0"));
        assert_eq!(wrong(1, 1, 9).as_deref(), Some("1/3"));
        assert_eq!(wrong(3, 4, 9).as_deref(), Some("9"));
        assert_eq!(wrong(4, 4, 9).as_deref(), Some("9"));
    }
}

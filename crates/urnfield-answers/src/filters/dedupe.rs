//! The report of `dedupe`: repeated keys, and how many dropped keys may be new.

use crate::report::value::shown_upper;
use crate::{Distinct, ENDS, Form, Kept, Purpose, Question, Report, Unanswered, object};
use urnfield::filter::Summary;
use urnfield::{Enclosure, Error};

/// Keys that were put into a filter, those that it knew already dropped.
#[derive(Debug, Clone)]
pub struct DedupeQuestion {
    /// The filter that remembers them.
    pub filter: Summary,
    /// What its size was chosen for.
    pub purpose: Purpose,
    /// Where the filter was kept, if it was not empty at first.
    pub older: Option<String>,
    /// How many keys came.
    pub keys: u64,
    /// How many of them were new, and printed.
    pub new_keys: u64,
}

/// How many of them may be wrong.
#[derive(Debug, Clone)]
pub struct DedupeAnswer {
    /// What was asked.
    pub question: DedupeQuestion,
    /// How many of those dropped are expected to be wrong, at most.
    pub expected_wrong: Enclosure,
    /// What the filter has of what was wanted.
    pub kept: Kept,
    /// How many of the keys were different.
    pub distinct: Distinct,
    /// How precisely it is said.
    pub digits: usize,
}

impl Question for DedupeQuestion {
    type Answer = DedupeAnswer;

    fn answer(&self, form: Form) -> Result<DedupeAnswer, Unanswered> {
        let DedupeQuestion { keys, new_keys, .. } = *self;
        let kept = self.purpose.kept_by(&self.filter, form)?;
        // An empty filter prints its first key. One with a past may print nothing at all, which
        // tells nothing of the new keys that came: there any key may have been one.
        let (new, distinct) = match self.older {
            None => (new_keys, Distinct::of(&self.filter, keys, new_keys)),
            Some(_) => (keys, Distinct::at_least(new_keys)),
        };
        let expected_wrong = form.enclose("the expected mistakes", |bits| {
            expected_wrong(&self.filter.own_fpr_to(bits.max(64))?, new, keys - new_keys)
        })?;
        let (Form::Text(digits) | Form::Json(digits)) = form;
        Ok(DedupeAnswer { question: self.clone(), expected_wrong, kept, distinct, digits })
    }
}

impl DedupeQuestion {
    fn planned_items(&self) -> Option<u64> {
        Some(self.filter.planned_items).filter(|items| *items > 0)
    }
}

impl DedupeAnswer {
    /// Warns when the filter exceeds the requested rate.
    pub fn warning(&self) -> Option<String> {
        let (asked, broken) = (&self.question, self.kept.kept == Some(false));
        if let (Some(older), true) = (&asked.older, broken) {
            return Some(format!(
                "{older} has a higher rate than asked, as it was made for another one or holds \
                 more than it was planned for; begin another --state"
            ));
        }
        match asked.planned_items().filter(|planned| broken && asked.new_keys > *planned) {
            Some(planned) => Some(format!(
                "{} different keys came where {planned} were planned: the rate is higher than \
                 asked; raise --items",
                asked.new_keys
            )),
            None => asked.purpose.broken("the filter", &self.kept, self.digits),
        }
    }
}

impl From<DedupeAnswer> for Report {
    fn from(answer: DedupeAnswer) -> Report {
        let asked = &answer.question;
        let (design, dropped) = (asked.filter.design, asked.keys - asked.new_keys);
        let mut report = Report::default();
        report.remark(format!(
            "keys = {}, printed = {}, dropped = {dropped}, of which at most {} are expected to be \
             wrong; {}",
            asked.keys,
            asked.new_keys,
            shown_upper(&answer.expected_wrong, answer.digits),
            asked.purpose.in_words(&answer.kept, answer.digits)
        ));
        report.json("keys", asked.keys);
        report.json("new_keys", asked.new_keys);
        report.json("dropped", dropped);
        let bound = object! { ENDS => &answer.expected_wrong, "label" => "bound" };
        report.json("expected_wrong", bound);
        report.json("kind", design.kind_name());
        report.json("bits", design.bits());
        report.json("hashes", design.hashes());
        report.json("seed", asked.filter.seed);
        report.json("bits_set", asked.filter.bits_set);
        report.json("planned_items", asked.planned_items());
        report.json("fpr_given_bits", &answer.kept.rate);
        asked.purpose.tell(&answer.kept, &answer.distinct, &mut report);
        report
    }
}

/// How many new keys are expected among those that were dropped, at most.
///
/// A new key is dropped with the probability r of the filter that it meets. So for
/// every new key that is printed, r/(1 − r) are dropped on average: the sum of r/(1 − r) over the
/// printed keys has the mean that the number of wrongly dropped ones has. The rate only grows, and
/// its last value bounds all of them: printed · r/(1 − r). And no more are wrong than are dropped.
pub(crate) fn expected_wrong(
    rate: &Enclosure,
    printed: u64,
    dropped: u64,
) -> Result<Enclosure, Error> {
    let most = Enclosure::from(dropped);
    // Where the filter is full, any of them may be wrong.
    let odds = rate.checked_div(&rate.complement());
    Ok(odds.map_or(most.clone(), |odds| (odds * Enclosure::from(printed)).min(&most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    #[test]
    fn no_more_are_wrong_than_are_dropped() {
        let wrong = |bits_set, printed, dropped| {
            let rate = Enclosure::from(&Rational::new(bits_set, 4).expect("a rate"));
            let wrong = expected_wrong(&rate, printed, dropped).expect("small");
            wrong.exact().map(ToString::to_string)
        };
        assert_eq!(wrong(0, 0, 0).as_deref(), Some("0"));
        assert_eq!(wrong(1, 1, 9).as_deref(), Some("1/3"));
        assert_eq!(wrong(3, 4, 9).as_deref(), Some("9"));
        assert_eq!(wrong(4, 4, 9).as_deref(), Some("9"));
    }
}

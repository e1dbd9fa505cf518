//! The report of `dedupe --chain`.

use crate::filters::chain::report;
use crate::filters::dedupe::expected_wrong;
use crate::report::value::shown_upper;
use crate::{ChainKept, ENDS, Form, Question, Report, Unanswered, object};
use urnfield::Enclosure;
use urnfield::chain::ChainSummary;

/// Keys that were put into a chain, those that it knew already dropped.
#[derive(Debug, Clone)]
pub struct ChainDedupeQuestion {
    /// The name of the chain's folder.
    pub folder: String,
    /// The chain as it is now.
    pub summary: ChainSummary,
    /// The highest rate that it had meanwhile.
    pub highest: Enclosure,
    /// Whether it was empty at first.
    pub was_empty: bool,
    /// How many keys came.
    pub keys: u64,
    /// How many of them were new, and printed.
    pub new_keys: u64,
}

/// How many of them may be wrong.
#[derive(Debug, Clone)]
pub struct ChainDedupeAnswer {
    /// What was asked.
    pub question: ChainDedupeQuestion,
    /// How many of those dropped are expected to be wrong, at most.
    pub expected_wrong: Enclosure,
    /// The rate of the chain, and whether it is kept.
    pub kept: ChainKept,
    /// How precisely it is said.
    pub digits: usize,
}

impl Question for ChainDedupeQuestion {
    type Answer = ChainDedupeAnswer;

    fn answer(&self, form: Form) -> Result<ChainDedupeAnswer, Unanswered> {
        let kept = ChainKept::of(&self.summary, form)?;
        // As with a single filter: one with a past may drop a key that is new, and print none.
        let new = if self.was_empty { self.new_keys } else { self.keys };
        let expected_wrong = expected_wrong(&self.highest, new, self.keys - self.new_keys)?;
        let (Form::Text(digits) | Form::Json(digits)) = form;
        Ok(ChainDedupeAnswer { question: self.clone(), expected_wrong, kept, digits })
    }
}

impl ChainDedupeAnswer {
    /// Warns when the chain exceeds the requested rate.
    pub fn warning(&self) -> Option<String> {
        self.kept.broken(&self.question.folder, &self.question.summary, self.digits)
    }
}

impl From<ChainDedupeAnswer> for Report {
    fn from(answer: ChainDedupeAnswer) -> Report {
        let ChainDedupeQuestion { summary, keys, new_keys, .. } = &answer.question;
        let (dropped, digits) = (keys - new_keys, answer.digits);
        let generations = summary.generations.len();
        let mut report = Report::default();
        report.remark(format!(
            "keys = {keys}, printed = {new_keys}, dropped = {dropped}, of which at most {} are \
             expected to be wrong; generations = {generations}, {}",
            shown_upper(&answer.expected_wrong, digits),
            answer.kept.in_words(summary, digits)
        ));
        report.json("keys", *keys);
        report.json("new_keys", *new_keys);
        report.json("dropped", dropped);
        report
            .json("expected_wrong", object! { ENDS => &answer.expected_wrong, "label" => "bound" });
        report.json("kind", summary.kind);
        report.json("planned_items", summary.items);
        report.json("generation_count", generations as u64);
        report.json("asked_fpr", &summary.fpr);
        report::json_kept(&answer.kept, &mut report);
        report
    }
}

//! The question and the verdict on the textbook, in words.

use crate::plan::excess::{Excess, excess, single_filters};
use crate::plan::wanted::Wanted;
use crate::read::FilterKind;
use crate::report::numbers::counted;
use crate::report::value::short;
use crate::{OfAnyKind, Plans, Proposal, RateQuestion, Value, words};
use urnfield::{Enclosure, Kind};

/// What is found.
pub(super) fn heading(plans: &Plans) -> String {
    let items = |count: &u64| counted(*count, "item", "items");
    let bits = |count: &u64| counted(*count, "bit", "bits");
    let question = &plans.question;
    // How many items a size holds surely is not proved to be the most.
    let most = if question.confidence.is_none() { "The most items" } else { "Items that fit" };
    // The size of a filter with blocks that keeps its own rate rests on a bound.
    let of_blocks = |p: &Proposal| p.design.kind().blocks().is_some();
    let smallest = if question.confidence.is_some() && plans.proposals.iter().any(of_blocks) {
        "The smallest filter proved"
    } else {
        "The smallest filter"
    };
    let found = match &plans.wanted {
        Wanted::LeastBits { items: n, fpr } => {
            format!("{smallest} for {} at a rate of at most {}", items(n), short(fpr))
        }
        Wanted::MostItems { bits: m, fpr } => {
            format!("{most} in {} at a rate of at most {}", bits(m), short(fpr))
        }
        Wanted::BestHashes { bits: m, items: n }
        | Wanted::Fits { bits: m, items: n, .. }
        | Wanted::Nothing(RateQuestion { bits: m, items: n, .. }) => {
            format!("The best hashes for {} in {}", items(n), bits(m))
        }
    };
    let hashes = match (question.hashes, question.max_hashes) {
        (Some(k), _) => format!(", hashes = {k}"),
        (None, Some(k)) => format!(", hashes <= {k}"),
        (None, None) => String::new(),
    };
    let confidence = match &question.confidence {
        Some(confidence) => format!(", with probability {}", short(confidence)),
        None => String::new(),
    };
    found + &hashes + &confidence
}

/// Returns whether the textbook's filter keeps the rate, and by how much it misses.
pub(super) fn about_textbook(plans: &Plans) -> Option<Value> {
    let verdict = plans.textbook.as_ref()?;
    let (textbook, rate) = (verdict.textbook, verdict.fpr.as_ref());
    let name = match plans.wanted {
        Wanted::MostItems { .. } => counted(textbook.items, "item", "items"),
        _ => counted(textbook.bits, "bit", "bits"),
    };
    let hashes = counted(textbook.hashes, "hash", "hashes");
    let name = format!("The textbook filter ({name}, {hashes})");
    match (&plans.question.fpr, verdict.keeps_promise) {
        (Some(_), Some(true)) => Some(words![name, " keeps the target."]),
        (Some(target), Some(false)) => {
            let target = Enclosure::from(target.value());
            let misses = match rate.and_then(|rate| excess(rate, &target)) {
                Some(Excess::Percent(percent)) => format!("misses the target by {percent} %."),
                Some(Excess::Times(times)) => format!("misses the target by a factor of {times}."),
                None => "misses the target.".into(),
            };
            Some(match rate {
                Some(rate) => words![name, " really gives ", rate, ": it ", misses],
                None => words![name, " ", misses],
            })
        }
        (Some(_), None) => None,
        (None, _) => {
            let is_standard = |kind| kind == FilterKind::Plain(Kind::Standard);
            let best = plans.proposals.iter().find(|p| is_standard(p.design.kind()))?;
            let by = match excess(rate?, best.fpr.as_ref()?)? {
                Excess::Percent(percent) => format!(": {percent} % above the best."),
                Excess::Times(times) => format!(": {times} times the best."),
            };
            Some(words![name, " really gives ", rate, by])
        }
    }
}

/// What it costs that each single filter keeps the rate, a line for each kind.
pub(super) fn about_single_filters(plans: &Plans) -> Option<Value> {
    // With a confidence, the plan is that filter already.
    if plans.question.confidence.is_some() {
        return None;
    }
    let mut lines = vec![Value::from(
        "The rate is a mean over filters, and some are worse. That each single one keeps it costs:",
    )];
    for proposal in &plans.proposals {
        if let Some(found) = proposal.per_filter.as_ref().filter(|found| found.says_something()) {
            lines.push(format!("\n  {}: ", proposal.design.kind()).into());
            lines.push(single_filters(found, proposal.design.bits()));
        }
    }
    (lines.len() > 1).then_some(Value::Words(lines))
}

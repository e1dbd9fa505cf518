//! The question and the verdict on the textbook, in words.

use super::Plans;
use super::question::Wanted;
use crate::ratio::{Excess, excess};
use crate::value::short;
use crate::{RateQuestion, Value, words};
use urnfield::{Enclosure, Kind};

/// What is found.
pub(super) fn heading(plans: &Plans) -> String {
    let items = |count: &u64| counted(*count, "item", "items");
    let bits = |count: &u64| counted(*count, "bit", "bits");
    let question = &plans.question;
    let found = match &plans.wanted {
        Wanted::LeastBits { items: n, fpr } => {
            format!("The smallest filter for {} at a rate of at most {}", items(n), short(fpr))
        }
        Wanted::MostItems { bits: m, fpr } => {
            format!("The most items in {} at a rate of at most {}", bits(m), short(fpr))
        }
        Wanted::BestHashes { bits: m, items: n }
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

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Whether the textbook's filter does what it is sold for, and by how much not.
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
            let target = Enclosure::from_rational(target.value(), 64);
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
            let is_standard = |kind| kind == Kind::Standard;
            let best = plans.proposals.iter().find(|p| is_standard(p.plan.design.kind()))?;
            let by = match excess(rate?, best.fpr.as_ref()?)? {
                Excess::Percent(percent) => format!(": {percent} % above the best."),
                Excess::Times(times) => format!(": {times} times the best."),
            };
            Some(words![name, " really gives ", rate, by])
        }
    }
}

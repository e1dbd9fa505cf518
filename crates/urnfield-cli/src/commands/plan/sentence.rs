//! The question and the verdict on the textbook, in words.

use super::Answers;
use super::question::{Question, Wanted};
use crate::ratio::{self, Excess};
use crate::report::shown;
use urnfield::{Kind, Rate};

/// What is found.
pub(super) fn heading(question: &Question<'_>) -> String {
    let found = match question.wanted {
        Wanted::LeastBits { items, fpr } => {
            let items = counted(items, "item", "items");
            format!("The smallest filter for {items} at a rate of at most {}", said(fpr))
        }
        Wanted::MostItems { bits, fpr } => {
            let bits = counted(bits, "bit", "bits");
            format!("The most items in {bits} at a rate of at most {}", said(fpr))
        }
        Wanted::BestHashes { bits, items } | Wanted::Nothing { bits, items, .. } => {
            let bits = counted(bits, "bit", "bits");
            format!("The best hashes for {} in {bits}", counted(items, "item", "items"))
        }
    };
    let hashes = match question.hashes() {
        (Some(k), _) => format!(", hashes = {k}"),
        (None, Some(k)) => format!(", hashes <= {k}"),
        (None, None) => String::new(),
    };
    let confidence = match question.confidence() {
        Some(confidence) => format!(", with probability {}", said(confidence)),
        None => String::new(),
    };
    found + &hashes + &confidence
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A rate as a short decimal where it is one, else as the fraction it is.
fn said(rate: &Rate) -> String {
    const SHORT: usize = 7;
    let ends = ratio::enclosed(rate.value(), 64).map(|value| value.decimal_bounds(SHORT));
    match ends {
        Ok((lo, hi)) if lo == hi => lo,
        _ => rate.to_string(),
    }
}

/// Whether the textbook's filter does what it is sold for, and by how much not.
pub(super) fn about_textbook(answers: &Answers<'_>, digits: usize) -> Option<String> {
    let verdict = answers.textbook.as_ref()?;
    let (textbook, rate) = (verdict.textbook, verdict.fpr.as_ref());
    let name = match answers.question.wanted {
        Wanted::MostItems { .. } => counted(textbook.items, "item", "items"),
        _ => counted(textbook.bits, "bit", "bits"),
    };
    let hashes = counted(textbook.hashes, "hash", "hashes");
    let name = format!("The textbook filter ({name}, {hashes})");
    let really = rate.map(|rate| format!("{name} really gives {}", shown(rate, digits)));
    match (answers.question.target(), verdict.keeps_promise) {
        (Some(_), Some(true)) => Some(format!("{name} keeps the target.")),
        (Some(target), Some(false)) => {
            let target = ratio::enclosed(target.value(), 64).ok()?;
            let by = rate.and_then(|rate| ratio::excess(rate, &target));
            let misses = match by {
                Some(Excess::Percent(percent)) => format!("misses the target by {percent} %"),
                Some(Excess::Times(times)) => format!("misses the target by a factor of {times}"),
                None => "misses the target".into(),
            };
            Some(
                really.map_or(format!("{name} {misses}."), |really| {
                    format!("{really}: it {misses}.")
                }),
            )
        }
        (Some(_), None) => None,
        (None, _) => {
            let is_standard = |kind| kind == Kind::Standard;
            let best = answers.proposals.iter().find(|p| is_standard(p.plan.design.kind()))?;
            let by = match ratio::excess(rate?, best.fpr.as_ref()?)? {
                Excess::Percent(percent) => format!("{percent} % above the best"),
                Excess::Times(times) => format!("{times} times the best"),
            };
            Some(format!("{}: {by}.", really?))
        }
    }
}

//! The question and the verdict on the textbook, in words.

use crate::plan::wanted::Wanted;
use crate::read::FilterKind;
use crate::report::size_in_words::behind_bits;
use crate::report::value::short;
use crate::{OfAnyKind, PerFilter, Plans, Proposal, RateQuestion, Value, words};
use urnfield::{Enclosure, Kind, Rate, Rational};

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

pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
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
    // Who asked with a confidence has that filter already.
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

/// How many of the filters of so many bits are worse than asked, and the size at which hardly one
/// is.
pub(super) fn single_filters(found: &PerFilter, bits: u64) -> Value {
    let mut said = Vec::new();
    // A bound of the share of mean filters says nothing.
    if let Some(share) = found.share_worse.as_ref().filter(|_| !found.bound) {
        // A share is not asked for to seven digits, and a tiny one not in percent.
        const DIGITS: usize = 3;
        let percent = share * &Enclosure::from(100);
        said.push(if share.is_zero() {
            "no such filter is worse than asked".into()
        } else if percent.certainly_lt(&Rational::one()) {
            let share = Value::Estimate { value: share.clone(), most: DIGITS };
            words!["a share of ", share, " of such filters is worse than asked"]
        } else {
            let percent = Value::Estimate { value: percent, most: DIGITS };
            words![percent, " % of such filters are worse than asked"]
        });
    }
    if let Some(needed) = found.bits {
        if !said.is_empty() {
            said.push("; ".into());
        }
        let more = match needed.checked_sub(bits).filter(|more| *more > 0) {
            Some(more) => match share(more, bits) {
                Some(percent) => format!(", {more} or {percent} % more"),
                None => format!(", {more} more"),
            },
            None => String::new(),
        };
        let but = all_but(&found.confidence);
        let proved = if found.bound { ", by a bound" } else { "" };
        let size = counted(needed, "bit", "bits");
        let bytes = behind_bits(needed);
        said.push(format!("{but} keep it with {size}{bytes}{more}{proved}").into());
    }
    Value::Words(said)
}

/// a as percent of b, to two digits.
pub(super) fn share(a: u64, b: u64) -> Option<String> {
    let percent = Rational::from(a).checked_div(&Rational::from(b))?;
    two_digits(&Enclosure::from_rational(&(&percent * &Rational::from(100)), 64))
}

/// "all but one in a million".
fn all_but(confidence: &Rate) -> String {
    let doubt = confidence.complement();
    match doubt.to_string().strip_prefix("1/") {
        Some("1000000") => "all but one in a million".into(),
        Some(many) => format!("all but one in {many}"),
        None => format!("all but a share of {}", short(&doubt)),
    }
}

/// How far one rate lies above another.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Percent(String),
    Times(String),
}

/// By how much `rate` is above `target`, as it is said: in percent, or from the double on as a
/// multiple. `None` where it is not above, or not certain to two digits.
pub(super) fn excess(rate: &Enclosure, target: &Enclosure) -> Option<Excess> {
    let (one, two) = (Rational::one(), Rational::from(2));
    let ratio = rate.checked_div(target)?;
    if ratio.certainly_ge(&two) {
        return two_digits(&ratio).map(Excess::Times);
    }
    let percent = (&ratio - &Enclosure::one()) * Enclosure::from(100);
    two_digits(&percent).filter(|_| ratio.certainly_gt(&one)).map(Excess::Percent)
}

/// Two digits, and three of what is a hundred or more and would need an exponent.
fn two_digits(value: &Enclosure) -> Option<String> {
    let plain = |text: &String| !text.contains('e') || text.contains("e-");
    value.digits(2).filter(plain).or_else(|| value.digits(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excess_is_certain_or_unsaid() {
        let said = |rate: &str, target: &str| {
            let value = |text: &str| Enclosure::from(&text.parse().expect("a number"));
            excess(&value(rate), &value(target))
        };
        let percent = |text: &str| Some(Excess::Percent(text.into()));
        assert_eq!(said("0.010039", "0.01"), percent("0.39"));
        assert_eq!(said("0.01999", "0.01"), percent("99.9"));
        assert_eq!(said("0.02", "0.01"), Some(Excess::Times("2".into())));
        assert_eq!(said("5.07e-20", "1e-20"), Some(Excess::Times("5.1".into())));
        assert_eq!(said("0.01", "0.01"), None);
        assert_eq!(said("0.009", "0.01"), None);
        assert_eq!(said("0.1", "0"), None);
    }
}

//! The question and the verdict on the textbook, in words.

use super::Plans;
use super::question::Wanted;
use crate::value::short;
use crate::{RateQuestion, Value, words};
use urnfield::{Enclosure, Kind, Rational};

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

/// How far one rate lies above another.
#[derive(Debug, PartialEq, Eq)]
enum Excess {
    Percent(String),
    Times(String),
}

/// By how much `rate` is above `target`, as it is said: in percent, or from the double on as a
/// multiple. `None` where it is not above, or not certain to two digits.
fn excess(rate: &Enclosure, target: &Enclosure) -> Option<Excess> {
    let (one, two) = (Rational::one(), Rational::from(2));
    let ratio = rate.checked_div(target)?;
    if ratio.certainly_ge(&two) {
        return ratio.digits(2).map(Excess::Times);
    }
    let percent = (&ratio - &Enclosure::one()) * Enclosure::from(100);
    percent.digits(2).filter(|_| ratio.certainly_gt(&one)).map(Excess::Percent)
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
        assert_eq!(said("0.01999", "0.01"), percent("100"));
        assert_eq!(said("0.02", "0.01"), Some(Excess::Times("2".into())));
        assert_eq!(said("5.07e-20", "1e-20"), Some(Excess::Times("5.1".into())));
        assert_eq!(said("0.01", "0.01"), None);
        assert_eq!(said("0.009", "0.01"), None);
        assert_eq!(said("0.1", "0"), None);
    }
}

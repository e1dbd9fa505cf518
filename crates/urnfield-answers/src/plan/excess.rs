//! How far a rate is above its target, and how many filters are worse, in words.

use crate::report::numbers::{behind_bits, counted};
use crate::report::value::short;
use crate::{PerFilter, Value, words};
use urnfield::{Enclosure, Rate, Rational};

/// Returns the share of filters that are worse than the rate, and the size at which hardly one is,
/// in words.
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

/// Returns a as percent of b, to two digits.
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
    let one = Rational::one();
    let two = Rational::from(2);
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

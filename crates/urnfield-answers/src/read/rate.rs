//! Rates, thresholds and plain numbers, as the library reads them, with the text in the message
//! cut to a length that leaves the rule readable.

use super::{malformed, outside, shown};
use urnfield::{Error, Rate, Rational};

/// Reads a rate: `0.01`, `1%`, `1e-9`, `1/500`, `1 in 500`.
pub fn rate(text: &str) -> Result<Rate, Error> {
    text.parse().map_err(|e| as_typed(e, text))
}

/// Reads a threshold on a probability: a rate, or 0 for everything.
pub fn threshold(text: &str) -> Result<Rational, Error> {
    if let Ok(value) = text.trim().parse::<Rational>()
        && value.is_zero()
    {
        return Ok(value);
    }
    match rate(text) {
        Ok(rate) => Ok(rate.value().clone()),
        Err(Error::Domain { .. }) => {
            const RULE: &str = "a threshold is 0 or lies strictly between 0 and 1";
            Err(outside(RULE, text))
        }
        Err(other) => Err(other),
    }
}

/// Reads any number: `-0.25`, `1e-9`, `1/500`.
pub fn number(text: &str) -> Result<Rational, Error> {
    text.trim().parse().map_err(|e| as_typed(e, text))
}

/// The same rule, with the text in place of the value: `150%` and not `3/2`.
fn as_typed(error: Error, text: &str) -> Error {
    match error {
        Error::Domain { rule, .. } => outside(rule, text),
        Error::Format { rule, .. } => malformed(rule, &shown(text)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_of_the_contract() {
        for text in ["0.002", "0.2%", "2e-3", "1/500", "1 in 500"] {
            assert_eq!(rate(text).map(|r| r.to_string()), Ok("1/500".into()));
            assert_eq!(threshold(text).map(|r| r.to_string()), Ok("1/500".into()));
        }
        for text in ["0", "0.0", "-0"] {
            assert_eq!(threshold(text), Ok(Rational::zero()));
        }
        assert_eq!(number("-1.25e1").map(|r| r.to_string()), Ok("-25/2".into()));
    }

    #[test]
    fn what_is_not_a_rate_is_refused_in_the_words_typed() {
        let said = rate("150%").unwrap_err().to_string();
        assert_eq!(said, "a rate lies strictly between 0 and 1, got 150%");
        for text in ["1", "-0.1", "2", "", "low", "1/0", "1e99999", "1 in 0"] {
            assert!(rate(text).is_err(), "{text}");
            assert!(threshold(text).is_err(), "{text}");
        }
        assert!(rate("0").is_err());
        assert!(number(&"z".repeat(9999)).unwrap_err().to_string().len() < 200);
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "\\PC*") {
            let _ = (rate(&text), threshold(&text), number(&text));
        }

        #[test]
        fn printed_rates_read_back(a in 1u64..1 << 40, b in 1u64..1 << 40) {
            prop_assume!(a < b);
            let first = rate(&format!("{a}/{b}")).expect("a < b");
            prop_assert_eq!(rate(&format!("{a} in {b}")), Ok(first.clone()));
            prop_assert_eq!(rate(&first.to_string()), Ok(first));
        }
    }
}

//! Rates, thresholds and plain numbers, as the library reads them, with the text in the message
//! cut to a length that leaves the rule readable.

use crate::read::nearest::{malformed, outside};
use crate::read::units::{amount, power};
use crate::read::{nearest, shown};
use urnfield::{Error, Rate, Rational};

/// Reads a rate: `0.01`, `1%`, `1e-9`, `1/500`, `1 in 500`, `1 in 10M`, `1 in 10 million`, `2^-20`.
pub fn rate(text: &str) -> Result<Rate, Error> {
    read(text).map_err(|error| nearest_to(error, text))
}

/// Adds the closest valid form to an error about an unrecognized one.
fn nearest_to(error: Error, text: &str) -> Error {
    let reads = |form: &str| read(form).is_ok();
    match error {
        Error::Format { rule, .. } => match spelled_out(text).filter(|form| reads(form)) {
            Some(form) => nearest::perhaps(rule, text, &form),
            None => nearest::refused(rule, text, reads),
        },
        other => other,
    }
}

/// What people write for `%` and ` in `, as they are written here.
fn spelled_out(text: &str) -> Option<String> {
    let mut form = text.trim().to_lowercase();
    if form.len() > 40 {
        return None;
    }
    for (words, sign) in [
        ("per cent", "%"),
        ("percent", "%"),
        ("pct", "%"),
        ("one ", "1 "),
        (" out of ", " in "),
        ("-in-", " in "),
        (":", " in "),
        (" in a ", " in 1 "),
        (" in one ", " in 1 "),
    ] {
        form = form.replace(words, sign);
    }
    if !form.contains(" in ") && form.contains("in") {
        form = form.replacen("in", " in ", 1);
    }
    Some(form.split_whitespace().collect::<Vec<_>>().join(" ").replace(" %", "%"))
}

fn read(text: &str) -> Result<Rate, Error> {
    match (text.parse().map_err(Error::from), fraction(text.trim())) {
        // The library has the shorter forms, and says what is wrong with them.
        (Err(Error::Format { .. }), Some(value)) => {
            Rate::new(value).map_err(|error| as_typed(error.into(), text))
        }
        (read, _) => read.map_err(|error| as_typed(error, text)),
    }
}

/// One amount in another, or a power of a half, or of something else.
fn fraction(text: &str) -> Option<Rational> {
    if let Some((base, exponent)) = text.split_once("^-") {
        return Rational::one().checked_div(&power(base, exponent)?);
    }
    let (part, whole) = text.split_once(" in ").or_else(|| text.split_once('/'))?;
    amount(part.trim())?.checked_div(&amount(whole.trim())?)
}

/// Reads a threshold on a probability: a rate, or 0 for everything.
pub fn threshold(text: &str) -> Result<Rational, Error> {
    if let Ok(value) = text.trim().parse::<Rational>()
        && value.is_zero()
    {
        return Ok(value);
    }
    match read(text) {
        Ok(rate) => Ok(rate.value().clone()),
        Err(Error::Domain { .. }) => {
            const RULE: &str = "a threshold is 0 or lies strictly between 0 and 1";
            Err(outside(RULE, text))
        }
        Err(other) => Err(nearest_to(other, text)),
    }
}

/// Reads any number: `-0.25`, `1e-9`, `1/500`.
pub fn number(text: &str) -> Result<Rational, Error> {
    text.trim().parse().map_err(|error: urnfield_num::Error| as_typed(error.into(), text))
}

/// Replaces the value in an error by the text as typed: `150%` and not `3/2`.
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
    fn rates_as_people_type_them() {
        for (text, value) in [
            ("1 in 10M", "1/10000000"),
            ("1 in 10 million", "1/10000000"),
            ("3 in 1,000", "3/1000"),
            ("1/10k", "1/10000"),
            ("1/2^20", "1/1048576"),
            ("2^-20", "1/1048576"),
            ("10^-3", "1/1000"),
            (" 1 in 64Ki ", "1/65536"),
        ] {
            assert_eq!(rate(text).map(|r| r.to_string()), Ok(value.into()), "{text}");
        }
        for text in
            ["2^-0", "10M in 1", "0 in 10M", "1 in 1k in 1k", "2^--3", "0^-1", "2^-99999999"]
        {
            assert!(rate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn near_misses_are_answered_with_the_nearest_form() {
        for (text, form) in [
            ("0,01", "0.01"),
            ("1 percent", "1%"),
            ("1in500", "1 in 500"),
            ("1:500", "1 in 500"),
            ("1-in-500", "1 in 500"),
            ("one in a million", "1 in 1 million"),
            ("1 out of 10 Million", "1 in 10 million"),
            ("2**-20", "2^-20"),
        ] {
            for said in [rate(text).unwrap_err(), threshold(text).unwrap_err()] {
                let said =
                    said.to_string().replace("perhaps \"", "perhaps ").replace("\" is", " is");
                assert!(
                    said.ends_with(&format!("got {text:?}; perhaps {form} is meant")),
                    "{said}"
                );
            }
        }
        let said = rate("1 in").unwrap_err().to_string();
        assert!(said.ends_with("got \"1 in\""), "{said}");
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

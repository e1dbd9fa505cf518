//! Counts up to 2^64: `1000`, `1e6`, `1.5e3`, `2^20`, `1_000_000`, `1,000,000`, `64k`, `64Ki`,
//! `64 million`; and up to 2^1024: `2^122`, `16^32`, `1e30`.

use crate::read::nearest;
use crate::read::nearest::{malformed, outside};
use crate::read::units::{plain, without_commas, without_underscores, without_unit};
use urnfield::{Error, Rational};

const RULE: &str = "a count is written like 1000, 1e6, 2^20, 1_000_000, 64k or 64Ki";
const WHOLE: &str = "a count must come out a whole number";
const BELOW: &str = "a count must stay below 2^64";

/// Reads a count. Commas may group its digits in threes.
pub fn count(text: &str) -> Result<u64, Error> {
    grouped(text, 1, text, RULE)
        .map_err(|error| nearest_to(error, text, |form| grouped(form, 1, form, RULE).is_ok()))
}

/// Adds the closest valid form to an error about an unrecognized one.
pub(super) fn nearest_to(error: Error, text: &str, reads: impl Fn(&str) -> bool) -> Error {
    match error {
        Error::Format { rule, .. } => nearest::refused(rule, text, reads),
        other => other,
    }
}

/// Reads like [`counted`], and allows commas that group digits.
pub(super) fn grouped(
    number: &str,
    factor: u64,
    typed: &str,
    rule: &'static str,
) -> Result<u64, Error> {
    let number = without_commas(number).ok_or_else(|| malformed(rule, typed))?;
    counted(&number, factor, typed, rule)
}

/// Reads `number` and multiplies it by `factor`: the product must be whole, the number need not.
/// `typed` is what the user wrote, for the message.
pub(super) fn counted(
    number: &str,
    factor: u64,
    typed: &str,
    rule: &'static str,
) -> Result<u64, Error> {
    if let Some((base, exponent)) = number.split_once('^') {
        let base = plain(base).ok_or_else(|| malformed(rule, typed))?;
        let exponent = plain(exponent).ok_or_else(|| malformed(rule, typed))?;
        let exponent = u32::try_from(exponent).map_err(|_| outside(BELOW, typed))?;
        let power = base.checked_pow(exponent);
        return power
            .and_then(|value| value.checked_mul(factor))
            .ok_or_else(|| outside(BELOW, typed));
    }
    whole(&(&value(number, typed, rule)? * &Rational::from(factor)), typed)
}

/// A number and its unit.
fn value(number: &str, typed: &str, rule: &'static str) -> Result<Rational, Error> {
    let (decimal, unit) = without_unit(number);
    let digits = without_underscores(decimal).ok_or_else(|| malformed(rule, typed))?;
    let value: Rational = digits.parse().map_err(|_| malformed(rule, typed))?;
    Ok(&value * &Rational::from(unit))
}

/// Reads a number that may have commas and more than 64 bits.
pub(super) fn grouped_value(typed: &str, rule: &'static str) -> Result<Rational, Error> {
    let number = without_commas(typed).ok_or_else(|| malformed(rule, typed))?;
    value(&number, typed, rule)
}

fn whole(value: &Rational, typed: &str) -> Result<u64, Error> {
    // First by size, so that a number of a hundred thousand digits is not written out.
    if *value > Rational::from(u64::MAX) {
        return Err(outside(BELOW, typed));
    }
    let digits = value.to_string();
    digits.parse().map_err(|_| outside(WHOLE, typed))
}

const LARGE_RULE: &str = "a count is written like 1000, 1e6, 2^122, 1_000_000, 64k or 64Ki";
const LARGE_MOST: &str = "this count must stay at or below 2^1024";

/// Reads a count that may be larger than 64 bits hold.
pub fn large_count(text: &str) -> Result<Rational, Error> {
    large(text).map_err(|error| nearest_to(error, text, |form| large(form).is_ok()))
}

fn large(text: &str) -> Result<Rational, Error> {
    let most = Rational::one().shift(1024);
    let value = match text.split_once('^') {
        Some((base, exponent)) => {
            let part = |part: &str| plain(part).ok_or_else(|| malformed(LARGE_RULE, text));
            let base = part(base)?;
            let exponent = part(exponent)?;
            // First by size, so that a power of a billion digits is not written out.
            let length = u64::from(base.checked_ilog2().unwrap_or(0));
            if length.saturating_mul(exponent) > 1024 {
                return Err(outside(LARGE_MOST, text));
            }
            let exponent = if base <= 1 { exponent.min(1) } else { exponent };
            Rational::from(base).pow(exponent as u32)
        }
        None => grouped_value(text, LARGE_RULE)?,
    };
    if value > most {
        return Err(outside(LARGE_MOST, text));
    }
    // What is no whole number has a stroke in it.
    if value.to_string().contains('/') { Err(outside(WHOLE, text)) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::units::UNITS;
    use proptest::prelude::*;

    #[test]
    fn every_form_of_the_contract() {
        for (text, value) in [
            ("0", 0),
            ("1000", 1000),
            ("1e6", 1_000_000),
            ("1E+6", 1_000_000),
            ("1.5e3", 1500),
            ("15000e-1", 1500),
            ("2^20", 1 << 20),
            ("1_000^2", 1_000_000),
            ("0^0", 1),
            ("1_000_000", 1_000_000),
            ("50,000,000", 50_000_000),
            ("1,000^2", 1_000_000),
            ("1,500.5k", 1_500_500),
            ("64k", 64_000),
            ("64K", 64_000),
            ("64 k", 64_000),
            ("10 million", 10_000_000),
            ("2.5billion", 2_500_000_000),
            ("3 thousand", 3000),
            ("64Ki", 65_536),
            ("1.5k", 1500),
            ("1.5Ki", 1536),
            ("0.0009765625Ki", 1),
            ("3M", 3_000_000),
            ("3Mi", 3 << 20),
            ("2G", 2_000_000_000),
            ("2Gi", 2 << 30),
            ("1T", 1_000_000_000_000),
            ("1Ti", 1 << 40),
            ("18446744073709551615", u64::MAX),
            ("18446744073709551.615k", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_count_is_one_sentence() {
        for (text, sentence) in [
            ("", format!("{RULE}, got \"\"")),
            ("ten", format!("{RULE}, got \"ten\"")),
            ("-5", format!("{RULE}, got \"-5\"")),
            ("+5", format!("{RULE}, got \"+5\"")),
            ("1/2", format!("{RULE}, got \"1/2\"")),
            ("1 0", format!("{RULE}, got \"1 0\"; perhaps 10 is meant")),
            ("_1", format!("{RULE}, got \"_1\"; perhaps 1 is meant")),
            ("1_", format!("{RULE}, got \"1_\"; perhaps 1 is meant")),
            ("1__0", format!("{RULE}, got \"1__0\"; perhaps 10 is meant")),
            ("1_e6", format!("{RULE}, got \"1_e6\"; perhaps 1e6 is meant")),
            ("1,00", format!("{RULE}, got \"1,00\"; perhaps 1.00 is meant")),
            ("1,5k", format!("{RULE}, got \"1,5k\"; perhaps 1.5k is meant")),
            ("1000,000", format!("{RULE}, got \"1000,000\"; perhaps 1000000 is meant")),
            ("64kB", format!("{RULE}, got \"64kB\"; perhaps 64k is meant")),
            ("64kb", format!("{RULE}, got \"64kb\"; perhaps 64k is meant")),
            ("64m", format!("{RULE}, got \"64m\"; perhaps 64M is meant")),
            ("64ki", format!("{RULE}, got \"64ki\"; perhaps 64Ki is meant")),
            ("10 Million", format!("{RULE}, got \"10 Million\"; perhaps \"10 million\" is meant")),
            ("1'000'000", format!("{RULE}, got \"1'000'000\"; perhaps 1000000 is meant")),
            ("1.000.000", format!("{RULE}, got \"1.000.000\"; perhaps 1000000 is meant")),
            ("2**20", format!("{RULE}, got \"2**20\"; perhaps 2^20 is meant")),
            ("5x10^6", format!("{RULE}, got \"5x10^6\"; perhaps 5e6 is meant")),
            ("2^^3", format!("{RULE}, got \"2^^3\"")),
            ("2^-3", format!("{RULE}, got \"2^-3\"")),
            ("1.5", format!("{WHOLE}, got 1.5")),
            ("1e-3", format!("{WHOLE}, got 1e-3")),
            ("1.0001k", format!("{WHOLE}, got 1.0001k")),
            ("2^64", format!("{BELOW}, got 2^64")),
            ("2^99999999999", format!("{BELOW}, got 2^99999999999")),
            ("1e20", format!("{BELOW}, got 1e20")),
            ("18446744073709551616", format!("{BELOW}, got 18446744073709551616")),
        ] {
            let said = count(text).unwrap_err().to_string();
            assert_eq!(said, sentence, "{text}");
        }
        let long = "9x".repeat(5000);
        assert!(count(&long).unwrap_err().to_string().len() < 200);
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "\\PC*") {
            let _ = count(&text);
        }

        #[test]
        fn nearly_a_count_is_read_or_refused(text in "[0-9_.,eE^+ -]{0,12}[kMGTKi]{0,2}B?") {
            let _ = count(&text);
        }

        #[test]
        fn printed_counts_read_back(value: u64) {
            prop_assert_eq!(count(&value.to_string()), Ok(value));
        }

        #[test]
        fn commas_change_nothing(value: u64) {
            let digits = value.to_string();
            let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev()
                .map(|group| std::str::from_utf8(group).expect("digits")).collect();
            prop_assert_eq!(count(&groups.join(",")), Ok(value));
        }

        #[test]
        fn units_multiply(value in 0u64..1 << 24, unit in 0usize..13) {
            let (name, factor) = UNITS[unit];
            prop_assert_eq!(count(&format!("{value}{name}")), value.checked_mul(factor)
                .ok_or_else(|| outside(BELOW, &format!("{value}{name}"))));
        }

        #[test]
        fn powers_multiply(base in 0u64..100, exponent in 0u32..100) {
            let text = format!("{base}^{exponent}");
            prop_assert_eq!(count(&text).ok(), base.checked_pow(exponent));
        }

        #[test]
        fn exponents_shift_the_point(whole in 0u64..1000, fraction in 0u64..1000, by in 3usize..12) {
            let text = format!("{whole}.{fraction:03}e{by}");
            let value = (whole * 1000 + fraction) * 10u64.pow(by as u32 - 3);
            prop_assert_eq!(count(&text), Ok(value));
        }
    }

    #[test]
    fn large_counts_are_read_exactly() {
        for (text, digits) in [
            ("365", "365"),
            ("2^122", "5316911983139663491615228241121378304"),
            ("16^32", "340282366920938463463374607431768211456"),
            ("1e20", "100000000000000000000"),
            ("100,000,000,000,000,000,000", "100000000000000000000"),
            ("64Ki", "65536"),
            ("1^99999999999", "1"),
            ("0^0", "1"),
        ] {
            assert_eq!(large_count(text).expect(text).to_string(), digits);
        }
        assert!(large_count("2^1024").is_ok());
        for text in ["2^1025", "3^1000", "10^99999999", "1e400", "0.5", "ten", "-3", ""] {
            assert!(large_count(text).is_err(), "{text}");
        }
    }
}

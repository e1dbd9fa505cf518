//! Counts up to 2^1024: `2^122`, `16^32`, `1e30`, and whatever is a count.

use crate::read::count::{grouped_value, nearest_to};
use crate::read::refused::{malformed, outside};
use crate::read::units::plain;
use urnfield::{Error, Rational};

const RULE: &str = "a count is written like 1000, 1e6, 2^122, 1_000_000, 64k or 64Ki";
const WHOLE: &str = "a count must come out a whole number";
const BELOW: &str = "this count must stay at or below 2^1024";

/// Reads a count that may be larger than 64 bits hold.
pub fn large_count(text: &str) -> Result<Rational, Error> {
    large(text).map_err(|error| nearest_to(error, text, |form| large(form).is_ok()))
}

fn large(text: &str) -> Result<Rational, Error> {
    let most = Rational::one().shift(1024);
    let value = match text.split_once('^') {
        Some((base, exponent)) => {
            let part = |part: &str| plain(part).ok_or_else(|| malformed(RULE, text));
            let (base, exponent) = (part(base)?, part(exponent)?);
            // First by size, so that a power of a billion digits is not written out.
            let length = u64::from(base.checked_ilog2().unwrap_or(0));
            if length.saturating_mul(exponent) > 1024 {
                return Err(outside(BELOW, text));
            }
            let exponent = if base <= 1 { exponent.min(1) } else { exponent };
            Rational::from(base).pow(exponent as u32)
        }
        None => grouped_value(text, RULE)?,
    };
    if value > most {
        return Err(outside(BELOW, text));
    }
    // What is no whole number has a stroke in it.
    match value.to_string().contains('/') {
        true => Err(outside(WHOLE, text)),
        false => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

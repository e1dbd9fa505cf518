//! Keys that are integers: the number that a text spells in decimal digits, as eight bytes.

use urnfield_answers::read::shown;

/// The rule, and the remedy.
const RULE: &str = "--integers takes whole numbers in decimal digits, from -2^63 to 2^64 - 1";

/// Reads an integer. A negative one is its two's complement, as in Rust and Python: −1 is
/// 2^64 − 1.
pub(crate) fn integer(key: &[u8]) -> Option<u64> {
    let (negative, digits) = match key {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    // The parser takes a plus sign, which is no part of a key.
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let magnitude: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    if !negative {
        return Some(magnitude);
    }
    (magnitude <= 1 << 63).then(|| magnitude.wrapping_neg())
}

/// Why a key is no integer, as it goes on after `line 7 `.
pub(crate) fn refusal(key: &[u8]) -> String {
    if key.is_empty() {
        return format!("is empty: {RULE}; leave it out");
    }
    let got = shown(&String::from_utf8_lossy(key));
    let remedy = match key {
        [digits @ .., b'\r'] if integer(digits).is_some() => "add --crlf",
        _ if integer(key.trim_ascii()).is_some() => "add --trim",
        _ => "correct it, or leave out --integers for a filter of texts",
    };
    format!("has \"{got}\": {RULE}; {remedy}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn integers_are_decimal_digits_with_an_optional_minus() {
        for (key, value) in [
            ("0", 0),
            ("-0", 0),
            ("007", 7),
            ("18446744073709551615", u64::MAX),
            ("-1", u64::MAX),
            ("-9223372036854775808", 1 << 63),
            ("00000000000000000000000000000000000000001", 1),
        ] {
            assert_eq!(integer(key.as_bytes()), Some(value), "{key}");
        }
    }

    #[test]
    fn everything_else_is_refused_with_a_remedy() {
        for (key, remedy) in [
            ("", "is empty"),
            ("1e3", "correct it"),
            ("+5", "correct it"),
            (" 5", "add --trim"),
            ("5\r", "add --crlf"),
            ("-", "correct it"),
            ("--5", "correct it"),
            ("5.0", "correct it"),
            ("1_000", "correct it"),
            ("0x10", "correct it"),
            ("\u{664}", "correct it"),
            ("18446744073709551616", "correct it"),
            ("-9223372036854775809", "correct it"),
            ("urn", "correct it"),
        ] {
            assert_eq!(integer(key.as_bytes()), None, "{key:?}");
            let said = refusal(key.as_bytes());
            assert!(said.contains(remedy), "{key:?}: {said}");
        }
        assert_eq!(integer(b"\xff"), None);
        assert!(refusal(&vec![b'9'; 100_000]).len() < 1_000);
    }

    proptest! {
        #[test]
        fn every_word_is_read_from_its_digits(word: u64, signed: i64) {
            prop_assert_eq!(integer(word.to_string().as_bytes()), Some(word));
            prop_assert_eq!(integer(signed.to_string().as_bytes()), Some(signed as u64));
        }
    }
}

//! Ranges of whole numbers, `1-40`, and of the number of lists in a combination, `2-3`.

use crate::read::count;
use crate::read::nearest::{malformed, outside};
use urnfield::Error;

/// From the first to the last, which is not smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub first: u64,
    /// Where it ends.
    pub last: u64,
}

impl Span {
    /// Returns how many numbers there are, at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u64 {
        (self.last - self.first).saturating_add(1)
    }

    /// All of them.
    pub fn iter(self) -> std::ops::RangeInclusive<u64> {
        self.first..=self.last
    }
}

/// Reads `1-40`, or `7` for a single number; 0 is no number of items or hashes.
pub fn span(text: &str) -> Result<Span, Error> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    if first.is_empty() || last.is_empty() {
        return Err(malformed("a range is written like 1-40", text));
    }
    let first = count(first)?;
    let last = count(last)?;
    if first == 0 || first > last {
        return Err(outside("a range begins at 1 or above and does not end before that", text));
    }
    Ok(Span { first, last })
}

const DEGREES: &str = "a degree is written as a number of lists, like 2 or 2-3";

/// The fewest and the most lists of a combination: 2 ≤ least ≤ most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// The fewest.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// Reads degrees.
pub fn degrees(text: &str) -> Result<Degrees, Error> {
    let number = |part: &str| {
        let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten().ok_or_else(|| malformed(DEGREES, text))
    };
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let least = number(least)?;
    let most = number(most)?;
    if least < 2 {
        return Err(outside("a combination has two lists or more", text));
    }
    if most < least {
        return Err(outside("degrees are written with the smaller one first", text));
    }
    Ok(Degrees { least, most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_read_with_both_ends() {
        assert_eq!(span("1-40").map(|s| (s.first, s.last, s.len())), Ok((1, 40, 40)));
        assert_eq!(span("7").map(Span::len), Ok(1));
        assert_eq!(span("1k-2^12").map(|s| (s.first, s.last)), Ok((1000, 4096)));
        for wrong in ["", "-", "4-", "-4", "4-3", "0-3", "1..3", "a-b"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn one_number_or_two() {
        assert_eq!(degrees("2"), Ok(Degrees { least: 2, most: 2 }));
        assert_eq!(degrees("2-3"), Ok(Degrees { least: 2, most: 3 }));
        assert_eq!(degrees("10-10"), Ok(Degrees { least: 10, most: 10 }));
    }

    #[test]
    fn what_is_no_degree_is_one_sentence() {
        for text in ["", "-", "2-", "-3", "two", "2-3-4", "2,3", "+2", " 2", "2..3", "99999999999"]
        {
            let said = degrees(text).unwrap_err().to_string();
            assert_eq!(said, format!("{DEGREES}, got {text:?}"));
        }
        let said = degrees("1-3").unwrap_err().to_string();
        assert_eq!(said, "a combination has two lists or more, got 1-3");
        let said = degrees("3-2").unwrap_err().to_string();
        assert_eq!(said, "degrees are written with the smaller one first, got 3-2");
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "\\PC*") {
            let _ = degrees(&text);
        }

        #[test]
        fn printed_degrees_read_back(least in 2u32..100, more in 0u32..100) {
            let most = least + more;
            prop_assert_eq!(degrees(&format!("{least}-{most}")), Ok(Degrees { least, most }));
        }
    }
}

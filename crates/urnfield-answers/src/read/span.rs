//! Ranges of whole numbers, both ends included.

use crate::read::{count, malformed, outside};
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
    /// How many numbers there are; never none.
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
    let (first, last) = (count(first)?, count(last)?);
    if first == 0 || first > last {
        return Err(outside("a range begins at 1 or above and does not end before that", text));
    }
    Ok(Span { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_with_both_ends() {
        assert_eq!(span("1-40").map(|s| (s.first, s.last, s.len())), Ok((1, 40, 40)));
        assert_eq!(span("7").map(Span::len), Ok(1));
        assert_eq!(span("1k-2^12").map(|s| (s.first, s.last)), Ok((1000, 4096)));
        for wrong in ["", "-", "4-", "-4", "4-3", "0-3", "1..3", "a-b"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }
}

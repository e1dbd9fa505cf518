//! How many lists a combination may have: `2`, or `2-3`.

use crate::read::{malformed, outside};
use urnfield::Error;

const RULE: &str = "a degree is written as a number of lists, like 2 or 2-3";

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
        plain.then(|| part.parse().ok()).flatten().ok_or_else(|| malformed(RULE, text))
    };
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (number(least)?, number(most)?);
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
            assert_eq!(said, format!("{RULE}, got {text:?}"));
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

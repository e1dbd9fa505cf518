//! Departments, `3x500+2x80`: three committees of 500 members and two of 80; and sizes of lists,
//! `500,300,1e3`.

use crate::read::count::counted;
use crate::read::nearest::malformed;
use urnfield::{Committees, Error};

const RULE: &str = "a department is written as count x size, like 3x500 or 3x500+2x80";

/// Reads a department.
pub fn department(text: &str) -> Result<Vec<Committees>, Error> {
    let committees = |part: &str| {
        let (count, size) = part.split_once('x').ok_or_else(|| malformed(RULE, text))?;
        Ok(Committees {
            count: counted(count, 1, text, RULE)?,
            size: counted(size, 1, text, RULE)?,
        })
    };
    parts(text).into_iter().map(committees).collect()
}

/// Splits at every plus that is not the sign of an exponent.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, _) in text.match_indices('+') {
        if !text[..i].ends_with(['e', 'E']) {
            parts.push(&text[start..i]);
            start = i + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

const SIZES: &str = "sizes are counts with commas between them, like 500,300 or 1e6,2^20";

/// Reads one size or more.
pub fn sizes(text: &str) -> Result<Vec<u64>, Error> {
    if text.is_empty() {
        return Err(malformed(SIZES, text));
    }
    let each = text.split(',').map(|size| counted(size, 1, text, SIZES));
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(text: &str) -> Vec<(u64, u64)> {
        let committees = department(text).expect(text);
        committees.iter().map(|c| (c.count, c.size)).collect()
    }

    #[test]
    fn counts_and_sizes() {
        assert_eq!(pairs("3x500"), [(3, 500)]);
        assert_eq!(pairs("3x500+2x80"), [(3, 500), (2, 80)]);
        assert_eq!(pairs("1e6x2^10+1kx1Ki"), [(1_000_000, 1024), (1000, 1024)]);
        assert_eq!(pairs("1e+3x5e+1+0x7"), [(1000, 50), (0, 7)]);
    }

    #[test]
    fn what_is_not_a_department_is_one_sentence() {
        for text in [
            "", "x", "3", "3x", "x5", "3y5", "3x5+", "+3x5", "3x5++2x1", "3x5,2x1", "3x5x7",
            "3 x 5", "-1x5", "3*5",
        ] {
            let said = department(text).unwrap_err().to_string();
            assert_eq!(said, format!("{RULE}, got {text:?}"));
        }
        let said = department("3x1.5").unwrap_err().to_string();
        assert_eq!(said, "a count must come out a whole number, got 3x1.5");
        let said = department("3x2^64").unwrap_err().to_string();
        assert_eq!(said, "a count must stay below 2^64, got 3x2^64");
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "\\PC*") {
            let _ = department(&text);
        }

        #[test]
        fn nearly_a_department_is_read_or_refused(text in "[0-9x+e^kKi._]{0,20}") {
            let _ = department(&text);
        }

        #[test]
        fn printed_departments_read_back(parts in prop::collection::vec((any::<u64>(), any::<u64>()), 1..6)) {
            let text: Vec<String> = parts.iter().map(|(n, k)| format!("{n}x{k}")).collect();
            prop_assert_eq!(pairs(&text.join("+")), parts);
        }
    }

    #[test]
    fn sizes_are_counts_between_commas() {
        assert_eq!(sizes("500"), Ok(vec![500]));
        assert_eq!(sizes("1e3,2^10,64k,0"), Ok(vec![1000, 1024, 64_000, 0]));
        for text in ["", ",", "5,", ",5", "5,,5", "5;5", "5, 5", "5 5", "-5,5", "3x5"] {
            let said = sizes(text).unwrap_err().to_string();
            assert_eq!(said, format!("{SIZES}, got {text:?}"));
        }
        let said = sizes("5,1.5").unwrap_err().to_string();
        assert_eq!(said, "a count must come out a whole number, got 5,1.5");
    }

    proptest! {
        #[test]
        fn nearly_sizes_are_read_or_refused(text in "[0-9,e^kKi._]{0,20}") {
            let _ = sizes(&text);
        }

        #[test]
        fn printed_sizes_read_back(all in prop::collection::vec(any::<u64>(), 1..6)) {
            let text: Vec<String> = all.iter().map(u64::to_string).collect();
            prop_assert_eq!(sizes(&text.join(",")), Ok(all));
        }
    }
}

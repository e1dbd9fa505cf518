//! Sizes of lists, with commas between them: `500,300,1e3`.

use crate::read::count::counted;
use crate::read::refused::malformed;
use urnfield::Error;

const RULE: &str = "sizes are counts with commas between them, like 500,300 or 1e6,2^20";

/// Reads one size or more.
pub fn sizes(text: &str) -> Result<Vec<u64>, Error> {
    if text.is_empty() {
        return Err(malformed(RULE, text));
    }
    let each = text.split(',').map(|size| counted(size, 1, text, RULE));
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sizes_are_counts_between_commas() {
        assert_eq!(sizes("500"), Ok(vec![500]));
        assert_eq!(sizes("1e3,2^10,64k,0"), Ok(vec![1000, 1024, 64_000, 0]));
        for text in ["", ",", "5,", ",5", "5,,5", "5;5", "5, 5", "5 5", "-5,5", "3x5"] {
            let said = sizes(text).unwrap_err().to_string();
            assert_eq!(said, format!("{RULE}, got {text:?}"));
        }
        let said = sizes("5,1.5").unwrap_err().to_string();
        assert_eq!(said, "a count must come out a whole number, got 5,1.5");
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "[0-9,e^kKi._]{0,20}") {
            let _ = sizes(&text);
        }

        #[test]
        fn printed_sizes_read_back(all in prop::collection::vec(any::<u64>(), 1..6)) {
            let text: Vec<String> = all.iter().map(u64::to_string).collect();
            prop_assert_eq!(sizes(&text.join(",")), Ok(all));
        }
    }
}

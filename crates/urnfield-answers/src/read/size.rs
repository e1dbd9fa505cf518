//! Sizes in bits, where a final `B` means bytes: `64Ki` = 65536 bits, `64KiB` = 524288 bits.

use super::count::counted;
use urnfield::Error;

const RULE: &str = "a size is a count of bits like 65536, 1e6, 2^20 or 64Ki, \
                    or of bytes with a final B like 8192B or 64KiB";

/// Reads a size in bits. Bytes may be broken as long as the bits come out whole.
pub fn size_in_bits(text: &str) -> Result<u64, Error> {
    match text.strip_suffix('B') {
        Some(bytes) => counted(bytes, 8, text, RULE),
        None => counted(text, 1, text, RULE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::count;
    use proptest::prelude::*;

    #[test]
    fn a_final_b_means_bytes() {
        for (text, bits) in [
            ("64Ki", 65_536),
            ("64KiB", 524_288),
            ("64kB", 512_000),
            ("100B", 800),
            ("2^10B", 8192),
            ("1.5B", 12),
            ("1e3B", 8000),
            ("1_000B", 8000),
            ("1", 1),
        ] {
            assert_eq!(size_in_bits(text), Ok(bits), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_is_refused() {
        for text in ["B", "KiB", "64Kib", "64KB", "0.01B", "2^61B", "2305843009213693952B", "1BB"] {
            assert!(size_in_bits(text).is_err(), "{text}");
        }
        assert_eq!(size_in_bits("2305843009213693951B"), Ok(u64::MAX - 7));
    }

    proptest! {
        #[test]
        fn anything_typed_is_read_or_refused(text in "\\PC*") {
            let _ = size_in_bits(&text);
        }

        #[test]
        fn bytes_are_eight_bits(text in "[0-9]{1,6}(k|M|Ki|Mi|e3|)") {
            let bits = count(&text).ok().and_then(|n| n.checked_mul(8));
            prop_assert_eq!(size_in_bits(&format!("{text}B")).ok(), bits);
            prop_assert_eq!(size_in_bits(&text), count(&text));
        }
    }
}

//! Sizes in bits, where a final `B` means bytes: `64Ki` = 65536 bits, `64KiB` = 524288 bits.

use crate::read::count::{grouped, nearest_to};
use crate::read::nearest;
use crate::read::nearest::outside;
use urnfield::Error;

const RULE: &str = "a size is a count of bits like 65536, 1e6, 2^20 or 64Ki, \
                    or of bytes with a final B like 8192B or 64KiB";

/// Reads a size in bits. Bytes may be broken as long as the bits come out whole.
pub fn size_in_bits(text: &str) -> Result<u64, Error> {
    let reads = |form: &str| bits(form).is_ok();
    bits(text).map_err(|error| match nearest::both_readings(text, reads) {
        Some(readings) => Error::Domain { rule: RULE, got: readings },
        None => nearest_to(error, text, reads),
    })
}

fn bits(text: &str) -> Result<u64, Error> {
    match text.strip_suffix('B') {
        Some(bytes) => grouped(bytes.trim_end_matches(' '), 8, text, RULE),
        None => grouped(text, 1, text, RULE),
    }
}

/// Reads a size in bytes above 0, with or without the final `B`.
pub fn size_in_bytes(text: &str) -> Result<u64, Error> {
    const RULE: &str = "a size in bytes is written like 65536, 64k, 64KiB or 1MB";
    let bytes = |form: &str| {
        let number = form.strip_suffix('B').unwrap_or(form).trim_end_matches(' ');
        grouped(number, 1, form, RULE)
    };
    match bytes(text) {
        Ok(0) => Err(outside("a size in bytes is above 0", text)),
        Ok(size) => Ok(size),
        Err(error) => Err(nearest_to(error, text, |form| bytes(form).is_ok())),
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
            ("256 MiB", 1 << 31),
            ("256 Mi", 1 << 28),
            ("1KB", 8000),
            ("1 KB", 8000),
            ("50K", 50_000),
            ("1,000,000", 1_000_000),
            ("1,024 KiB", 1 << 23),
            ("2^10 B", 8192),
            ("1 million", 1_000_000),
        ] {
            assert_eq!(size_in_bits(text), Ok(bits), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_is_refused() {
        for text in [
            "B",
            "KiB",
            "64Kib",
            "64 Kib",
            "0.01B",
            "2^61B",
            "2305843009213693952B",
            "1BB",
            "1 B B",
            "1,00B",
            "1  k i",
        ] {
            assert!(size_in_bits(text).is_err(), "{text}");
        }
        assert_eq!(size_in_bits("2305843009213693951B"), Ok(u64::MAX - 7));
    }

    #[test]
    fn a_small_b_is_answered_with_both_readings() {
        let said = |text: &str| size_in_bits(text).unwrap_err().to_string();
        for (text, readings) in [
            ("256mib", "mebibits or mebibytes; type 256Mi for mebibits or 256MiB for mebibytes"),
            ("64Kib", "kibibits or kibibytes; type 64Ki for kibibits or 64KiB for kibibytes"),
            ("64 kb", "kilobits or kilobytes; type 64 k for kilobits or 64 kB for kilobytes"),
            ("1gb", "gigabits or gigabytes; type 1G for gigabits or 1GB for gigabytes"),
            ("8192b", "bits or bytes; type 8192 for bits or 8192B for bytes"),
        ] {
            assert_eq!(said(text), format!("{RULE}, got {text:?}, which may be {readings}"));
        }
        for (text, nearest) in [
            ("256mi", "256Mi"),
            ("256MIB", "256MiB"),
            ("256 bytes", "256B"),
            ("256 bits", "256"),
            ("4 gi bytes", "\"4 GiB\""),
        ] {
            assert_eq!(said(text), format!("{RULE}, got {text:?}; perhaps {nearest} is meant"));
        }
        assert_eq!(said("b"), format!("{RULE}, got \"b\""));
    }

    #[test]
    fn bytes_need_no_letter() {
        for (text, bytes) in [("64MiB", 64 << 20), ("64Mi", 64 << 20), ("1 kB", 1000), ("7", 7)] {
            assert_eq!(size_in_bytes(text), Ok(bytes), "{text}");
        }
        let said = size_in_bytes("40mb").unwrap_err().to_string();
        assert!(said.ends_with("got \"40mb\"; perhaps 40MB is meant"), "{said}");
        for text in ["0", "0B", "B", "", "-1", "2^64", "ten", "64mib"] {
            assert!(size_in_bytes(text).is_err(), "{text}");
        }
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

//! Sizes in KiB or MiB, counts with their nouns, and exact quotients.

use urnfield::{Enclosure, Rational};

/// Returns ` (1.144 MiB)` for so many bits, to stand behind their number; nothing below 1 KiB.
pub(crate) fn behind_bits(bits: u64) -> String {
    size_in_words(bits.div_ceil(64).saturating_mul(8))
        .map_or(String::new(), |size| format!(" ({size})"))
}

/// Returns a size in the largest unit that fits, as `1.144 MiB`; `None` below 1 KiB, where bytes
/// are short enough.
pub fn size_in_words(bytes: u64) -> Option<String> {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.checked_ilog2()? / 10) as usize;
    let unit = UNITS.get(power.checked_sub(1)?)?;
    quotient(bytes, 1 << (10 * power), 64).map(|number| format!("{number:.4} {unit}"))
}

/// Returns a count with its noun, in the singular for 1.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns `a / b` with at least `bits` certain bits, and at least 53; `None` for b = 0.
pub(crate) fn quotient(a: u64, b: u64, bits: u64) -> Option<Enclosure> {
    let quotient = Rational::from(a).checked_div(&Rational::from(b))?;
    Some(Enclosure::from_rational(&quotient, bits.max(53)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_largest_unit_that_fits() {
        let sizes = [
            (0, None),
            (1023, None),
            (1024, Some("1 KiB")),
            (1 << 20, Some("1 MiB")),
            (1_199_120, Some("1.144 MiB")),
            ((1 << 30) - 1, Some("1024 MiB")),
            (u64::MAX / 8 + 1, Some("2 EiB")),
            (u64::MAX, Some("16.00 EiB")),
        ];
        for (bytes, said) in sizes {
            assert_eq!(size_in_words(bytes).as_deref(), said, "{bytes}");
        }
    }

    #[test]
    fn quotients_are_enclosed_by_themselves() {
        let exact = |a, b| quotient(a, b, 200)?.exact().map(ToString::to_string);
        assert_eq!(exact(6, 4).as_deref(), Some("3/2"));
        assert_eq!(exact(0, 4).as_deref(), Some("0"));
        assert_eq!(exact(u64::MAX, 1).as_deref(), Some("18446744073709551615"));
        assert_eq!(exact(6, 0), None);
        assert!(quotient(1, 3, 200).is_some_and(|third| third.certain_bits() >= 200));
    }
}

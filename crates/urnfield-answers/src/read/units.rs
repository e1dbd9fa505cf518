//! Commas and underscores between the digits of a number, and units or words behind them.

use urnfield::Rational;

/// `k M G T` are powers of 1000, and so is `K`; `Ki Mi Gi Ti` are powers of 1024. The long ones
/// come first: `Ki` must not be taken for something that ends in `i`.
pub(super) const UNITS: [(&str, u64); 13] = [
    ("thousand", 1_000),
    ("million", 1_000_000),
    ("billion", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
    ("Ki", 1 << 10),
    ("Mi", 1 << 20),
    ("Gi", 1 << 30),
    ("Ti", 1 << 40),
    ("k", 1_000),
    ("K", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
];

/// The number without its unit, and what the unit is worth. Space may stand before a unit, and
/// nowhere else.
pub(super) fn without_unit(text: &str) -> (&str, u64) {
    let stripped = |&(name, value): &(&str, u64)| {
        Some((text.strip_suffix(name)?.trim_end_matches(' '), value))
    };
    UNITS.iter().find_map(stripped).unwrap_or((text, 1))
}

/// Takes out commas that group digits in threes, all of them and nothing else, before the point.
pub(super) fn without_commas(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(text.len());
    let (grouped, behind) = text.split_at(end);
    if behind.contains(',') {
        return None;
    }
    let mut groups = grouped.split(',');
    let first = groups.next()?.len();
    let mut others = groups.peekable();
    let in_threes = others.peek().is_none() || (1..=3).contains(&first);
    (in_threes && others.all(|group| group.len() == 3)).then(|| text.replace(',', ""))
}

/// Takes out underscores, which must stand between two digits. Signs and fractions, which a
/// [`Rational`] would read, are no part of a count.
pub(super) fn without_underscores(text: &str) -> Option<String> {
    let starts_well = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !starts_well || text.contains('/') {
        return None;
    }
    let bytes = text.as_bytes();
    let digit_at = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_digit);
    let between_digits =
        |(i, _): (usize, &str)| digit_at(i.checked_sub(1)) && digit_at(Some(i + 1));
    text.match_indices('_').all(between_digits).then(|| text.replace('_', ""))
}

/// Digits with underscores between them and nothing else: what may stand around `^`.
pub(super) fn plain(text: &str) -> Option<u64> {
    let digits = without_underscores(text)?;
    let only_digits = digits.bytes().all(|b| b.is_ascii_digit());
    only_digits.then(|| digits.parse().ok())?
}

/// Powers with more bits than this are refused, because they fill the memory.
const LARGEST_POWER: u64 = 332_192;

/// A number as it may stand in a rate, whole or not: `500`, `10M`, `10 million`, `2^20`, `1,000`.
pub(super) fn amount(text: &str) -> Option<Rational> {
    if let Some((base, exponent)) = text.split_once('^') {
        return power(base, exponent);
    }
    let (number, unit) = without_unit(text);
    let digits = without_underscores(&without_commas(number)?)?;
    let value: Rational = digits.parse().ok()?;
    Some(&value * &Rational::from(unit))
}

/// `base^exponent`, exactly.
pub(super) fn power(base: &str, exponent: &str) -> Option<Rational> {
    let base = plain(base)?;
    let exponent = plain(exponent)?;
    let bits = u64::from(64 - base.leading_zeros()).checked_mul(exponent)?;
    let exponent = u32::try_from(exponent).ok().filter(|_| bits <= LARGEST_POWER)?;
    Some(Rational::from(base).pow(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_group_digits_in_threes() {
        for (text, plain) in [
            ("50,000,000", "50000000"),
            ("1,000", "1000"),
            ("1,000.5k", "1000.5k"),
            ("1,000 million", "1000 million"),
            ("12345", "12345"),
            ("", ""),
        ] {
            assert_eq!(without_commas(text).as_deref(), Some(plain), "{text}");
        }
        for text in ["1,00", "1,0000", ",000", "1,", "1,,000", "1000,000", "1.5,000", "1k,000"] {
            assert_eq!(without_commas(text), None, "{text}");
        }
    }

    #[test]
    fn amounts_are_exact_and_bounded() {
        let shown = |text: &str| amount(text).map(|value| value.to_string());
        assert_eq!(shown("10M").as_deref(), Some("10000000"));
        assert_eq!(shown("2.5 million").as_deref(), Some("2500000"));
        assert_eq!(shown("2^70").as_deref(), Some("1180591620717411303424"));
        assert_eq!(shown("0.1"), Some("1/10".into()));
        for text in ["", "-1", "1/2", "2^4000000000", "9^99999999999999999999", "2^", "M", "1 0"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}

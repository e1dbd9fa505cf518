//! Exact quotients as enclosures.

use urnfield::{Enclosure, Rational};

/// A rational with at least `bits` certain bits, never fewer than 53, as the library has it.
pub fn enclosed(value: &Rational, bits: u64) -> Enclosure {
    Enclosure::from_rational(value, bits.max(53))
}

/// `a / b`; a quotient by nothing is none.
pub fn quotient(a: u64, b: u64, bits: u64) -> Option<Enclosure> {
    let quotient = Rational::from(a).checked_div(&Rational::from(b))?;
    Some(enclosed(&quotient, bits))
}

/// Two ends of a value as rationals, so near that `bits` are certain if they are in the value;
/// `None` for sizes nobody would write out.
pub fn ends(value: &Enclosure, bits: u64) -> Option<(Rational, Rational)> {
    // A decimal digit is more than three bits.
    let (lo, hi) = value.decimal_bounds((bits / 3 + 1) as usize);
    Some((lo.parse().ok()?, hi.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

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

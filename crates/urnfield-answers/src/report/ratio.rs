//! Exact quotients as enclosures.

use urnfield::{Enclosure, Rational};

/// `a / b` with at least `bits` certain bits, never fewer than 53, as the library has it; a quotient
/// by nothing is none.
pub(crate) fn quotient(a: u64, b: u64, bits: u64) -> Option<Enclosure> {
    let quotient = Rational::from(a).checked_div(&Rational::from(b))?;
    Some(Enclosure::from_rational(&quotient, bits.max(53)))
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

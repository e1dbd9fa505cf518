//! Exact quotients as enclosures, and how far one rate lies above another.

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

/// By how much `rate` is above `target`, as it is said: `by 0.39 %`, or `5.1 times` from the
/// double on. `None` where it is not above, or not certain to two digits.
pub fn excess(rate: &Enclosure, target: &Enclosure) -> Option<Excess> {
    const BITS: u64 = 117;
    let ((low, high), (least, most)) = (ends(rate, BITS)?, ends(target, BITS)?);
    let ratios = [low.checked_div(&most)?, high.checked_div(&least)?];
    let certain = |f: &dyn Fn(&Rational) -> Rational| {
        let [a, b] = [f(&ratios[0]), f(&ratios[1])];
        let digits = |value| Enclosure::from_rational(value, 64).digits(2);
        digits(&a).filter(|text| digits(&b).as_ref() == Some(text))
    };
    if ratios[0] >= Rational::from(2) {
        return certain(&Rational::clone).map(Excess::Times);
    }
    let percent = |ratio: &Rational| &(ratio - &Rational::one()) * &Rational::from(100);
    if ratios[0] <= Rational::one() {
        return None;
    }
    certain(&percent).map(Excess::Percent)
}

/// How far one rate lies above another.
#[derive(Debug, PartialEq, Eq)]
pub enum Excess {
    /// So many percent above.
    Percent(String),
    /// So many times as high.
    Times(String),
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

    #[test]
    fn excess_is_certain_or_unsaid() {
        let said = |rate: &str, target: &str| {
            let value =
                |text: &str| Enclosure::from_rational(&text.parse().expect("a number"), 100);
            excess(&value(rate), &value(target))
        };
        let percent = |text: &str| Some(Excess::Percent(text.into()));
        assert_eq!(said("0.010039", "0.01"), percent("0.39"));
        assert_eq!(said("0.01999", "0.01"), percent("100"));
        assert_eq!(said("0.02", "0.01"), Some(Excess::Times("2".into())));
        assert_eq!(said("5.07e-20", "1e-20"), Some(Excess::Times("5.1".into())));
        assert_eq!(said("0.01", "0.01"), None);
        assert_eq!(said("0.009", "0.01"), None);
        assert_eq!(said("0.1", "0"), None);
    }
}

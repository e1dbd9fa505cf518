//! Exact quotients as enclosures, and how far one rate lies above another.

use urnfield::{Enclosure, Error, Occupancy, Rational};

/// A rational with at least `bits` certain bits, and itself where it is short.
pub(crate) fn enclosed(value: &Rational, bits: u64) -> Result<Enclosure, Error> {
    // One ball in one urn: X is 1, so E z^X is z.
    Occupancy::balls(1, 1)?.precision(bits).pgf(value)
}

/// `a / b`; a quotient by nothing is none.
pub(crate) fn quotient(a: u64, b: u64) -> Option<Rational> {
    Rational::from(a).checked_div(&Rational::from(b))
}

/// Two ends of a value as rationals, so near that `bits` are certain if they are in the value;
/// `None` for sizes nobody would write out.
pub(crate) fn ends(value: &Enclosure, bits: u64) -> Option<(Rational, Rational)> {
    // A decimal digit is more than three bits.
    let (lo, hi) = value.decimal_bounds((bits / 3 + 1) as usize);
    Some((lo.parse().ok()?, hi.parse().ok()?))
}

/// By how much `rate` is above `target`, as it is said: `by 0.39 %`, or `5.1 times` from the
/// double on. `None` where it is not above, or not certain to two digits.
pub(crate) fn excess(rate: &Enclosure, target: &Enclosure) -> Option<Excess> {
    const BITS: u64 = 117;
    let ((low, high), (least, most)) = (ends(rate, BITS)?, ends(target, BITS)?);
    let ratios = [low.checked_div(&most)?, high.checked_div(&least)?];
    let certain = |f: &dyn Fn(&Rational) -> Rational| {
        let [a, b] = [f(&ratios[0]), f(&ratios[1])];
        let digits = |value| enclosed(value, 64).ok()?.digits(2);
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
pub(crate) enum Excess {
    Percent(String),
    Times(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(text: &str) -> Rational {
        text.parse().expect(text)
    }

    #[test]
    fn rationals_are_enclosed_by_themselves() {
        for text in ["0", "1", "1/3", "9592957/1000000", "-7/5", "18446744073709551615"] {
            let value = enclosed(&rational(text), 200).expect(text);
            assert_eq!(value.exact().map(ToString::to_string), Some(text.into()));
            assert!(value.certain_bits() >= 200);
        }
        assert_eq!(quotient(6, 4).map(|q| q.to_string()), Some("3/2".into()));
        assert_eq!(quotient(6, 0), None);
    }

    #[test]
    fn excess_is_certain_or_unsaid() {
        let said = |rate: &str, target: &str| {
            let value = |text| enclosed(&rational(text), 100).expect("a number");
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

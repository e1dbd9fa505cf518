//! [`Form`]: text or JSON, the number of digits, and asking again with more bits.

use urnfield::{Enclosure, Error, Load, Occupancy};

/// The form of an answer, with its number of significant digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A person: digits to which both ends of the enclosure round.
    Text(usize),
    /// A program: two ends whose relative distance is at most 10^-digits.
    Json(usize),
}

const TEXT_DIGITS: usize = 7;
const JSON_DIGITS: usize = 15;

/// Bits beyond the first try. The last is for values within 10^-80 of a rounding edge. Closer
/// values lie on the edge, so more bits would not help.
const MORE_BITS: [u64; 3] = [0, 64, 256];

impl Form {
    /// Creates a form; 7 digits in text and 15 in JSON by default.
    pub fn new(json: bool, digits: Option<usize>) -> Form {
        if json {
            Form::Json(digits.unwrap_or(JSON_DIGITS))
        } else {
            Form::Text(digits.unwrap_or(TEXT_DIGITS))
        }
    }

    /// Returns the certain bits to ask for first.
    pub fn bits(self) -> u64 {
        match self {
            // Ten digits more, so that a value near a rounding edge is a rarity.
            Form::Text(digits) => bits_of(digits + 10),
            Form::Json(digits) => json_bits(digits),
        }
    }

    /// Returns the certain bits of the ends of an interval, which are shown rounded outward.
    pub fn bits_of_ends(self) -> u64 {
        match self {
            Form::Text(digits) | Form::Json(digits) => bits_of(digits_of_ends(digits) + 1),
        }
    }

    /// Returns whether the value has the digits asked for.
    pub fn suffices(self, value: &Enclosure) -> bool {
        match self {
            Form::Text(digits) => value.digits(digits).is_some(),
            Form::Json(digits) => value.certain_bits() >= json_bits(digits),
        }
    }

    /// Asks with more and more bits until the answer suffices. In text an answer that never does
    /// is shown with fewer digits; in JSON the width is a promise, so there it is an error.
    pub fn settle<T>(
        self,
        what: &'static str,
        ask: impl Fn(u64) -> Result<T, Error>,
        suffices: impl Fn(&T) -> bool,
    ) -> Result<T, Error> {
        let mut best = None;
        for more in MORE_BITS {
            match ask(self.bits() + more) {
                Ok(answer) if suffices(&answer) => return Ok(answer),
                Ok(answer) => best = Some(answer),
                // More bits may cost too much; what is known already is still true.
                Err(error) if best.is_none() => return Err(error),
                Err(_) => break,
            }
        }
        match (self, best) {
            (Form::Text(_), Some(answer)) => Ok(answer),
            _ => Err(too_wide(what, self.bits() + MORE_BITS[2])),
        }
    }

    /// Asks with more and more bits until the enclosure has the digits asked for.
    pub fn enclose(
        self,
        what: &'static str,
        ask: impl Fn(u64) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        self.settle(what, ask, |value| self.suffices(value))
    }

    /// Asks again with more bits where a first enclosure lacks the digits asked for.
    pub fn settle_from(
        self,
        first: Enclosure,
        what: &'static str,
        again: impl Fn(u64) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        let ask = |bits| if bits == self.bits() { Ok(first.clone()) } else { again(bits) };
        self.settle(what, ask, |value| self.suffices(value))
    }

    /// Returns a value of a filter with the digits asked for.
    pub fn certain(
        self,
        load: &Load,
        ask: impl Fn(&Load) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        self.enclose("the value", |bits| ask(&load.precision(bits)))
    }

    /// Returns a value of a law with the digits asked for.
    pub fn certain_of(
        self,
        law: &Occupancy,
        what: &'static str,
        ask: impl Fn(&Occupancy) -> Result<Enclosure, Error>,
    ) -> Result<Enclosure, Error> {
        self.enclose(what, |bits| ask(&law.clone().precision(bits)))
    }

    /// Checks a value that cannot be had with more bits: in JSON it must be as narrow as promised.
    pub fn promised(self, what: &'static str, value: Enclosure) -> Result<Enclosure, Error> {
        match self {
            Form::Json(_) if !self.suffices(&value) => Err(too_wide(what, value.certain_bits())),
            _ => Ok(value),
        }
    }
}

fn too_wide(what: &'static str, bits: u64) -> Error {
    Error::Precision { what, bits, remedy: "ask for fewer digits with --digits" }
}

/// At least log2(10^digits).
fn bits_of(digits: usize) -> u64 {
    digits as u64 * 3322 / 1000 + 1
}

/// The ends are printed with two digits more than promised and rounded outward, which widens by
/// at most 2·10^-(D+1); the enclosure itself may then have a relative width of 10^-(D+1).
fn json_bits(digits: usize) -> u64 {
    bits_of(digits + 1)
}

/// How many digits the ends of an enclosure are printed with, so that they are at most
/// 10^-digits apart; see `json_bits`.
pub fn digits_of_ends(digits: usize) -> usize {
    digits + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    #[test]
    fn bits_cover_digits() {
        for digits in 1..=1100 {
            let two = Rational::from(2).pow(bits_of(digits) as u32);
            assert!(two > Rational::from(10).pow(digits as u32), "{digits}");
        }
    }

    #[test]
    fn an_answer_that_never_suffices_is_shown_or_refused() {
        let ask = |bits: u64| Ok(bits);
        let text = Form::Text(7).settle("it", ask, |_| false);
        assert_eq!(text, Ok(bits_of(17) + 256));
        assert!(Form::Json(7).settle("it", ask, |_| false).is_err());
        assert_eq!(Form::Json(7).settle("it", ask, |_| true), Ok(bits_of(8)));
    }

    #[test]
    fn too_costly_the_second_time_keeps_the_first_answer() {
        let costly = || Error::TooCostly {
            what: "it",
            needs: 2,
            unit: "steps".into(),
            limit: 1,
            remedy: "do not",
        };
        let start = bits_of(17);
        let ask = |bits: u64| {
            if bits > start { Err(costly()) } else { Ok(bits) }
        };
        assert_eq!(Form::Text(7).settle("it", ask, |_| false), Ok(start));
        let never = |_| Err::<u64, _>(costly());
        assert_eq!(Form::Text(7).settle("it", never, |_| true), Err(costly()));
    }
}

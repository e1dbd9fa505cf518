//! Numbers as plain data (feature `serde`): texts that are read back exactly, so that an enclosure
//! from a file encloses what it did.

use super::dyadic::{Dyadic, shift_of};
use super::enclosure::Enclosure;
use super::error::Error;
use super::rate::Rate;
use super::rational::Rational;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::str::FromStr;

/// As the text they are displayed as.
macro_rules! as_text {
    ($($number:ty),*) => {$(
        impl Serialize for $number {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $number {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$number, D::Error> {
                let text = Cow::<str>::deserialize(deserializer)?;
                <$number>::from_str(&text).map_err(de::Error::custom)
            }
        }
    )*};
}

as_text!(Rational, Dyadic);

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rate, D::Error> {
        Rate::new(Rational::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Both ends, and the value where it is known.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Enclosure", deny_unknown_fields)]
struct Ends {
    lo: Dyadic,
    hi: Dyadic,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exact: Option<Rational>,
}

impl Serialize for Enclosure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Ends { lo: self.lo(), hi: self.hi(), exact: self.exact().cloned() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Enclosure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Enclosure, D::Error> {
        Enclosure::try_from(Ends::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Ends whose exponents are farther apart are no enclosure that was ever written.
const FARTHEST: i128 = 1 << 25;

impl TryFrom<Ends> for Enclosure {
    type Error = Error;

    fn try_from(Ends { lo, hi, exact }: Ends) -> Result<Enclosure, Error> {
        let refused = |rule| Err(Error::domain(rule, format!("lo = {lo} and hi = {hi}")));
        if lo > hi {
            return refused("the lower end of an enclosure is at most the upper one");
        }
        let exponent = lo.exponent.min(hi.exponent);
        if lo.exponent.max(hi.exponent) - exponent > FARTHEST {
            return refused("the ends of an enclosure are of comparable size");
        }
        let whole = |end: &Dyadic| &end.mantissa << shift_of(end.exponent - exponent);
        let enclosure = Enclosure::from_ends(whole(&lo), whole(&hi), exponent);
        match exact {
            None => Ok(enclosure),
            Some(exact) if enclosure.contains(&exact) => Ok(enclosure.known_to_be(exact)),
            Some(_) => refused("the exact value of an enclosure lies between its ends"),
        }
    }
}

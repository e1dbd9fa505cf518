//! Numbers as plain data (feature `serde`): texts that are read back exactly, so that an enclosure
//! from a file encloses what it did.

use crate::enclosure::Enclosure;
use crate::enclosure::dyadic::Dyadic;
use crate::error::Error;
use crate::rate::Rate;
use crate::rational::Rational;
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

impl TryFrom<Ends> for Enclosure {
    type Error = Error;

    fn try_from(Ends { lo, hi, exact }: Ends) -> Result<Enclosure, Error> {
        let got = format!("lo = {lo} and hi = {hi}");
        let enclosure = Enclosure::from_dyadics(lo, hi)?;
        match exact {
            None => Ok(enclosure),
            Some(exact) if enclosure.contains(&exact) => Ok(enclosure.known_to_be(exact)),
            Some(_) => {
                Err(Error::domain("the exact value of an enclosure lies between its ends", got))
            }
        }
    }
}

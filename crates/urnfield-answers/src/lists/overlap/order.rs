//! In what order combinations are shown.

use std::str::FromStr;
use urnfield::Error;

/// In what order combinations are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Pairs first, then triples; among equals in the order of the lists.
    #[default]
    Degree,
    /// The most shared names first.
    Observed,
    /// The smallest P(>=) first.
    P,
}

impl FromStr for Order {
    type Err = Error;

    fn from_str(text: &str) -> Result<Order, Error> {
        match text {
            "degree" => Ok(Order::Degree),
            "observed" => Ok(Order::Observed),
            "p" => Ok(Order::P),
            _ => Err(Error::Format {
                rule: "rows are sorted by p, degree or observed",
                got: text.to_owned(),
            }),
        }
    }
}

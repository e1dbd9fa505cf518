//! [`Sizing`]: the question that a plan answers.

use crate::design::plain::{Design, Kind};
use crate::error::Error;
use urnfield_num::{Rate, Rational};

/// Larger filters are not considered.
pub(crate) const MOST_BITS: u64 = 1 << 63;

/// A question for [`Plan::find`](crate::Plan::find): two of items, rate and bits, and the numbers
/// of hashes that are allowed.
///
/// ```
/// use urnfield::bloom::Sizing;
/// use urnfield::{Kind, Plan};
/// // A million items at one in a million, but no more than eight hashes ...
/// let fpr = "1 in 1000000".parse()?;
/// let few = Sizing::of_items(Kind::Standard, 1_000_000, &fpr).at_most_hashes(8);
/// // ... take two fifths more bits than with twenty.
/// let (few, best) = (Plan::find(&few)?, Plan::smallest(Kind::Standard, 1_000_000, &fpr)?);
/// assert_eq!((few.design.bits(), few.design.hashes()), (40_856_855, 8));
/// assert_eq!((best.design.bits(), best.design.hashes()), (28_755_284, 20));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sizing {
    pub(crate) kind: Kind,
    pub(crate) given: Known,
    pub(crate) hashes: AllowedHashes,
    pub(crate) confidence: Option<Rate>,
}

/// The two quantities that are given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Known {
    ItemsAndRate { items: u64, fpr: Rate },
    BitsAndItems { bits: u64, items: u64 },
    BitsAndRate { bits: u64, fpr: Rate },
}

/// The numbers of hashes that a plan may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AllowedHashes {
    AtMost(u64),
    Exactly(u64),
}

impl AllowedHashes {
    /// Returns the least and the greatest number.
    pub(crate) fn range(self) -> (u64, u64) {
        match self {
            AllowedHashes::AtMost(most) => (1, most),
            AllowedHashes::Exactly(k) => (k, k),
        }
    }
}

impl Sizing {
    fn new(kind: Kind, given: Known) -> Sizing {
        let hashes = AllowedHashes::AtMost(u64::MAX);
        Sizing { kind, given, hashes, confidence: None }
    }

    /// Asks for the smallest filter for so many items at a rate of at most `fpr`.
    pub fn of_items(kind: Kind, items: u64, fpr: &Rate) -> Sizing {
        Sizing::new(kind, Known::ItemsAndRate { items, fpr: fpr.clone() })
    }

    /// Asks for the number of hashes with the least rate for so many items in so many bits.
    pub fn of_bits_and_items(kind: Kind, bits: u64, items: u64) -> Sizing {
        Sizing::new(kind, Known::BitsAndItems { bits, items })
    }

    /// Asks for the most items that so many bits hold at a rate of at most `fpr`.
    pub fn of_bits(kind: Kind, bits: u64, fpr: &Rate) -> Sizing {
        Sizing::new(kind, Known::BitsAndRate { bits, fpr: fpr.clone() })
    }

    /// Requires exactly so many hashes, instead of the best number.
    pub fn exactly_hashes(mut self, hashes: u64) -> Sizing {
        self.hashes = AllowedHashes::Exactly(hashes);
        self
    }

    /// Allows at most so many hashes.
    pub fn at_most_hashes(mut self, hashes: u64) -> Sizing {
        self.hashes = AllowedHashes::AtMost(hashes);
        self
    }

    /// Requires that one filter's *own* rate meets the target with at least this probability (from
    /// 1/2 on), instead of the mean over all filters. Only for [`Sizing::of_items`].
    ///
    /// ```
    /// use urnfield::bloom::Sizing;
    /// use urnfield::{Kind, Plan};
    /// let mean = Sizing::of_items(Kind::Standard, 100, &"1%".parse()?);
    /// let own = mean.clone().with_confidence(&"99.9%".parse()?);
    /// assert_eq!(Plan::find(&mean)?.design.bits(), 962);
    /// assert_eq!(Plan::find(&own)?.design.bits(), 1035);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn with_confidence(mut self, confidence: &Rate) -> Sizing {
        self.confidence = Some(confidence.clone());
        self
    }

    /// Refuses questions that have no plan.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let (least, most) = self.hashes.range();
        if most == 0 {
            return Err(Error::domain("a filter needs at least one hash", "hashes = 0"));
        }
        match self.given {
            Known::ItemsAndRate { items, .. } => check_items(items)?,
            Known::BitsAndItems { bits, items } => {
                check_items(items)?;
                Design::new(self.kind, bits, least)?.holding(items)?;
            }
            Known::BitsAndRate { bits, .. } => {
                Design::new(self.kind, bits, least)?;
            }
        }
        let Some(confidence) = &self.confidence else { return Ok(()) };
        if !matches!(self.given, Known::ItemsAndRate { .. }) {
            return Err(Error::domain(
                "a confidence sizes a filter for given items and a rate",
                format!("confidence = {confidence} with bits"),
            ));
        }
        if *confidence.value() < Rational::new(1, 2)? {
            return Err(Error::domain(
                "a confidence is at least 1/2",
                format!("confidence = {confidence}"),
            ));
        }
        Ok(())
    }
}

pub(crate) fn check_items(items: u64) -> Result<(), Error> {
    if items == 0 {
        return Err(Error::domain("a plan needs at least one item", "items = 0"));
    }
    Ok(())
}

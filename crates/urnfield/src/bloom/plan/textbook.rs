//! [`Textbook`]: the sizes of the usual formulas, to compare with certified plans.

use crate::bloom::plan::sizing::check_items;
use crate::error::Error;
use urnfield_num::{Rate, Real, until_decided};

/// The size and the hashes that the usual formulas give, to compare with a certified
/// [`Plan`](crate::Plan).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Textbook {
    /// The size: ⌈−n ln p/(ln 2)²⌉.
    pub bits: u64,
    /// The hashes: max(1, round((bits/n) ln 2)).
    pub hashes: u64,
    /// The items, or ⌊bits·(ln 2)²/−ln p⌋ where the bits were given.
    pub items: u64,
}

impl Textbook {
    /// Returns −ln p/(ln 2)², the bits an item takes.
    fn bits_per_item(fpr: &Rate, words: usize) -> Real {
        let ln2 = Real::ln2(words);
        Real::from_rational(fpr.value(), words).ln().negated().div(&ln2.mul(&ln2))
    }

    /// Rounds a formula's value to a whole number, on mantissas that are long enough to decide.
    fn whole(up: bool, value: impl Fn(usize) -> Real) -> Result<u64, Error> {
        let whole = until_decided([4, 8, 32], |words| {
            let value = value(words).enclosure();
            Ok::<_, Error>(if up { value.ceiling() } else { value.floor() })
        })?;
        whole.ok_or_else(|| Error::Unreachable {
            what: "the textbook formula needs fewer than 2^63 bits and items",
            got: format!("{:.3}", value(4).enclosure()),
        })
    }

    fn hashes(bits: u64, items: u64) -> Result<u64, Error> {
        let rounded = Textbook::whole(false, |words| {
            let k = Real::ln2(words).mul(&Real::from_ratio(bits, items.max(1), words));
            k.add(&Real::from_ratio(1, 2, words))
        })?;
        Ok(rounded.max(1))
    }

    /// Returns the textbook filter for n items at rate p, rounded from enclosures and not from
    /// floats.
    ///
    /// ```
    /// use urnfield::bloom::Textbook;
    /// let t = Textbook::sizing(1_000_000, &"1%".parse()?)?;
    /// assert_eq!((t.bits, t.hashes), (9_585_059, 7));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn sizing(items: u64, fpr: &Rate) -> Result<Textbook, Error> {
        check_items(items)?;
        let bits =
            Textbook::whole(true, |words| Textbook::bits_per_item(fpr, words).mul_word(items))?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }

    /// Returns the textbook number of items for m bits at rate p.
    pub fn capacity(bits: u64, fpr: &Rate) -> Result<Textbook, Error> {
        let items = Textbook::whole(false, |words| {
            Real::from_u64(bits, words).div(&Textbook::bits_per_item(fpr, words))
        })?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }

    /// Returns the textbook number of hashes for m bits and n items.
    pub fn tuning(bits: u64, items: u64) -> Result<Textbook, Error> {
        check_items(items)?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }
}

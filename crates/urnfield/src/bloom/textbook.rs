//! [`Textbook`]: what every calculator says, so that it can be held against the truth.

use super::sizing::check_items;
use crate::num::Error;
use crate::num::{Rate, Rational, Real};

/// What every calculator says: its size and hashes, to be compared with the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Textbook {
    /// ⌈−n ln p/(ln 2)²⌉.
    pub bits: u64,
    /// max(1, round((bits/n) ln 2)).
    pub hashes: u64,
    /// n, or ⌊bits·(ln 2)²/−ln p⌋ where the bits were given.
    pub items: u64,
}

impl Textbook {
    fn ln(value: &Rational) -> Real {
        let (n, d) = value.parts();
        Real::from_big(&n, 0, 4).div(&Real::from_big(&d, 0, 4)).ln()
    }

    fn whole(value: &Real, up: bool) -> Result<u64, Error> {
        let enclosure = value.enclosure();
        let whole = if up { enclosure.ceiling() } else { enclosure.floor() };
        whole.ok_or_else(|| Error::Unreachable {
            what: "the textbook formula needs fewer than 2^63 bits and items",
            got: format!("{enclosure:.3}"),
        })
    }

    fn hashes(bits: u64, items: u64) -> Result<u64, Error> {
        let k = Real::ln2(4).mul(&Real::from_ratio(bits, items.max(1), 4));
        let half = Real::from_ratio(1, 2, 4);
        Ok(Textbook::whole(&k.add(&half), false)?.max(1))
    }

    /// The textbook filter for n items at rate p, rounded from enclosures, never floats.
    ///
    /// ```
    /// use urnfield::bloom::Textbook;
    /// let t = Textbook::sizing(1_000_000, &"1%".parse()?)?;
    /// assert_eq!((t.bits, t.hashes), (9_585_059, 7));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn sizing(items: u64, fpr: &Rate) -> Result<Textbook, Error> {
        check_items(items)?;
        let ln2 = Real::ln2(4);
        let bits = Textbook::ln(fpr.value()).negated().mul_word(items).div(&ln2.mul(&ln2));
        let bits = Textbook::whole(&bits, true)?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }

    /// The textbook number of items for m bits at rate p.
    pub fn capacity(bits: u64, fpr: &Rate) -> Result<Textbook, Error> {
        let ln2 = Real::ln2(4);
        let items = ln2.mul(&ln2).mul_word(bits).div(&Textbook::ln(fpr.value()).negated());
        let items = Textbook::whole(&items, false)?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }

    /// The textbook number of hashes for m bits and n items.
    pub fn tuning(bits: u64, items: u64) -> Result<Textbook, Error> {
        check_items(items)?;
        Ok(Textbook { bits, hashes: Textbook::hashes(bits, items)?, items })
    }
}

//! [`Optimum`]: the best number of hashes alone, for filters whose rates take long.

use crate::bloom::plan::hash_search::HashSearch;
use crate::bloom::plan::sizing::check_items;
use crate::design::plain::{Design, Kind};
use crate::error::Error;

/// The best number of hashes for given bits and items, without the rate.
///
/// [`Plan::best_hashes`](crate::Plan::best_hashes) gives the rate as well, and refuses filters of
/// so many hashes that a search would be long.
///
/// Source: `con:optimal-ks`, k\*.
///
/// ```
/// use urnfield::bloom::Optimum;
/// use urnfield::Kind;
///
/// // Ten bits an item have their least rate at 7 hashes ...
/// assert_eq!(Optimum::of(Kind::Standard, 1000, 100)?.ties, [7]);
/// // ... and one item in three bits twice: 1/3 with one hash of a classic filter, and with two.
/// assert_eq!(Optimum::of(Kind::Classic, 3, 1)?.ties, [1, 2]);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Optimum {
    /// All k with the least rate, ascending.
    pub ties: Vec<u64>,
}

impl Optimum {
    /// Finds the best numbers of hashes for n items in m bits, every other number excluded. Refuses
    /// n = 0, because an empty filter has the rate 0 with any number of hashes.
    ///
    /// Cost: a few dozen rates for a standard filter; as
    /// [`Plan::best_hashes`](crate::Plan::best_hashes) for a classic filter.
    pub fn of(kind: Kind, bits: u64, items: u64) -> Result<Optimum, Error> {
        check_items(items)?;
        Design::new(kind, bits, 1)?;
        let search = HashSearch::new(kind, bits, items, (1, u64::MAX));
        let mut search = if kind == Kind::Standard { search.patient() } else { search };
        Ok(Optimum { ties: search.best()?.ties })
    }
}

//! A filter's file without its key: bits and header are enough to merge, to count and to write
//! again, so a secret stays where it is.

use super::Filter;
use super::bits::Bits;
use super::bytes::{Content, read_bits};
use super::digest::Key;
use super::file::{Existing, open, reading, write_whole};
use super::header::{Encoding, Header, Summary};
use super::merge::{agree, common_plan};
use super::recode::Packing;
use crate::Error;
use crate::design::Design;
use std::path::Path;

/// The filter of a file, keyed or not, in memory. It can be merged and written, and not asked.
///
/// ```no_run
/// use urnfield::filter::{Packing, SealedFilter};
/// let mut all = SealedFilter::load("monday.urn")?;
/// all.union_with(&SealedFilter::load("tuesday.urn")?)?;
/// all.save_new("week.urn", Packing::Raw)?;
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone)]
pub struct SealedFilter {
    header: Header,
    bits: Bits,
}

impl SealedFilter {
    /// Reads a file, and checks everything.
    pub fn load(path: impl AsRef<Path>) -> Result<SealedFilter, Error> {
        let path = path.as_ref();
        let (header, payload) = open(path)?;
        let bits = read_bits(&header, payload).map_err(|failure| reading(path, failure))?;
        Ok(SealedFilter { header, bits })
    }

    /// Kind, bits and hashes.
    pub fn design(&self) -> Design {
        self.header.design
    }

    /// For how many items it was planned, 0 where that is unknown.
    pub fn planned_items(&self) -> u64 {
        self.header.planned_items
    }

    /// How many bits are set, counted anew.
    pub fn bits_set(&self) -> u64 {
        self.bits.ones()
    }

    /// In which form it was read.
    pub fn packing(&self) -> Packing {
        match self.header.encoding {
            Encoding::Raw => Packing::Raw,
            _ => Packing::Smallest,
        }
    }

    /// Makes this the filter of both sets of items, as [`Filter::union_with`] does.
    pub fn union_with(&mut self, other: &SealedFilter) -> Result<(), Error> {
        self.agrees(other)?;
        self.bits.unite(&other.bits);
        self.header.planned_items = common_plan(self.planned_items(), other.planned_items());
        Ok(())
    }

    /// Keeps the bits that are set in both, as [`Filter::intersect_with`] does.
    pub fn intersect_with(&mut self, other: &SealedFilter) -> Result<(), Error> {
        self.agrees(other)?;
        self.bits.intersect(&other.bits);
        self.header.planned_items = 0;
        Ok(())
    }

    /// The filter, to be asked and inserted into: with its key, or without one where it has none.
    pub fn unsealed(self, key: Option<Key>) -> Result<Filter, Error> {
        let hashing = self.header.hashing(key)?;
        let filter = Filter::of(self.header.design, hashing, self.bits);
        Ok(filter.with_planned_items(self.header.planned_items))
    }

    /// Writes the filter, over an older file of that name if there is one, as [`Filter::save`].
    pub fn save(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        self.write(path.as_ref(), packing, Existing::Replaced)
    }

    /// Writes the filter to a name that nothing has yet, as [`Filter::save_new`].
    pub fn save_new(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        self.write(path.as_ref(), packing, Existing::Kept)
    }

    fn write(&self, path: &Path, packing: Packing, existing: Existing) -> Result<Summary, Error> {
        let content = Content {
            design: self.header.design,
            hashing: self.header.hashing,
            planned_items: self.header.planned_items,
            bits: &self.bits,
        };
        write_whole(path, existing, |out| content.write(packing, out))
    }

    fn agrees(&self, other: &SealedFilter) -> Result<(), Error> {
        let all = |filter: &SealedFilter| (filter.header.design, filter.header.hashing);
        agree(all(self), all(other))
    }
}

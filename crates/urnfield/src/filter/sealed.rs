//! A filter's file without its key: bits and header are enough to merge, to count and to write
//! again, so a secret stays where it is.

use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::bloom_filter::Filter;
use crate::filter::disk::begun::Existing;
use crate::filter::disk::file_lock::FileLock;
use crate::filter::disk::filter_file::{open, reading, reading_from, save, save_under};
use crate::filter::format::header::{Encoding, HEADER, Header, Summary};
use crate::filter::format::origin::Origin;
use crate::filter::format::pieces::pieces;
use crate::filter::format::reading::{
    Arrival, Failure, filter_of, read_bits, read_header, read_payload,
};
use crate::filter::format::writing::{Content, Packing};
use crate::filter::hash::digester::{Hashed, KEYED};
use crate::filter::hash::key::Key;
use crate::filter::hash::key_kinds::{KeyKinds, Note};
use crate::filter::machine::bits::Bits;
use crate::filter::merge::{agree, common_plan};
use crate::filter::probe::line::loads::LineLoads;
use crate::filter::probe::scheme::Scheme;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

/// The filter of a file, keyed or not, in memory. It can be merged and written, and not asked.
/// That is also how a file is packed anew: load it sealed and save it in another packing.
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
        let bits = read_bits(&header, payload, Arrival::Present);
        Ok(SealedFilter::of(header, bits.map_err(|failure| reading(path, failure))?))
    }

    /// Takes bits that were read and checked behind their header.
    fn of(header: Header, bits: Bits) -> SealedFilter {
        SealedFilter { header, bits }
    }

    /// Reads bytes as [`Filter::from_bytes`] does.
    pub fn from_bytes(bytes: &[u8]) -> Result<SealedFilter, Error> {
        let header = Header::read(bytes, Some(bytes.len() as u64))?;
        let bits = read_bits(&header, &bytes[HEADER..], Arrival::Present);
        Ok(SealedFilter { header, bits: bits.map_err(Failure::in_stream)? })
    }

    /// Reads a stream as [`Filter::read_from`] does.
    pub fn read_from(mut reader: impl Read) -> Result<SealedFilter, Error> {
        let header = read_header(&mut reader)?;
        let bits = read_bits(&header, reader, Arrival::Awaited).map_err(Failure::in_stream)?;
        Ok(SealedFilter { header, bits })
    }

    /// Returns the design: kind, bits and hashes.
    pub fn design(&self) -> AnyDesign {
        self.header.design
    }

    /// Returns what may be told of its hashing.
    pub fn hashed(&self) -> Hashed {
        match (self.header.hashing.digest, self.header.hashing) {
            (KEYED, hashing) => Hashed::KeyCheck(hashing.key_check),
            (_, hashing) => Hashed::Seed(hashing.seed),
        }
    }

    /// Returns the summary of its raw file, as [`Filter::summary`].
    pub fn summary(&self) -> Summary {
        self.content().raw_summary()
    }

    /// Marks the filter as made by an AND of unknown filters, as
    /// [`Filter::marked_as_intersection`].
    pub fn marked_as_intersection(mut self) -> SealedFilter {
        self.header.origin = Origin::UNKNOWN;
        self.header.note = Note::UNKNOWN;
        self
    }

    /// Returns for how many items the filter was planned, 0 where that is unknown.
    pub fn planned_items(&self) -> u64 {
        self.header.planned_items
    }

    /// Returns what its bits are, as [`Filter::origin`].
    pub fn origin(&self) -> Origin {
        self.header.origin
    }

    /// Returns the kinds of its keys, as [`Filter::key_kinds`].
    pub fn key_kinds(&self) -> KeyKinds {
        self.header.note.kinds()
    }

    /// Replaces the note of the kinds of its keys, as [`Filter::with_key_kinds`].
    pub fn with_key_kinds(mut self, kinds: KeyKinds) -> SealedFilter {
        let holds_keys = kinds.is_known() || self.bits.ones() > 0;
        self.header.note = Note::of(kinds, holds_keys);
        self
    }

    /// Returns how many bits are set, counted anew.
    pub fn bits_set(&self) -> u64 {
        self.bits.ones()
    }

    /// Returns how full its lines are, as [`Filter::line_loads`].
    pub fn line_loads(&self) -> Option<LineLoads> {
        self.design().blocked().map(|_| LineLoads::of(self.bits.words()))
    }

    /// Returns in which form the filter was read.
    pub fn packing(&self) -> Packing {
        match self.header.encoding {
            Encoding::Raw => Packing::Raw,
            _ => Packing::Smallest,
        }
    }

    /// A copy, if there is memory for one: `clone` would end the process.
    pub fn try_clone(&self) -> Result<SealedFilter, Error> {
        let mut bits = Bits::zeros(self.header.design.bits())?;
        bits.unite(&self.bits);
        Ok(SealedFilter { header: self.header, bits })
    }

    /// Makes this the filter of both sets of items, as [`Filter::union_with`] does.
    pub fn union_with(&mut self, other: &SealedFilter) -> Result<(), Error> {
        self.agrees(other)?;
        self.bits.unite(&other.bits);
        self.header.planned_items = common_plan(self.planned_items(), other.planned_items());
        self.header.origin = self.header.origin.or(other.header.origin);
        self.header.note = self.header.note.or(other.header.note);
        Ok(())
    }

    /// Keeps the bits that are set in both, as [`Filter::intersect_with`] does.
    pub fn intersect_with(&mut self, other: &SealedFilter) -> Result<(), Error> {
        self.agrees(other)?;
        let whole = |filter: &SealedFilter| (filter.header.origin, filter.bits_set());
        let ours = whole(self);
        let theirs = whole(other);
        self.bits.intersect(&other.bits);
        self.header.origin = Origin::and(ours, theirs, self.bits.ones());
        self.header.note = Note::UNKNOWN;
        self.header.planned_items = 0;
        Ok(())
    }

    /// The filter, to be asked and inserted into: with its key, or `None` where it has none.
    pub fn into_filter(self, key: impl Into<Option<Key>>) -> Result<Filter, Error> {
        let digester = self.header.digester(key.into())?;
        Ok(filter_of(&self.header, digester, self.bits))
    }

    /// Writes the filter, over an older file of that name if there is one, as [`Filter::save`].
    pub fn save(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        save(&self.content(), path.as_ref(), Existing::Replaced, packing)
    }

    /// Writes the filter to a name that nothing has yet, as [`Filter::save_new`].
    pub fn save_new(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        save(&self.content(), path.as_ref(), Existing::Kept, packing)
    }

    /// Writes the filter in the place of the file that is locked, as [`Filter::save_under`].
    pub fn save_under(&self, lock: FileLock, packing: Packing) -> Result<Summary, Error> {
        save_under(&self.content(), lock, packing)
    }

    /// The filter in the `.urn` format, as [`Filter::to_bytes`].
    pub fn to_bytes(&self, packing: Packing) -> Vec<u8> {
        self.content().to_bytes(packing)
    }

    /// Writes the filter to a stream, as [`Filter::write_to`].
    pub fn write_to(&self, writer: impl Write, packing: Packing) -> Result<Summary, Error> {
        self.content().write_to(writer, packing)
    }

    /// The bits as bytes, as [`Filter::payload_pieces`].
    pub fn payload_pieces(&self) -> impl ExactSizeIterator<Item = Vec<u8>> + '_ {
        pieces(self.bits.words())
    }

    /// The filter of a payload without its key, as [`Filter::from_payload`].
    ///
    /// ```
    /// use urnfield::filter::{Key, SealedFilter};
    /// use urnfield::{Design, Filter, Kind};
    /// let design = Design::new(Kind::Standard, 1_000, 5)?;
    /// let secret = Key::new(*b"sixteen secrets!");
    /// let mut filter = Filter::new(design, &secret)?;
    /// filter.insert("urn");
    /// let payload = filter.payload_pieces().collect::<Vec<_>>().concat();
    /// let hashed = filter.digester().hashed();
    /// let sealed = SealedFilter::from_payload(design, hashed, 9, &payload[..])?;
    /// assert_eq!(sealed.into_filter(secret)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn from_payload(
        design: impl Into<AnyDesign>,
        hashed: Hashed,
        planned_items: u64,
        reader: impl Read,
    ) -> Result<SealedFilter, Error> {
        let design = Scheme::of(design.into())?.design();
        let bits = read_payload(design, reader)?;
        let (origin, hashing) = (Origin::Set, hashed.identity());
        let note = Note::of(KeyKinds::UNKNOWN, bits.ones() > 0);
        let content = Content { design, hashing, planned_items, origin, note, bits: &bits };
        Ok(SealedFilter::of(content.raw_header(), bits))
    }

    fn content(&self) -> Content<'_> {
        Content {
            design: self.header.design,
            hashing: self.header.hashing,
            planned_items: self.header.planned_items,
            origin: self.header.origin,
            note: self.header.note,
            bits: &self.bits,
        }
    }

    fn agrees(&self, other: &SealedFilter) -> Result<(), Error> {
        let all = |filter: &SealedFilter| (filter.header.design, filter.header.hashing);
        agree(all(self), all(other))
    }
}

impl FileLock {
    /// Reads the filter of the file, and checks everything.
    pub fn load(&self) -> Result<SealedFilter, Error> {
        let path = self.path();
        let (header, payload) = reading_from(self.file()?, path)?;
        let bits = read_bits(&header, payload, Arrival::Present);
        Ok(SealedFilter::of(header, bits.map_err(|failure| reading(path, failure))?))
    }
}

impl From<Filter> for SealedFilter {
    fn from(filter: Filter) -> SealedFilter {
        SealedFilter::of(Content::of(&filter).raw_header(), filter.bits)
    }
}

impl fmt::Debug for SealedFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedFilter").field("header", &self.header).finish_non_exhaustive()
    }
}

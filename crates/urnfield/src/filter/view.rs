//! A filter that stays where it is: in a mapped file, or in bytes of somebody else.

use super::Filter;
use super::bytes::{Failure, check_payload};
use super::digest::{Digest, Hashing, Key};
use super::header::{Encoding, HEADER, Header, Summary};
use super::kernel::{Ask, Table, asking};
use super::probe::place;
use crate::Error;
use crate::design::Design;
use std::fmt;

/// Answers from the bytes of a `.urn` file without loading them.
///
/// Making a view checks the header, the length and the spare bits, **not** the payload's
/// checksum or the number of bits set; [`FilterView::verify`] does. Words are read as
/// little-endian bytes wherever they lie: alignment is for speed, never for truth. A compressed
/// payload has no words to read and is refused; [`Filter::load`] reads it.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::FilterView};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// filter.insert("urn");
/// let bytes = filter.to_bytes();
/// let view = FilterView::new(&bytes)?;
/// assert!(view.contains("urn") && !view.contains("krater"));
/// # Ok::<(), urnfield::Error>(())
/// ```
pub struct FilterView<B> {
    header: Header,
    hashing: Hashing,
    ask: Ask<FilterView<B>>,
    bytes: B,
}

#[cfg(feature = "mmap")]
use super::machine::Mapped;

#[cfg(feature = "mmap")]
impl FilterView<Mapped> {
    /// Maps a file into memory: asking is possible at once, whatever its size.
    ///
    /// **Warning.** The file must stay as it is while the view lives. If it is cut short under
    /// it, the next question that touches a missing page ends the process (SIGBUS on Unix); if
    /// it is written to, answers change. [`Filter::save`] does neither: it puts a new file in
    /// the old one's place. Where others may do it, use [`Filter::load`].
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<FilterView<Mapped>, Error> {
        FilterView::new(Mapped::open(path.as_ref())?)
    }

    /// Maps the file of a keyed filter; another key is [`Error::Mismatch`].
    pub fn open_keyed(
        path: impl AsRef<std::path::Path>,
        key: Key,
    ) -> Result<FilterView<Mapped>, Error> {
        FilterView::keyed(Mapped::open(path.as_ref())?, key)
    }
}

impl<B: AsRef<[u8]>> FilterView<B> {
    /// A view of the bytes that [`Filter::to_bytes`] wrote.
    pub fn new(bytes: B) -> Result<FilterView<B>, Error> {
        FilterView::over(bytes, None)
    }

    /// A view of a keyed filter; another key is [`Error::Mismatch`].
    pub fn keyed(bytes: B, key: Key) -> Result<FilterView<B>, Error> {
        FilterView::over(bytes, Some(key))
    }

    fn over(bytes: B, key: Option<Key>) -> Result<FilterView<B>, Error> {
        let all = bytes.as_ref();
        let header = Header::read(all, all.len() as u64)?;
        if header.encoding != Encoding::Raw {
            return Err(Error::format(
                "a view reads raw bits only; load the filter, or write it anew with `urnfield \
                 compress --raw`",
                format!("encoding {}", header.encoding),
            ));
        }
        let hashing = header.hashing(key)?;
        let view = FilterView { header, hashing, ask: asking(header.design), bytes };
        header.check_last(view.word(((header.payload - 8) / 8) as usize))?;
        Ok(view)
    }

    /// Kind, bits and hashes.
    pub fn design(&self) -> Design {
        self.header.design
    }

    /// For how many items it was planned, 0 where that is unknown.
    pub fn planned_items(&self) -> u64 {
        self.header.planned_items
    }

    /// Checks what making the view did not: every bit of the payload.
    pub fn verify(&self) -> Result<Summary, Error> {
        let payload = &self.bytes.as_ref()[HEADER..];
        check_payload(&self.header, payload).map_err(Failure::of_bytes)?;
        Ok(self.header.summary())
    }

    /// The digest of an item under this filter's seed or key.
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.hashing.digest(item.as_ref())
    }

    /// The digest of an integer's eight little-endian bytes.
    pub fn digest_u64(&self, item: u64) -> Digest {
        self.hashing.digest_u64(item)
    }

    /// Whether the item may have been inserted; false: it certainly was not.
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digest(item))
    }

    /// Whether an integer's eight little-endian bytes may have been inserted.
    pub fn contains_u64(&self, item: u64) -> bool {
        self.contains_digest(self.digest_u64(item))
    }

    /// Whether the item of a digest may have been inserted.
    pub fn contains_digest(&self, digest: Digest) -> bool {
        (self.ask)(self, &self.header.design, digest)
    }

    /// The same filter in memory of its own, everything checked.
    pub fn to_filter(&self) -> Result<Filter, Error> {
        let payload = &self.bytes.as_ref()[HEADER..];
        Filter::read_payload(&self.header, self.hashing, payload).map_err(Failure::of_bytes)
    }
}

impl<B: AsRef<[u8]>> Table for FilterView<B> {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        let position = place(x, self.header.design.bits());
        self.word((position >> 6) as usize) >> (position & 63)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        let at = HEADER + 8 * i;
        let bytes = &self.bytes.as_ref()[at..at + 8];
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }
}

impl<B> fmt::Debug for FilterView<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilterView").field("header", &self.header).finish_non_exhaustive()
    }
}

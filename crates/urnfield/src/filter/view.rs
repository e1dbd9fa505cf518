//! [`FilterView`]: a filter that is asked where it lies, in a mapped file or in borrowed bytes.

use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::batch::contains::{AskedBits, answers_batches};
use crate::filter::bloom_filter::Filter;
use crate::filter::flags::Flags;
use crate::filter::format::header::{Encoding, HEADER, Header, Summary};
use crate::filter::format::origin::Origin;
use crate::filter::format::reading::{Arrival, Failure, check_payload, filter_of, read_bits};
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digester::Digester;
use crate::filter::hash::digests::{Digests, Integers};
use crate::filter::hash::key::Key;
use crate::filter::hash::key_kinds::KeyKinds;
use crate::filter::machine::fetch::fetch_to_read;
use crate::filter::probe::anywhere::place;
use crate::filter::probe::line::rule::LineWords;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::read::ReadLines;
use crate::filter::probe::scheme::Scheme;
use std::fmt;

/// Answers from the bytes of a `.urn` file without loading them.
///
/// Making a view checks the header, the length and the spare bits, **not** the payload's
/// checksum or the number of bits set; [`FilterView::verify`] does. Words are read as
/// little-endian bytes wherever they lie: alignment is for speed, never for truth. A compressed
/// payload has no words to read and is refused; [`Filter::load`] reads it.
///
/// A view is as good as its bytes stay. Truncating a file under a
/// [map](crate::filter::Mapped::open) kills the process, and overwriting it gives false negatives;
/// a [copy](crate::filter::Mapped::copied) has neither fault.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::{FilterView, Packing}};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// filter.insert("urn");
/// let bytes = filter.to_bytes(Packing::Raw);
/// let view = FilterView::new(&bytes, None)?;
/// assert!(view.contains("urn") && !view.contains("krater"));
/// assert_eq!(view.contains_all(&["krater", "urn"]).iter().collect::<Vec<_>>(), [false, true]);
/// # Ok::<(), urnfield::Error>(())
/// ```
pub struct FilterView<B> {
    header: Header,
    digester: Digester,
    scheme: Scheme,
    bytes: B,
}

impl<B: AsRef<[u8]>> FilterView<B> {
    /// A view of bytes as [`Filter::to_bytes`] writes them: a slice, a vector, a file in memory
    /// ([`Mapped`](crate::filter::Mapped), or a map of your own).
    ///
    /// The key is that of a keyed filter, and `None` where there is none; another key is
    /// [`Error::Mismatch`].
    pub fn new(bytes: B, key: impl Into<Option<Key>>) -> Result<FilterView<B>, Error> {
        let all = bytes.as_ref();
        let header = Header::read(all, Some(all.len() as u64))?;
        if header.encoding != Encoding::Raw {
            return Err(Error::format(
                "a view reads raw bits only; load the filter, or save it with raw packing",
                format!("encoding {}", header.encoding),
            ));
        }
        let digester = header.digester(key.into())?;
        let view = FilterView { header, digester, scheme: Scheme::again(header.design), bytes };
        // The bytes are in memory, so their number fits in usize.
        header.check_last(view.word(((header.payload - 8) / 8) as usize))?;
        Ok(view)
    }

    /// Returns the design: kind, bits and hashes.
    pub fn design(&self) -> AnyDesign {
        self.header.design
    }

    /// Returns for how many items the filter was planned, 0 where that is unknown.
    pub fn planned_items(&self) -> u64 {
        self.header.planned_items
    }

    /// Returns what its bits are: those of a set, or what an AND has left.
    pub fn origin(&self) -> Origin {
        self.header.origin
    }

    /// Returns the kinds of its keys, as [`Filter::key_kinds`].
    pub fn key_kinds(&self) -> KeyKinds {
        self.header.key_kinds()
    }

    /// Checks what making the view did not: every bit of the payload.
    pub fn verify(&self) -> Result<Summary, Error> {
        let payload = &self.bytes.as_ref()[HEADER..];
        check_payload(&self.header, payload).map_err(Failure::in_stream)
    }

    /// Returns whether the item may have been inserted. If false, it certainly was not.
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digest(item))
    }

    /// Returns whether an integer's eight little-endian bytes may have been inserted.
    pub fn contains_u64(&self, item: u64) -> bool {
        self.contains_digest(self.digest_u64(item))
    }

    /// Returns whether the item of a digest may have been inserted.
    pub fn contains_digest(&self, digest: Digest) -> bool {
        self.scheme.contains(self, digest)
    }

    /// Checks everything, and copies the filter to memory of its own.
    pub fn to_filter(&self) -> Result<Filter, Error> {
        let payload = &self.bytes.as_ref()[HEADER..];
        let bits = read_bits(&self.header, payload, Arrival::Present);
        let bits = bits.map_err(Failure::in_stream)?;
        Ok(filter_of(&self.header, self.digester.clone(), bits))
    }

    answers_batches!();

    fn asked(&self) -> AskedBits<'_, FilterView<B>> {
        AskedBits { bits: self, scheme: self.scheme }
    }
}

impl<B: AsRef<[u8]>> ReadBits for FilterView<B> {
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

    #[inline(always)]
    fn fetch(&self, x: u64) {
        let word = (place(x, self.header.design.bits()) >> 6) as usize;
        fetch_to_read(self.bytes.as_ref().as_ptr().wrapping_add(HEADER + 8 * word));
    }
}

impl<B: AsRef<[u8]>> ReadLines for FilterView<B> {
    #[inline(always)]
    fn line<'a>(&'a self, i: usize, room: &'a mut LineWords) -> &'a LineWords {
        let line = &self.bytes.as_ref()[HEADER + 64 * i..][..64];
        for (word, bytes) in room.iter_mut().zip(line.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        room
    }

    #[inline(always)]
    fn fetch_line(&self, i: usize) {
        fetch_to_read(self.bytes.as_ref().as_ptr().wrapping_add(HEADER + 64 * i));
    }
}

impl<B> fmt::Debug for FilterView<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilterView").field("header", &self.header).finish_non_exhaustive()
    }
}

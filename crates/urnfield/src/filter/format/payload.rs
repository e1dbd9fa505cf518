//! The bits alone, in pieces: for stores that keep headers of their own.

use crate::design::any::AnyDesign;
use crate::filter::bloom_filter::Filter;
use crate::filter::format::header;
use crate::filter::format::origin::Origin;
use crate::filter::format::reading::{Failure, Growing, read_words};
use crate::filter::format::writing::Content;
use crate::filter::hash::digester::{Digester, Hashed, Hashing};
use crate::filter::hash::key_kinds::{KeyKinds, Note};
use crate::filter::machine::bits::{Bits, spare};
use crate::filter::probe::scheme::Scheme;
use crate::filter::sealed::SealedFilter;
use std::io::{self, Read};
use urnfield_num::Error;

/// Words in a piece: 64 KiB.
pub(crate) const PIECE: usize = 8192;

impl Filter {
    /// The filter's bits as bytes, piece after piece: bit p is bit p mod 8 of byte p / 8, and
    /// there are eight bytes for every 64 bits, so spare ones at the end are zero. Together the
    /// pieces are the payload of a raw `.urn` file. Every piece but the last has 65536 bytes, and
    /// none is made before it is asked for.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let design = Design::new(Kind::Classic, 1_000_000, 5)?;
    /// let mut filter = Filter::new(design, 7)?.with_planned_items(9);
    /// filter.insert("urn");
    /// let pieces: Vec<Vec<u8>> = filter.payload_pieces().collect();
    /// assert_eq!((pieces.len(), pieces[0].len(), pieces[1].len()), (2, 65_536, 59_464));
    /// let same = Filter::from_payload(design, 7, 9, &pieces.concat()[..])?;
    /// assert_eq!((&same, same.planned_items()), (&filter, 9));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn payload_pieces(&self) -> impl ExactSizeIterator<Item = Vec<u8>> + '_ {
        self.bits.words().chunks(PIECE).map(as_bytes)
    }

    /// How many bytes [`Filter::payload_pieces`] has in all.
    pub fn payload_len(&self) -> usize {
        8 * self.bits.words().len()
    }

    /// Some bytes of the payload, from one on, into memory that is there already.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 1_000_000, 5)?, 7)?;
    /// filter.insert("urn");
    /// let whole = filter.payload_pieces().collect::<Vec<_>>().concat();
    /// let mut some = [0; 70_001];
    /// filter.copy_payload(13, &mut some);
    /// assert_eq!((filter.payload_len(), &some[..]), (whole.len(), &whole[13..70_014]));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the payload ends before `into` does.
    pub fn copy_payload(&self, from: usize, into: &mut [u8]) {
        let words = &self.bits.words()[from / 8..(from + into.len()).div_ceil(8)];
        // The first word may be wanted in part.
        let (mut skip, mut rest) = (from % 8, into);
        for word in words {
            let bytes = &word.to_le_bytes()[skip..];
            let (now, later) = rest.split_at_mut(bytes.len().min(rest.len()));
            now.copy_from_slice(&bytes[..now.len()]);
            (skip, rest) = (0, later);
        }
    }

    /// The filter of a payload as [`Filter::payload_pieces`] gives it. A payload has no header and
    /// no checksum, so what it stands for must be known: the design, the seed or key, and for how
    /// many items it was planned (0 where that is unknown).
    ///
    /// Nor does a payload say that it is an intersection, or which kinds of keys it holds; who knows
    /// it says so with [`Filter::marked_as_intersection`] and [`Filter::with_key_kinds`].
    ///
    /// Exactly eight bytes for every 64 bits are read, and what follows is left in the reader.
    /// Memory is taken as bytes arrive.
    pub fn from_payload(
        design: impl Into<AnyDesign>,
        hashing: impl Into<Hashing>,
        planned_items: u64,
        reader: impl Read,
    ) -> Result<Filter, Error> {
        let scheme = Scheme::of(design.into())?;
        let bits = bits_of(scheme.design(), reader)?;
        let filter = Filter::of(scheme, Digester::new(hashing), bits);
        Ok(filter.with_planned_items(planned_items).with_key_kinds(KeyKinds::UNKNOWN))
    }
}

impl SealedFilter {
    /// The bits as bytes, as [`Filter::payload_pieces`].
    pub fn payload_pieces(&self) -> impl ExactSizeIterator<Item = Vec<u8>> + '_ {
        self.bits().words().chunks(PIECE).map(as_bytes)
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
        let bits = bits_of(design, reader)?;
        let (origin, hashing) = (Origin::Set, hashed.identity());
        let note = Note::of(KeyKinds::UNKNOWN, bits.ones() > 0);
        let content = Content { design, hashing, planned_items, origin, note, bits: &bits };
        Ok(SealedFilter::of(content.raw_header(), bits))
    }
}

/// Reads the bits of a design and no more.
fn bits_of(design: AnyDesign, reader: impl Read) -> Result<Bits, Error> {
    let m = design.bits();
    let mut growing = Growing::of(m)?;
    let bytes = growing.words_in_all() as u64 * 8;
    let seen = read_words(bytes, reader, |piece| growing.push(piece));
    let tally = seen.map_err(|failure| match failure {
        Failure::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            let got = format!("fewer than {bytes} for {m} bits");
            Error::format("a payload has eight bytes for every 64 bits", got)
        }
        failure => failure.in_stream(),
    })?;
    header::check_spare(tally.last, spare(m))?;
    Ok(Bits::from_words(m, growing.into_words()))
}

/// Shows words as little-endian bytes, a piece at a time, all in the same buffer.
pub(crate) fn each_piece(
    words: &[u64],
    mut see: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    words.chunks(PIECE).try_for_each(|piece| {
        little_endian(piece, &mut bytes);
        see(&bytes)
    })
}

fn as_bytes(words: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    little_endian(words, &mut bytes);
    bytes
}

fn little_endian(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.resize(8 * words.len(), 0);
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

//! A whole filter to bytes and back. Reading goes through a small buffer, so that a file and a
//! slice are the same thing and nothing is allocated before the header has been believed.

use super::bits::{self, Bits, checked_words};
use super::compress;
use super::digest::{Identity, Key};
use super::header::{Encoding, HEADER, Header, Summary};
use super::recode::Packing;
use super::{Filter, Hashing};
use crate::Error;
use crate::design::Design;
use std::io::{self, Read, Write};

/// Words converted at a time.
const PIECE: usize = 8192;

impl Filter {
    /// The filter in the `.urn` format.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100, 3)?, 0)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes();
    /// assert_eq!((bytes.len(), &bytes[1..4]), (128 + 16, &b"URN"[..]));
    /// assert_eq!(Filter::from_bytes(&bytes)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.bits.words().len() * 8);
        self.write(Packing::Raw, &mut bytes).expect("a vector takes everything");
        bytes
    }

    /// The filter in the `.urn` format with the smallest payload there is: for transmission.
    ///
    /// That is near m·H(q) bits where a share q of the m bits is set, and where half of them are,
    /// as in a filter filled to its plan, there is nothing to gain. [`Filter::from_bytes`] and
    /// [`Filter::load`] read it; a [`FilterView`](super::FilterView) needs raw bits.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100_000, 3)?, 0)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes_compressed();
    /// assert_eq!(bytes.len(), 128 + 6); // 3 of 100000: log2 C(100000, 3) is 47.2
    /// assert_eq!(Filter::from_bytes(&bytes)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn to_bytes_compressed(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(Packing::Smallest, &mut bytes).expect("a vector takes everything");
        bytes
    }

    /// Reads what [`Filter::to_bytes`] or [`Filter::to_bytes_compressed`] wrote, and checks
    /// everything. No bytes make it panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Filter, Error> {
        Filter::read_bytes(bytes, None)
    }

    /// Reads a keyed filter; another key is [`Error::Mismatch`].
    pub fn from_bytes_keyed(bytes: &[u8], key: Key) -> Result<Filter, Error> {
        Filter::read_bytes(bytes, Some(key))
    }

    fn read_bytes(bytes: &[u8], key: Option<Key>) -> Result<Filter, Error> {
        let header = Header::read(bytes, bytes.len() as u64)?;
        let hashing = header.hashing(key)?;
        Filter::read_payload(&header, hashing, &bytes[HEADER..]).map_err(Failure::of_bytes)
    }

    /// Reads the payload after a header that fits the length of what is read.
    pub(super) fn read_payload(
        header: &Header,
        hashing: Hashing,
        payload: impl Read,
    ) -> Result<Filter, Failure> {
        let bits = read_bits(header, payload)?;
        let filter = Filter::of(header.design, hashing, bits);
        Ok(filter.with_planned_items(header.planned_items))
    }

    /// What [`Filter::save`] would say of the file: one pass over the bits.
    pub fn summary(&self) -> Summary {
        self.content().header(Encoding::Raw, self.bits.words().len() as u64 * 8, 0).summary()
    }

    pub(super) fn write(&self, packing: Packing, out: &mut impl Write) -> io::Result<()> {
        self.content().write(packing, out).map(|_| ())
    }

    fn content(&self) -> Content<'_> {
        Content {
            design: self.design,
            hashing: self.hashing.identity(),
            planned_items: self.planned_items,
            bits: &self.bits,
        }
    }
}

/// What is written of a filter: all that a file holds, and so everything but a key.
pub(super) struct Content<'a> {
    pub(super) design: Design,
    pub(super) hashing: Identity,
    pub(super) planned_items: u64,
    pub(super) bits: &'a Bits,
}

impl Content<'_> {
    /// Writes a whole file, and tells what it says of itself.
    pub(super) fn write(&self, packing: Packing, out: &mut impl Write) -> io::Result<Summary> {
        let packed = match packing {
            Packing::Raw => None,
            Packing::Smallest => compress::smallest(self.bits, self.bits.ones()),
        };
        if let Some((encoding, payload)) = packed {
            let header = self.header(encoding, payload.len() as u64, crc32c::crc32c(&payload));
            out.write_all(&header.to_bytes())?;
            out.write_all(&payload)?;
            return Ok(header.summary());
        }
        let words = self.bits.words();
        let mut sum = 0;
        pieces(words, |bytes| {
            sum = crc32c::crc32c_append(sum, bytes);
            Ok(())
        })?;
        let header = self.header(Encoding::Raw, words.len() as u64 * 8, sum);
        out.write_all(&header.to_bytes())?;
        pieces(words, |bytes| out.write_all(bytes))?;
        Ok(header.summary())
    }

    fn header(&self, encoding: Encoding, payload: u64, payload_sum: u32) -> Header {
        Header {
            design: self.design,
            hashing: self.hashing,
            encoding,
            bits_set: self.bits.ones(),
            planned_items: self.planned_items,
            payload,
            payload_sum,
        }
    }
}

/// The memory was there a moment ago.
fn out_of_memory() -> Error {
    Error::format("a filter that is read fits in memory", "no memory; try again")
}

/// Why a payload was not read.
pub(super) enum Failure {
    /// It could not be read at all.
    Read(io::Error),
    /// It was read and is wrong.
    Content(Error),
}

impl Failure {
    /// For bytes in memory, whose length the header has been checked against.
    pub(super) fn of_bytes(self) -> Error {
        match self {
            Failure::Content(error) => error,
            Failure::Read(error) => Error::format("bytes can be read", error.to_string()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Content(error)
    }
}

/// Reads the payload after a header that fits the length of what is read, and checks everything.
pub(super) fn read_bits(header: &Header, payload: impl Read) -> Result<Bits, Failure> {
    if header.encoding != Encoding::Raw {
        return read_packed(header, payload);
    }
    let m = header.design.bits();
    let mut words = Vec::new();
    words
        .try_reserve_exact(checked_words(m)?)
        .map_err(|_| Bits::zeros(m).err().unwrap_or_else(out_of_memory))?;
    check_raw(header, payload, |piece| words.extend_from_slice(piece))?;
    Ok(Bits::from_words(m, words))
}

/// The same without keeping the bits, where that is possible.
pub(super) fn check_payload(header: &Header, payload: impl Read) -> Result<(), Failure> {
    match header.encoding {
        Encoding::Raw => check_raw(header, payload, |_| ()),
        _ => read_packed(header, payload).map(|_| ()),
    }
}

/// A compressed payload is read whole: it is as long as the file, and its bits follow from it.
fn read_packed(header: &Header, payload: impl Read) -> Result<Bits, Failure> {
    let mut stored = Vec::new();
    let length = payload.take(header.payload).read_to_end(&mut stored).map_err(Failure::Read)?;
    if length as u64 != header.payload {
        return Err(Failure::Read(io::ErrorKind::UnexpectedEof.into()));
    }
    header.check_sum(crc32c::crc32c(&stored))?;
    let m = header.design.bits();
    let bits = compress::read(header.encoding, &stored, m, header.bits_set)?;
    header.check_bits(bits.ones(), bits.words().last().copied().unwrap_or(0))?;
    Ok(bits)
}

/// Reads a raw payload in pieces, shows the words, and checks sum, count and spare bits.
fn check_raw(
    header: &Header,
    mut payload: impl Read,
    mut see: impl FnMut(&[u64]),
) -> Result<(), Failure> {
    let mut left = header.payload;
    let mut bytes = vec![0; (PIECE * 8).min(usize::try_from(left).unwrap_or(usize::MAX))];
    let mut words = Vec::with_capacity(bytes.len() / 8);
    let (mut sum, mut ones, mut last) = (0, 0, 0);
    while left > 0 {
        let piece = &mut bytes[..(PIECE * 8).min(usize::try_from(left).unwrap_or(usize::MAX))];
        payload.read_exact(piece).map_err(Failure::Read)?;
        sum = crc32c::crc32c_append(sum, piece);
        words.clear();
        words.extend(
            piece
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))),
        );
        ones += bits::ones(&words);
        last = words.last().copied().unwrap_or(last);
        see(&words);
        left -= piece.len() as u64;
    }
    header.check_sum(sum)?;
    Ok(header.check_bits(ones, last)?)
}

/// Shows the words as little-endian bytes, a piece at a time.
fn pieces(words: &[u64], mut see: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(8 * PIECE.min(words.len()));
    for piece in words.chunks(PIECE) {
        bytes.clear();
        bytes.extend(piece.iter().flat_map(|word| word.to_le_bytes()));
        see(&bytes)?;
    }
    Ok(())
}

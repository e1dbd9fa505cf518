//! A whole filter to bytes and back. Reading goes through a small buffer, so that a file and a
//! slice are the same thing and nothing is allocated before the header has been believed.

use super::bits::{self, Bits, checked_words};
use super::digest::Key;
use super::header::{Encoding, HEADER, Header, Summary};
use super::{Filter, Hashing};
use crate::error::Error;
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
        self.write(&mut bytes).expect("a vector takes everything");
        bytes
    }

    /// Reads what [`Filter::to_bytes`] wrote, and checks everything. No bytes make it panic.
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
        let mut words = Vec::new();
        words
            .try_reserve_exact(checked_words(header.design.bits())?)
            .map_err(|_| Bits::zeros(header.design.bits()).err().unwrap_or_else(out_of_memory))?;
        check_payload(header, payload, |piece| words.extend_from_slice(piece))?;
        let filter =
            Filter::of(header.design, hashing, Bits::from_words(header.design.bits(), words));
        Ok(filter.with_planned_items(header.planned_items))
    }

    /// What [`Filter::save`] would say of the file: one pass over the bits.
    pub fn summary(&self) -> Summary {
        self.header(0).summary()
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = 0;
        pieces(self.bits.words(), |bytes| {
            sum = crc32c::crc32c_append(sum, bytes);
            Ok(())
        })?;
        out.write_all(&self.header(sum).to_bytes())?;
        pieces(self.bits.words(), |bytes| out.write_all(bytes))
    }

    fn header(&self, payload_sum: u32) -> Header {
        Header {
            design: self.design,
            hashing: self.hashing.identity(),
            encoding: Encoding::Raw,
            bits_set: self.bits_set(),
            planned_items: self.planned_items,
            payload: self.bits.words().len() as u64 * 8,
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

/// Reads a raw payload in pieces, shows the words, and checks sum, count and spare bits.
pub(super) fn check_payload(
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
    Ok(header.check_payload(sum, ones, last)?)
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

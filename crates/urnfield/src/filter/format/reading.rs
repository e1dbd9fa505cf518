//! A whole filter from bytes or from a stream. Reading goes through a small buffer, so that a file,
//! a slice and a stream are read alike. Nothing is allocated before the header is checked, and for
//! a stream of unknown length no more than has arrived.

use crate::design::any::AnyDesign;
use crate::error::{Damage, Error};
use crate::filter::bloom_filter::Filter;
use crate::filter::format::compress::entropy;
use crate::filter::format::header::{Encoding, HEADER, Header, Summary, check_spare, wrong_length};
use crate::filter::format::pieces::PIECE;
use crate::filter::hash::digester::Digester;
use crate::filter::hash::key::Key;
use crate::filter::machine::bits;
use crate::filter::machine::bits::{Bits, READ_ELSEWHERE, checked_words, room};
use crate::filter::machine::words::Words;
use crate::filter::probe::line::loads::LineLoads;
use crate::filter::probe::scheme::Scheme;
use std::io::{self, Read};

/// Reads the filter of the payload after a header; a key that does not fit is refused before.
pub(crate) fn read_filter(
    header: &Header,
    key: Option<Key>,
    payload: impl Read,
    arrival: Arrival,
) -> Result<Filter, Failure> {
    let digester = header.digester(key)?;
    Ok(filter_of(header, digester, read_bits(header, payload, arrival)?))
}

/// Returns the filter of a header, given its bits.
pub(crate) fn filter_of(header: &Header, digester: Digester, bits: Bits) -> Filter {
    Filter::of(Scheme::again(header.design), digester, bits)
        .with_planned_items(header.planned_items)
        .with_origin(header.origin)
        .with_note(header.note)
}

/// Reads the header of a stream of unknown length.
pub(crate) fn read_header(reader: &mut impl Read) -> Result<Header, Error> {
    let mut start = Vec::with_capacity(HEADER);
    let read = reader.take(HEADER as u64).read_to_end(&mut start);
    read.map_err(|error| Failure::Read(error).in_stream())?;
    Header::read(&start, None)
}

/// Why a payload was not read.
pub(crate) enum Failure {
    /// It could not be read at all.
    Read(io::Error),
    /// It was read and is wrong.
    Content(Error),
}

impl Failure {
    /// Returns the error of bytes that have no name.
    pub(crate) fn in_stream(self) -> Error {
        match self {
            Failure::Content(error) => error,
            Failure::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                wrong_length("fewer bytes".into(), Damage::CutShort)
            }
            Failure::Read(error) => Error::file("read", "a stream", error),
        }
    }
}

/// A filter that is read has the size that it has.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Content(error.with_remedy(READ_ELSEWHERE))
    }
}

/// Whether as many bytes as a header says are known to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    Present,
    Awaited,
}

/// Reads the payload after a header, and checks everything.
pub(crate) fn read_bits(
    header: &Header,
    payload: impl Read,
    arrival: Arrival,
) -> Result<Bits, Failure> {
    if header.encoding != Encoding::Raw {
        return read_packed(header, payload);
    }
    let m = header.design.bits();
    let mut growing = Growing::of(m)?;
    if arrival == Arrival::Present {
        growing.make_room(growing.all)?;
    }
    check_raw(header, payload, |piece| growing.push(piece))?;
    Ok(Bits::from_words(m, growing.into_words()))
}

/// Reads the bits of a design and no more.
pub(crate) fn read_payload(design: AnyDesign, reader: impl Read) -> Result<Bits, Error> {
    let m = design.bits();
    let mut growing = Growing::of(m)?;
    let bytes = growing.words_in_all() as u64 * 8;
    let seen = read_words(bytes, reader, |piece| growing.push(piece));
    let tally = seen.map_err(|failure| match failure {
        Failure::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            let got = format!("fewer than {bytes} for {m} bits");
            Error::damaged(Damage::Impossible, "a payload has eight bytes for every 64 bits", got)
        }
        failure => failure.in_stream(),
    })?;
    check_spare(tally.last, bits::spare(m))?;
    Ok(Bits::from_words(m, growing.into_words()))
}

/// Checks the payload after a header, and returns the summary of the file. The bits of a raw
/// payload are not kept.
pub(crate) fn check_payload(header: &Header, payload: impl Read) -> Result<Summary, Failure> {
    let mut lines = header.design.blocked().map(|_| LineLoads::none());
    let mut see = |words: &[u64]| {
        if let Some(lines) = &mut lines {
            lines.add(words);
        }
        Ok(())
    };
    match header.encoding {
        Encoding::Raw => check_raw(header, payload, see)?,
        _ => see(read_packed(header, payload)?.words())?,
    }
    Ok(header.summary(lines))
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
    let bits = entropy::read(&stored, m, header.bits_set)?;
    header.check_bits(bits.ones(), bits.words().last().copied().unwrap_or(0))?;
    Ok(bits)
}

/// Reads a raw payload in pieces, shows the words, and checks sum, count and spare bits.
fn check_raw(
    header: &Header,
    payload: impl Read,
    see: impl FnMut(&[u64]) -> Result<(), Error>,
) -> Result<(), Failure> {
    let WordTally { sum, ones, last } = read_words(header.payload, payload, see)?;
    header.check_sum(sum)?;
    Ok(header.check_bits(ones, last)?)
}

/// What the words of a payload come to.
pub(crate) struct WordTally {
    sum: u32,
    ones: u64,
    pub(crate) last: u64,
}

/// Reads so many bytes, which are whole words, in pieces, and shows the words.
pub(crate) fn read_words(
    length: u64,
    mut payload: impl Read,
    mut see: impl FnMut(&[u64]) -> Result<(), Error>,
) -> Result<WordTally, Failure> {
    let mut left = length;
    let piece_of = |left: u64| usize::try_from(left).unwrap_or(usize::MAX).min(8 * PIECE);
    let mut bytes = vec![0; piece_of(left)];
    let mut words = Vec::with_capacity(bytes.len() / 8);
    let mut tally = WordTally { sum: 0, ones: 0, last: 0 };
    while left > 0 {
        let piece = &mut bytes[..piece_of(left)];
        payload.read_exact(piece).map_err(Failure::Read)?;
        tally.sum = crc32c::crc32c_append(tally.sum, piece);
        words.clear();
        words.extend(
            piece
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))),
        );
        tally.ones += bits::ones(&words);
        tally.last = words.last().copied().unwrap_or(tally.last);
        see(&words)?;
        left -= piece.len() as u64;
    }
    Ok(tally)
}

/// The words of m bits, taking memory as they arrive.
pub(crate) struct Growing {
    m: u64,
    all: usize,
    /// As many as there is room for; those from `filled` on are zeros.
    words: Words,
    filled: usize,
}

impl Growing {
    /// Starts without words; refuses an m that no filter has, or that this machine cannot address.
    pub(crate) fn of(m: u64) -> Result<Growing, Error> {
        Ok(Growing { m, all: checked_words(m)?, words: room(m, 0)?, filled: 0 })
    }

    pub(crate) fn words_in_all(&self) -> usize {
        self.all
    }

    /// Takes more words, at most as many as there are in all.
    pub(crate) fn push(&mut self, piece: &[u64]) -> Result<(), Error> {
        let filled = self.filled + piece.len();
        if filled > self.words.len() {
            // Twice as many each time, so that few are moved; in the end no more than needed.
            let twice = self.words.len().saturating_mul(2).min(self.all);
            self.make_room(twice.max(filled))?;
        }
        self.words[self.filled..filled].copy_from_slice(piece);
        self.filled = filled;
        Ok(())
    }

    /// Memory for so many words, or the refusal of a machine that has not as much.
    fn make_room(&mut self, words: usize) -> Result<(), Error> {
        let mut larger = room(self.m, words)?;
        larger[..self.filled].copy_from_slice(&self.words[..self.filled]);
        self.words = larger;
        Ok(())
    }

    pub(crate) fn into_words(self) -> Words {
        self.words
    }
}

//! A whole filter to bytes or to a stream.

use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::bloom_filter::Filter;
use crate::filter::format::compress::entropy;
use crate::filter::format::header::{Encoding, HEADER, Header, Summary};
use crate::filter::format::origin::Origin;
use crate::filter::format::pieces::each_piece;
use crate::filter::hash::digester::Identity;
use crate::filter::hash::key_kinds::Note;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::line::loads::LineLoads;
use std::io::{self, Write};

/// How a filter is put into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Its words as they are: the one form that a [`FilterView`](crate::filter::view::FilterView)
    /// answers from.
    Raw,
    /// [`Encoding::Entropy`] where that is smaller than the raw form: for transmission. It takes
    /// near m·H(q) bits where a share q of the m bits is set. Where half of them are set, as in a
    /// filter filled to its plan, there is nothing to gain.
    Smallest,
}

/// What is written of a filter: all that a file holds, and so everything but a key.
pub(crate) struct Content<'a> {
    pub(crate) design: AnyDesign,
    pub(crate) hashing: Identity,
    pub(crate) planned_items: u64,
    pub(crate) origin: Origin,
    pub(crate) note: Note,
    pub(crate) bits: &'a Bits,
}

impl<'a> Content<'a> {
    /// Returns what is written of a filter.
    pub(crate) fn of(filter: &'a Filter) -> Content<'a> {
        Content {
            design: filter.design(),
            hashing: filter.digester.identity(),
            planned_items: filter.planned_items,
            origin: filter.origin,
            note: filter.note,
            bits: &filter.bits,
        }
    }

    /// Returns the length of the file with [`Packing::Raw`], which no other packing exceeds.
    pub(crate) fn raw_bytes(&self) -> u64 {
        (HEADER + self.bits.words().len() * 8) as u64
    }

    /// Returns what the raw file says of itself: one pass over the bits.
    pub(crate) fn raw_summary(&self) -> Summary {
        self.summary(&self.raw_header())
    }

    pub(crate) fn to_bytes(&self, packing: Packing) -> Vec<u8> {
        let room = match packing {
            Packing::Raw => self.raw_bytes() as usize,
            Packing::Smallest => 0,
        };
        let mut bytes = Vec::with_capacity(room);
        self.write(packing, &mut bytes).expect("a vector takes everything there is memory for");
        bytes
    }

    pub(crate) fn write_to(
        &self,
        mut writer: impl Write,
        packing: Packing,
    ) -> Result<Summary, Error> {
        let written = self.write(packing, &mut writer);
        let flushed = written.and_then(|summary| writer.flush().map(|()| summary));
        flushed.map_err(|error| Error::file("write", "a stream", error))
    }

    /// Writes a whole file, and tells what it says of itself.
    pub(crate) fn write(&self, packing: Packing, out: &mut impl Write) -> io::Result<Summary> {
        let packed = match packing {
            Packing::Raw => None,
            Packing::Smallest => entropy::smaller(self.bits, self.bits.ones())?,
        };
        if let Some(payload) = packed {
            let header =
                self.header(Encoding::Entropy, payload.len() as u64, crc32c::crc32c(&payload));
            out.write_all(&header.to_bytes())?;
            out.write_all(&payload)?;
            return Ok(self.summary(&header));
        }
        let words = self.bits.words();
        let mut sum = 0;
        each_piece(words, |piece| {
            sum = crc32c::crc32c_append(sum, piece);
            Ok(())
        })?;
        let header = self.header(Encoding::Raw, words.len() as u64 * 8, sum);
        out.write_all(&header.to_bytes())?;
        each_piece(words, |piece| out.write_all(piece))?;
        Ok(self.summary(&header))
    }

    fn summary(&self, header: &Header) -> Summary {
        let lines = self.design.blocked().map(|_| LineLoads::of(self.bits.words()));
        header.summary(lines)
    }

    /// Returns the header of the raw form, its checksum not yet taken.
    pub(crate) fn raw_header(&self) -> Header {
        self.header(Encoding::Raw, self.bits.words().len() as u64 * 8, 0)
    }

    fn header(&self, encoding: Encoding, payload: u64, payload_sum: u32) -> Header {
        let bits_set = self.bits.ones();
        Header {
            design: self.design,
            hashing: self.hashing,
            encoding,
            bits_set,
            planned_items: self.planned_items,
            origin: self.origin.given(bits_set),
            note: self.note,
            payload,
            payload_sum,
        }
    }
}

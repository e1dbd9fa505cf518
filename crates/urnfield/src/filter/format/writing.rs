//! A whole filter to bytes or to a stream.

use crate::design::any::AnyDesign;
use crate::filter::bloom_filter::Filter;
use crate::filter::format::compress;
use crate::filter::format::header::{Encoding, HEADER, Header, Summary};
use crate::filter::format::origin::Origin;
use crate::filter::format::payload::each_piece;
use crate::filter::hash::digester::Identity;
use crate::filter::hash::key_kinds::Note;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::line::loads::LineLoads;
use std::io::{self, Write};
use urnfield_num::Error;

/// How a filter is put into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Its words as they are: the one form that a [`FilterView`](crate::filter::view::FilterView) answers from.
    Raw,
    /// Whichever [`Encoding`] is smallest, and raw where none pays: for transmission. That is
    /// near m·H(q) bits where a share q of the m bits is set, and where half of them are, as in a
    /// filter filled to its plan, there is nothing to gain.
    Smallest,
}

impl Filter {
    /// The filter in the `.urn` format.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100_000, 3)?, 0)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes(Packing::Raw);
    /// assert_eq!((bytes.len(), &bytes[1..4]), (128 + 12_504, &b"URN"[..]));
    /// let sent = filter.to_bytes(Packing::Smallest);
    /// assert_eq!(sent.len(), 128 + 6); // 3 of 100000: log2 C(100000, 3) is 47.2
    /// assert_eq!(Filter::from_bytes(&bytes, None)?, filter);
    /// assert_eq!(Filter::from_bytes(&sent, None)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn to_bytes(&self, packing: Packing) -> Vec<u8> {
        self.content().to_bytes(packing)
    }

    /// Writes the filter in the `.urn` format to anything that takes bytes, and flushes it. A raw
    /// one goes through a small buffer: no second copy is made.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Packing};
    /// let mut filter = Filter::new(Design::new(Kind::Classic, 100, 3)?, 0)?;
    /// filter.insert("urn");
    /// let mut sent = Vec::new();
    /// let summary = filter.write_to(&mut sent, Packing::Raw)?;
    /// assert_eq!((summary.bytes, summary.bits_set), (128 + 16, 3));
    /// assert_eq!(Filter::read_from(&sent[..], None)?, filter);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn write_to(&self, writer: impl Write, packing: Packing) -> Result<Summary, Error> {
        self.content().write_to(writer, packing)
    }

    /// What the file that [`Filter::save`] writes with [`Packing::Raw`] says of itself: one pass
    /// over the bits.
    pub fn summary(&self) -> Summary {
        let content = self.content();
        content.summary(&content.raw_header())
    }

    pub(crate) fn content(&self) -> Content<'_> {
        Content {
            design: self.design(),
            hashing: self.digester.identity(),
            planned_items: self.planned_items,
            origin: self.origin,
            note: self.note,
            bits: &self.bits,
        }
    }
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

impl Content<'_> {
    pub(crate) fn to_bytes(&self, packing: Packing) -> Vec<u8> {
        let room = match packing {
            Packing::Raw => HEADER + self.bits.words().len() * 8,
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
            Packing::Smallest => compress::smallest(self.bits, self.bits.ones())?,
        };
        if let Some((encoding, payload)) = packed {
            let header = self.header(encoding, payload.len() as u64, crc32c::crc32c(&payload));
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

    pub(crate) fn summary(&self, header: &Header) -> Summary {
        let lines = self.design.blocked().map(|_| LineLoads::of(self.bits.words()));
        header.summary(lines)
    }

    /// Of the bits as they are, their sum not yet taken.
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

//! A whole filter of Parquet from bytes or from a stream, and to them.

use crate::error::{Damage, Error};
use crate::filter::disk::begun::Existing;
use crate::filter::disk::whole_file::write_whole;
use crate::filter::parquet::block::SplitBlock;
use crate::filter::parquet::{ParquetFilter, design, header, reserve};
use std::io::{self, Read, Write};
use std::path::Path;

/// Blocks that are read or written at once.
const PIECE: u64 = 2048;

impl ParquetFilter {
    /// Header and blocks, as they stand in a Parquet file at `bloom_filter_offset`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = header::write(self.byte_size());
        bytes.extend(self.blocks.iter().flat_map(|block| block.to_bytes()));
        bytes
    }

    /// The blocks alone: the bitset, without a header.
    pub fn to_bitset(&self) -> Vec<u8> {
        self.blocks.iter().flat_map(|block| block.to_bytes()).collect()
    }

    /// Writes what [`ParquetFilter::to_bytes`] gives, in pieces.
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), Error> {
        self.write(&mut writer).map_err(|error| Error::file("write", "a stream", error))
    }

    /// Writes a file of what [`ParquetFilter::to_bytes`] gives, which is complete or not there. An
    /// older file of that name is replaced on request, and refused otherwise.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// let path = std::env::temp_dir().join(format!("urnfield-parquet-{}", std::process::id()));
    /// let filter = ParquetFilter::new(4)?;
    /// filter.save(&path, false)?;
    /// assert!(filter.save(&path, false).is_err());
    /// assert_eq!(std::fs::read(&path).unwrap(), filter.to_bytes());
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, replace: bool) -> Result<(), Error> {
        let existing = if replace { Existing::Replaced } else { Existing::Kept };
        write_whole(path.as_ref(), existing, |out| self.write(out))
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&header::write(self.byte_size()))?;
        for piece in self.blocks.chunks(PIECE as usize) {
            let bytes: Vec<u8> = piece.iter().flat_map(|block| block.to_bytes()).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads header and blocks, and nothing else. No bytes make it panic.
    ///
    /// Parquet's filters have no checksum: a bit that has changed among the blocks is not noticed.
    ///
    /// ```
    /// use urnfield::filter::ParquetFilter;
    /// let mut filter = ParquetFilter::new(4)?;
    /// filter.insert("urn");
    /// let bytes = filter.to_bytes();
    /// assert_eq!(bytes.len(), 16 + 4 * 32);
    /// assert!(ParquetFilter::from_bytes(&bytes)?.contains("urn"));
    /// let error = ParquetFilter::from_bytes(&bytes[..100]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a Parquet filter is as long as its header says, got \"84 of 128 bytes; it was cut short\""
    /// );
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<ParquetFilter, Error> {
        let mut rest = bytes;
        let filter = ParquetFilter::read_from(&mut rest)?;
        match rest.len() {
            0 => Ok(filter),
            more => Err(wrong_length(
                Damage::Impossible,
                format!("{more} bytes more; something follows it"),
            )),
        }
    }

    /// The filter of a bitset without a header.
    pub fn from_bitset(bytes: &[u8]) -> Result<ParquetFilter, Error> {
        read_blocks(header::blocks(bytes.len() as u64)?, bytes)
    }

    /// Reads header and blocks from a stream. Exactly the filter's bytes are taken, and what
    /// follows is left in the reader; a filter that pretends to be large takes memory as its bytes
    /// arrive and not before. The header is read byte by byte: give a file a buffer.
    pub fn read_from(mut reader: impl Read) -> Result<ParquetFilter, Error> {
        let blocks = header::read(&mut reader)?;
        read_blocks(blocks, reader)
    }
}

fn read_blocks(count: u64, mut reader: impl Read) -> Result<ParquetFilter, Error> {
    let design = design(count)?;
    let mut blocks: Vec<SplitBlock> = Vec::new();
    let mut piece = vec![0; count.min(PIECE) as usize * SplitBlock::BYTES];
    loop {
        let left = count - blocks.len() as u64;
        if left == 0 {
            return Ok(ParquetFilter { design, blocks });
        }
        let room = left.min(PIECE) as usize;
        let wanted = &mut piece[..room * SplitBlock::BYTES];
        let arrived = fill(&mut reader, wanted)?;
        if arrived < wanted.len() {
            let there = blocks.len() * SplitBlock::BYTES + arrived;
            let all = design.bits() / 8;
            return Err(wrong_length(Damage::CutShort, format!("{there} of {all} bytes")));
        }
        // Twice as many each time, so that few are moved; in the end no more than needed.
        if blocks.capacity() - blocks.len() < room {
            let more = (blocks.len() as u64).min(left).max(room as u64);
            reserve(&mut blocks, more as usize, design.bits())?;
        }
        blocks.extend(wanted.chunks_exact(SplitBlock::BYTES).map(SplitBlock::from_bytes));
    }
}

/// Reads until the buffer is full or there is no more; how many bytes came.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> Result<usize, Error> {
    let mut arrived = 0;
    while arrived < buffer.len() {
        match reader.read(&mut buffer[arrived..]) {
            Ok(0) => break,
            Ok(more) => arrived += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::file("read", "a stream", error)),
        }
    }
    Ok(arrived)
}

fn wrong_length(what: Damage, got: String) -> Error {
    Error::damaged(what, "a Parquet filter is as long as its header says", got)
}

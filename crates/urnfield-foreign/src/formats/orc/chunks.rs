//! The compressed streams of ORC files: chunks, each with a head of three bytes.

use super::{lz4, snappy};
use crate::Refusal;
use crate::reader::Reader;
use ruzstd::decoding::StreamingDecoder;
use std::borrow::Cow;
use std::io::Read;

/// The most that one chunk may hold: ORC's writers use 256 KiB, and the format's head allows 8 MiB.
const MOST_IN_A_CHUNK: u64 = 8 << 20;

/// A file's compression, and how many bytes may still be unpacked.
pub(super) struct Codec {
    kind: u64,
    chunk: u64,
    /// A file may hold 1024 times its length, and 16 MiB more: filters with few bits set are small.
    left: u64,
}

impl Codec {
    pub(super) fn new(kind: u64, chunk: u64, file: usize) -> Result<Codec, Refusal> {
        if !matches!(kind, 0 | 1 | 2 | 4 | 5) {
            return Err(Refusal::other(format!(
                "compression = {kind}: none, zlib, Snappy, LZ4 and Zstandard are read"
            )));
        }
        let left = (file as u64).saturating_mul(1024).saturating_add(16 << 20);
        Ok(Codec { kind, chunk: chunk.min(MOST_IN_A_CHUNK), left })
    }

    /// Unpacks a stream.
    pub(super) fn unpack<'a>(&mut self, stream: &'a [u8]) -> Result<Cow<'a, [u8]>, Refusal> {
        if self.kind == 0 {
            return Ok(Cow::Borrowed(stream));
        }
        let mut reader = Reader(stream);
        let mut unpacked = Vec::new();
        while !reader.0.is_empty() {
            let [a, b, c] = [reader.u8()?, reader.u8()?, reader.u8()?].map(u64::from);
            let head = a | b << 8 | c << 16;
            let chunk = reader.bytes(head >> 1)?;
            let before = unpacked.len();
            if head & 1 == 1 {
                unpacked.extend(chunk);
            } else {
                self.chunk(chunk, &mut unpacked)?;
            }
            let more = (unpacked.len() - before) as u64;
            let left = self.left.checked_sub(more);
            self.left =
                left.ok_or_else(|| Refusal::other("the index unpacks to too many bytes"))?;
        }
        Ok(Cow::Owned(unpacked))
    }

    fn chunk(&self, chunk: &[u8], unpacked: &mut Vec<u8>) -> Result<(), Refusal> {
        let before = unpacked.len();
        let most = before + self.chunk as usize;
        let read = match self.kind {
            1 => flate2::read::DeflateDecoder::new(chunk)
                .take(self.chunk + 1)
                .read_to_end(unpacked)
                .is_ok(),
            2 => snappy::unpack(chunk, unpacked, most).is_some(),
            4 => lz4::unpack(chunk, unpacked, most).is_some(),
            _ => StreamingDecoder::new(chunk)
                .is_ok_and(|decoder| decoder.take(self.chunk + 1).read_to_end(unpacked).is_ok()),
        };
        if !read || unpacked.len() > most {
            return Err(Refusal::other("a chunk of the index cannot be unpacked"));
        }
        Ok(())
    }
}

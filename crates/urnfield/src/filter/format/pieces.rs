//! The bits of a filter as little-endian bytes, in pieces.

use std::io;

/// Words in a piece: 64 KiB.
pub(crate) const PIECE: usize = 8192;

/// Returns the bytes of words, piece after piece.
pub(crate) fn pieces(words: &[u64]) -> impl ExactSizeIterator<Item = Vec<u8>> + '_ {
    words.chunks(PIECE).map(|piece| {
        let mut bytes = Vec::new();
        little_endian(piece, &mut bytes);
        bytes
    })
}

/// Copies some bytes of words, from byte `from` on.
pub(crate) fn copy(words: &[u64], from: usize, into: &mut [u8]) {
    let words = &words[from / 8..(from + into.len()).div_ceil(8)];
    // The first word may be wanted in part.
    let (mut skip, mut rest) = (from % 8, into);
    for word in words {
        let bytes = &word.to_le_bytes()[skip..];
        let (now, later) = rest.split_at_mut(bytes.len().min(rest.len()));
        now.copy_from_slice(&bytes[..now.len()]);
        (skip, rest) = (0, later);
    }
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

fn little_endian(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.resize(8 * words.len(), 0);
    for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

//! Records that end in one byte, cut from an input in large blocks.

use crate::blocks::block::{Block, Records};
use crate::blocks::pool::{BLOCK, Buffer, Pool};
use crate::input::opened::unreadable;
use std::io::{self, Read};
use std::path::Path;
use urnfield_terminal::Refusal;

/// How long a record may be, its end included.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    pub(crate) bytes: usize,
    /// Whether there is an option for it.
    pub(crate) may_be_raised: bool,
}

impl Most {
    /// The default: enough for any key, and little enough for any machine.
    pub(crate) const USUAL: Most = Most { bytes: 64 << 20, may_be_raised: false };
}

/// Why there are no more records.
#[derive(Debug)]
pub(crate) enum Uncut {
    Unreadable(io::Error),
    /// The record with this number, from 1, is longer than allowed.
    TooLong(u64),
    /// The record with this number is longer than so many bytes, and there is no room for more.
    NoMemory(u64, usize),
    /// There is no room for any record.
    NoBuffer,
}

impl Uncut {
    /// Returns the refusal; `record` or `line` names the records.
    pub(crate) fn refusal(self, path: &Path, what: &str, most: Most) -> Refusal {
        let file = path.display();
        let remedy = if most.may_be_raised {
            "raise --max-record if it is meant to be"
        } else {
            "is it the right file?"
        };
        match self {
            Uncut::Unreadable(error) => unreadable(path, error),
            Uncut::TooLong(number) => Refusal::Typed(format!(
                "{file}: {what} {number} is longer than {} bytes, the most that are read as one; \
                 {remedy}",
                most.bytes
            )),
            Uncut::NoBuffer => Refusal::Typed(format!(
                "{file}: there is no memory to read on; end other programs, or raise the limit \
                 (ulimit -v)"
            )),
            Uncut::NoMemory(number, bytes) => Refusal::Typed(format!(
                "{file}: {what} {number} is longer than {bytes} bytes, and there is no memory for \
                 more of it; see whether it is one {what} at all"
            )),
        }
    }
}

impl From<io::Error> for Uncut {
    fn from(error: io::Error) -> Uncut {
        Uncut::Unreadable(error)
    }
}

/// Cuts an input into blocks of whole records.
pub(crate) struct Cutter<R> {
    input: R,
    by: u8,
    crlf: bool,
    /// The most bytes of a record.
    most: usize,
    pool: Pool,
    /// The beginning of a record whose end was not read yet; shorter than a block.
    rest: Vec<u8>,
    /// Records in the blocks before this one.
    before: u64,
    over: bool,
}

impl<R: Read> Cutter<R> {
    pub(crate) fn new(input: R, by: u8, crlf: bool, most: usize, pool: &Pool) -> Cutter<R> {
        let pool = pool.clone();
        let rest = Vec::new();
        Cutter { input, by, crlf, most, pool, rest, before: 0, over: false }
    }

    /// Returns the next whole records as soon as there is one, or `None` at the end. Only the last
    /// record of the last block may lack its end.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, Uncut> {
        let number = self.before + 1;
        let mut buffer = self.pool.buffer().map_err(|_| Uncut::NoBuffer)?;
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        while !self.over {
            if filled == buffer.len() {
                if filled > self.most {
                    return Err(Uncut::TooLong(number));
                }
                let more = (2 * filled).min(self.most.saturating_add(BLOCK));
                buffer.grow(more).map_err(|_| Uncut::NoMemory(number, filled))?;
            }
            let read = read_some(&mut self.input, &mut buffer[filled..])?;
            let end = memchr::memrchr(self.by, &buffer[filled..filled + read]);
            let end = end.map(|at| filled + at + 1);
            filled += read;
            self.over = read == 0;
            if let Some(end) = end {
                self.rest.extend_from_slice(&buffer[end..filled]);
                return self.block(buffer, end).map(Some);
            }
        }
        if filled == 0 { Ok(None) } else { self.block(buffer, filled).map(Some) }
    }

    fn block(&mut self, buffer: Buffer, length: usize) -> Result<Block, Uncut> {
        // Of records that were read at once none is longer than a block.
        if length > self.most {
            let mut start = 0;
            let ends = memchr::memchr_iter(self.by, &buffer[..length]).map(|at| at + 1);
            for (number, end) in (1..).zip(ends.chain([length])) {
                if end - start > self.most {
                    return Err(Uncut::TooLong(self.before + number));
                }
                start = end;
            }
        }
        let records = Records::Ended { by: self.by, crlf: self.crlf };
        let block = Block::new(buffer, length, records);
        self.before += block.count();
        Ok(block)
    }
}

/// Reads at most a block at once, so that little follows the end of a record.
pub(crate) fn read_some(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let most = buffer.len().min(BLOCK);
    loop {
        match input.read(&mut buffer[..most]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives at most a few bytes at a time, as pipes do, and is interrupted now and then.
    pub(crate) struct Dripping<'a>(pub(crate) &'a [u8], pub(crate) usize);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            if self.1.is_multiple_of(5) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let most = (self.1 % 4 + 1).min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    fn cut(input: impl Read, most: usize) -> Result<Vec<Vec<u8>>, Uncut> {
        let mut blocks = Cutter::new(input, b'\n', false, most, &Pool::default());
        let mut found = Vec::new();
        while let Some(block) = blocks.next()? {
            let before = found.len();
            found.extend(block.lines().map(<[u8]>::to_vec));
            assert_eq!(block.count(), (found.len() - before) as u64);
        }
        assert!(blocks.next().expect("bytes can be read").is_none(), "the end stays the end");
        Ok(found)
    }

    fn lines(input: impl Read) -> Vec<Vec<u8>> {
        cut(input, Most::USUAL.bytes).expect("bytes can be read")
    }

    #[test]
    fn lines_longer_than_the_buffer_stay_whole() {
        let long = vec![b'x'; 3 * BLOCK];
        let text = [&long[..], b"\n\nshort\n", &long[1..]].concat();
        let found = lines(&text[..]);
        let lengths: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3 * BLOCK + 1, 1, 6, 3 * BLOCK - 1]);
    }

    #[test]
    fn a_record_has_exactly_the_most_bytes_or_is_named() {
        for most in [5, 100, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7] {
            let line = |length: usize| [&vec![b'x'; length - 1][..], b"\n"].concat();
            let fits = [line(3), line(most), line(2), line(most)].concat();
            let open = [&fits[..fits.len() - 1], b"x"].concat();
            for text in [&fits[..], &open] {
                assert_eq!(cut(text, most).expect("fits").len(), 4, "{most}");
            }
            let long = [line(3), line(most), line(most + 1), line(2)].concat();
            assert!(matches!(cut(&long[..], most), Err(Uncut::TooLong(3))), "{most}");
            let open = [line(3), vec![b'x'; most + 1]].concat();
            assert!(matches!(cut(&open[..], most), Err(Uncut::TooLong(2))), "{most}");
        }
    }

    #[test]
    fn a_record_without_end_is_not_read_to_the_end() {
        assert!(matches!(cut(io::repeat(b'x'), 4 * BLOCK), Err(Uncut::TooLong(1))));
    }

    #[test]
    fn a_read_error_is_handed_on() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        assert!(matches!(cut(Broken, 9), Err(Uncut::Unreadable(_))));
    }

    proptest! {
        #[test]
        fn lines_are_what_stands_between_newlines(text in "[ab\r\n\u{e9}]{0,60}", junk: Vec<u8>) {
            let bytes = [text.as_bytes(), &junk].concat();
            let expected: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            prop_assert_eq!(&lines(&bytes[..]), &expected);
            prop_assert_eq!(&lines(Dripping(&bytes, 0)), &expected);
        }
    }
}

//! Lines as bytes, in large blocks: nothing is decoded, nothing is allocated for a line.

use std::io::{self, Read};

/// Read at once. Larger blocks gain nothing, smaller ones lose to system calls.
const BLOCK: usize = 256 * 1024;

/// Cuts an input into blocks of whole lines.
pub(crate) struct Blocks<R> {
    input: R,
    buffer: Vec<u8>,
    /// The beginning of a line whose end was not read yet: `buffer[given..filled]`.
    given: usize,
    filled: usize,
    over: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn of(input: R) -> Blocks<R> {
        Blocks { input, buffer: vec![0; BLOCK], given: 0, filled: 0, over: false }
    }

    /// The next whole lines, as soon as there is one; `None` at the end. Only the last line of
    /// the last block may lack its newline.
    pub(crate) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.filled -= self.given;
        self.given = 0;
        while !self.over {
            if self.filled == self.buffer.len() {
                self.grow()?;
            }
            let read = match self.input.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let fresh = &self.buffer[self.filled..self.filled + read];
            let newline = memchr::memrchr(b'\n', fresh).map(|at| self.filled + at + 1);
            self.filled += read;
            self.over = read == 0;
            if let Some(end) = newline {
                self.given = end;
                return Ok(Some(Block(&self.buffer[..end])));
            }
        }
        self.given = self.filled;
        Ok((self.filled > 0).then(|| Block(&self.buffer[..self.filled])))
    }

    /// For a line longer than the buffer.
    fn grow(&mut self) -> io::Result<()> {
        let more = self.buffer.len();
        self.buffer.try_reserve_exact(more).map_err(|_| {
            io::Error::other(format!("a line of more than {more} bytes does not fit in memory"))
        })?;
        self.buffer.resize(2 * more, 0);
        Ok(())
    }
}

/// Some whole lines.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a>(&'a [u8]);

impl<'a> Block<'a> {
    pub(crate) fn bytes(self) -> u64 {
        self.0.len() as u64
    }

    /// How many lines there are.
    pub(crate) fn count(self) -> u64 {
        let ended = memchr::memchr_iter(b'\n', self.0).count() as u64;
        ended + u64::from(!self.0.ends_with(b"\n"))
    }

    /// The lines, each with its newline if it has one.
    pub(crate) fn lines(self) -> impl Iterator<Item = &'a [u8]> {
        let mut start = 0;
        let mut ends = memchr::memchr_iter(b'\n', self.0).map(|at| at + 1);
        std::iter::from_fn(move || {
            let end = ends.next().unwrap_or(self.0.len());
            let line = &self.0[start..end];
            start = end;
            (!line.is_empty()).then_some(line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives at most a few bytes at a time, as pipes do, and is interrupted now and then.
    struct Dripping<'a>(&'a [u8], usize);

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

    fn lines(input: impl Read) -> Vec<Vec<u8>> {
        let mut blocks = Blocks::of(input);
        let mut found = Vec::new();
        while let Some(block) = blocks.next().expect("bytes can be read") {
            let before = found.len();
            found.extend(block.lines().map(<[u8]>::to_vec));
            assert_eq!(block.count(), (found.len() - before) as u64);
        }
        assert!(blocks.next().expect("bytes can be read").is_none(), "the end stays the end");
        found
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
    fn a_read_error_is_handed_on() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        assert!(Blocks::of(Broken).next().is_err());
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

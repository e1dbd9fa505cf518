//! Records that end in one byte, cut from an input in large blocks.

use super::block::{BLOCK, Block, Pool, Records};
use std::io::{self, Read};

/// Cuts an input into blocks of whole records.
pub(super) struct Cutter<R> {
    input: R,
    by: u8,
    crlf: bool,
    pool: Pool,
    /// The beginning of a record whose end was not read yet.
    rest: Vec<u8>,
    over: bool,
}

impl<R: Read> Cutter<R> {
    pub(super) fn new(input: R, by: u8, crlf: bool, pool: &Pool) -> Cutter<R> {
        Cutter { input, by, crlf, pool: pool.clone(), rest: Vec::new(), over: false }
    }

    /// The next whole records, as soon as there is one; `None` at the end. Only the last record
    /// of the last block may lack its end.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        let mut buffer = self.pool.buffer();
        let mut filled = self.rest.len();
        grow(&mut buffer, filled)?;
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        while !self.over {
            if filled == buffer.len() {
                let more = 2 * buffer.len();
                grow(&mut buffer, more)?;
            }
            let read = match self.input.read(&mut buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = memchr::memrchr(self.by, &buffer[filled..filled + read]);
            let end = end.map(|at| filled + at + 1);
            filled += read;
            self.over = read == 0;
            if let Some(end) = end {
                self.rest.extend_from_slice(&buffer[end..filled]);
                return Ok(Some(self.block(buffer, end)));
            }
        }
        Ok((filled > 0).then(|| self.block(buffer, filled)))
    }

    fn block(&self, buffer: Vec<u8>, length: usize) -> Block {
        let records = Records::Ended { by: self.by, crlf: self.crlf };
        Block::new(buffer, length, records, &self.pool)
    }
}

/// At least so long, for a record longer than the buffer.
pub(super) fn grow(buffer: &mut Vec<u8>, length: usize) -> io::Result<()> {
    let length = length.max(BLOCK);
    if length > buffer.len() {
        buffer.try_reserve_exact(length - buffer.len()).map_err(|_| {
            let most = buffer.len();
            io::Error::other(format!("a record of more than {most} bytes does not fit in memory"))
        })?;
        buffer.resize(length, 0);
    }
    Ok(())
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

    fn lines(input: impl Read) -> Vec<Vec<u8>> {
        let mut blocks = Cutter::new(input, b'\n', false, &Pool::default());
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
        assert!(Cutter::new(Broken, b'\n', false, &Pool::default()).next().is_err());
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

//! Some whole records, and the keys in them.

use std::sync::{Arc, Mutex, PoisonError};

/// Read at once: enough to be worth another thread's while, and small enough for its caches.
pub(super) const BLOCK: usize = 256 * 1024;

/// Buffers that are not in use, so that memory is asked for once and not for every block.
#[derive(Clone, Default)]
pub(super) struct Pool(Arc<Mutex<Vec<Vec<u8>>>>);

impl Pool {
    /// A buffer of at least [`BLOCK`] bytes, filled with anything.
    pub(super) fn buffer(&self) -> Vec<u8> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        used.unwrap_or_else(|| vec![0; BLOCK])
    }

    fn give_back(&self, buffer: Vec<u8>) {
        // One that has grown for a long line is not kept for short ones.
        if buffer.len() == BLOCK {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
        }
    }
}

/// Where the records of a block end, and where their keys are.
pub(super) enum Records {
    /// Each ends in this byte, which is no part of the key; only the last of all may lack it.
    Ended { by: u8, crlf: bool },
    /// Rows: the ends of the rows, the keys one after the other, and their ends.
    Rows { ends: Vec<usize>, keys: Vec<u8>, key_ends: Vec<usize> },
    /// The first row of a table: it is passed on and holds no key.
    Header,
}

/// Whole records of one input.
pub(crate) struct Block {
    buffer: Vec<u8>,
    /// The records are the first bytes of the buffer.
    length: usize,
    records: Records,
    pool: Pool,
}

impl Block {
    pub(super) fn new(buffer: Vec<u8>, length: usize, records: Records, pool: &Pool) -> Block {
        Block { buffer, length, records, pool: pool.clone() }
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// How many keys there are.
    pub(crate) fn count(&self) -> u64 {
        match &self.records {
            Records::Ended { by, .. } => {
                let ended = memchr::memchr_iter(*by, self.bytes()).count() as u64;
                ended + u64::from(self.bytes().last().is_some_and(|last| last != by))
            }
            Records::Rows { ends, .. } => ends.len() as u64,
            Records::Header => 0,
        }
    }

    /// The header of a table, with its end of line.
    pub(crate) fn header(&self) -> Option<&[u8]> {
        matches!(self.records, Records::Header).then(|| self.bytes())
    }

    /// What every key becomes, in order.
    #[inline]
    pub(crate) fn map_keys<T>(&self, mut make: impl FnMut(&[u8]) -> T) -> Vec<T> {
        match &self.records {
            Records::Ended { by, crlf } => {
                let mut made = Vec::with_capacity(self.length / 16);
                let records = ended(self.bytes(), *by);
                made.extend(records.map(|record| make(key(record, *by, *crlf))));
                made
            }
            Records::Rows { keys, key_ends, .. } => pieces(keys, key_ends).map(make).collect(),
            Records::Header => Vec::new(),
        }
    }

    /// Adds the records that are selected to `out`, each with its end; a last one that has none
    /// gets one, lest it run into the next file's first.
    pub(crate) fn copy_selected(&self, selected: impl Iterator<Item = bool>, out: &mut Vec<u8>) {
        let end = match self.records {
            Records::Ended { by, .. } => by,
            _ => b'\n',
        };
        let mut copy = |(record, selected): (&[u8], bool)| {
            if selected {
                out.extend_from_slice(record);
                if record.last() != Some(&end) {
                    out.push(end);
                }
            }
        };
        match &self.records {
            Records::Ended { by, .. } => ended(self.bytes(), *by).zip(selected).for_each(&mut copy),
            Records::Rows { ends, .. } => {
                pieces(self.bytes(), ends).map(without_blank_lines).zip(selected).for_each(copy);
            }
            Records::Header => copy((self.bytes(), true)),
        }
    }

    /// The records of lines as they stand there, newlines included.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        ended(self.bytes(), b'\n')
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        self.pool.give_back(std::mem::take(&mut self.buffer));
    }
}

/// What stands between two ends, each with its end if it has one.
fn ended(bytes: &[u8], by: u8) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let mut ends = memchr::memchr_iter(by, bytes).map(|at| at + 1);
    std::iter::from_fn(move || {
        let end = ends.next().unwrap_or(bytes.len());
        let record = &bytes[start..end];
        start = end;
        (!record.is_empty()).then_some(record)
    })
}

/// Consecutive pieces with these ends.
fn pieces<'a>(bytes: &'a [u8], ends: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, end)| &bytes[start..*end])
}

/// The key of a record: without its end, and with `crlf` without one carriage return.
#[inline]
fn key(record: &[u8], by: u8, crlf: bool) -> &[u8] {
    let key = match record {
        [key @ .., last] if *last == by => key,
        other => other,
    };
    match key {
        [key @ .., b'\r'] if crlf => key,
        other => other,
    }
}

/// Blank lines in front of a row are no part of it.
pub(super) fn without_blank_lines(row: &[u8]) -> &[u8] {
    let blank = row.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    &row[blank..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, by: u8, crlf: bool) -> Vec<String> {
        let bytes = text.as_bytes().to_vec();
        let records = Records::Ended { by, crlf };
        let block = Block::new(bytes, text.len(), records, &Pool::default());
        let keys = block.map_keys(|key| String::from_utf8_lossy(key).into_owned());
        assert_eq!(keys.len() as u64, block.count());
        keys
    }

    #[test]
    fn one_carriage_return_goes_and_only_when_asked() {
        let text = "urn\nurn\r\nurn\r\r\n\n\r\n\rurn\nlast\r";
        assert_eq!(
            keys(text, b'\n', false),
            ["urn", "urn\r", "urn\r\r", "", "\r", "\rurn", "last\r"]
        );
        assert_eq!(keys(text, b'\n', true), ["urn", "urn", "urn\r", "", "", "\rurn", "last"]);
    }

    #[test]
    fn between_nuls_a_newline_is_a_byte_like_any_other() {
        assert_eq!(keys("a\nb\0\0c", 0, false), ["a\nb", "", "c"]);
        assert_eq!(keys("", 0, false), [""; 0]);
    }
}

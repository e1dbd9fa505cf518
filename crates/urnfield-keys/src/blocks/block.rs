//! Some whole records, and the keys in them. `taken` makes keys of fields, integers and tuples.

pub(crate) mod taken;

use crate::blocks::pool::{BLOCK, Buffer, Long};
use crate::key::fold::Fold;

/// Where the records of a block end, and where their keys are.
pub(crate) enum Records {
    /// Each ends in this byte, which is no part of the key; only the last of all may lack it.
    Ended { by: u8, crlf: bool },
    /// Rows: the ends of the rows, the keys of those that have one after the other, and their ends.
    Rows { ends: Vec<usize>, keys: Vec<u8>, key_ends: Vec<usize> },
    /// The first row of a table: it is passed on and holds no key.
    Header,
}

/// Whole records of one input.
pub struct Block {
    buffer: Buffer,
    /// The records are the first bytes of the buffer.
    length: usize,
    records: Records,
    /// Changes to each key: white space and case.
    fold: Fold,
    /// The number that every key spells, where keys are integers.
    integers: Option<Vec<u64>>,
    /// Lines of the input right before the block that are in no block.
    skipped_lines: u64,
    /// How many parts a key of rows has. They are keys of their own until `take_tuples`.
    parts: usize,
    /// The numbers of the records that have no key, from 0, in order.
    bad: Vec<usize>,
    /// Whether these are copied with those selected.
    keeps_bad: bool,
}

impl Block {
    pub(crate) fn new(buffer: Buffer, length: usize, records: Records) -> Block {
        Block {
            buffer,
            length,
            records,
            fold: Fold::default(),
            integers: None,
            skipped_lines: 0,
            parts: 1,
            bad: Vec::new(),
            keeps_bad: false,
        }
    }

    /// Rows whose keys have so many parts, and of which those with these numbers have no key.
    pub(crate) fn with_parts(self, parts: usize, bad: Vec<usize>) -> Block {
        Block { parts, bad, ..self }
    }

    pub(crate) fn has_tuples(&self) -> bool {
        self.parts > 1
    }

    /// Returns the numbers of the records that have no key.
    pub(crate) fn bad(&self) -> &[usize] {
        &self.bad
    }

    pub(crate) fn set_keeps_bad(&mut self, keeps: bool) {
        self.keeps_bad = keeps;
    }

    /// Counts lines that come right before it and are in no block.
    pub(crate) fn skip_lines(&mut self, lines: u64) {
        self.skipped_lines = lines;
    }

    pub(crate) fn set_fold(&mut self, fold: Fold) {
        self.fold = fold;
    }

    /// Returns a handle to keep while parts of a long record outlive the block.
    pub(crate) fn take_long(&mut self) -> Option<Long> {
        self.buffer.take_long()
    }

    /// Returns how many lines come before the record with this number, from 0.
    pub(crate) fn lines_before(&self, record: usize) -> u64 {
        let start = match &self.records {
            Records::Ended { by, .. } => {
                ended(self.bytes(), *by).take(record).map(<[u8]>::len).sum()
            }
            Records::Rows { ends, .. } => {
                let mut rows = pieces(self.bytes(), ends);
                let end = rows.by_ref().take(record).map(<[u8]>::len).sum::<usize>();
                // Blank lines are in front of the row that they stand before.
                let row = rows.next().unwrap_or_default();
                end + row.len() - without_blank_lines(row).len()
            }
            Records::Header => 0,
        };
        self.skipped_lines + lines_in(&self.bytes()[..start])
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// Returns the number of keys.
    pub fn count(&self) -> u64 {
        match &self.records {
            Records::Ended { by, .. } => {
                let ended = memchr::memchr_iter(*by, self.bytes()).count() as u64;
                let open = self.bytes().last().is_some_and(|last| last != by);
                ended + u64::from(open) - self.bad.len() as u64
            }
            Records::Rows { ends, .. } => (ends.len() - self.bad.len()) as u64,
            Records::Header => 0,
        }
    }

    /// Returns the header of a table, with its end of line.
    pub fn header(&self) -> Option<&[u8]> {
        matches!(self.records, Records::Header).then(|| self.bytes())
    }

    /// Calls a function with every key in order, and returns the results.
    #[inline]
    pub fn map_keys<T>(&self, mut make: impl FnMut(&[u8]) -> T) -> Vec<T> {
        if let Some(integers) = &self.integers {
            return integers.iter().map(|integer| make(&integer.to_le_bytes())).collect();
        }
        if self.fold.is_none() {
            return self.map_found(make);
        }
        let mut folded = Vec::new();
        self.map_found(|key| make(self.fold.of(key, &mut folded)))
    }

    /// Calls a function with every unchanged key in order, and returns the results.
    #[inline]
    fn map_found<T>(&self, mut make: impl FnMut(&[u8]) -> T) -> Vec<T> {
        match &self.records {
            Records::Ended { by, crlf } => {
                let mut made = Vec::with_capacity(self.length.min(BLOCK) / 16);
                let records = ended(self.bytes(), *by);
                made.extend(records.map(|record| make(key(record, *by, *crlf))));
                made
            }
            Records::Rows { keys, key_ends, .. } => pieces(keys, key_ends).map(make).collect(),
            Records::Header => Vec::new(),
        }
    }

    /// Appends the selected records to `out`, each with its end. A last record without an end gets
    /// one, because another file may follow. `selected` has a value for each key. Records without a
    /// key are appended if --bad keep was typed.
    pub fn copy_selected(&self, selected: impl Iterator<Item = bool>, out: &mut Vec<u8>) {
        if self.bad.is_empty() {
            return self.copy(selected, out);
        }
        let (mut selected, mut bad) = (selected, self.bad.iter().peekable());
        let of_record = |record: usize| match bad.next_if_eq(&&record) {
            Some(_) => Some(self.keeps_bad),
            None => selected.next(),
        };
        self.copy((0..).map_while(of_record), out);
    }

    /// Appends the selected records, each with its end.
    fn copy(&self, selected: impl Iterator<Item = bool>, out: &mut Vec<u8>) {
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

    /// Returns the number of empty keys, such as those of blank lines.
    pub(crate) fn empty_keys(&self) -> u64 {
        if self.integers.is_some() {
            return 0;
        }
        if self.fold.is_none() && !self.may_have_an_empty_record() {
            return 0;
        }
        self.map_keys(<[u8]>::is_empty).into_iter().filter(|empty| *empty).count() as u64
    }

    /// Whether a record may be empty. Where records have an end, an empty record begins the block
    /// or follows another end, which is fast to check.
    fn may_have_an_empty_record(&self) -> bool {
        let Records::Ended { by, crlf } = self.records else { return true };
        let bytes = self.bytes();
        let begins_or_has = |needle: &[u8]| {
            bytes.starts_with(&needle[1..]) || memchr::memmem::find(bytes, needle).is_some()
        };
        let of_cr = || begins_or_has(&[by, b'\r', by]) || bytes.last() == Some(&b'\r');
        begins_or_has(&[by, by]) || crlf && of_cr()
    }

    /// Returns the number of carriage returns, without the last byte on request.
    pub(crate) fn carriage_returns(&self, but_the_last_byte: bool) -> usize {
        let bytes = self.bytes();
        let length = bytes.len().saturating_sub(usize::from(but_the_last_byte));
        memchr::memchr_iter(b'\r', &bytes[..length]).count()
    }

    /// Returns the number of lines, blank or not, including those skipped before the block.
    pub(crate) fn line_count(&self) -> u64 {
        self.skipped_lines + lines_in(self.bytes())
    }

    pub(crate) fn has(&self, byte: u8) -> bool {
        memchr::memchr(byte, self.bytes()).is_some()
    }

    /// The records of lines as they stand there, newlines included.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        ended(self.bytes(), b'\n')
    }
}

/// Returns how many lines end in these bytes.
fn lines_in(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
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

/// Returns the key of a record: without its end, and with `crlf` without one carriage return.
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

/// Returns a row without the blank lines before it.
pub(crate) fn without_blank_lines(row: &[u8]) -> &[u8] {
    let blank = row.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    &row[blank..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, by: u8, crlf: bool) -> Vec<String> {
        let records = Records::Ended { by, crlf };
        let block = Block::new(Buffer::of(text.as_bytes()), text.len(), records);
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
    fn empty_keys_are_counted_however_lines_end() {
        for (text, crlf, trim, expected) in [
            ("", false, false, 0),
            ("urn\n", false, false, 0),
            ("\nurn\n\n\n", false, false, 3),
            ("\r\nurn\r\n\r\n", false, false, 0),
            ("\r\nurn\r\n\r\n", true, false, 2),
            ("urn\n\r", true, false, 1),
            (" \nurn\n\t\n", false, true, 2),
            (" \nurn\n", false, false, 0),
        ] {
            let records = Records::Ended { by: b'\n', crlf };
            let mut block = Block::new(Buffer::of(text.as_bytes()), text.len(), records);
            block.set_fold(Fold { trim, ignore_case: false });
            assert_eq!(block.empty_keys(), expected, "{text:?}");
        }
    }

    #[test]
    fn between_nuls_a_newline_is_a_byte_like_any_other() {
        assert_eq!(keys("a\nb\0\0c", 0, false), ["a\nb", "", "c"]);
        assert_eq!(keys("", 0, false), [""; 0]);
    }
}

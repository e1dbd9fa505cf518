//! Rows of CSV or TSV, quoted as RFC 4180 has it, and the columns that hold the keys.

use crate::blocks::block::{Block, Records, without_blank_lines};
use crate::blocks::column::Column;
use crate::blocks::cutter::{Most, Uncut, read_some};
use crate::blocks::pool::{BLOCK, Buffer, Pool};
use crate::blocks::row::{End, Row};
use crate::input::head::{MARK, Packing};
use csv_core::{Reader, ReaderBuilder};
use std::io::Read;
use std::path::{Path, PathBuf};
use urnfield_terminal::Refusal;

/// A file's name without the endings that say how it is packed.
pub fn name_unpacked(path: &Path) -> PathBuf {
    let packed = |name: &Path| {
        let extension = name.extension().and_then(|extension| extension.to_str());
        extension.and_then(Packing::of_extension).is_some()
    };
    let mut name = path.to_path_buf();
    while packed(&name) {
        name.set_extension("");
    }
    name
}

/// Tabs in `.tsv` and `.tab`, commas elsewhere; how the file is packed does not matter.
fn usual_delimiter(path: &Path) -> u8 {
    let name = name_unpacked(path);
    let extension = name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if matches!(extension.as_str(), "tsv" | "tab") { b'\t' } else { b',' }
}

/// One input, cut into blocks of whole rows.
pub(crate) struct RowReader<R> {
    input: R,
    /// What messages call it.
    name: PathBuf,
    column: Column,
    reader: Reader,
    most: Most,
    pool: Pool,
    /// Rows read, the header included.
    rows: u64,
    /// Bytes behind the last whole row; fewer than a block.
    rest: Vec<u8>,
    /// How many of them the reader has seen already.
    seen: usize,
    row: Row,
    over: bool,
}

impl<R: Read> RowReader<R> {
    pub(crate) fn new(
        input: R,
        path: &Path,
        column: &Column,
        most: Most,
        pool: &Pool,
    ) -> RowReader<R> {
        let delimiter = column.delimiter.unwrap_or_else(|| usual_delimiter(path));
        RowReader {
            input,
            name: path.to_path_buf(),
            column: column.clone(),
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            most,
            pool: pool.clone(),
            rows: 0,
            rest: Vec::new(),
            seen: 0,
            row: Row::new(column),
            over: false,
        }
    }

    /// A byte order mark is part of the first field, as everything is.
    pub(crate) fn raw(mut self) -> RowReader<R> {
        // The reader looks for a mark in what it reads first. A blank line is nothing to it.
        let _ = self.reader.read_record(b"\n", &mut [0], &mut [0]);
        self
    }

    /// The next rows, as soon as there is one; a header is a block of its own. `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, Refusal> {
        let mut buffer = self.pool.buffer().map_err(|_| self.uncut(Uncut::NoBuffer))?;
        let mut filled = self.rest.len();
        buffer[..filled].copy_from_slice(&self.rest);
        let mut parsed = self.seen;
        let mut ends = Vec::new();
        let mut keys = Vec::new();
        let mut key_ends = Vec::new();
        let mut bad = Vec::new();
        loop {
            while self.read_row(&buffer[..filled], &mut parsed)? {
                let start = ends.last().copied().unwrap_or(0);
                if without_blank_lines(&buffer[start..parsed]).len() > self.most.bytes {
                    return Err(self.uncut(Uncut::TooLong(self.rows)));
                }
                if self.rows == 1 && self.column.header {
                    self.row.find_columns().map_err(|fault| self.wrong(fault))?;
                    self.agree()?;
                    self.keep(&buffer[parsed..filled], 0);
                    return Ok(Some(Block::new(buffer, parsed, Records::Header)));
                }
                match self.row.move_key(&mut keys, &mut key_ends) {
                    Err(columns) if self.column.stops() => return Err(self.too_short(columns)),
                    Err(_) => bad.push(ends.len()),
                    Ok(()) => (),
                }
                ends.push(parsed);
            }
            if let Some(&whole) = ends.last() {
                self.keep(&buffer[whole..filled], parsed - whole);
                let records = Records::Rows { ends, keys, key_ends };
                let block = Block::new(buffer, whole, records);
                return Ok(Some(block.with_parts(self.row.parts(), bad)));
            }
            if self.over {
                return Ok(None);
            }
            if filled == buffer.len() {
                self.make_room(&mut buffer, &mut filled)?;
                parsed = filled;
            }
            let read = read_some(&mut self.input, &mut buffer[filled..])
                .map_err(|error| self.uncut(error.into()))?;
            filled += read;
            self.over = read == 0;
        }
    }

    /// The buffer is full of the beginning of one row, and of blank lines before it.
    fn make_room(&self, buffer: &mut Buffer, filled: &mut usize) -> Result<(), Refusal> {
        let row = without_blank_lines(&buffer[..*filled]).len();
        if row < *filled {
            buffer.copy_within(*filled - row..*filled, 0);
            *filled = row;
            return Ok(());
        }
        if row > self.most.bytes {
            return Err(self.uncut(Uncut::TooLong(self.rows + 1)));
        }
        let more = (2 * row).min(self.most.bytes.saturating_add(BLOCK));
        buffer.grow(more).map_err(|_| self.no_memory(row))
    }

    fn keep(&mut self, rest: &[u8], seen: usize) {
        self.rest.clear();
        self.rest.extend_from_slice(rest);
        self.seen = seen;
    }

    /// Reads on to the end of a row; false where there is none yet, or no row any more.
    fn read_row(&mut self, bytes: &[u8], parsed: &mut usize) -> Result<bool, Refusal> {
        let row = self.rows + 1;
        let no_memory = |table: &RowReader<R>| table.uncut(Uncut::NoMemory(row, bytes.len()));
        if *parsed < bytes.len() {
            let end = self.row.read(&mut self.reader, &bytes[*parsed..], parsed);
            if end.map_err(|_| no_memory(self))? == End::Open {
                return Ok(false);
            }
            // The newline of a CR LF belongs to the row that it ends.
            if bytes[*parsed - 1] == b'\r' && bytes.get(*parsed) == Some(&b'\n') {
                *parsed += 1;
            }
        } else {
            let open = without_blank_lines(bytes);
            if !self.over || open.is_empty() || open == MARK || !self.row.begun() {
                return Ok(false);
            }
            // The last row has no newline. One that does not end it stands within quotes.
            let end = self.row.read(&mut self.reader, b"\n", &mut 0);
            if end.map_err(|_| no_memory(self))? == End::Open {
                return Err(self.wrong(format!(
                    "a quote that is opened must be closed, got none before the end of the file; \
                     it was opened in row {row} or later"
                )));
            }
        }
        self.rows = row;
        Ok(true)
    }

    /// A key has as many parts as in the tables before.
    fn agree(&self) -> Result<(), Refusal> {
        let (Some(whole), parts) = (&self.column.whole, self.row.parts()) else { return Ok(()) };
        if *self.column.found.get_or_init(|| parts) != parts {
            return Err(self.wrong(format!(
                "{whole:?} is one column of some files and several columns of others; take the files \
                 one by one"
            )));
        }
        if self.column.differ && parts == 1 {
            return Err(self.wrong(format!(
                "{whole:?} is one column here, and --integers names a part of it; give --integers \
                 without names, or leave it out"
            )));
        }
        Ok(())
    }

    fn too_short(&self, columns: usize) -> Refusal {
        let s = if columns == 1 { "" } else { "s" };
        let remedy = self.column.bad.map_or("", |_| "; --bad skip leaves such rows out");
        self.wrong(format!(
            "row {} has {columns} column{s} and no column {}: every row must have the column of the \
             keys{remedy}",
            self.rows,
            self.row.missing()
        ))
    }

    fn wrong(&self, sentence: String) -> Refusal {
        Refusal::Typed(format!("{}: {sentence}", self.name.display()))
    }

    fn uncut(&self, why: Uncut) -> Refusal {
        why.refusal(&self.name, "row", self.most)
    }

    fn no_memory(&self, bytes: usize) -> Refusal {
        self.uncut(Uncut::NoMemory(self.rows + 1, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn keys(input: impl Read, column: &str, most: usize) -> Result<Vec<String>, String> {
        let column = Column::typed(&[column], false, None, false).expect("a column");
        let most = Most { bytes: most, may_be_raised: true };
        let path = Path::new("t.csv");
        let mut table = RowReader::new(input, path, &column, most, &Pool::default());
        let mut keys = Vec::new();
        while let Some(block) = table.next().map_err(|no| no.to_string())? {
            keys.extend(block.map_keys(|key| String::from_utf8_lossy(key).into_owned()));
        }
        Ok(keys)
    }

    #[test]
    fn rows_have_the_most_bytes_or_are_named() {
        for most in [9, 100, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let row = |length: usize| format!("{},k\n", "x".repeat(length - 3));
            let fits = ["a,b\n".to_owned(), row(most), "\n\r\n".into(), row(most)].concat();
            assert_eq!(keys(fits.as_bytes(), "b", most).expect("fits"), ["k", "k"]);
            let long = ["a,b\n".to_owned(), row(most), row(most + 1), row(5)].concat();
            let said = keys(long.as_bytes(), "b", most).unwrap_err();
            assert!(said.starts_with("t.csv: row 3 is longer than "), "{said}");
        }
    }

    #[test]
    fn what_never_ends_is_refused_and_takes_no_memory() {
        for byte in [b',', b'"', b'x'] {
            let said = keys(io::repeat(byte), "2", 9 * BLOCK).unwrap_err();
            assert!(said.starts_with("t.csv: row 1 is longer than "), "{said}");
        }
        // Blank lines are no rows, however many.
        let blank = io::repeat(b'\n').take(40 * BLOCK as u64).chain(&b"a,b\n"[..]);
        assert_eq!(keys(blank, "2", 2 * BLOCK).expect("one row"), ["b"]);
        let names = [vec![b','; 4 * BLOCK], b"name\n".to_vec(), vec![b','; 4 * BLOCK]].concat();
        assert_eq!(keys(&names[..], "name", 8 * BLOCK).expect("columns"), [""]);
        let said = keys(&names[..], "other", 8 * BLOCK).unwrap_err();
        assert!(said.contains("\"other\"") && said.len() < 400, "{said}");
    }

    #[test]
    fn keys_may_be_long_and_stand_anywhere() {
        let long = "y".repeat(3 * BLOCK);
        let text = format!("1,{long},z\n2,\"{long}\"\n3,short\n4,\"a\nb\",c");
        let expected = [&long, &long, "short", "a\nb"];
        assert_eq!(keys(text.as_bytes(), "2", Most::USUAL.bytes).expect("rows"), expected);
    }

    #[test]
    fn names_tell_the_delimiter_however_packed() {
        for name in ["a.tsv", "a.TAB", "a.tsv.gz", "a.tsv.xz", "a.tab.bz2", "a.tsv.zst"] {
            assert_eq!(usual_delimiter(Path::new(name)), b'\t', "{name}");
        }
        for name in ["a.csv", "a", "tsv", "a.csv.gz", "a.tsv.old", "stdin"] {
            assert_eq!(usual_delimiter(Path::new(name)), b',', "{name}");
        }
    }
}

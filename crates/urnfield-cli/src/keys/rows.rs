//! Rows of CSV or TSV, quoted as RFC 4180 has it, and the one column that holds the keys.

use super::block::{Block, Pool, Records, without_blank_lines};
use super::records::grow;
use super::sources::unreadable;
use crate::read::shown;
use crate::refusal::Refusal;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Which column is meant.
#[derive(Clone)]
enum Place {
    /// By its name in the first row.
    Named(String),
    /// By its number, from 0.
    Numbered(usize),
}

/// Where in a row its key stands.
#[derive(Clone)]
pub(super) struct Column {
    place: Place,
    /// Whether the first row is no row of keys.
    header: bool,
    /// `None`: as the name of the file says.
    delimiter: Option<u8>,
    /// Whether several files must have the same first row.
    pub(super) one_table: bool,
}

impl Column {
    /// A whole number is a number, anything else a name.
    pub(super) fn typed(
        column: &str,
        header: bool,
        delimiter: Option<u8>,
        one_table: bool,
    ) -> Result<Column, Refusal> {
        let is_number = !column.is_empty() && column.bytes().all(|byte| byte.is_ascii_digit());
        let place = match column.parse::<usize>() {
            Ok(number @ 1..) if is_number => Place::Numbered(number - 1),
            _ if is_number => {
                let rule = "columns are numbered from 1, and there are fewer than 2^64 of them";
                return Err(Refusal::Typed(format!("--column: {rule}, got {column}")));
            }
            _ => Place::Named(column.to_owned()),
        };
        let header = header || matches!(place, Place::Named(_));
        Ok(Column { place, header, delimiter, one_table })
    }
}

/// Tabs in `.tsv` and `.tab`, commas elsewhere; what is behind `.gz` or `.zst` does not matter.
fn usual_delimiter(path: &Path) -> u8 {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
    if name.ends_with(".tsv") || name.ends_with(".tab") { b'\t' } else { b',' }
}

/// One input, cut into blocks of whole rows.
pub(super) struct Table<R> {
    input: R,
    /// What messages call it.
    name: PathBuf,
    column: Column,
    reader: Reader,
    pool: Pool,
    /// The column's number, once the first row has been seen.
    place: Option<usize>,
    /// Rows read, the header included.
    rows: u64,
    /// Bytes behind the last whole row.
    rest: Vec<u8>,
    /// How many of them the reader has seen already.
    seen: usize,
    fields: Fields,
    over: bool,
}

impl<R: Read> Table<R> {
    pub(super) fn new(input: R, path: &Path, column: &Column, pool: &Pool) -> Table<R> {
        let delimiter = column.delimiter.unwrap_or_else(|| usual_delimiter(path));
        Table {
            input,
            name: path.to_path_buf(),
            column: column.clone(),
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            pool: pool.clone(),
            place: None,
            rows: 0,
            rest: Vec::new(),
            seen: 0,
            fields: Fields::new(),
            over: false,
        }
    }

    /// The next rows, as soon as there is one; a header is a block of its own. `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Block>, Refusal> {
        let mut buffer = self.pool.buffer();
        let mut filled = self.rest.len();
        self.grow(&mut buffer, filled)?;
        buffer[..filled].copy_from_slice(&self.rest);
        let mut parsed = self.seen;
        let (mut ends, mut keys, mut key_ends) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            while self.row(&buffer[..filled], &mut parsed)? {
                if self.place.is_none() && self.first_row()? {
                    self.keep(&buffer[parsed..filled], 0);
                    return Ok(Some(Block::new(buffer, parsed, Records::Header, &self.pool)));
                }
                keys.extend_from_slice(self.key()?);
                key_ends.push(keys.len());
                ends.push(parsed);
            }
            if let Some(&whole) = ends.last() {
                self.keep(&buffer[whole..filled], parsed - whole);
                let records = Records::Rows { ends, keys, key_ends };
                return Ok(Some(Block::new(buffer, whole, records, &self.pool)));
            }
            if self.over {
                return Ok(None);
            }
            if filled == buffer.len() {
                let more = 2 * buffer.len();
                self.grow(&mut buffer, more)?;
            }
            match self.input.read(&mut buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(unreadable(&self.name, error)),
                Ok(read) => {
                    filled += read;
                    self.over = read == 0;
                }
            }
        }
    }

    fn grow(&self, buffer: &mut Vec<u8>, length: usize) -> Result<(), Refusal> {
        grow(buffer, length).map_err(|error| unreadable(&self.name, error))
    }

    fn keep(&mut self, rest: &[u8], seen: usize) {
        self.rest.clear();
        self.rest.extend_from_slice(rest);
        self.seen = seen;
    }

    /// Reads on to the end of a row; false where there is none yet, or no row any more.
    fn row(&mut self, bytes: &[u8], parsed: &mut usize) -> Result<bool, Refusal> {
        if *parsed < bytes.len() {
            if !self.fields.read(&mut self.reader, &bytes[*parsed..], parsed) {
                return Ok(false);
            }
            // The newline of a CR LF belongs to the row that it ends.
            if bytes[*parsed - 1] == b'\r' && bytes.get(*parsed) == Some(&b'\n') {
                *parsed += 1;
            }
        } else {
            let open = without_blank_lines(bytes);
            if !self.over || open.is_empty() || open == BYTE_ORDER_MARK || !self.fields.begun() {
                return Ok(false);
            }
            // The last row has no newline. One that does not end it stands within quotes.
            if !self.fields.read(&mut self.reader, b"\n", &mut 0) {
                return Err(self.wrong(format!(
                    "a quote that is opened must be closed, got none before the end of the file; \
                     it was opened in row {} or later",
                    self.rows + 1
                )));
            }
        }
        self.rows += 1;
        Ok(true)
    }

    /// Finds the column; true if the first row is a header and no row of keys.
    fn first_row(&mut self) -> Result<bool, Refusal> {
        let place = match &self.column.place {
            Place::Numbered(number) => *number,
            Place::Named(name) => {
                let names = self.fields.names();
                let mut found = (0..names.len()).filter(|i| names[*i] == *name);
                match (found.next(), found.next()) {
                    (Some(place), None) => place,
                    (Some(_), Some(_)) => {
                        return Err(self.wrong(format!(
                            "a column is named once, got {name:?} more than once; say its number"
                        )));
                    }
                    (None, _) => {
                        let names = shown(&names.join(", "));
                        return Err(self.wrong(format!(
                            "a column is named in the first row, got {name:?} and a row of \
                             {names}; name one of them, or say its number"
                        )));
                    }
                }
            }
        };
        self.place = Some(place);
        Ok(self.column.header)
    }

    fn key(&self) -> Result<&[u8], Refusal> {
        let place = self.place.unwrap_or(0);
        self.fields.get(place).ok_or_else(|| {
            self.wrong(format!(
                "row {} has {} and no column {}: every row must have the column of the keys",
                self.rows,
                match self.fields.count {
                    1 => "1 column".to_owned(),
                    count => format!("{count} columns"),
                },
                place + 1
            ))
        })
    }

    fn wrong(&self, sentence: String) -> Refusal {
        Refusal::Typed(format!("{}: {sentence}", self.name.display()))
    }
}

/// Some programs begin a text with it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The fields of a row, unquoted, as far as it has been read.
struct Fields {
    bytes: Vec<u8>,
    written: usize,
    ends: Vec<usize>,
    count: usize,
    /// Whether the row is whole, and the next one begins anew.
    whole: bool,
    /// Whether anything has been read of the next one.
    begun: bool,
}

impl Fields {
    fn new() -> Fields {
        Fields {
            bytes: vec![0; 1024],
            written: 0,
            ends: vec![0; 32],
            count: 0,
            whole: false,
            begun: false,
        }
    }

    fn begun(&self) -> bool {
        self.begun
    }

    /// Reads on; true if the row is whole. Tells how many bytes that took.
    fn read(&mut self, reader: &mut Reader, mut input: &[u8], taken: &mut usize) -> bool {
        if self.whole {
            (self.written, self.count, self.whole) = (0, 0, false);
        }
        self.begun = true;
        while !input.is_empty() {
            let (result, read, written, ended) = reader.read_record(
                input,
                &mut self.bytes[self.written..],
                &mut self.ends[self.count..],
            );
            input = &input[read..];
            *taken += read;
            self.written += written;
            self.count += ended;
            match result {
                ReadRecordResult::Record => {
                    (self.whole, self.begun) = (true, false);
                    return true;
                }
                ReadRecordResult::OutputFull => self.bytes.resize(2 * self.bytes.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return false,
            }
        }
        false
    }

    fn get(&self, i: usize) -> Option<&[u8]> {
        let end = *self.ends[..self.count].get(i)?;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        Some(&self.bytes[start..end])
    }

    fn names(&self) -> Vec<String> {
        let names = (0..self.count).filter_map(|i| self.get(i));
        names.map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }
}

//! The file that keeps what a sweep has found, so that an interrupted one goes on where it was.

use super::error::SweepError;
use super::record::Record;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use urnfield::Error;
use urnfield::filter::write_file;

/// A file of one line for each m, and a first line that says of what.
pub(super) struct Checkpoint(File);

impl Checkpoint {
    /// What the file has already; a line cut short by a kill is left out and written again.
    pub(super) fn open(
        path: &Path,
        head: &str,
    ) -> Result<(BTreeMap<u64, Record>, Checkpoint), SweepError> {
        let failed =
            |doing: &'static str| move |error: std::io::Error| Error::file(doing, path, error);
        let mut done = BTreeMap::new();
        let mut kept = format!("{head}\n");
        if path.exists() {
            let lines = BufReader::new(File::open(path).map_err(failed("read"))?).lines();
            for (number, line) in lines.enumerate() {
                let line = line.map_err(failed("read"))?;
                if number == 0 {
                    if line != head {
                        return Err(SweepError::OtherCheckpoint(path.to_owned()));
                    }
                    continue;
                }
                let record = serde_json::from_str(&line).ok();
                if let Some(record) = record.as_ref().and_then(Record::from_json) {
                    done.insert(record.m, record);
                    kept.push_str(&line);
                    kept.push('\n');
                }
            }
        }
        write_file(path, kept.as_bytes(), true)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed("write"))?;
        Ok((done, Checkpoint(file)))
    }

    pub(super) fn append(&mut self, record: &Record) -> Result<(), SweepError> {
        let line = format!("{}\n", record.to_json());
        self.0.write_all(line.as_bytes()).map_err(SweepError::Unwritten)
    }
}

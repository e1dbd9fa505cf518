//! The file that keeps what a sweep has found, so that an interrupted one goes on where it was.

use super::error::SweepError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use urnfield::Error;
use urnfield::filter::write_file;

/// What is found in one piece of work, as a line of the file.
pub(crate) trait Entry: Sized {
    /// Which piece of work.
    fn number(&self) -> u64;
    /// The line.
    fn to_json(&self) -> Value;
    /// Reads a line back; `None` if it is not such a line.
    fn from_json(value: &Value) -> Option<Self>;
}

/// A file of one line for each piece of work, and a first line that says of what.
pub(crate) struct Checkpoint(File);

impl Checkpoint {
    /// What the file has already; a line cut short by a kill is left out and written again.
    pub(crate) fn open<E: Entry>(
        path: &Path,
        head: &str,
    ) -> Result<(BTreeMap<u64, E>, Checkpoint), SweepError> {
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
                let entry = serde_json::from_str(&line).ok();
                if let Some(entry) = entry.as_ref().and_then(E::from_json) {
                    done.insert(entry.number(), entry);
                    kept.push_str(&line);
                    kept.push('\n');
                }
            }
        }
        write_file(path, kept.as_bytes(), true)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed("write"))?;
        Ok((done, Checkpoint(file)))
    }

    pub(crate) fn append(&mut self, entry: &impl Entry) -> Result<(), SweepError> {
        let line = format!("{}\n", entry.to_json());
        self.0.write_all(line.as_bytes()).map_err(SweepError::Unwritten)
    }
}

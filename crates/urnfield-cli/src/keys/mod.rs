//! Keys, wherever they stand: lines, NUL-ended records or a column, plain or compressed, in files
//! or a pipe. Nothing is decoded, trimmed or folded; a key is bytes.
//!
//! | file | idea |
//! |---|---|
//! | `sources` | files, stdin for `-`, stdin where nothing is named |
//! | `unpack` | `.gz` and `.zst` |
//! | `block` | some whole records and the keys in them |
//! | `records` | what stands between newlines, or between NULs |
//! | `rows` | rows of CSV, and one column of them |
//! | `line_ends` | lines from Windows |
//! | `stream` | one thread reads, all cores work, answers come in order |

mod block;
mod line_ends;
mod records;
mod rows;
mod sources;
mod stream;
mod unpack;

pub(crate) use block::Block;
pub(crate) use line_ends::LineEnds;
pub(crate) use sources::{is_a_directory, unreadable};

use crate::args;
use crate::progress::Progress;
use crate::refusal::Refusal;
use block::Pool;
use records::Cutter;
use rows::Column;
use sources::Sources;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How an input is cut into records, and where in a record its key stands.
#[derive(Clone)]
enum Cut {
    /// Lines; with `crlf` one carriage return before the newline is no part of the key.
    Lines { crlf: bool },
    /// Records that end in NUL.
    Nul,
    /// One column of rows.
    Column(Column),
}

/// All keys of a command.
pub(crate) struct Keys {
    sources: Arc<Sources>,
    cut: Cut,
}

/// Whether rows will be printed: then those of several files must be of one table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    Printed,
    Taken,
}

impl Keys {
    pub(crate) fn typed(typed: &args::Keys, rows: Rows) -> Result<Keys, Refusal> {
        let cut = match &typed.column {
            Some(column) => {
                let one_table = rows == Rows::Printed;
                Cut::Column(Column::typed(column, typed.header, typed.delimiter, one_table)?)
            }
            None if typed.null => Cut::Nul,
            None => Cut::Lines { crlf: typed.crlf },
        };
        Ok(Keys { sources: Arc::new(Sources::typed(&typed.files)?), cut })
    }

    /// What can be read twice can be counted first; of anything else this names one.
    pub(crate) fn read_once(&self) -> Option<String> {
        self.sources.read_once()
    }

    /// A bar for reading all of it.
    pub(crate) fn progress(&self, doing: &'static str) -> Progress {
        Progress::new(doing, self.sources.bytes())
    }

    /// How many keys there are.
    pub(crate) fn count(&self) -> Result<u64, Refusal> {
        let (mut keys, progress) = (0, self.progress("counting keys"));
        let silent = false;
        stream::run(
            self,
            progress,
            silent,
            |block| block.count(),
            |count| {
                keys += count;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(keys)
    }

    /// Has every block worked on by whichever core is free, and shows what came of it in the order
    /// of the input, until `take` has seen enough.
    pub(crate) fn each<T: Send + 'static>(
        &self,
        progress: Progress,
        work: impl Fn(Block) -> T + Send + Sync + 'static,
        take: impl FnMut(T) -> Result<ControlFlow<()>, Refusal>,
    ) -> Result<(), Refusal> {
        let notices = true;
        stream::run(self, progress, notices, work, take)
    }
}

/// Looks at files before the first is read.
pub(crate) fn check_files(paths: &[PathBuf]) -> Result<(), Refusal> {
    Sources::typed(paths).map(drop)
}

/// Shows the lines of one file, block by block, with their ends; `.gz` and `.zst` are unpacked.
pub(crate) fn lines_of(
    path: &Path,
    doing: &'static str,
    mut see: impl FnMut(&Block) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let sources = Sources::typed(&[path.to_path_buf()])?;
    let read = Arc::new(AtomicU64::new(0));
    let mut progress = Progress::new(doing, sources.bytes());
    for source in &sources.list {
        let mut cutter = Cutter::new(source.open(&read)?, b'\n', false, &Pool::default());
        while let Some(block) = cutter.next().map_err(|error| unreadable(source.path(), error))? {
            see(&block)?;
            progress.step(read.load(Relaxed), block.count());
        }
    }
    Ok(())
}

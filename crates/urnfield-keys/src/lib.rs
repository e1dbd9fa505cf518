//! Keys, wherever they stand: lines, NUL-ended records, a column or a field of JSON, plain or
//! packed, in files or a pipe. A key is bytes; nothing is decoded, trimmed or folded unless asked.
//!
//! | file | idea |
//! |---|---|
//! | `options` | what can be typed about keys |
//! | `select` | what can be typed about the lines that a filter selects |
//! | `size` | what can be typed about the size of a new filter |
//! | `sources` | files, stdin for `-`, stdin where nothing is named |
//! | `head` | what the first bytes of an input say |
//! | `input` | an input is unpacked, or refused because it holds no keys |
//! | `unpack` | gzip, zstd, xz, bzip2 |
//! | `pool` | memory for blocks, and for one long record at a time |
//! | `block` | some whole records and the keys in them |
//! | `records` | what stands between newlines, or between NULs |
//! | `rows`, `row` | rows of CSV, and one column of them |
//! | `json` | one field of a line of JSON |
//! | `fold` | white space and case, on request |
//! | `integer` | keys that are integers, on request |
//! | `line_ends` | lines from Windows |
//! | `secret` | the key of a keyed filter, from a file |
//! | `memory` | the keys of an input that is no file |
//! | `stream` | one thread reads, all cores work, answers come in order |

mod block;
mod fold;
mod head;
mod input;
mod integer;
mod json;
mod line_ends;
mod memory;
mod options;
mod pool;
mod records;
mod row;
mod rows;
pub mod secret;
mod select;
mod size;
mod sources;
mod stream;
mod unpack;

pub use block::Block;
pub use line_ends::{Ends, LineEnds, Mixed};
pub use memory::keys_in;
pub use options::KeyOptions;
pub use rows::name_unpacked;
pub use select::SelectOptions;
pub use size::SizeOptions;
pub use sources::{is_a_directory, unreadable};

use fold::Fold;
use input::Manner;
use pool::Pool;
use records::{Cutter, Most};
use rows::{Column, RowReader};
use sources::Sources;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use urnfield::filter::KeyKinds;
use urnfield_answers::Aside;
use urnfield_manners::{Progress, Refusal, talk};

/// How an input is cut into records, and where in a record its key stands.
#[derive(Clone)]
enum Cut {
    /// Lines; with `crlf` one carriage return before the newline is no part of the key.
    Lines { crlf: bool },
    /// Records that end in NUL.
    Nul,
    /// One column of rows.
    Column(Column),
    /// One field of lines of JSON.
    Field(Arc<json::Path>),
}

/// How keys are read from any input.
#[derive(Clone)]
struct Ways {
    cut: Cut,
    manner: Manner,
    most: Most,
    fold: Fold,
    /// Texts, or the integers that they spell.
    kind: KeyKinds,
}

impl Ways {
    /// Whether a carriage return at the end of a line would be part of its key.
    fn watches_ends(&self) -> bool {
        let kept = matches!(self.cut, Cut::Lines { crlf: false });
        kept && !self.manner.raw && !self.fold.trim
    }

    /// Refuses lines that end in CR alone, by the first block of an input.
    fn refuse_bare_cr(&self, file: &Path, first_block: &Block) -> Result<(), Refusal> {
        let Cut::Lines { crlf } = self.cut else { return Ok(()) };
        if self.manner.raw {
            return Ok(());
        }
        line_ends::refuse_bare_cr(file, first_block, crlf || self.fold.trim)
    }

    /// Says that so many keys are empty. One empty line may end a file.
    fn empty_keys(&self, empty: u64) -> Option<Aside> {
        let said = match self.cut {
            _ if empty < 2 => return None,
            Cut::Lines { .. } => {
                format!(
                    "{empty} lines are empty, and an empty line is a key; `grep .` leaves them out"
                )
            }
            _ => format!("{empty} keys are empty, and all of them are one key"),
        };
        Some(Aside::Talk(said))
    }
}

/// All keys of a command.
pub struct Keys {
    sources: Arc<Sources>,
    ways: Ways,
    /// How many threads hash; `None`: as many as there are cores.
    threads: Option<usize>,
}

/// Whether rows will be printed: then those of several files must be of one table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// As they are, under one header.
    Printed,
    /// For their keys alone.
    Taken,
}

impl Keys {
    /// Looks at all inputs, so that a wrong name is told before anything is read.
    pub fn typed(typed: &KeyOptions, rows: Rows) -> Result<Keys, Refusal> {
        let ways = Keys::ways(typed, rows)?;
        let sources = Arc::new(Sources::typed(&typed.files)?);
        Ok(Keys { sources, ways, threads: typed.threads })
    }

    fn ways(typed: &KeyOptions, rows: Rows) -> Result<Ways, Refusal> {
        let cut = match (&typed.column, &typed.field) {
            (Some(column), _) => {
                let one_table = rows == Rows::Printed;
                Cut::Column(Column::typed(column, typed.header, typed.delimiter, one_table)?)
            }
            (None, Some(field)) => Cut::Field(Arc::new(json::Path::typed(field)?)),
            (None, None) if typed.null => Cut::Nul,
            (None, None) => Cut::Lines { crlf: typed.crlf },
        };
        let manner = Manner { raw: typed.raw_bytes, nul: typed.null, may_be_raw: true };
        // What no memory could hold is refused where it is met.
        let bytes = typed.max_record.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let most = Most { bytes: bytes.unwrap_or(Most::USUAL.bytes), may_be_raised: true };
        let fold = Fold { trim: typed.trim, ignore_case: typed.ignore_case };
        Ok(Ways { cut, manner, most, fold, kind: typed.kind() })
    }

    /// Says what a filter of these keys cannot tell whoever asks it.
    pub fn mention_what_is_not_recorded(&self) {
        if let Some(sentence) = self.ways.fold.notice() {
            talk(&[sentence.to_owned()]);
        }
    }

    /// Returns the kind of all keys: integers, or texts.
    pub fn kind(&self) -> KeyKinds {
        self.ways.kind
    }

    /// What can be read twice can be counted first; of anything else this names one.
    pub fn read_once(&self) -> Option<String> {
        self.sources.read_once()
    }

    /// A bar for reading all of it.
    pub fn progress(&self, doing: &'static str) -> Progress {
        Progress::new(doing, self.sources.bytes())
    }

    /// How many keys there are.
    pub fn count(&self) -> Result<u64, Refusal> {
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
    pub fn each<T: Send + 'static>(
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
pub fn check_files(paths: &[PathBuf]) -> Result<(), Refusal> {
    Sources::typed(paths).map(drop)
}

/// Shows the lines of one file, block by block, with their ends; what is packed is unpacked.
pub fn lines_of(
    path: &Path,
    doing: &'static str,
    mut see: impl FnMut(&Block) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let sources = Sources::typed(&[path.to_path_buf()])?;
    let read = Arc::new(AtomicU64::new(0));
    let mut progress = Progress::new(doing, sources.bytes());
    for source in &sources.list {
        let input = source.open(Manner::default(), &read)?;
        let most = Most::USUAL;
        let mut cutter = Cutter::new(input, b'\n', false, most.bytes, &Pool::default());
        while let Some(block) =
            cutter.next().map_err(|uncut| uncut.refusal(source.path(), "line", most))?
        {
            see(&block)?;
            progress.step(read.load(Relaxed), block.count());
        }
    }
    Ok(())
}

/// Shows one column of one file, field by field; what is packed is unpacked.
pub fn column_of(
    path: &Path,
    column: &str,
    header: bool,
    delimiter: Option<u8>,
    doing: &'static str,
    see: &mut dyn FnMut(&[u8]),
) -> Result<(), Refusal> {
    let column = Column::typed(column, header, delimiter, false)?;
    let sources = Sources::typed(&[path.to_path_buf()])?;
    let read = Arc::new(AtomicU64::new(0));
    let mut progress = Progress::new(doing, sources.bytes());
    for source in &sources.list {
        let input = source.open(Manner::default(), &read)?;
        let mut table =
            RowReader::new(input, source.path(), &column, Most::USUAL, &Pool::default());
        while let Some(block) = table.next()? {
            block.map_keys(&mut *see);
            progress.step(read.load(Relaxed), block.count());
        }
    }
    Ok(())
}

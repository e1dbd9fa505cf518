//! Keys, wherever they stand: lines, NUL-ended records, a column or a field of JSON, plain or
//! packed, in files or a pipe. A key is bytes; nothing is decoded, trimmed or folded unless asked.
//!
//! | file | idea |
//! |---|---|
//! | `bad` | records without a key: stop, skip or keep |
//! | `sources` | files, stdin for `-`, stdin where nothing is named |
//! | `head` | what the first bytes of an input say |
//! | `input` | an input is unpacked, or refused because it holds no keys |
//! | `unpack` | gzip, zstd, xz, bzip2 |
//! | `pool` | memory for blocks, and for one long record at a time |
//! | `block` | some whole records and the keys in them |
//! | `records` | what stands between newlines, or between NULs |
//! | `rows`, `row` | rows of CSV, and one column of them |
//! | `json` | one field of a line of JSON |
//! | `parts` | keys of several columns or fields |
//! | `fold` | white space and case, on request |
//! | `integer` | keys that are integers, on request |
//! | `line_ends` | lines from Windows |
//! | `secret` | the key of a keyed filter, from a file |
//! | `memory` | the keys of an input that is no file |
//! | `stream` | one thread reads, all cores work, answers come in order |

mod bad;
mod block;
mod fold;
mod head;
mod input;
mod integer;
mod json;
mod line_ends;
mod memory;
mod parts;
mod pool;
mod records;
mod row;
mod rows;
pub mod secret;
mod sources;
mod stream;
mod unpack;

pub use bad::{BadPlace, BadRecords};
pub use block::Block;
pub use line_ends::{Ends, LineEnds, Mixed};
pub use memory::keys_in;
pub use rows::name_unpacked;
pub use sources::{is_a_directory, unreadable};

use fold::Fold;
use input::Manner;
use parts::Integers;
use pool::Pool;
use records::{Cutter, Most};
use rows::{Column, RowReader};
use sources::Sources;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use urnfield::filter::KeyKinds;
use urnfield_answers::{Aside, other_kind_of_keys};
use urnfield_terminal::{Bad, KeyOptions, Progress, Refusal, talk};

/// How an input is cut into records, and where in a record its key stands.
#[derive(Clone)]
enum Cut {
    /// Lines; with `crlf` one carriage return before the newline is no part of the key.
    Lines { crlf: bool },
    /// Records that end in NUL.
    Nul,
    /// Columns of rows.
    Column(Column),
    /// Fields of lines of JSON.
    Fields(Arc<[json::Path]>),
}

/// How keys are read from any input.
#[derive(Clone)]
struct Ways {
    cut: Cut,
    manner: Manner,
    most: Most,
    fold: Fold,
    /// Which parts of a key are the integers that they spell.
    integers: Integers,
    bad: Bad,
}

impl Ways {
    /// Returns the kind of all keys. Where only the first row of a table tells how many parts a key
    /// has, it is not known before that.
    fn kind(&self) -> Option<KeyKinds> {
        let parts = match &self.cut {
            Cut::Column(column) => column.parts()?,
            Cut::Fields(paths) => paths.len(),
            Cut::Lines { .. } | Cut::Nul => 1,
        };
        Some(match parts {
            1 if self.integers.all() => KeyKinds::INTEGERS,
            1 => KeyKinds::TEXTS,
            _ => KeyKinds::TUPLES,
        })
    }

    /// What messages call a record by its number.
    fn noun(&self) -> &'static str {
        if matches!(self.cut, Cut::Nul) { "record" } else { "line" }
    }

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
    /// The filters that the keys are for, by name, and the kinds of the keys in them.
    held: Vec<(String, KeyKinds)>,
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
        Ok(Keys { sources, ways, held: Vec::new(), threads: typed.threads })
    }

    fn ways(typed: &KeyOptions, rows: Rows) -> Result<Ways, Refusal> {
        if typed.bad == Bad::Keep && rows == Rows::Taken {
            let sentence = "--bad keep passes records without a key on to the output, and no records \
                            are printed here; use --bad skip";
            return Err(Refusal::Typed(sentence.into()));
        }
        let integers = typed.integers.as_deref();
        let (cut, integers) = match (&typed.column, &typed.field) {
            (Some(text), _) => {
                let parts = rows::split(text);
                let integers = Integers::typed(integers, "--column", &parts, rows::split)?;
                let one_table = rows == Rows::Printed;
                let column = Column::typed(&parts, typed.header, typed.delimiter, one_table)?;
                (Cut::Column(column.of_keys(typed.bad, integers.differ())), integers)
            }
            (None, Some(text)) => {
                let parts = json::split(text);
                let integers = Integers::typed(integers, "--field", &parts, json::split)?;
                parts::refuse_twice("--field", &parts)?;
                let paths = parts.into_iter().map(json::Path::typed);
                (Cut::Fields(paths.collect::<Result<_, _>>()?), integers)
            }
            (None, None) if integers.is_some_and(|names| !names.is_empty()) => {
                let sentence = "--integers=A,B names columns of --column or fields of --field; \
                                leave out the names";
                return Err(Refusal::Typed(sentence.into()));
            }
            (None, None) => {
                let cut = if typed.null { Cut::Nul } else { Cut::Lines { crlf: typed.crlf } };
                (cut, Integers::of_one(integers.is_some()))
            }
        };
        let manner = Manner { raw: typed.raw_bytes, nul: typed.null, may_be_raw: true };
        // What no memory could hold is refused where it is met.
        let bytes = typed.max_record.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let most = Most { bytes: bytes.unwrap_or(Most::USUAL.bytes), may_be_raised: true };
        let fold = Fold { trim: typed.trim, ignore_case: typed.ignore_case };
        Ok(Ways { cut, manner, most, fold, integers, bad: typed.bad })
    }

    /// Says what a filter of these keys cannot tell whoever asks it.
    pub fn mention_what_is_not_recorded(&self) {
        if let Some(sentence) = self.ways.fold.notice() {
            talk(&[sentence.to_owned()]);
        }
    }

    /// Returns the kind of all keys: texts, integers or tuples. It is certain once there is a key.
    pub fn kind(&self) -> KeyKinds {
        self.ways.kind().unwrap_or(KeyKinds::TEXTS)
    }

    /// Names a filter that the keys are for. Keys of a kind that it certainly does not hold are
    /// refused, here or with the first of them.
    pub fn for_filter(
        mut self,
        name: impl std::fmt::Display,
        held: KeyKinds,
    ) -> Result<Keys, Refusal> {
        self.held.push((name.to_string(), held));
        self.refuse_other_kind()?;
        Ok(self)
    }

    fn refuse_other_kind(&self) -> Result<(), Refusal> {
        let Some(kind) = self.ways.kind() else { return Ok(()) };
        let mut refused =
            self.held.iter().filter_map(|(name, held)| other_kind_of_keys(name, *held, kind));
        refused.next().map_or(Ok(()), |sentence| Err(Refusal::Typed(sentence)))
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
    /// of the input, until `take` has seen enough. Returns the records that have no key.
    pub fn each<T: Send + 'static>(
        &self,
        progress: Progress,
        work: impl Fn(Block) -> T + Send + Sync + 'static,
        take: impl FnMut(T) -> Result<ControlFlow<()>, Refusal>,
    ) -> Result<BadRecords, Refusal> {
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
    let column = Column::typed(&[column], header, delimiter, false)?;
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

//! One thread reads, all cores work, and answers come in the order of the input.
//!
//! For every block the reader makes a channel for one answer. Its near end goes with the block to
//! the next free worker, its far end into a queue. The thread that takes the answers waits at the
//! head of that queue, so answers stay in order without sorting. The queue is short: a reader that
//! is faster than the rest waits, and memory stays small.
//!
//! The threads are not joined, because a thread that waits for an idle pipe must not delay a
//! complete answer. It ends with the process, or when its blocks have no receiver.

use crate::blocks::block::Block;
use crate::blocks::block::taken::NoInteger;
use crate::blocks::cutter::Cutter;
use crate::blocks::line_ends::{Ends, LineEnds};
use crate::blocks::pool::{Long, Pool};
use crate::blocks::rows::RowReader;
use crate::input::head::MARK;
use crate::input::opened::{Input, unreadable};
use crate::input::sources::{Source, Sources};
use crate::key::bad::{BadInBlock, BadRecords};
use crate::keys::Keys;
use crate::ways::{Cut, Ways};
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use urnfield::filter::start_thread;
use urnfield_answers::Aside;
use urnfield_terminal::{Bad, Progress, Refusal};

/// More workers would wait for the thread that takes the answers.
const MOST_WORKERS: usize = 16;

/// A block and where its answer goes.
type Job<T> = (Block, SyncSender<Result<Answer<T>, Unfit>>);

/// The result for a block, and what was in the block.
pub(crate) struct Answer<T> {
    pub(crate) keys: u64,
    pub(crate) lines: u64,
    pub(crate) bad: BadInBlock,
    /// How its lines end, where that matters.
    ends: Ends,
    /// How many of its keys are empty.
    empty: u64,
    pub(crate) made: T,
    /// What was made of a long record is as long: the next one waits until it has been taken.
    _long: Option<Long>,
}

/// A block with a line or a record that has no key: where, and what is wrong with it.
pub(crate) struct Unfit {
    place: Place,
    sentence: String,
}

/// How many come before it in its block.
enum Place {
    Line(u64),
    /// Between NULs there are no lines.
    Record(u64),
}

impl Unfit {
    /// Returns the refusal of the input; `lines` and `records` come before this block.
    pub(crate) fn refusal(&self, file: &Path, lines: u64, records: u64) -> Refusal {
        let (what, number) = match self.place {
            Place::Line(before) => ("line", lines + before + 1),
            Place::Record(before) => ("record", records + before + 1),
        };
        Refusal::Typed(format!("{}: {what} {number} {}", file.display(), self.sentence))
    }
}

/// Messages of the reader, in order.
enum Message<T> {
    /// A block is being worked on; so many bytes have been read, the last of them of this input.
    Block(Receiver<Result<Answer<T>, Unfit>>, u64, usize),
    /// A sentence about the input.
    Notice(Aside),
    /// The input cannot be read on.
    Failed(Refusal),
}

/// The receiver is gone, because an answer was enough or failed.
struct NobodyTakes;

impl Keys {
    /// Counts the keys.
    pub fn count(&self) -> Result<u64, Refusal> {
        let (mut keys, progress) = (0, self.progress("counting keys"));
        let silent = false;
        run(
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

    /// Runs `work` on blocks on all cores, and calls `take` with the results in the order of the
    /// input, until it breaks. Returns the records that have no key.
    pub fn each<T: Send + 'static>(
        &self,
        progress: Progress,
        work: impl Fn(Block) -> T + Send + Sync + 'static,
        take: impl FnMut(T) -> Result<ControlFlow<()>, Refusal>,
    ) -> Result<BadRecords, Refusal> {
        let notices = true;
        run(self, progress, notices, work, take)
    }
}

fn run<T: Send + 'static>(
    keys: &Keys,
    mut progress: Progress,
    notices: bool,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, Refusal>,
) -> Result<BadRecords, Refusal> {
    let cores = || thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_WORKERS));
    let workers = keys.threads.unwrap_or_else(cores);
    let (jobs, waiting) = sync_channel::<Job<T>>(workers);
    let at_once = 2 * workers + 2;
    let (messages, queue) = sync_channel(at_once);
    let waiting = Arc::new(Mutex::new(waiting));
    let work = Arc::new(work);
    for _ in 0..workers {
        let waiting = Arc::clone(&waiting);
        let work = Arc::clone(&work);
        let ways = keys.ways.clone();
        spawn("worker", move || while do_one(&waiting, &ways, &*work) {})?;
    }
    let sources = Arc::clone(&keys.sources);
    let ways = keys.ways.clone();
    let read = Arc::default();
    let reader =
        Reader { sources, ways, jobs, messages, header: None, marked: false, read, at_once };
    spawn("reader", move || reader.run())?;
    let mut seen = Seen { bad: BadRecords::new(keys.ways.bad), ..Seen::default() };
    for message in queue {
        match message {
            Message::Notice(aside) if notices => progress.say(&aside),
            Message::Notice(_) => (),
            Message::Failed(refusal) => return Err(refusal),
            Message::Block(answer, bytes, source) => {
                let Ok(answer) = answer.recv() else {
                    // A worker ends early only by a panic, which has said why.
                    return Err(Refusal::Typed("a thread ended before its work was done".into()));
                };
                seen.from(source);
                let answer = answer.map_err(|unfit| seen.unfit(keys, &unfit))?;
                keys.refuse_other_kind()?;
                seen.ends(keys, &answer)?;
                seen.empty += answer.empty;
                let said = seen.ends.notice(false);
                if take(answer.made)?.is_break() {
                    return Ok(seen.bad);
                }
                progress.step(bytes, answer.keys);
                said.into_iter().filter(|_| notices).for_each(|aside| progress.say(&aside));
            }
        }
    }
    if notices {
        let bad = seen.bad.notice(keys.ways.noun());
        let said = [seen.ends.notice(true), keys.ways.empty_keys(seen.empty), bad];
        said.iter().flatten().for_each(|aside| progress.say(aside));
    }
    Ok(seen.bad)
}

/// How much of the inputs was taken.
#[derive(Default)]
struct Seen {
    source: usize,
    /// Lines and records of this input in the blocks before.
    lines: u64,
    records: u64,
    ends: LineEnds,
    /// Keys of all inputs that are empty.
    empty: u64,
    /// Records of all inputs that have no key.
    bad: BadRecords,
}

impl Seen {
    /// The next block is of this input.
    fn from(&mut self, source: usize) {
        if source != self.source {
            (self.source, self.lines, self.records) = (source, 0, 0);
        }
    }

    fn ends<T>(&mut self, keys: &Keys, answer: &Answer<T>) -> Result<(), Refusal> {
        self.ends.add(answer.ends).map_err(|mixed| {
            let remedy = "add --crlf to take CRs off, or --raw-bytes to keep them";
            let file = keys.sources.list[self.source].path();
            Refusal::Typed(mixed.sentence(file, self.lines, remedy))
        })?;
        let before = if matches!(keys.ways.cut, Cut::Nul) { self.records } else { self.lines };
        self.bad.add(&answer.bad, keys.sources.list[self.source].path(), before);
        self.lines += answer.lines;
        self.records += answer.keys + answer.bad.count;
        Ok(())
    }

    fn unfit(&self, keys: &Keys, unfit: &Unfit) -> Refusal {
        unfit.refusal(keys.sources.list[self.source].path(), self.lines, self.records)
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let spawned = start_thread(|begun| {
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            begun();
            run();
        })
    });
    spawned.map(|_| ()).map_err(|error| {
        Refusal::Typed(if error.kind() == ErrorKind::OutOfMemory {
            "there is no memory for another thread to work with; end other programs, or raise the \
             limit (ulimit -v)"
                .into()
        } else {
            format!("the system gives no thread to work with: {error}; try again")
        })
    })
}

/// Works on the next block. False after the last one.
fn do_one<T>(waiting: &Mutex<Receiver<Job<T>>>, ways: &Ways, work: &impl Fn(Block) -> T) -> bool {
    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let Ok((block, answer)) = job else { return false };
    // The receiver may be gone, which the reader will notice.
    let _ = answer.send(worked(block, ways, work));
    true
}

pub(crate) fn worked<T>(
    mut block: Block,
    ways: &Ways,
    work: &impl Fn(Block) -> T,
) -> Result<Answer<T>, Unfit> {
    let ends = if ways.watches_ends() { Ends::of(&block) } else { Ends::default() };
    let lines = block.line_count();
    let stop = ways.bad == Bad::Stop;
    if let Cut::Fields(paths) = &ways.cut {
        block
            .take_fields(paths, stop)
            .map_err(|(before, sentence)| Unfit { place: Place::Line(before), sentence })?;
    }
    let spelled = if block.has_tuples() {
        block.take_tuples(ways.fold, ways.integers.by_part(), stop)
    } else {
        block.set_fold(ways.fold);
        if ways.integers.all() { block.take_integers(stop) } else { Ok(()) }
    };
    let is_nul = matches!(ways.cut, Cut::Nul);
    spelled.map_err(|NoInteger { before, sentence }| {
        let place = if is_nul {
            Place::Record(before as u64)
        } else {
            Place::Line(block.lines_before(before))
        };
        Unfit { place, sentence }
    })?;
    let before = |record| if is_nul { record as u64 } else { block.lines_before(record) };
    let bad = BadInBlock::of(block.bad(), before);
    block.set_keeps_bad(ways.bad == Bad::Keep);
    let keys = block.count();
    let empty = block.empty_keys();
    let long = block.take_long();
    Ok(Answer { keys, lines, bad, ends, empty, made: work(block), _long: long })
}

/// Cuts all inputs into blocks.
struct Reader<T> {
    sources: Arc<Sources>,
    ways: Ways,
    jobs: SyncSender<Job<T>>,
    messages: SyncSender<Message<T>>,
    /// The first header that was seen.
    header: Option<Vec<u8>>,
    /// Whether a byte order mark was.
    marked: bool,
    read: Arc<AtomicU64>,
    /// How many blocks are worked on, or wait for their answers to be taken.
    at_once: usize,
}

/// Why reading stopped before the end.
enum Stop {
    Nobody,
    Failed(Box<Refusal>),
}

impl From<NobodyTakes> for Stop {
    fn from(_: NobodyTakes) -> Stop {
        Stop::Nobody
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Failed(Box::new(refusal))
    }
}

impl<T> Reader<T> {
    fn run(mut self) {
        if let Err(Stop::Failed(refusal)) = self.all() {
            let _ = self.messages.send(Message::Failed(*refusal));
        }
    }

    fn all(&mut self) -> Result<(), Stop> {
        let sources = Arc::clone(&self.sources);
        let pool = Pool::for_blocks(self.at_once);
        for (number, source) in sources.list.iter().enumerate() {
            let input = source.open(self.ways.manner, &self.read)?;
            self.mention_mark(source, input.marked)?;
            match self.ways.cut.clone() {
                Cut::Lines { crlf } => self.records(number, input, b'\n', crlf, &pool)?,
                Cut::Fields(_) => self.records(number, input, b'\n', false, &pool)?,
                Cut::Nul => self.records(number, input, 0, false, &pool)?,
                Cut::Column(column) => {
                    let most = self.ways.most;
                    // The mark of the first table is passed on with its header.
                    let input = if number == 0 { input } else { without_mark(source, input)? };
                    let mut table = RowReader::new(input, source.path(), &column, most, &pool);
                    if self.ways.manner.raw {
                        table = table.raw();
                    }
                    let mut skipped = 0;
                    while let Some(mut block) = table.next()? {
                        if self.passes(&block, source, column.one_table)? {
                            block.skip_lines(std::mem::take(&mut skipped));
                            self.send(block, number)?;
                        } else {
                            skipped += block.line_count();
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Records that end in one byte, of the input with this number.
    fn records(
        &mut self,
        number: usize,
        input: Input,
        by: u8,
        crlf: bool,
        pool: &Pool,
    ) -> Result<(), Stop> {
        let sources = Arc::clone(&self.sources);
        let (source, most) = (&sources.list[number], self.ways.most);
        let input = if by == 0 { input } else { without_mark(source, input)? };
        let mut cutter = Cutter::new(input, by, crlf, most.bytes, pool);
        let what = if by == 0 { "record" } else { "line" };
        let mut first = true;
        while let Some(block) =
            cutter.next().map_err(|uncut| uncut.refusal(source.path(), what, most))?
        {
            if std::mem::take(&mut first) {
                self.ways.refuse_bare_cr(source.path(), &block)?;
            }
            self.send(block, number)?;
        }
        Ok(())
    }

    /// Reports the first byte order mark that is not part of a key.
    fn mention_mark(&mut self, source: &Source, marked: bool) -> Result<(), NobodyTakes> {
        if !marked || self.marked || matches!(self.ways.cut, Cut::Nul) {
            return Ok(());
        }
        self.marked = true;
        let file = source.path().display();
        let sentence =
            format!("{file} begins with a byte order mark, which is no part of its first key");
        self.messages.send(Message::Notice(Aside::Talk(sentence))).map_err(|_| NobodyTakes)
    }

    /// Whether the block is passed on. Only the first header is printed, and the others must equal
    /// it, because rows of different tables cannot have one header.
    fn passes(&mut self, block: &Block, source: &Source, one: bool) -> Result<bool, Refusal> {
        let Some(header) = block.header().map(<[u8]>::trim_ascii_end) else { return Ok(true) };
        let header = header.strip_prefix(MARK).unwrap_or(header);
        match &self.header {
            None => {
                self.header = Some(header.to_vec());
                Ok(true)
            }
            Some(first) if one && first != header => Err(Refusal::Typed(format!(
                "rows of several files go under one header, got another one in {}; take the \
                 files one by one",
                source.path().display()
            ))),
            Some(_) => Ok(false),
        }
    }

    fn send(&self, block: Block, number: usize) -> Result<(), NobodyTakes> {
        let (answer, receiver) = sync_channel(1);
        let message = Message::Block(receiver, self.read.load(Relaxed), number);
        self.messages.send(message).map_err(|_| NobodyTakes)?;
        self.jobs.send((block, answer)).map_err(|_| NobodyTakes)
    }
}

fn without_mark(source: &Source, input: Input) -> Result<Input, Refusal> {
    input.without_mark().map_err(|error| unreadable(source.path(), error))
}

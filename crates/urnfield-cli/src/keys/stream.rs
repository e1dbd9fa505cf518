//! One thread reads, all cores work, and answers come in the order of the input.
//!
//! For every block the reader makes a channel for one answer. Its near end goes with the block to
//! whichever worker is free, its far end into a queue; who takes the answers waits at the head of
//! that queue, so nothing is sorted and nothing overtakes. The queue is short: a reader that is
//! faster than the rest waits, and memory stays small.
//!
//! The threads are not joined. One that waits for a pipe that nobody writes to must not keep an
//! answer that is complete from being given; it ends with the process, or when it finds that
//! nobody takes its blocks any more.

use super::block::{Block, Pool};
use super::line_ends::LineEnds;
use super::records::Cutter;
use super::rows::Table;
use super::sources::{Source, Sources, unreadable};
use super::{Cut, Keys};
use crate::progress::Progress;
use crate::refusal::Refusal;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// More would wait for the one who takes the answers.
const MOST_WORKERS: usize = 16;

/// A block and where its answer goes.
type Job<T> = (Block, SyncSender<Answer<T>>);

/// What came of a block, and how many keys it had.
struct Answer<T> {
    keys: u64,
    made: T,
}

/// What the reader has to say, in order.
enum Message<T> {
    /// A block is being worked on; so many bytes have been read.
    Block(Receiver<Answer<T>>, u64),
    /// A sentence about the input.
    Notice(&'static str),
    /// The input cannot be read on.
    Failed(Refusal),
}

/// Nobody takes what is made: an answer was enough, or failed.
struct NobodyTakes;

pub(super) fn run<T: Send + 'static>(
    keys: &Keys,
    mut progress: Progress,
    notices: bool,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>, Refusal>,
) -> Result<(), Refusal> {
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_WORKERS));
    let (jobs, waiting) = sync_channel::<Job<T>>(workers);
    let (messages, queue) = sync_channel(2 * workers + 2);
    let (waiting, work) = (Arc::new(Mutex::new(waiting)), Arc::new(work));
    for _ in 0..workers {
        let (waiting, work) = (Arc::clone(&waiting), Arc::clone(&work));
        spawn("worker", move || while do_one(&waiting, &*work) {})?;
    }
    let watching = notices && matches!(keys.cut, Cut::Lines { crlf: false });
    let reader = Reader {
        sources: Arc::clone(&keys.sources),
        cut: keys.cut.clone(),
        jobs,
        messages,
        ends: watching.then(LineEnds::new),
        header: None,
        read: Arc::default(),
    };
    spawn("reader", move || reader.run())?;
    for message in queue {
        match message {
            Message::Notice(sentence) => progress.say(sentence),
            Message::Failed(refusal) => return Err(refusal),
            Message::Block(answer, bytes) => {
                let Ok(Answer { keys, made }) = answer.recv() else {
                    // A worker ends early only by a panic, which has said why.
                    return Err(Refusal::Typed("a thread ended before its work was done".into()));
                };
                if take(made)?.is_break() {
                    return Ok(());
                }
                progress.step(bytes, keys);
            }
        }
    }
    Ok(())
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(run);
    spawned.map(|_| ()).map_err(|error| {
        Refusal::Typed(format!("the system gives no thread to work with: {error}; try again"))
    })
}

/// Works on the next block; false where there is none any more.
fn do_one<T>(waiting: &Mutex<Receiver<Job<T>>>, work: &impl Fn(Block) -> T) -> bool {
    let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let Ok((block, answer)) = job else { return false };
    let keys = block.count();
    // Nobody may be waiting for it any more, which the reader will notice.
    let _ = answer.send(Answer { keys, made: work(block) });
    true
}

/// Cuts all inputs into blocks.
struct Reader<T> {
    sources: Arc<Sources>,
    cut: Cut,
    jobs: SyncSender<Job<T>>,
    messages: SyncSender<Message<T>>,
    /// Where line ends are watched.
    ends: Option<LineEnds>,
    /// The first header that was seen.
    header: Option<Vec<u8>>,
    read: Arc<AtomicU64>,
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
        let (sources, pool) = (Arc::clone(&self.sources), Pool::default());
        for source in &sources.list {
            let input = source.open(&self.read)?;
            match self.cut.clone() {
                Cut::Lines { crlf } => self.records(source, input, b'\n', crlf, &pool)?,
                Cut::Nul => self.records(source, input, 0, false, &pool)?,
                Cut::Column(column) => {
                    let mut table = Table::new(input, source.path(), &column, &pool);
                    while let Some(block) = table.next()? {
                        if self.passes(&block, source, column.one_table)? {
                            self.send(block)?;
                        }
                    }
                }
            }
        }
        self.say(true)?;
        Ok(())
    }

    fn records(
        &mut self,
        source: &Source,
        input: impl Read,
        by: u8,
        crlf: bool,
        pool: &Pool,
    ) -> Result<(), Stop> {
        let mut cutter = Cutter::new(input, by, crlf, pool);
        let failed = |error| unreadable(source.path(), error);
        while let Some(block) = cutter.next().map_err(failed)? {
            if let Some(ends) = &mut self.ends {
                ends.watch(&block);
            }
            self.send(block)?;
            self.say(false)?;
        }
        Ok(())
    }

    /// Of several headers that are to be printed the first one is, and the others must be the
    /// same: rows of different tables do not go under one header.
    fn passes(&mut self, block: &Block, source: &Source, one: bool) -> Result<bool, Refusal> {
        let Some(header) = block.header().map(<[u8]>::trim_ascii_end) else { return Ok(true) };
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

    fn send(&self, block: Block) -> Result<(), NobodyTakes> {
        let (answer, receiver) = sync_channel(1);
        let message = Message::Block(receiver, self.read.load(Relaxed));
        self.messages.send(message).map_err(|_| NobodyTakes)?;
        self.jobs.send((block, answer)).map_err(|_| NobodyTakes)
    }

    fn say(&mut self, all_seen: bool) -> Result<(), NobodyTakes> {
        match self.ends.as_mut().and_then(|ends| ends.notice(all_seen)) {
            Some(notice) => self.messages.send(Message::Notice(notice)).map_err(|_| NobodyTakes),
            None => Ok(()),
        }
    }
}

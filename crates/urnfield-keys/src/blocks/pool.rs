//! Memory for blocks, which is reused, and refused when too little is left.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use urnfield::filter::{SPARE_MEMORY, memory_is_left};

/// The size of a block: enough work for a thread, and small enough for its caches.
pub(crate) const BLOCK: usize = 256 * 1024;

/// How often a long record is copied: its key, and its line if it is printed.
const COPIES: usize = 2;

/// Too little memory is left.
#[derive(Debug)]
pub(crate) struct NoMemory;

/// Buffers that are not in use.
#[derive(Clone, Default)]
pub(crate) struct Pool(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    long_is_done: Condvar,
    /// Memory that other threads may still need for their blocks.
    for_others: usize,
}

#[derive(Default)]
struct State {
    free: Vec<Vec<u8>>,
    /// Whether a record longer than a block is being worked on. There is one at a time, because as
    /// many long records as blocks would fill any memory.
    long: bool,
}

impl Pool {
    /// Creates a pool for `at_once` blocks at a time. A block of empty keys becomes digests that
    /// are sixteen times as long.
    pub(crate) fn for_blocks(at_once: usize) -> Pool {
        Pool(Arc::new(Shared { for_others: 20 * BLOCK * at_once, ..Shared::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a buffer of [`BLOCK`] arbitrary bytes, if there is memory for its results as well.
    pub(crate) fn buffer(&self) -> Result<Buffer, NoMemory> {
        if !memory_is_left(SPARE_MEMORY + self.0.for_others) {
            return Err(NoMemory);
        }
        let used = self.state().free.pop();
        let bytes = match used {
            Some(bytes) => bytes,
            None => {
                let mut bytes = Vec::new();
                lengthen(&mut bytes, BLOCK)?;
                bytes
            }
        };
        Ok(Buffer { bytes, long: None, pool: self.clone() })
    }

    /// Waits until no other long record is being worked on.
    fn long(&self) -> Long {
        let mut state = self.state();
        while state.long {
            let waited = self.0.long_is_done.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        state.long = true;
        Long(self.clone())
    }
}

/// Makes a buffer at least `length` bytes long, if there is memory for it.
pub(crate) fn lengthen(bytes: &mut Vec<u8>, length: usize) -> Result<(), NoMemory> {
    if length > bytes.len() {
        let more = length - bytes.len();
        bytes.try_reserve_exact(more).map_err(|_| NoMemory)?;
        bytes.resize(length, 0);
    }
    Ok(())
}

/// A handle that only one long record at a time has.
pub(crate) struct Long(Pool);

impl Drop for Long {
    fn drop(&mut self) {
        self.0.state().long = false;
        self.0.0.long_is_done.notify_all();
    }
}

/// A buffer that returns to its pool when it is dropped.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    long: Option<Long>,
    pool: Pool,
}

impl Buffer {
    /// Makes the buffer at least `length` bytes long, for a record longer than a block. Waits for
    /// the previous such record. Checks the memory for its copies too, which cannot be refused
    /// later.
    pub(crate) fn grow(&mut self, length: usize) -> Result<(), NoMemory> {
        if self.long.is_none() {
            self.long = Some(self.pool.long());
        }
        let all = length.saturating_mul(1 + COPIES);
        if !memory_is_left(all.saturating_add(SPARE_MEMORY)) {
            return Err(NoMemory);
        }
        lengthen(&mut self.bytes, length)
    }

    /// Returns a handle to keep while parts of the record outlive the buffer.
    pub(crate) fn take_long(&mut self) -> Option<Long> {
        self.long.take()
    }
}

#[cfg(test)]
impl Buffer {
    pub(crate) fn of(bytes: &[u8]) -> Buffer {
        Buffer { bytes: bytes.to_vec(), long: None, pool: Pool::default() }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // One that has grown for a long record is not kept for short ones.
        if self.bytes.len() == BLOCK {
            let bytes = std::mem::take(&mut self.bytes);
            self.pool.state().free.push(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn buffers_come_back_unless_they_have_grown() {
        let pool = Pool::default();
        drop(pool.buffer().expect("memory"));
        assert_eq!(pool.state().free.len(), 1);
        let mut buffer = pool.buffer().expect("memory");
        assert!(pool.state().free.is_empty());
        buffer.grow(BLOCK + 1).expect("memory");
        assert_eq!(buffer.len(), BLOCK + 1);
        drop(buffer);
        assert!(pool.state().free.is_empty());
    }

    #[test]
    fn one_long_record_waits_for_the_other() {
        let pool = Pool::default();
        let mut first = pool.buffer().expect("memory");
        first.grow(2 * BLOCK).expect("memory");
        first.grow(4 * BLOCK).expect("its own is not waited for");
        let long = first.take_long();
        drop(first);
        let (sender, receiver) = std::sync::mpsc::channel();
        let other = pool.clone();
        std::thread::spawn(move || {
            let mut second = other.buffer().expect("memory");
            second.grow(2 * BLOCK).expect("memory");
            sender.send(second.len()).expect("somebody waits");
        });
        assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err(), "not yet");
        drop(long);
        assert_eq!(receiver.recv().expect("now"), 2 * BLOCK);
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        let mut buffer = Pool::default().buffer().expect("memory");
        assert!(buffer.grow(usize::MAX / 4).is_err());
        assert_eq!(buffer.len(), BLOCK);
    }
}

//! Memory for payloads, refused while there is still some left.

use crate::filter::memory::{SPARE_MEMORY, is_left_after, memory_is_left};
use std::collections::TryReserveError;
use std::io;
use std::sync::{Mutex, PoisonError};

/// The refusal of a payload for which, or for making which, memory is missing.
#[derive(Debug)]
pub(crate) struct NoMemory;

impl From<TryReserveError> for NoMemory {
    fn from(_: TryReserveError) -> NoMemory {
        NoMemory
    }
}

impl From<NoMemory> for io::Error {
    fn from(_: NoMemory) -> io::Error {
        let why =
            "there is no memory to pack the filter in; leave it as it is, or pack it elsewhere";
        io::Error::new(io::ErrorKind::OutOfMemory, why)
    }
}

/// Returns an empty vector with room for this many, if memory is left behind it.
pub(crate) fn vector<T>(length: usize) -> Result<Vec<T>, NoMemory> {
    let mut room = Vec::new();
    room.try_reserve_exact(length)?;
    if is_left_after(length.saturating_mul(size_of::<T>())) { Ok(room) } else { Err(NoMemory) }
}

/// Returns zeros, if memory is left behind them. The system gives them as zeros and takes memory
/// when they are used, so nothing can be reserved first: one thread at a time asks and takes.
pub(crate) fn zeros(length: usize) -> Result<Vec<u16>, NoMemory> {
    static ASKING: Mutex<()> = Mutex::new(());
    let _alone = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    if memory_is_left(SPARE_MEMORY + 2 * length) { Ok(vec![0; length]) } else { Err(NoMemory) }
}

//! Whether there is memory for something large, and for the small things that come after it.

use std::hint::black_box;
use std::io;
use std::sync::mpsc::channel;

/// What must be left behind a large allocation, for the many small ones that cannot be refused:
/// they would end the process. More than 32 MiB, because the C library may change how it keeps
/// memory after a smaller block was given back.
pub const SPARE_MEMORY: usize = 36 << 20;

/// Returns whether so many bytes of memory could be had now.
///
/// They are reserved and given back, which takes addresses and no memory. Programs that would
/// rather refuse than end ask before they make something large that consists of small parts. Where
/// addresses have 32 bits this always returns true: some of those machines (WebAssembly) never take
/// back what was given once.
///
/// ```
/// use urnfield::filter::memory_is_left;
/// assert!(memory_is_left(1_000));
/// # #[cfg(target_pointer_width = "64")]
/// assert!(!memory_is_left(1 << 62));
/// ```
pub fn memory_is_left(bytes: usize) -> bool {
    if cfg!(target_pointer_width = "32") {
        return true;
    }
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(bytes).is_ok();
    // The compiler may remove a reservation that is never used.
    black_box(&room);
    reserved
}

/// Starts a thread if there is memory for it, and waits until it has begun.
///
/// A thread that finds no memory while it begins ends the process, and its first allocation may
/// take 64 MiB of addresses. So 72 MiB must be left, and one thread begins after the other. What
/// `start` is given is to be called first in the new thread.
///
/// ```
/// use std::thread::Builder;
/// use urnfield::filter::start_thread;
/// let thread = start_thread(|begun| {
///     Builder::new().spawn(move || {
///         begun();
///         6 * 7
///     })
/// })?;
/// assert_eq!(thread.join().unwrap(), 42);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start_thread<T>(
    start: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<T>,
) -> io::Result<T> {
    // So much does not fit into what other threads have reserved and not used.
    if !memory_is_left(72 << 20) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (sender, receiver) = channel();
    // The first message of a channel allocates, and so does the thread here.
    let begun = move || {
        let _ = sender.send(());
    };
    let started = start(Box::new(begun))?;
    let _ = receiver.recv();
    Ok(started)
}

/// A large allocation after which little memory is left is refused as well.
pub(crate) fn is_left_after(bytes: usize) -> bool {
    const LARGE: usize = 1 << 20;
    bytes < LARGE || memory_is_left(SPARE_MEMORY)
}

//! Long mathematics without holding Python up: on a thread of its own, so that other threads run on
//! and Ctrl-C is heard.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may go unheard.
const LISTEN: Duration = Duration::from_millis(50);

/// The mathematics may go deep.
const STACK: usize = 16 << 20;

/// Runs it, and listens for signals meanwhile. Work that was interrupted goes on in its thread
/// until it is done, and its result is dropped: the library has no half-done state that could be
/// seen.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = sync_channel(1);
    let run = move || {
        // After an interrupt the receiver is gone.
        let _ = send.send(work());
    };
    let running = thread::Builder::new().name("urnfield".into()).stack_size(STACK).spawn(run)?;
    loop {
        let waited;
        (receive, waited) = py.detach(move || {
            let waited = receive.recv_timeout(LISTEN);
            (receive, waited)
        });
        match waited {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // It has panicked, and what is done about panics is done in one place.
    match py.detach(move || running.join()) {
        Err(panic) => resume_unwind(panic),
        Ok(()) => unreachable!("it sends its result, or panics"),
    }
}

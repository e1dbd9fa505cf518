//! Threads of our own. The pool that everybody shares hangs in a forked child, as the threads it
//! counts on are not there; multiprocessing and Spark fork.

use crate::errors::Raised;
use crate::patience::patiently;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use urnfield::Error;

/// More threads than any machine has are a mistake.
const MOST: usize = 4096;

/// A pool, and where it was made.
struct Made {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

static MADE: Mutex<Option<Made>> = Mutex::new(None);

/// A pool of so many threads in this process; `None` for one, which needs none.
pub(crate) fn of(threads: usize) -> PyResult<Option<Arc<ThreadPool>>> {
    if threads == 0 || threads > MOST {
        let error = Error::domain("threads are counted from 1 to 4096", threads.to_string());
        return Err(Raised::from(error).into());
    }
    if threads == 1 {
        return Ok(None);
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    match &*made {
        Some(made) if made.process == process::id() && made.threads == threads => {
            return Ok(Some(made.pool.clone()));
        }
        // The threads of a pool from before a fork are gone: nothing of it may be touched again.
        Some(made) if made.process != process::id() => std::mem::forget(made.pool.clone()),
        _ => {}
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(built.map_err(|error| {
        pyo3::exceptions::PyRuntimeError::new_err(format!(
            "cannot start {threads} threads: {error}"
        ))
    })?);
    *made = Some(Made { process: process::id(), threads, pool: pool.clone() });
    Ok(Some(pool))
}

/// Panics in one of the places where that can happen. Tests see what becomes of it.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, place: &str) -> PyResult<()> {
    let panic = || -> () { panic!("a test asked for this") };
    match place {
        "detached" => py.detach(panic),
        "pool" => of(2)?.iter().for_each(|pool| py.detach(|| pool.install(panic))),
        "patiently" => patiently(py, panic)?,
        _ => panic(),
    }
    Ok(())
}

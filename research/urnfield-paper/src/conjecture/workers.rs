//! Pieces of work examined on all cores, each result handed back as soon as it is there.

use super::error::SweepError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use urnfield::Error;

/// Examines every job and keeps what is found, until all are done, the time is over, or something
/// fails.
pub(crate) fn on_all_cores<T: Send>(
    jobs: &[u64],
    time: Option<Duration>,
    examine: impl Fn(u64) -> Result<T, Error> + Sync,
    mut keep: impl FnMut(T) -> Result<(), SweepError>,
) -> Result<(), SweepError> {
    // A time beyond all clocks is no limit.
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(8);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop, examine) = (sender.clone(), &next, &stop, &examine);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && deadline.is_none_or(|deadline| Instant::now() < deadline)
                {
                    let turn = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&job) = jobs.get(turn) else { return };
                    if sender.send(examine(job)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut failed = None;
        for found in receiver {
            if let Err(error) = found.map_err(SweepError::from).and_then(&mut keep) {
                stop.store(true, Ordering::Relaxed);
                failed = failed.or(Some(error));
            }
        }
        failed.map_or(Ok(()), Err)
    })
}

//! Digests by the million: what goes into a filter beyond the caches is sorted first, and sorting
//! pays from a million on. Batches may be smaller than that.

use crate::arrow::Unread;
use crate::keys::rows::{Benches, Rows, STRETCH, stretches};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;

/// Digests that go in together.
const MILLIONS: usize = 1 << 22;

/// Digests that wait for more.
pub(crate) struct Gathered<D> {
    /// The first `filled` of them; the others are old ones, so that memory is touched once.
    digests: Vec<D>,
    filled: usize,
}

impl<D: Copy + Send + Sync> Gathered<D> {
    pub(crate) fn new() -> Gathered<D> {
        Gathered { digests: Vec::new(), filled: 0 }
    }

    /// Adds some, and works on them all when there are enough.
    pub(crate) fn add(&mut self, some: &[D], work: &impl Fn(&[D]) -> Vec<u64>) {
        let room = (self.digests.len() - self.filled).min(some.len());
        self.digests[self.filled..self.filled + room].copy_from_slice(&some[..room]);
        self.digests.extend_from_slice(&some[room..]);
        self.filled += some.len();
        if self.filled >= MILLIONS {
            self.flush(work);
        }
    }

    pub(crate) fn flush(&mut self, work: &impl Fn(&[D]) -> Vec<u64>) {
        if self.filled > 0 {
            work(&self.digests[..self.filled]);
            self.filled = 0;
        }
    }

    /// Reads some rows, a stretch at a time, on all threads of a pool where there is one.
    pub(crate) fn read(
        &mut self,
        pool: Option<&ThreadPool>,
        benches: &Benches<D>,
        rows: Range<usize>,
        read: impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread> + Sync,
        work: &impl Fn(&[D]) -> Vec<u64>,
    ) -> Result<(), Unread> {
        let Some(pool) = pool else {
            for some in stretches(rows) {
                benches.with(|rows| -> Result<(), Unread> {
                    read(some, rows)?;
                    self.add(&rows.digests, work);
                    Ok(())
                })?;
            }
            return Ok(());
        };
        let mut from = rows.start;
        while from < rows.end {
            let some = from..rows.end.min(from + MILLIONS - self.filled);
            from = some.end;
            self.read_on(pool, benches, some, &read)?;
            if self.filled >= MILLIONS {
                self.flush(work);
            }
        }
        Ok(())
    }

    /// Every stretch has its place, with room for a digest of every row; what rows without a key
    /// leave open is closed afterwards.
    fn read_on(
        &mut self,
        pool: &ThreadPool,
        benches: &Benches<D>,
        some: Range<usize>,
        read: &(impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread> + Sync),
    ) -> Result<(), Unread> {
        let start = self.filled;
        let missing = (start + some.len()).saturating_sub(self.digests.len());
        if missing > 0 {
            // Any digest holds a place.
            let Some(any) = first(benches, some.clone(), read)? else { return Ok(()) };
            self.digests.resize(start + some.len(), any);
        }
        let stretches = self.digests[start..start + some.len()].par_chunks_mut(STRETCH);
        let counts = pool.install(|| {
            let each = stretches.enumerate().map(|(i, places)| {
                let from = some.start + i * STRETCH;
                benches.with(|rows| {
                    read(from..from + places.len(), rows)?;
                    places[..rows.digests.len()].copy_from_slice(&rows.digests);
                    Ok(rows.digests.len())
                })
            });
            each.collect::<Result<Vec<usize>, Unread>>()
        })?;
        for (i, count) in counts.into_iter().enumerate() {
            let from = start + i * STRETCH;
            if from != self.filled {
                self.digests.copy_within(from..from + count, self.filled);
            }
            self.filled += count;
        }
        Ok(())
    }
}

/// The first digest of some rows; `None` where no row has a key.
fn first<D: Copy>(
    benches: &Benches<D>,
    some: Range<usize>,
    read: &impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread>,
) -> Result<Option<D>, Unread> {
    for from in some.clone().step_by(STRETCH) {
        let found = benches.with(|rows| -> Result<Option<D>, Unread> {
            read(from..some.end.min(from + STRETCH), rows)?;
            Ok(rows.digests.first().copied())
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

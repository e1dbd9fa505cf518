//! Keys on their way to a filter: rows become digests in stretches that stay in the caches, each
//! stretch is worked on, by any thread of a pool where there is one, and the answers are kept in
//! order.

use crate::arrow::mask::{Growing, Mask};
use crate::arrow::{Column, Dictionary, Keys, Unread, Value};
use crate::keys::gather::Gathered;
use crate::keys::key::{Key, Look, NO_FLOATS};
use crate::keys::parts::PartColumns;
use crate::keys::rows::{Benches, Rows, STRETCH, stretches};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// What becomes of the keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// They go in: their order does not matter, and equal ones count once.
    Fill,
    /// They are asked for: equal ones have equal answers.
    Ask,
    /// They go in one after the other, and the answers depend on that.
    InOrder,
}

/// How keys go.
pub(crate) struct Way {
    pub(crate) purpose: Purpose,
    /// Keys that go in are gathered by the million, as the library sorts them first.
    pub(crate) by_the_million: bool,
    pub(crate) pool: Option<Arc<ThreadPool>>,
    /// Fewer rows than this are not worth a pool.
    pub(crate) worth_a_pool: u64,
    /// Whether a float that is a whole number is read as that integer.
    pub(crate) floats: bool,
    /// Whether several values make a key.
    pub(crate) tuples: bool,
}

impl Way {
    /// On this thread.
    pub(crate) fn alone(purpose: Purpose) -> Way {
        Way {
            purpose,
            by_the_million: false,
            pool: None,
            worth_a_pool: 0,
            floats: true,
            tuples: true,
        }
    }
}

/// Keys on their way: `hash` makes digests of them, `work` makes answers of digests, a bit each (of
/// those that only go in, none).
pub(crate) struct Flow<'a, D, H, W> {
    way: &'a Way,
    hash: &'a H,
    work: &'a W,
    rows: u64,
    /// Rows and entries that were read so far, each once.
    seen: u64,
    benches: Benches<D>,
    gathered: Gathered<D>,
    mask: Growing,
}

impl<'a, D, H, W> Flow<'a, D, H, W>
where
    D: Copy + Send + Sync,
    H: Fn(Key<'_>) -> D + Sync,
    W: Fn(&[D]) -> Vec<u64> + Sync,
{
    pub(crate) fn new(way: &'a Way, hash: &'a H, work: &'a W) -> Flow<'a, D, H, W> {
        let benches = Benches::of(way.pool.as_deref());
        let gathered = Gathered::new();
        let mask = Growing::default();
        Flow { way, hash, work, rows: 0, seen: 0, benches, gathered, mask }
    }

    pub(crate) fn hash(&self, key: Key<'_>) -> D {
        (self.hash)(key)
    }

    /// Counts the rows of a batch that follows, and has room for their answers.
    pub(crate) fn expect(&mut self, rows: usize) -> Result<(), Unread> {
        let all = self.rows.checked_add(rows as u64);
        self.rows = all.ok_or("a stream of Arrow data has fewer than 2^64 rows")?;
        if self.way.purpose == Purpose::Fill || self.mask.reserve(rows) {
            return Ok(());
        }
        Err(Unread::Memory(format!(
            "the answers to {rows} rows need {} bytes of memory, more than there is; ask in smaller \
             batches",
            Growing::bytes(rows)
        )))
    }

    /// How objects are looked at.
    pub(crate) fn look(&self) -> Look {
        Look { row: None, no_floats: !self.way.floats, no_tuples: !self.way.tuples }
    }

    /// Refuses floats where a float is another value than the integer.
    fn check_floats(&self, keys: &Keys<'_>) -> Result<(), Unread> {
        if keys.are_floats() && !self.way.floats {
            return Err(Unread::Type(NO_FLOATS.into()));
        }
        Ok(())
    }

    /// Which rows of a batch have to be read: none where a column of nulls would add keys to a
    /// filter.
    pub(crate) fn read_of(&self, columns: &[Column<'_>], rows: usize) -> Range<usize> {
        let are_null =
            |column: &Column<'_>| matches!(column, Column::Keys(keys) if keys.are_null());
        let skipped = self.way.purpose == Purpose::Fill && columns.iter().any(are_null);
        if skipped { 0..0 } else { 0..rows }
    }

    /// Takes some rows of a batch.
    pub(crate) fn keys(&mut self, keys: &Keys<'_>, some: Range<usize>) -> Result<(), Unread> {
        self.check_floats(keys)?;
        let hash = self.hash;
        // The rows of this batch are counted already, and those before it are ahead.
        let before = self.rows - keys.rows() as u64;
        let taken = self.spread(some, |some, rows| {
            let hash = |value: Value<'_>| hash(Key::One(value));
            keys.digests(some, None, &hash, &mut rows.digests, &mut rows.there)
        });
        taken.map_err(|unread| unread.behind(Some(before)))
    }

    /// Takes some rows of a batch of several columns, which has so many rows.
    pub(crate) fn tuples(
        &mut self,
        columns: &PartColumns<'_>,
        some: Range<usize>,
        rows: usize,
    ) -> Result<(), Unread> {
        let (hash, before) = (self.hash, self.rows - rows as u64);
        let taken = self.spread(some, |some, rows| columns.read(some, hash, rows));
        taken.map_err(|unread| unread.behind(Some(before)))
    }

    /// Takes integers that lie in memory.
    pub(crate) fn integers<T: Copy + Sync>(
        &mut self,
        values: &[T],
        value: impl Fn(T) -> Value<'static> + Sync,
    ) -> Result<(), Unread> {
        self.rows += values.len() as u64;
        let hash = self.hash;
        self.spread(0..values.len(), |some, rows| {
            rows.digests.extend(values[some].iter().map(|one| hash(Key::One(value(*one)))));
            Ok(())
        })
    }

    /// Takes rows that are hashed already.
    pub(crate) fn hashed(&mut self, rows: &Rows<D>) {
        let count = if rows.there.is_empty() { rows.digests.len() } else { rows.there.len() };
        self.rows += count as u64;
        if self.way.by_the_million {
            self.gathered.add(&rows.digests, self.work);
        } else {
            let said = (self.work)(&rows.digests);
            self.keeping()(&mut self.mask, count, rows.there(), &said);
        }
    }

    /// The last ones; how many rows there were, and the answers.
    pub(crate) fn done(mut self) -> (u64, Mask) {
        self.gathered.flush(self.work);
        (self.rows, self.mask.done())
    }

    /// What is done with answers: those of keys that only go in are none.
    fn keeping(&self) -> fn(&mut Growing, usize, Option<&[bool]>, &[u64]) {
        match self.way.purpose {
            Purpose::Fill => |_, _, _, _| {},
            Purpose::Ask | Purpose::InOrder => Growing::add,
        }
    }

    /// Takes a batch of entries and their numbers. An entry that goes in or is asked for does so
    /// once.
    pub(crate) fn dictionary(&mut self, dictionary: &Dictionary<'_>) -> Result<(), Unread> {
        let (hash, entries) = (self.hash, dictionary.entries());
        self.check_floats(entries)?;
        let used = dictionary.used()?;
        let only = used.as_deref();
        let read = |some: Range<usize>, rows: &mut Rows<D>| {
            let hash = |value: Value<'_>| hash(Key::One(value));
            let read = entries.digests(some, only, &hash, &mut rows.digests, &mut rows.there);
            // An entry has no row of its own.
            read.map_err(|unread| unread.behind(None))
        };
        if self.way.purpose == Purpose::Fill {
            return self.spread(0..entries.rows(), read);
        }
        match self.way.purpose {
            Purpose::InOrder => self.in_order(dictionary, read),
            _ => self.answered(dictionary, read),
        }
    }

    /// Every entry is hashed once, and every row goes its way.
    fn in_order(
        &mut self,
        dictionary: &Dictionary<'_>,
        read: impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread>,
    ) -> Result<(), Unread> {
        let mut rows = Rows::new();
        read(0..dictionary.entries().rows(), &mut rows)?;
        let mut found = rows.digests.iter().copied();
        let digests: Vec<Option<D>> = match rows.there() {
            Some(there) => there.iter().map(|has| has.then(|| found.next()).flatten()).collect(),
            None => found.map(Some).collect(),
        };
        for some in stretches(0..dictionary.rows()) {
            let count = some.len();
            let mut rows = Rows::new();
            dictionary.each_entry(some, |entry| {
                let found = entry.and_then(|entry| digests[entry]);
                rows.there.push(found.is_some());
                rows.digests.extend(found);
            });
            let said = (self.work)(&rows.digests);
            self.mask.add(count, rows.there(), &said);
        }
        Ok(())
    }

    /// Every entry is asked for once, and every row gets its answer.
    fn answered(
        &mut self,
        dictionary: &Dictionary<'_>,
        read: impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread>,
    ) -> Result<(), Unread> {
        let mut answers: Vec<Option<bool>> = Vec::with_capacity(dictionary.entries().rows());
        for some in stretches(0..dictionary.entries().rows()) {
            self.benches.with(|rows| -> Result<(), Unread> {
                read(some.clone(), rows)?;
                let said = (self.work)(&rows.digests);
                let bit = |i: usize| said[i / 64] >> (i % 64) & 1 == 1;
                let mut next = 0..rows.digests.len();
                match rows.there() {
                    None => answers.extend(next.map(|i| Some(bit(i)))),
                    Some(there) => {
                        let answer = |has: &bool| has.then(|| next.next().is_some_and(bit));
                        answers.extend(there.iter().map(answer));
                    }
                }
                Ok(())
            })?;
        }
        let mask = &mut self.mask;
        dictionary.each_entry(0..dictionary.rows(), |entry| {
            mask.push(entry.and_then(|entry| answers[entry]));
        });
        Ok(())
    }

    /// Reads and works on some rows, a stretch at a time.
    fn spread(
        &mut self,
        some: Range<usize>,
        read: impl Fn(Range<usize>, &mut Rows<D>) -> Result<(), Unread> + Sync,
    ) -> Result<(), Unread> {
        self.seen += some.len() as u64;
        let (work, keep, benches) = (self.work, self.keeping(), &self.benches);
        let pool = self.way.pool.as_deref();
        let pool = pool.filter(|_| self.seen >= self.way.worth_a_pool && some.len() > STRETCH);
        if self.way.by_the_million {
            return self.gathered.read(pool, benches, some, read, work);
        }
        let stretch = |some: Range<usize>| {
            benches.with(|rows| {
                read(some.clone(), rows)?;
                let said = work(&rows.digests);
                Ok((some.len(), rows.there().map(<[bool]>::to_vec), said))
            })
        };
        let Some(pool) = pool else {
            for some in stretches(some) {
                let (count, there, said) = stretch(some)?;
                keep(&mut self.mask, count, there.as_deref(), &said);
            }
            return Ok(());
        };
        let said = pool.install(|| {
            let all: Vec<_> = stretches(some).collect();
            all.into_par_iter().map(stretch).collect::<Result<Vec<_>, Unread>>()
        })?;
        let mask = &mut self.mask;
        said.iter().for_each(|(count, there, said)| keep(mask, *count, there.as_deref(), said));
        Ok(())
    }
}

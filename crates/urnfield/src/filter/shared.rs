//! The same filter, inserted into through `&self` from many threads.

use super::bits::Bits;
use super::digest::{Digest, Hashing};
use super::kernel::{Ask, Kernel, Table, asking};
use super::machine::fetch_to_write;
use super::probe::{self, Words, place};
use super::{Filter, distinct};
use crate::Error;
use crate::design::{Design, Kind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A filter that many threads insert into at once, without locks.
///
/// Bits only ever go from 0 to 1, so no order between threads matters: an insert that has
/// returned is seen by every question asked after it by the same thread, and by every thread
/// that has since synchronised with it (by joining it, through a channel or a lock).
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::SharedFilter};
/// let shared = SharedFilter::from(Filter::new(Design::new(Kind::Standard, 10_000, 7)?, 0)?);
/// std::thread::scope(|scope| {
///     for part in 0..4 {
///         let shared = &shared;
///         scope.spawn(move || (0..100).for_each(|i| {
///             shared.insert_u64(100 * part + i);
///         }));
///     }
/// });
/// let filter = Filter::from(shared);
/// assert!((0..400).all(|i| filter.contains_u64(i)));
/// # Ok::<(), urnfield::Error>(())
/// ```
pub struct SharedFilter {
    design: Design,
    hashing: Hashing,
    kernel: Kernel,
    ask: Ask<SharedFilter>,
    words: Vec<AtomicU64>,
    planned_items: u64,
}

/// Beyond this many words the lines of an item are requested before the first is locked: a
/// locked operation lets nothing overtake it.
const FAR: usize = 1 << 18;

impl SharedFilter {
    /// An empty filter, as [`Filter::new`].
    pub fn new(design: Design, seed: u64) -> Result<SharedFilter, Error> {
        Filter::new(design, seed).map(SharedFilter::from)
    }

    /// Kind, bits and hashes.
    pub fn design(&self) -> Design {
        self.design
    }

    /// The digest of an item under this filter's seed or key.
    #[inline]
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.hashing.digest(item.as_ref())
    }

    /// Inserts; true if some bit was new to this thread's insert, so that no earlier one had
    /// finished with the same item.
    #[inline]
    pub fn insert(&self, item: impl AsRef<[u8]>) -> bool {
        self.insert_digest(self.hashing.digest(item.as_ref()))
    }

    /// Inserts the eight little-endian bytes of an integer.
    #[inline]
    pub fn insert_u64(&self, item: u64) -> bool {
        self.insert_digest(self.hashing.digest_u64(item))
    }

    /// Inserts an item by its digest.
    #[inline]
    pub fn insert_digest(&self, digest: Digest) -> bool {
        if !self.kernel.paired {
            return self.insert_plainly(digest);
        }
        let (m, hashes) = (self.design.bits(), self.design.hashes());
        if self.words.len() > FAR {
            self.fetch(digest);
        }
        let mut words = Words::of(digest);
        let mut new = false;
        for _ in 0..hashes / 2 {
            let (first, second) = words.pair();
            new |= self.set(place(first, m));
            new |= self.set(place(second, m));
        }
        if hashes % 2 == 1 {
            new |= self.set(place(words.pair().0, m));
        }
        match self.kernel.differ {
            Some(differ) if !differ(m, digest) => new | self.insert_replaced(digest),
            _ => new,
        }
    }

    fn insert_plainly(&self, digest: Digest) -> bool {
        let (kind, m, hashes) = (self.design.kind(), self.design.bits(), self.design.hashes());
        if kind == Kind::Classic && distinct::mostly(self.design) {
            let masks = distinct::mask(self.design, digest);
            return self.words.iter().zip(masks).fold(false, |new, (word, mask)| {
                new | (word.fetch_or(mask, Relaxed) & mask != mask)
            });
        }
        let (mut new, mut shown) = (false, 0_u64);
        // A full filter cannot change: any number of positions ends in time.
        probe::all(digest, m, hashes, |position| {
            new |= self.set(position);
            shown += 1;
            !shown.is_multiple_of(super::SPELL) || self.bits_set() < m
        });
        let drawn = kind == Kind::Classic && shown == hashes;
        if drawn { new | self.insert_replaced(digest) } else { new }
    }

    #[cold]
    fn insert_replaced(&self, digest: Digest) -> bool {
        let mut new = false;
        distinct::replaced(self.design, digest, |position| {
            new |= self.set(position);
            true
        });
        new
    }

    /// Inserts many integers; lines of the next ones are under way meanwhile.
    pub fn insert_all_u64(&self, items: &[u64]) {
        self.insert_each(items.len(), |i| self.hashing.digest_u64(items[i]));
    }

    /// Inserts many items.
    pub fn insert_all(&self, items: &[impl AsRef<[u8]>]) {
        self.insert_each(items.len(), |i| self.hashing.digest(items[i].as_ref()));
    }

    fn insert_each(&self, count: usize, digest: impl Fn(usize) -> Digest) {
        if self.words.len() <= FAR || !self.kernel.paired {
            return (0..count).for_each(|i| {
                self.insert_digest(digest(i));
            });
        }
        const AHEAD: usize = 8;
        let mut window = [Digest { low: 0, high: 0 }; AHEAD];
        for i in 0..count + AHEAD {
            let place = i % AHEAD;
            if i >= AHEAD {
                self.insert_digest(window[place]);
            }
            if i < count {
                window[place] = digest(i);
                self.fetch(window[place]);
            }
        }
    }

    /// Whether the item may have been inserted; false: no insert of it has finished.
    #[inline]
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.hashing.digest(item.as_ref()))
    }

    /// Whether an integer's eight little-endian bytes may have been inserted.
    #[inline]
    pub fn contains_u64(&self, item: u64) -> bool {
        self.contains_digest(self.hashing.digest_u64(item))
    }

    /// Whether the item of a digest may have been inserted.
    #[inline]
    pub fn contains_digest(&self, digest: Digest) -> bool {
        (self.ask)(self, &self.design, digest)
    }

    /// How many bits are set, counted anew.
    pub fn bits_set(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum()
    }

    #[inline(always)]
    fn set(&self, position: u64) -> bool {
        let bit = 1 << (position & 63);
        self.words[(position >> 6) as usize].fetch_or(bit, Relaxed) & bit == 0
    }

    /// Asks for the lines of an item.
    #[inline(always)]
    fn fetch(&self, digest: Digest) {
        let m = self.design.bits();
        let mut words = Words::of(digest);
        for _ in 0..self.design.hashes().div_ceil(2) {
            let (first, second) = words.pair();
            for x in [first, second] {
                fetch_to_write(&self.words[(place(x, m) >> 6) as usize]);
            }
        }
    }
}

impl Table for SharedFilter {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        let position = place(x, self.design.bits());
        self.word((position >> 6) as usize) >> (position & 63)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words[i].load(Relaxed)
    }
}

/// No second allocation: the words stay where they are.
impl From<Filter> for SharedFilter {
    fn from(filter: Filter) -> SharedFilter {
        let Filter { design, hashing, kernel, bits, planned_items } = filter;
        let words = bits.into_words().into_iter().map(AtomicU64::new).collect();
        SharedFilter { design, hashing, kernel, ask: asking(design), words, planned_items }
    }
}

/// No second allocation: the words stay where they are.
impl From<SharedFilter> for Filter {
    fn from(shared: SharedFilter) -> Filter {
        let SharedFilter { design, hashing, words, planned_items, .. } = shared;
        let words = words.into_iter().map(AtomicU64::into_inner).collect();
        Filter::of(design, hashing, Bits::from_words(design.bits(), words))
            .with_planned_items(planned_items)
    }
}

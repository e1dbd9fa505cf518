//! [`SharedFilter`]: a filter that many threads insert into through `&self`.

use crate::design::any::AnyDesign;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use crate::filter::batch::contains::{AskedBits, answers_batches};
use crate::filter::batch::window::rolling;
use crate::filter::bloom_filter::Filter;
use crate::filter::flags::Flags;
use crate::filter::format::header::Summary;
use crate::filter::format::origin::Origin;
use crate::filter::format::writing::Packing;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digester::{Digester, Hashing};
use crate::filter::hash::digests::{Digests, InOrder, Integers};
use crate::filter::hash::key_kinds::{KeyKinds, SharedNote};
use crate::filter::hash::tuple::TupleKey;
use crate::filter::machine::AtomicU64;
use crate::filter::machine::SharedWords;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch::{fetch_to_read, fetch_to_write};
use crate::filter::probe::anywhere;
use crate::filter::probe::anywhere::place;
use crate::filter::probe::distinct;
use crate::filter::probe::kernel::each_draw;
use crate::filter::probe::line::rule::LineWords;
use crate::filter::probe::plain::UNTIL_ASKED_IF_FULL;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::read::ReadLines;
use crate::filter::probe::scheme::Scheme;
use std::fmt;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// A filter that many threads insert into at once, without locks.
///
/// Bits only ever go from 0 to 1, so no order between threads matters: an insert that has
/// returned is seen by every question asked after it by the same thread, and by every thread
/// that has since synchronised with it (by joining it, through a channel or a lock).
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::SharedFilter};
/// let shared = SharedFilter::new(Design::new(Kind::Standard, 10_000, 7)?, 0)?;
/// std::thread::scope(|scope| {
///     for part in 0..4 {
///         let shared = &shared;
///         scope.spawn(move || (0..100).for_each(|i| {
///             shared.insert_u64(100 * part + i);
///         }));
///     }
/// });
/// assert_eq!(shared.contains_all_u64(&[7, 399, 400]).count(), 2);
/// let filter = Filter::from(shared);
/// assert!((0..400).all(|i| filter.contains_u64(i)));
/// # Ok::<(), urnfield::Error>(())
/// ```
pub struct SharedFilter {
    scheme: Scheme,
    digester: Digester,
    words: SharedWords,
    planned_items: u64,
    /// As in the filter that it was; inserts do not touch it.
    origin: Origin,
    note: SharedNote,
}

/// Beyond this many words the lines of an item are requested before the first is locked: a
/// locked operation lets nothing overtake it.
const FAR: usize = 1 << 18;

/// How far ahead lines are requested.
const AHEAD: usize = 8;

impl SharedFilter {
    /// An empty filter, as [`Filter::new`].
    pub fn new(
        design: impl Into<AnyDesign>,
        hashing: impl Into<Hashing>,
    ) -> Result<SharedFilter, Error> {
        Filter::new(design, hashing).map(SharedFilter::from)
    }

    /// Returns the design: kind, bits and hashes.
    pub fn design(&self) -> AnyDesign {
        self.scheme.design()
    }

    /// Returns for how many items the filter was planned, 0 where that is unknown.
    pub fn planned_items(&self) -> u64 {
        self.planned_items
    }

    /// Returns what its bits are, as [`Filter::origin`].
    pub fn origin(&self) -> Origin {
        self.origin.now(|| self.bits_set())
    }

    /// Returns the kinds of its keys, as [`Filter::key_kinds`].
    pub fn key_kinds(&self) -> KeyKinds {
        self.note.now().kinds()
    }

    /// Inserts; true if some bit was new to this thread's insert, so that no earlier one had
    /// finished with the same item.
    #[inline]
    pub fn insert(&self, item: impl AsRef<[u8]>) -> bool {
        self.note.add(1, KeyKinds::TEXTS);
        self.put(self.digester.digest(item))
    }

    /// Inserts the eight little-endian bytes of an integer.
    #[inline]
    pub fn insert_u64(&self, item: u64) -> bool {
        self.note.add(1, KeyKinds::INTEGERS);
        self.put(self.digester.digest_u64(item))
    }

    /// Inserts a key of several parts, as [`Filter::insert_tuple`].
    pub fn insert_tuple(&self, key: &TupleKey) -> Result<bool, Error> {
        let bytes = key.as_bytes()?;
        self.note.add(1, KeyKinds::TUPLES);
        Ok(self.put(self.digester.digest(bytes)))
    }

    /// Inserts an item by its digest.
    #[inline]
    pub fn insert_digest(&self, digest: Digest) -> bool {
        self.note.add(1, KeyKinds::DIGESTS);
        self.put(digest)
    }

    /// Inserts an item whose kind has been noted.
    #[inline]
    fn put(&self, digest: Digest) -> bool {
        let (design, kernel) = match &self.scheme {
            Scheme::Plain { design, kernel } => (design, kernel),
            Scheme::Lines(lines) => return lines.insert_shared(&self.words, digest),
        };
        if !kernel.is_paired() {
            return self.insert_plainly(design, digest);
        }
        let m = design.bits();
        if self.words.len() > FAR {
            self.fetch_item(digest);
        }
        let mut new = false;
        each_draw(digest, design.hashes(), |x| new |= self.set(place(x, m)));
        if kernel.may_repeat(digest) { new | self.insert_replaced(design, digest) } else { new }
    }

    fn insert_plainly(&self, design: &Design, digest: Digest) -> bool {
        let kind = design.kind();
        let m = design.bits();
        let hashes = design.hashes();
        if kind == Kind::Classic && distinct::mostly(*design) {
            let masks = distinct::mask(*design, digest);
            return self.words.iter().zip(masks).fold(false, |new, (word, mask)| {
                new | (word.fetch_or(mask, Relaxed) & mask != mask)
            });
        }
        let (mut new, mut shown) = (false, 0_u64);
        // A full filter cannot change: any number of positions ends in time.
        anywhere::all(digest, m, hashes, |position| {
            new |= self.set(position);
            shown += 1;
            !shown.is_multiple_of(UNTIL_ASKED_IF_FULL) || self.bits_set() < m
        });
        let drawn = kind == Kind::Classic && shown == hashes;
        if drawn { new | self.insert_replaced(design, digest) } else { new }
    }

    #[cold]
    fn insert_replaced(&self, design: &Design, digest: Digest) -> bool {
        let mut new = false;
        distinct::replaced(*design, digest, |position| {
            new |= self.set(position);
            true
        });
        new
    }

    /// Inserts many items; lines of the next ones are under way meanwhile.
    pub fn insert_all(&self, items: &[impl AsRef<[u8]>]) {
        self.insert_each(items.len(), |i| &items[i]);
    }

    /// Inserts many items that lie anywhere, as [`Filter::insert_each`].
    pub fn insert_each<T: AsRef<[u8]>>(&self, count: usize, item: impl Fn(usize) -> T) {
        self.note.add(count, KeyKinds::TEXTS);
        self.insert_each_digest(count, &|i: usize| self.digester.digest(item(i)));
    }

    /// Inserts the eight little-endian bytes of many integers.
    pub fn insert_all_u64(&self, items: &[u64]) {
        self.note.add(items.len(), KeyKinds::INTEGERS);
        self.insert_each_digest(items.len(), &Integers { items, digester: &self.digester });
    }

    /// Inserts many items by their digests.
    pub fn insert_all_digests(&self, digests: &[Digest]) {
        self.note.add(digests.len(), KeyKinds::DIGESTS);
        self.insert_each_digest(digests.len(), &|i: usize| digests[i]);
    }

    fn insert_each_digest(&self, count: usize, digests: &dyn Digests) {
        let mut in_order = InOrder::new(digests, count);
        let one_by_one = matches!(self.scheme, Scheme::Plain { kernel, .. } if !kernel.is_paired());
        if self.words.len() <= FAR || one_by_one {
            return (0..count).for_each(|i| {
                self.put(in_order.digest(i));
            });
        }
        rolling::<AHEAD, _>(
            &mut (),
            0..count,
            |i| in_order.digest(i),
            |(), digest| self.fetch_item(digest),
            |(), _, digest| {
                self.put(digest);
            },
        );
    }

    /// Returns whether the item may have been inserted. If false, no insert of it has finished.
    #[inline]
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digester.digest(item))
    }

    /// Returns whether an integer's eight little-endian bytes may have been inserted.
    #[inline]
    pub fn contains_u64(&self, item: u64) -> bool {
        self.contains_digest(self.digester.digest_u64(item))
    }

    /// Returns whether the item of a digest may have been inserted.
    #[inline]
    pub fn contains_digest(&self, digest: Digest) -> bool {
        self.scheme.contains(self, digest)
    }

    answers_batches!();

    fn asked(&self) -> AskedBits<'_, SharedFilter> {
        AskedBits { bits: self, scheme: self.scheme }
    }

    /// Returns how many bits are set, counted anew.
    pub fn bits_set(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum()
    }

    /// A copy as a [`Filter`], while other threads go on inserting: every insert that has
    /// finished is in it, of those under way some bits. Takes as much memory again, or says that
    /// there is not as much.
    pub fn snapshot(&self) -> Result<Filter, Error> {
        let mut bits = Bits::zeros(self.design().bits())?;
        for (copy, word) in bits.words_mut().iter_mut().zip(self.words.iter()) {
            *copy = word.load(Relaxed);
        }
        let filter = Filter::of(self.scheme, self.digester.clone(), bits);
        let filter = filter.with_planned_items(self.planned_items).with_origin(self.origin);
        Ok(filter.with_note(self.note.now()))
    }

    /// Writes a [`snapshot`](SharedFilter::snapshot), as [`Filter::save`]. Where no thread
    /// inserts any more and there is no memory for a copy, save `Filter::from` this filter.
    pub fn save(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        self.snapshot()?.save(path, packing)
    }

    /// Writes a [`snapshot`](SharedFilter::snapshot), as [`Filter::save_new`].
    pub fn save_new(&self, path: impl AsRef<Path>, packing: Packing) -> Result<Summary, Error> {
        self.snapshot()?.save_new(path, packing)
    }

    /// Sets bits of a word; true if some of them were clear. Bits that are set already are not set
    /// again: a locked operation costs as much as ten others, and takes the line from the other
    /// cores.
    #[inline(always)]
    fn set_bits(&self, word: usize, bits: u64) -> bool {
        let word = &self.words[word];
        word.load(Relaxed) & bits != bits && word.fetch_or(bits, Relaxed) & bits != bits
    }

    #[inline(always)]
    fn set(&self, position: u64) -> bool {
        self.set_bits((position >> 6) as usize, 1 << (position & 63))
    }

    /// Asks for the lines of an item.
    #[inline(always)]
    fn fetch_item(&self, digest: Digest) {
        match &self.scheme {
            Scheme::Plain { design, .. } => {
                each_draw(digest, design.hashes(), |x| fetch_to_write(self.at(x)));
            }
            Scheme::Lines(lines) => {
                fetch_to_write(self.words.as_ptr().wrapping_add(8 * lines.line_of(digest)));
            }
        }
    }

    /// Returns how many bits there are.
    #[inline(always)]
    fn bits(&self) -> u64 {
        match &self.scheme {
            Scheme::Plain { design, .. } => design.bits(),
            Scheme::Lines(lines) => lines.design().bits(),
        }
    }

    /// Returns where the word of a place lies.
    #[inline(always)]
    fn at(&self, x: u64) -> *const AtomicU64 {
        self.words.as_ptr().wrapping_add((place(x, self.bits()) >> 6) as usize)
    }
}

impl ReadBits for SharedFilter {
    #[inline(always)]
    fn look(&self, x: u64) -> u64 {
        let position = place(x, self.bits());
        self.word((position >> 6) as usize) >> (position & 63)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.words[i].load(Relaxed)
    }

    #[inline(always)]
    fn fetch(&self, x: u64) {
        fetch_to_read(self.at(x));
    }
}

impl ReadLines for SharedFilter {
    #[inline(always)]
    fn line<'a>(&'a self, i: usize, room: &'a mut LineWords) -> &'a LineWords {
        for (word, shared) in room.iter_mut().zip(&self.words[8 * i..][..8]) {
            *word = shared.load(Relaxed);
        }
        room
    }

    #[inline(always)]
    fn fetch_line(&self, i: usize) {
        fetch_to_read(self.words.as_ptr().wrapping_add(8 * i));
    }
}

/// No second allocation: the words stay where they are.
impl From<Filter> for SharedFilter {
    fn from(filter: Filter) -> SharedFilter {
        let Filter { scheme, digester, bits, planned_items, origin, note, .. } = filter;
        let words = bits.into_words().into();
        let note = SharedNote::from(note);
        SharedFilter { scheme, digester, words, planned_items, origin, note }
    }
}

/// No second allocation: the words stay where they are.
impl From<SharedFilter> for Filter {
    fn from(shared: SharedFilter) -> Filter {
        let SharedFilter { scheme, digester, words, planned_items, origin, note } = shared;
        let bits = Bits::from_words(scheme.design().bits(), words.into());
        let filter = Filter::of(scheme, digester, bits).with_planned_items(planned_items);
        filter.with_origin(origin).with_note(note.now())
    }
}

impl fmt::Debug for SharedFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedFilter")
            .field("design", &self.design())
            .field("hashing", &self.digester.identity())
            .field("planned_items", &self.planned_items)
            .field("key_kinds", &self.key_kinds())
            .field("bits_set", &self.bits_set())
            .finish()
    }
}

//! Bloom filters to put items into: bits, and nothing of probability.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Filter`]: insert, contains |
//! | `digest` | bytes and a seed or a key → 128 bits |
//! | `probe` | 128 bits → positions: the numbered, frozen rule |
//! | `distinct` | the classic kind: positions that all differ |
//! | `kernel` | the loops over positions, written out |
//! | `batch` | many items at once |
//! | `regions` | very many inserts, sorted first |
//! | `telling` | many inserts, and which of them were new |
//! | `shared` | [`SharedFilter`]: inserts from many threads through `&self` |
//! | `parallel` | many items on all cores |
//! | `bits` | exactly m bits in words |
//! | `merge` | union, intersection, subset; what must agree first |
//! | `header` | the first 128 bytes of the `.urn` format, version 1 |
//! | `bytes` | a whole filter to bytes and back |
//! | `file` | the same in files: atomic writing, reading in pieces |
//! | `compress` | payloads for transmission: entropy coded or enumerated |
//! | `sealed` | [`SealedFilter`]: what can be done without a key |
//! | `recode` | a file into the other form, whatever its key |
//! | `view` | [`FilterView`]: answers from bytes that stay where they are |
//! | `machine` | the only unsafe code: bits without checks, the memory map |
//!
//! The format and the probe rule are stated to the bit in `docs/format.md`. What a filter's rate
//! is, and how large it should be, is the other half's business: [`Plan`](crate::Plan) finds the
//! [`Design`], and [`Filter::bits_set`] goes into
//! [`Design::fpr_given`](crate::Design::fpr_given).

mod batch;
mod bits;
mod bytes;
mod compress;
mod digest;
mod distinct;
mod file;
mod header;
mod kernel;
mod machine;
mod merge;
#[cfg(feature = "parallel")]
mod parallel;
mod probe;
mod recode;
mod regions;
mod sealed;
mod shared;
mod telling;
mod view;

pub use batch::Answers;
pub use digest::{Digest, Digester, Key};
pub use file::write_file;
pub use header::{Encoding, Summary};
#[cfg(feature = "mmap")]
pub use machine::Mapped;
pub use recode::{Packing, recode, recode_new};
pub use sealed::SealedFilter;
pub use shared::SharedFilter;
pub use view::FilterView;

use crate::Error;
use crate::design::{Design, Kind};
use bits::Bits;
use digest::Hashing;
use kernel::{Kernel, Table};
use std::fmt;

/// A Bloom filter of exactly m bits.
///
/// Items are bytes: a text and the bytes it is made of are the same item, on every platform and
/// in every version. Integers go in as their eight little-endian bytes, through methods of their
/// own.
///
/// ```
/// use urnfield::{Filter, Kind, Plan};
/// let plan = Plan::smallest(Kind::Classic, 1_000, &"1%".parse()?)?;
/// let mut filter = Filter::new(plan.design, 0)?;
/// assert!(filter.insert("amphora")); // something new
/// assert!(!filter.insert("amphora")); // nothing new
/// assert!(filter.contains("amphora"));
/// assert!(!filter.contains("krater")); // certainly never inserted
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone)]
pub struct Filter {
    design: Design,
    hashing: Hashing,
    /// How items go in and are looked up: follows from the design.
    kernel: Kernel,
    bits: Bits,
    /// 0: unknown.
    planned_items: u64,
}

/// So many positions are shown before it is asked whether every bit is set already.
const SPELL: u64 = 1 << 16;

impl Filter {
    /// An empty filter. Filters that are to be merged or asked the same digests share a seed;
    /// 0 will do unless there is a reason.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// assert_eq!((filter.bits_set(), filter.design().bits()), (0, 1_000));
    /// assert!(Filter::new(Design::new(Kind::Standard, u64::MAX, 7)?, 0).is_err());
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn new(design: Design, seed: u64) -> Result<Filter, Error> {
        Filter::empty(design, Hashing::seeded(seed))
    }

    /// An empty filter whose positions nobody without the key can foretell: against adversaries
    /// who choose the items, at about five times the price of hashing.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Key};
    /// let secret = Key::new(*b"sixteen secrets!");
    /// let mut filter = Filter::keyed(Design::new(Kind::Standard, 1_000, 7)?, secret)?;
    /// filter.insert("urn");
    /// assert!(Filter::from_bytes(&filter.to_bytes()).is_err());
    /// assert!(Filter::from_bytes_keyed(&filter.to_bytes(), secret)?.contains("urn"));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn keyed(design: Design, key: Key) -> Result<Filter, Error> {
        Filter::empty(design, Hashing::keyed(key))
    }

    fn empty(design: Design, hashing: Hashing) -> Result<Filter, Error> {
        Ok(Filter::of(design, hashing, Bits::zeros(design.bits())?))
    }

    fn of(design: Design, hashing: Hashing, bits: Bits) -> Filter {
        Filter { design, hashing, kernel: Kernel::of(design), bits, planned_items: 0 }
    }

    /// The same filter on pages of two megabytes, where the system has them: from some 32 MiB on,
    /// inserts and questions then miss the address cache less often. Ask while it is empty, as
    /// pages in use are moved at leisure or not at all; a filter that will stay nearly empty then
    /// takes more memory.
    pub fn on_huge_pages(self) -> Filter {
        machine::ask_for_huge_pages(self.bits.words());
        self
    }

    /// The same filter, remembering for how many items it was planned (0: unknown).
    pub fn with_planned_items(mut self, items: u64) -> Filter {
        self.planned_items = items;
        self
    }

    /// For how many items it was planned, 0 where that is unknown. Ignored by `==`.
    pub fn planned_items(&self) -> u64 {
        self.planned_items
    }

    /// Kind, bits and hashes.
    pub fn design(&self) -> Design {
        self.design
    }

    /// The seed; `None` for a keyed filter.
    pub fn seed(&self) -> Option<u64> {
        match self.hashing {
            Hashing::Seeded { seed, .. } => Some(seed),
            Hashing::Keyed { .. } => None,
        }
    }

    /// How many bits are set, counted anew. Cost: one pass over the bits.
    pub fn bits_set(&self) -> u64 {
        self.bits.ones()
    }

    /// Every bit back to zero.
    pub fn clear(&mut self) {
        self.bits.words_mut().fill(0);
    }

    /// The digest of an item under this filter's seed or key: hash once, ask many filters.
    #[inline]
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.hashing.digest(item.as_ref())
    }

    /// The digest of an integer's eight little-endian bytes.
    #[inline]
    pub fn digest_u64(&self, item: u64) -> Digest {
        self.hashing.digest_u64(item)
    }

    /// Inserts; true if some bit was new, so that the item certainly was.
    #[inline]
    pub fn insert(&mut self, item: impl AsRef<[u8]>) -> bool {
        self.insert_digest(self.digest(item))
    }

    /// Inserts the eight little-endian bytes of an integer.
    ///
    /// ```
    /// # use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// filter.insert_u64(1970);
    /// assert!(filter.contains(1970_u64.to_le_bytes()));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    #[inline]
    pub fn insert_u64(&mut self, item: u64) -> bool {
        self.insert_digest(self.digest_u64(item))
    }

    /// Inserts an item by its digest, which must come from the same seed or key.
    #[inline(always)]
    pub fn insert_digest(&mut self, digest: Digest) -> bool {
        match self.kernel.insert {
            None => kernel::insert(&mut self.bits, self.design.hashes(), digest),
            Some(insert) => insert(&mut self.bits, &self.design, digest),
        }
    }

    /// Whether the item may have been inserted; false: it certainly was not.
    #[inline]
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digest(item))
    }

    /// Whether an integer's eight little-endian bytes may have been inserted.
    #[inline]
    pub fn contains_u64(&self, item: u64) -> bool {
        self.contains_digest(self.digest_u64(item))
    }

    /// Whether the item of a digest may have been inserted.
    #[inline]
    pub fn contains_digest(&self, digest: Digest) -> bool {
        (self.kernel.contains)(&self.bits, &self.design, digest)
    }
}

/// Inserts into the words of any design.
#[cold]
fn insert_plainly(bits: &mut Bits, design: &Design, digest: Digest) -> bool {
    let words = bits.words_mut();
    let (kind, m, hashes) = (design.kind(), design.bits(), design.hashes());
    let mut new = false;
    if kind == Kind::Classic && distinct::mostly(*design) {
        for (word, mask) in words.iter_mut().zip(distinct::mask(*design, digest)) {
            new |= *word & mask != mask;
            *word |= mask;
        }
        return new;
    }
    // A full filter cannot change: any number of positions ends in time.
    let mut shown = 0_u64;
    probe::all(digest, m, hashes, |position| {
        new |= bits::set(words, position);
        shown += 1;
        !shown.is_multiple_of(SPELL) || bits::ones(words) < m
    });
    if kind == Kind::Classic && shown == hashes {
        new |= insert_replaced(bits, design, digest);
    }
    new
}

/// Inserts what replaces repetitions among the first k draws of a classic item.
#[cold]
fn insert_replaced(bits: &mut Bits, design: &Design, digest: Digest) -> bool {
    let words = bits.words_mut();
    let mut new = false;
    distinct::replaced(*design, digest, |position| {
        new |= bits::set(words, position);
        true
    });
    new
}

/// Looks up what replaces repetitions among the first k draws of a classic item.
#[cold]
fn contains_replaced(bits: &impl Table, design: &Design, digest: Digest) -> bool {
    distinct::replaced(*design, digest, |position| has(bits, position))
}

fn has(bits: &impl Table, position: u64) -> bool {
    (bits.word((position >> 6) as usize) >> (position & 63)) & 1 == 1
}

/// Looks up in a table of any design.
fn contains_plainly<T: Table>(bits: &T, design: &Design, digest: Digest) -> bool {
    let (kind, m, hashes) = (design.kind(), design.bits(), design.hashes());
    if kind == Kind::Classic && distinct::mostly(*design) {
        let mask = distinct::mask(*design, digest);
        return mask.iter().enumerate().all(|(i, mask)| bits.word(i) & mask == *mask);
    }
    // A full filter holds everything: any number of positions ends in time.
    let full = || {
        let last = (m.div_ceil(64) - 1) as usize;
        (0..last).all(|i| bits.word(i) == u64::MAX) && bits.word(last) == !bits::spare(m)
    };
    let (mut shown, mut missed) = (0_u64, false);
    probe::all(digest, m, hashes, |position| {
        // Positions come in pairs: the second must not excuse the first.
        missed |= !has(bits, position);
        shown += 1;
        !missed && (!shown.is_multiple_of(SPELL) || !full())
    });
    let drawn = shown == hashes;
    !missed && (kind == Kind::Standard || !drawn || contains_replaced(bits, design, digest))
}

/// The positions of a digest, in the order of the probe rule: k of them, for a classic design
/// all different (ascending where k > m/2).
///
/// The plain list, for looking and for checking other implementations against
/// `docs/format.md`; filters do not go through it.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::positions};
/// let design = Design::new(Kind::Standard, 1_000, 7)?;
/// let digest = Filter::new(design, 0)?.digest_u64(0);
/// assert_eq!(positions(design, digest), [272, 13, 172, 859, 78, 430, 886]);
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn positions(design: Design, digest: Digest) -> Vec<u64> {
    let (m, hashes) = (design.bits(), design.hashes());
    if design.kind() == Kind::Classic && distinct::mostly(design) {
        let mask = distinct::mask(design, digest);
        return (0..m).filter(|p| (mask[(p >> 6) as usize] >> (p & 63)) & 1 == 1).collect();
    }
    let mut found = Vec::new();
    probe::each(digest, m, hashes, |position| found.push(position));
    if design.kind() == Kind::Classic {
        let mut replacements = Vec::new();
        distinct::replaced(design, digest, |position| {
            replacements.push(position);
            true
        });
        let mut seen = std::collections::HashSet::new();
        found.retain(|position| seen.insert(*position));
        found.extend(replacements);
    }
    found
}

impl<T: AsRef<[u8]>> Extend<T> for Filter {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("design", &self.design)
            .field("hashing", &self.hashing.identity())
            .field("planned_items", &self.planned_items)
            .field("bits_set", &self.bits_set())
            .finish()
    }
}

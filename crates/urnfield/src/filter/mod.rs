//! Bloom filters: insert, ask, merge, save. This half of the library computes no probability.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Filter`]: insert, contains |
//! | `hash` | keys → 128-bit digests |
//! | `probe` | digests → positions, and the loops over them |
//! | `batch` | many keys at once |
//! | `bits` | exactly m bits in words |
//! | `flags` | [`Flags`]: many answers of one bit each |
//! | `merge` | union, intersection, subset, and what must agree first |
//! | `shared` | [`SharedFilter`]: inserts from many threads through `&self` |
//! | `sealed` | [`SealedFilter`]: what can be done without the secret key |
//! | `view` | [`FilterView`]: answers from bytes that stay where they are |
//! | `format` | the `.urn` format: header, payload, compression |
//! | `disk` | files that are complete or not there, and locks |
//! | `parquet` | [`ParquetFilter`]: the Bloom filters of Parquet files, byte for byte |
//! | `memory` | whether there is memory for a large allocation and for what follows it |
//! | `machine` | the only unsafe code: unchecked bits, cache requests, wide registers, memory maps |
//!
//! `docs/format.md` states the format and the probe rules to the bit. The other half of the library
//! knows rates and sizes: [`Plan`](crate::Plan) finds the [`Design`],
//! [`BlockSizing`](crate::BlockSizing) the [`Blocked`](crate::Blocked), and [`Filter::own_fpr`]
//! computes the rate of a filter in memory.

pub(crate) mod batch;
pub(crate) mod bits;
pub(crate) mod disk;
pub(crate) mod flags;
pub(crate) mod format;
pub(crate) mod hash;
pub(crate) mod machine;
pub(crate) mod memory;
pub(crate) mod merge;
pub(crate) mod parquet;
pub(crate) mod probe;
pub(crate) mod sealed;
pub(crate) mod shared;
pub(crate) mod view;

pub use crate::filter::disk::file_lock::FileLock;
pub use crate::filter::disk::reserved::ReservedFile;
pub use crate::filter::disk::stamp::FileStamp;
pub use crate::filter::disk::unfinished::remove_unfinished;
pub use crate::filter::disk::whole_file::{Existing, write_file};
pub use crate::filter::flags::Flags;
pub use crate::filter::format::header::{Encoding, Summary};
pub use crate::filter::format::origin::{Operands, Origin};
pub use crate::filter::format::writing::Packing;
pub use crate::filter::hash::digest::Digest;
pub use crate::filter::hash::digester::{Digester, Hashed, Hashing};
pub use crate::filter::hash::key::Key;
pub use crate::filter::hash::key_kinds::{DigestsOf, KeyKinds};
pub use crate::filter::hash::tuple::TupleKey;
#[cfg(feature = "mmap")]
pub use crate::filter::machine::Mapped;
pub use crate::filter::memory::{SPARE_MEMORY, memory_is_left, start_thread};
pub use crate::filter::parquet::ParquetFilter;
pub use crate::filter::parquet::files::{ParquetFiles, ParquetFolder};
pub use crate::filter::parquet::footer::{ColumnChunks, ColumnFilter, ParquetFooter};
pub use crate::filter::probe::line::loads::LineLoads;
pub use crate::filter::probe::plain::positions;
pub use crate::filter::sealed::SealedFilter;
pub use crate::filter::shared::SharedFilter;
pub use crate::filter::view::FilterView;

use crate::design::any::AnyDesign;
use crate::design::plain::Design;
use crate::filter::batch::contains::{AskedBits, answers_batches};
use crate::filter::bits::Bits;
use crate::filter::hash::digester::Prepared;
use crate::filter::hash::digests::{Digests, Integers};
use crate::filter::hash::key_kinds::Note;
use crate::filter::probe::kernel::Kernel;
use crate::filter::probe::scheme::Scheme;
use std::fmt;
use urnfield_num::Error;

/// A Bloom filter of exactly m bits.
///
/// Items are bytes: a text and the bytes it is made of are the same item, on every platform and
/// in every version. Integers go in as their eight little-endian bytes, through methods of their
/// own. The text `42` and the integer 42 are different items; [`Filter::key_kinds`] returns which
/// kinds a filter holds.
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
///
/// One whose items keep to a cache line each, so that every question touches one line of memory, is
/// made of a [`Blocked`](crate::Blocked) instead; all else is the same.
///
/// ```
/// use urnfield::{BlockSizing, Filter, Layout};
/// let plan = BlockSizing::lines(Layout::Standard).smallest(1_000, &"1%".parse()?)?;
/// let mut filter = Filter::new(plan.design, 0)?;
/// filter.insert("amphora");
/// assert!(filter.contains("amphora") && !filter.contains("krater"));
/// assert_eq!(filter.design().to_string(), "line, 10240 bits, 7 hashes");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone)]
pub struct Filter {
    /// What it is, and how items go in and are looked up.
    scheme: Scheme,
    digester: Digester,
    bits: Bits,
    /// 0: unknown.
    planned_items: u64,
    /// As it was when the bits were merged or read; inserts do not touch it.
    origin: Origin,
    /// Which kinds of keys it holds; changed by [`Filter::set_note`] only.
    note: Note,
    /// Follows from scheme and digester.
    straight: Option<Straight>,
    /// As `straight`, but only where the note has integers already: one look stands for both.
    straight_insert: Option<Straight>,
}

/// What a single integer needs in the usual case, a seed and few standard positions anywhere: one look at it
/// stands for one at each choice that was made.
#[derive(Clone, Copy)]
struct Straight {
    /// The seed as XXH3 mixes it into eight-byte inputs.
    flip: u64,
    design: Design,
}

impl Straight {
    fn of(scheme: &Scheme, digester: &Digester) -> Option<Straight> {
        match (scheme, &digester.0) {
            (Scheme::Plain { design, kernel: Kernel::Standard }, Prepared::Seed { flip, .. }) => {
                Some(Straight { flip: *flip, design: *design })
            }
            _ => None,
        }
    }
}

impl Filter {
    /// An empty filter that hashes with a seed or with a secret [`Key`]: of a
    /// [`Design`], or of lines of 512 bits ([`Blocked`](crate::Blocked)) with at most
    /// 14 standard or classic hashes.
    ///
    /// Where the number of items and the rate are known and not the design,
    /// [`Filter::for_items`] finds it.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::Key};
    /// let design = Design::new(Kind::Standard, 1_000, 7)?;
    /// let filter = Filter::new(design, 0)?;
    /// assert_eq!((filter.bits_set(), filter.design().bits()), (0, 1_000));
    /// assert!(Filter::new(Design::new(Kind::Standard, u64::MAX, 7)?, 0).is_err());
    ///
    /// let secret = Key::new(*b"sixteen secrets!");
    /// let mut filter = Filter::new(design, secret)?;
    /// filter.insert("urn");
    /// assert_eq!(filter.seed(), None);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn new(design: impl Into<AnyDesign>, hashing: impl Into<Hashing>) -> Result<Filter, Error> {
        let scheme = Scheme::of(design.into())?;
        let bits = Bits::zeros(scheme.design().bits())?;
        Ok(Filter::of(scheme, Digester::new(hashing), bits))
    }

    fn of(scheme: Scheme, digester: Digester, bits: Bits) -> Filter {
        let straight = Straight::of(&scheme, &digester);
        let (origin, note) = (Origin::Set, Note::EMPTY);
        let straight_insert = None;
        Filter { scheme, digester, bits, planned_items: 0, origin, note, straight, straight_insert }
    }

    fn set_note(&mut self, note: Note) {
        self.note = note;
        self.straight_insert = self.straight.filter(|_| note.has(KeyKinds::INTEGERS));
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

    /// What its bits are: those of a set, or what an AND has left. An intersection into which
    /// something was inserted stays one, of which no more is known. Ignored by `==`. Cost: for an
    /// intersection one pass over the bits.
    pub fn origin(&self) -> Origin {
        match self.origin {
            Origin::Set => Origin::Set,
            marked => marked.given(self.bits_set()),
        }
    }

    /// Whether it was made by an AND, and so need not be the filter of any set.
    pub fn is_intersection(&self) -> bool {
        self.origin.is_intersection()
    }

    /// The same filter, marked as made by an AND of nobody knows what: for bits that come without a
    /// header.
    pub fn marked_as_intersection(self) -> Filter {
        self.with_origin(Origin::UNKNOWN).with_note(Note::UNKNOWN)
    }

    fn with_origin(mut self, origin: Origin) -> Filter {
        self.origin = origin;
        self
    }

    fn with_note(mut self, note: Note) -> Filter {
        self.set_note(note);
        self
    }

    /// What it is: kind, bits and hashes.
    pub fn design(&self) -> AnyDesign {
        self.scheme.design()
    }

    /// How full its lines are, where it has some. Cost: one pass over the bits.
    pub fn line_loads(&self) -> Option<LineLoads> {
        self.design().blocked().map(|_| LineLoads::of(self.bits.words()))
    }

    /// The seed; `None` for a keyed filter.
    pub fn seed(&self) -> Option<u64> {
        match self.digester.0 {
            Prepared::Seed { seed, .. } => Some(seed),
            Prepared::Key { .. } => None,
        }
    }

    /// How many bits are set, counted anew. Cost: one pass over the bits.
    pub fn bits_set(&self) -> u64 {
        self.bits.ones()
    }

    /// Every bit back to zero: the filter of the empty set.
    pub fn clear(&mut self) {
        self.bits.words_mut().fill(0);
        self.origin = Origin::Set;
        self.set_note(Note::EMPTY);
    }

    /// What turns items into this filter's digests.
    pub fn digester(&self) -> Digester {
        self.digester.clone()
    }

    /// The digest of an item under this filter's seed or key: hash once, ask many filters.
    #[inline]
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.digester.digest(item)
    }

    /// The digest of an integer's eight little-endian bytes.
    #[inline]
    pub fn digest_u64(&self, item: u64) -> Digest {
        self.digester.digest_u64(item)
    }

    /// Inserts; true if some bit was new, so that the item certainly was.
    #[inline]
    pub fn insert(&mut self, item: impl AsRef<[u8]>) -> bool {
        self.note_keys(1, KeyKinds::TEXTS);
        self.put(self.digest(item))
    }

    /// Inserts the eight little-endian bytes of an integer. The text of the integer is another
    /// item: after `insert_u64(42)`, `contains("42")` is false, and so it is for the lines that
    /// `urnfield check` reads without `--integers`.
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
        match &self.straight_insert {
            Some(Straight { flip, design }) => {
                let digest = crate::filter::hash::digest::eight_bytes(item, *flip);
                crate::filter::probe::kernel::set_all(&mut self.bits, design.hashes(), digest)
            }
            None => {
                self.note_keys(1, KeyKinds::INTEGERS);
                self.put(self.digest_u64(item))
            }
        }
    }

    /// Inserts a key of several parts, and notes [`KeyKinds::TUPLES`]. Returns true if some bit was
    /// new, as [`Filter::insert`].
    pub fn insert_tuple(&mut self, key: &TupleKey) -> Result<bool, Error> {
        let digest = self.digest(key.as_bytes()?);
        Ok(self.digests_of(KeyKinds::TUPLES).insert(digest))
    }

    /// Returns whether a key of several parts may have been inserted, as [`Filter::contains`].
    pub fn contains_tuple(&self, key: &TupleKey) -> Result<bool, Error> {
        Ok(self.contains(key.as_bytes()?))
    }

    /// Inserts an item by its digest, which must come from the same seed or key. Of what kind the
    /// item was only the caller knows; [`Filter::digests_of`] takes the kind as well.
    #[inline(always)]
    pub fn insert_digest(&mut self, digest: Digest) -> bool {
        self.note_keys(1, KeyKinds::DIGESTS);
        self.put(digest)
    }

    /// Inserts an item whose kind has been noted.
    #[inline(always)]
    fn put(&mut self, digest: Digest) -> bool {
        self.scheme.insert(&mut self.bits, digest)
    }

    /// Whether the item may have been inserted; false: it certainly was not.
    #[inline]
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digest(item))
    }

    /// Whether an integer's eight little-endian bytes may have been inserted. A filter of texts, as
    /// `urnfield build` makes it of lines without `--integers`, does not contain the integers that
    /// its texts spell.
    #[inline]
    pub fn contains_u64(&self, item: u64) -> bool {
        match &self.straight {
            Some(Straight { flip, design }) => {
                let digest = crate::filter::hash::digest::eight_bytes(item, *flip);
                crate::filter::probe::kernel::all_set(&self.bits, design, digest)
            }
            None => self.contains_digest(self.digest_u64(item)),
        }
    }

    /// Whether the item of a digest may have been inserted.
    #[inline]
    pub fn contains_digest(&self, digest: Digest) -> bool {
        self.scheme.contains(&self.bits, digest)
    }

    answers_batches!();

    fn into_bits(self) -> Bits {
        self.bits
    }

    fn asked(&self) -> AskedBits<'_, Bits> {
        AskedBits { bits: &self.bits, scheme: self.scheme }
    }
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
            .field("design", &self.design())
            .field("hashing", &self.digester.identity())
            .field("planned_items", &self.planned_items)
            .field("key_kinds", &self.key_kinds())
            .field("bits_set", &self.bits_set())
            .finish()
    }
}

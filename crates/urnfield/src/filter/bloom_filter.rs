//! [`Filter`]: one key at a time, and what is known of the filter as a whole.

use crate::design::any::AnyDesign;
use crate::error::Error;
use crate::filter::batch::contains::{AskedBits, answers_batches};
use crate::filter::flags::Flags;
use crate::filter::format::origin::Origin;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digester::{Digester, Hashing, Prepared};
use crate::filter::hash::digests::{Digests, Integers};
use crate::filter::hash::key_kinds::{KeyKinds, Note};
use crate::filter::hash::tuple::TupleKey;
use crate::filter::machine::bits::{Bits, MOST_BITS};
use crate::filter::machine::fetch::ask_for_huge_pages;
use crate::filter::merge::{agree, common_plan};
use crate::filter::probe::line::loads::LineLoads;
use crate::filter::probe::scheme::Scheme;
use crate::filter::probe::straight::Straight;
use std::fmt;

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
/// A filter of lines is made of a [`Blocked`](crate::Blocked): each item keeps to one cache line,
/// so every question touches one line of memory.
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
    /// The design, and how items go in and are looked up.
    pub(super) scheme: Scheme,
    pub(super) digester: Digester,
    pub(super) bits: Bits,
    /// 0: unknown.
    pub(super) planned_items: u64,
    /// As it was when the bits were merged or read; inserts do not touch it.
    pub(super) origin: Origin,
    /// Which kinds of keys it holds; changed by [`Filter::set_note`] only.
    pub(super) note: Note,
    /// Follows from scheme and digester.
    straight: Option<Straight>,
    /// As `straight`, but only where the note has integers already: one look stands for both.
    straight_insert: Option<Straight>,
}

impl Filter {
    /// The largest number of bits, because positions are drawn from 64-bit words.
    pub const MOST_BITS: u64 = MOST_BITS;

    /// Creates an empty filter that hashes with a seed or with a secret
    /// [`Key`](crate::filter::Key): of a [`Design`](crate::Design), or of lines of 512 bits
    /// ([`Blocked`](crate::Blocked)) with at most 14 standard or classic hashes.
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

    pub(super) fn of(scheme: Scheme, digester: Digester, bits: Bits) -> Filter {
        let straight = Straight::of(&scheme, &digester);
        let (origin, note) = (Origin::Set, Note::EMPTY);
        let straight_insert = None;
        Filter { scheme, digester, bits, planned_items: 0, origin, note, straight, straight_insert }
    }

    pub(super) fn set_note(&mut self, note: Note) {
        self.note = note;
        self.straight_insert = self.straight.filter(|_| note.has(KeyKinds::INTEGERS));
    }

    /// Puts the filter on pages of two megabytes, where the system has them: from some 32 MiB on,
    /// inserts and questions then miss the address cache less often. Ask while the filter is empty,
    /// because pages in use are moved late or not at all. A filter that stays nearly empty takes
    /// more memory then.
    pub fn on_huge_pages(self) -> Filter {
        ask_for_huge_pages(self.bits.words());
        self
    }

    /// Records for how many items the filter was planned (0: unknown).
    pub fn with_planned_items(mut self, items: u64) -> Filter {
        self.planned_items = items;
        self
    }

    /// Returns for how many items the filter was planned, 0 where that is unknown. Ignored by `==`.
    pub fn planned_items(&self) -> u64 {
        self.planned_items
    }

    /// Returns what its bits are: those of a set, or what an AND has left. An intersection into
    /// which something was inserted stays one, of which no more is known. Ignored by `==`. Cost:
    /// for an intersection one pass over the bits.
    pub fn origin(&self) -> Origin {
        self.origin.now(|| self.bits_set())
    }

    /// Returns whether it was made by an AND, and so need not be the filter of any set.
    pub fn is_intersection(&self) -> bool {
        self.origin.is_intersection()
    }

    /// Marks the filter as made by an AND of unknown filters, for bits that come without a header.
    pub fn marked_as_intersection(self) -> Filter {
        self.with_origin(Origin::UNKNOWN).with_note(Note::UNKNOWN)
    }

    pub(super) fn with_origin(mut self, origin: Origin) -> Filter {
        self.origin = origin;
        self
    }

    pub(super) fn with_note(mut self, note: Note) -> Filter {
        self.set_note(note);
        self
    }

    /// Returns the design: kind, bits and hashes.
    pub fn design(&self) -> AnyDesign {
        self.scheme.design()
    }

    /// Returns how full its lines are, where it has some. Cost: one pass over the bits.
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

    /// Returns how many bits are set, counted anew. Cost: one pass over the bits.
    pub fn bits_set(&self) -> u64 {
        self.bits.ones()
    }

    /// Every bit back to zero: the filter of the empty set.
    pub fn clear(&mut self) {
        self.bits.words_mut().fill(0);
        self.origin = Origin::Set;
        self.set_note(Note::EMPTY);
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
            Some(straight) => straight.insert(&mut self.bits, item),
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
    pub(super) fn put(&mut self, digest: Digest) -> bool {
        self.scheme.insert(&mut self.bits, digest)
    }

    /// Returns whether the item may have been inserted. If false, it certainly was not.
    #[inline]
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        self.contains_digest(self.digest(item))
    }

    /// Returns whether an integer's eight little-endian bytes may have been inserted. A filter of
    /// texts, as `urnfield build` makes it of lines without `--integers`, does not contain the
    /// integers that its texts spell.
    #[inline]
    pub fn contains_u64(&self, item: u64) -> bool {
        match &self.straight {
            Some(straight) => straight.contains(&self.bits, item),
            None => self.contains_digest(self.digest_u64(item)),
        }
    }

    /// Returns whether the item of a digest may have been inserted.
    #[inline]
    pub fn contains_digest(&self, digest: Digest) -> bool {
        self.scheme.contains(&self.bits, digest)
    }

    /// Returns the kinds of the keys that were inserted, as far as they are known: texts or bytes,
    /// integers, tuples, or digests of the caller's making. They are unknown for an intersection,
    /// for a payload without a header, and for a file that does not tell; what is inserted later
    /// does not change that.
    ///
    /// A filter that [`KeyKinds::excludes`] texts answers "no" to every text, but for false
    /// positives.
    pub fn key_kinds(&self) -> KeyKinds {
        self.note.kinds()
    }

    /// Replaces the note of the kinds of its keys, for bits that come without a header, and for
    /// digests whose keys the caller knows. Cost: one pass over the bits where the
    /// kinds are unknown.
    pub fn with_key_kinds(mut self, kinds: KeyKinds) -> Filter {
        let holds_keys = kinds.is_known() || self.bits.ones() > 0;
        self.set_note(Note::of(kinds, holds_keys));
        self
    }

    /// Notes that this many keys of a kind are inserted.
    #[inline]
    pub(crate) fn note_keys(&mut self, count: usize, kinds: KeyKinds) {
        if count > 0 && !self.note.has(kinds) {
            self.note_first(kinds);
        }
    }

    /// Notes the first keys of a kind.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_first(&mut self, kinds: KeyKinds) {
        let mut note = self.note;
        note.add(kinds);
        self.set_note(note);
    }

    /// Makes this the filter of both sets of items: exactly the filter that both together give.
    /// What both were planned for, it is planned for; else its plan is unknown. Where one of them
    /// is an intersection, the union contains what both contain, but is no set's filter, and is
    /// marked as made of one ([`Filter::origin`]). Its kinds of keys are those of both, and unknown
    /// where those of one are ([`Filter::key_kinds`]).
    ///
    /// ```
    /// use urnfield::{Design, Error, Filter, Kind};
    /// let design = Design::new(Kind::Standard, 1_000, 7)?;
    /// let (mut a, mut b) = (Filter::new(design, 0)?, Filter::new(design, 0)?);
    /// a.insert("amphora");
    /// b.insert("krater");
    /// a.union_with(&b)?;
    /// assert!(a.contains("amphora") && a.contains("krater"));
    ///
    /// let salted = Filter::new(design, 1)?;
    /// assert!(matches!(a.union_with(&salted), Err(Error::Mismatch { .. })));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn union_with(&mut self, other: &Filter) -> Result<(), Error> {
        self.agrees(other)?;
        self.bits.unite(&other.bits);
        self.planned_items = common_plan(self.planned_items, other.planned_items);
        self.origin = self.origin.or(other.origin);
        self.set_note(self.note.or(other.note));
        Ok(())
    }

    /// Keeps the bits that are set in both: it contains whatever both contain. More bits may be
    /// left than the common items alone would set, so its rate is higher than theirs, and the bits
    /// need not be those of any set: it is marked as an intersection ([`Filter::origin`]).
    ///
    /// An item of neither set passes with the rate of the bits that are left ([`Filter::own_fpr`]).
    /// An item of one set only passes as often as it passes the other filter;
    /// [`Operands::most_bits`](crate::filter::format::origin::Operands::most_bits) is for a bound
    /// of that.
    pub fn intersect_with(&mut self, other: &Filter) -> Result<(), Error> {
        self.agrees(other)?;
        let [ours, theirs, left] = self.bits.intersect(&other.bits);
        self.origin = Origin::and((self.origin, ours), (other.origin, theirs), left);
        self.set_note(Note::UNKNOWN);
        self.planned_items = 0;
        Ok(())
    }

    /// Returns whether every bit of this filter is set in the other: if not, some item of this one
    /// is certainly missing there.
    pub fn is_subset(&self, other: &Filter) -> Result<bool, Error> {
        self.agrees(other)?;
        Ok(self
            .bits
            .words()
            .iter()
            .zip(other.bits.words())
            .all(|(ours, theirs)| ours & !theirs == 0))
    }

    fn agrees(&self, other: &Filter) -> Result<(), Error> {
        agree(
            (self.design(), self.digester.identity()),
            (other.design(), other.digester.identity()),
        )
    }

    answers_batches!();

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

/// Same design, same digest and seed or key, same bits; plan, origin and kinds of keys are not
/// compared.
impl PartialEq for Filter {
    fn eq(&self, other: &Filter) -> bool {
        self.agrees(other).is_ok() && self.bits == other.bits
    }
}

impl Eq for Filter {}

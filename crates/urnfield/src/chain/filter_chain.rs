//! [`Chain`]: its generations, when one begins, and keys in and out. Batches give what one key
//! after the other gives, whenever a generation begins between them.

use crate::chain::asking::{Asked, in_any};
use crate::chain::day::Day;
use crate::chain::generation::{Generation, kinds_of};
use crate::chain::manifest::Manifest;
use crate::chain::options::ChainOptions;
use crate::chain::rate::{ChainRate, SPARE, kept};
use crate::chain::summary::{ChainSummary, GenerationSummary};
use crate::error::Error;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digester::{Digester, Hashed};
use crate::filter::hash::key_kinds::KeyKinds;
use std::fmt;
use std::ops::Range;
use urnfield_num::Enclosure;

/// The fewest and the most items that are looked at before any of them goes in.
const BATCH: (usize, usize) = (256, 1 << 14);

/// A chain of filters, called generations: keys go into the last one, and a key is in the chain if
/// it is in any of them.
///
/// A generation begins when the one before is full, or when the date changes
/// ([`Period`](crate::chain::Period)). With [`ChainOptions::keep`] the oldest is then dropped, and
/// its keys are forgotten; without it the chain grows, each generation twice as large as the one
/// before. A key lives from when it was first seen: as long as it is in the chain it does not go in
/// again.
///
/// All generations together keep the rate that was asked, at any moment, with the probability that
/// the options say.
///
/// ```
/// use urnfield::chain::{Chain, Day};
/// use urnfield::ChainOptions;
/// let options = ChainOptions { keep: Some(2), ..ChainOptions::new(100, "1%")? };
/// let mut chain = Chain::new(&options, Day::today())?;
/// for key in 0..250_u32 {
///     chain.insert(key.to_le_bytes())?;
/// }
/// assert_eq!(chain.generations().len(), 2);
/// assert!(chain.contains(249_u32.to_le_bytes())); // in the last generation
/// assert!(chain.own_fpr()?.fpr.certainly_le(options.fpr.value()));
/// # Ok::<(), urnfield::Error>(())
/// ```
///
/// In a folder it is a manifest and one `.urn` file for each generation:
///
/// ```
/// use urnfield::chain::{Chain, Day};
/// use urnfield::ChainOptions;
/// # let seen = std::env::temp_dir().join(format!("urnfield-chain-{}", std::process::id()));
/// # /*
/// let seen = "seen.d";
/// # */
/// Chain::create(&seen, &ChainOptions::new(1_000, "0.1%")?)?;
/// // Locked until it is saved; nothing in the folder changes before.
/// let mut update = Chain::update(&seen, None, Day::today())?;
/// assert!(update.insert("amphora")?);
/// assert!(!update.insert("amphora")?);
/// update.save()?;
/// // Readers have the chain as it was last saved.
/// assert!(Chain::open(&seen, None)?.contains("amphora"));
/// # std::fs::remove_dir_all(&seen).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone)]
pub struct Chain {
    pub(super) options: ChainOptions,
    digester: Digester,
    /// The oldest first.
    pub(super) generations: Vec<Generation>,
    /// How many were ever begun, which is the number of the next one.
    pub(super) begun: u64,
    today: Day,
    /// The highest rate that the chain had when a generation was dropped, since it was made or
    /// read.
    highest: Option<Enclosure>,
}

impl Chain {
    /// An empty chain in memory. Its first generation begins with its first key.
    pub fn new(options: &ChainOptions, today: Day) -> Result<Chain, Error> {
        options.check()?;
        let digester = Digester::new(options.filter.hashing.clone());
        let options = options.clone();
        let generations = Vec::new();
        Ok(Chain { options, digester, generations, begun: 0, today, highest: None })
    }

    /// Returns what the chain is planned for.
    pub fn options(&self) -> &ChainOptions {
        &self.options
    }

    /// Its generations, the oldest first.
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    /// Returns what may be told of its hashing: the seed that those of its generations follow from,
    /// or the check of their key.
    pub fn hashed(&self) -> Hashed {
        self.digester.hashed()
    }

    /// Returns which kinds of keys its generations hold, as
    /// [`Filter::key_kinds`](crate::Filter::key_kinds): unknown where those of one that holds keys
    /// are.
    pub fn key_kinds(&self) -> KeyKinds {
        let kinds = |generation: &Generation| (generation.items, generation.filter.key_kinds());
        kinds_of(self.generations.iter().map(kinds))
    }

    /// Tells the chain that the day is this one. Where its period is over, a generation begins; a
    /// day before that of the last generation begins none.
    pub fn turn_to(&mut self, today: Day) -> Result<(), Error> {
        self.today = today;
        let (Some(every), Some(last)) = (self.options.every, self.generations.last()) else {
            return Ok(());
        };
        if today.is_after(last.begun(), every) {
            self.begin()?;
        }
        Ok(())
    }

    /// The highest rate that this chain had since it was made or read: when a generation was
    /// dropped, or now.
    pub fn highest_fpr(&self) -> Result<Enclosure, Error> {
        let now = self.own_fpr()?.fpr;
        Ok(self.highest.as_ref().map_or(now.clone(), |highest| highest.max(&now)))
    }

    /// This chain's own rate of false positives: 1 − ∏(1 − R_i), where R_i is the rate of a
    /// generation given its bits, or Σ R_i, a bound, for a keyed chain.
    ///
    /// Cost: one pass over the bits of every generation.
    pub fn own_fpr(&self) -> Result<ChainRate, Error> {
        self.own_fpr_to(64)
    }

    /// [`Chain::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<ChainRate, Error> {
        let own = |generation: &Generation| generation.filter().own_fpr_to(precision + SPARE);
        let rates = self.generations().iter().map(own).collect::<Result<Vec<_>, _>>()?;
        Ok(ChainRate::of(&rates, self.hashed()))
    }

    /// Returns whether the rate of all generations together is at most what was asked; `None` where
    /// that is not known, because it is the bound that exceeds it or the two cannot be told apart.
    pub fn keeps_promise(&self) -> Result<Option<bool>, Error> {
        kept(&self.options().fpr, |bits| self.own_fpr_to(bits))
    }

    /// Returns the summary of this chain: one pass over its bits.
    pub fn summary(&self) -> ChainSummary {
        let manifest = Manifest::of(&self.options, self.hashed());
        ChainSummary::of(manifest, self.generations.iter().map(GenerationSummary::of).collect())
    }

    /// Returns whether the item may be in some generation. If false, it is certainly in none.
    pub fn contains(&self, item: impl AsRef<[u8]>) -> bool {
        let item = item.as_ref();
        self.generations.iter().rev().any(|generation| generation.filter.contains(item))
    }

    /// Returns whether an integer's eight little-endian bytes may be in some generation.
    pub fn contains_u64(&self, item: u64) -> bool {
        self.generations.iter().rev().any(|generation| generation.filter.contains_u64(item))
    }

    /// Returns whether each of many items may be in some generation.
    pub fn contains_all(&self, items: &[impl AsRef<[u8]>]) -> Flags {
        self.contains_each(items.len(), |i| &items[i])
    }

    /// Returns whether each of many items that lie anywhere may be in some generation, as
    /// [`Filter::contains_each`](crate::Filter::contains_each).
    pub fn contains_each<T: AsRef<[u8]>>(&self, count: usize, item: impl Fn(usize) -> T) -> Flags {
        in_any(&self.generations, count, |filter, asked| match asked {
            Asked::All { from, len } => filter.contains_each(len, |i| item(from + i)),
            Asked::Some(which) => filter.contains_each(which.len(), |i| item(which[i])),
        })
    }

    /// Returns whether each of many integers, by its eight little-endian bytes, may be in some
    /// generation.
    pub fn contains_all_u64(&self, items: &[u64]) -> Flags {
        in_any(&self.generations, items.len(), |filter, asked| match asked {
            Asked::All { from, len } => filter.contains_all_u64(&items[from..from + len]),
            Asked::Some(which) => {
                let left: Vec<u64> = which.iter().map(|i| items[*i]).collect();
                filter.contains_all_u64(&left)
            }
        })
    }

    /// Inserts the item if no generation has it; true if it went in, and so was certainly new. An
    /// item that is there already stays in the generation that it came to first.
    pub fn insert(&mut self, item: impl AsRef<[u8]>) -> Result<bool, Error> {
        let item = item.as_ref();
        if self.contains(item) {
            return Ok(false);
        }
        let last = self.last_with_room()?;
        last.filter.insert(item);
        last.count(1);
        Ok(true)
    }

    /// Inserts the eight little-endian bytes of an integer, as [`Chain::insert`]. The text of the
    /// integer is another item.
    pub fn insert_u64(&mut self, item: u64) -> Result<bool, Error> {
        if self.contains_u64(item) {
            return Ok(false);
        }
        let last = self.last_with_room()?;
        last.filter.insert_u64(item);
        last.count(1);
        Ok(true)
    }

    /// Inserts many items, and returns how many of them were new.
    pub fn insert_all(&mut self, items: &[impl AsRef<[u8]>]) -> Result<u64, Error> {
        Ok(self.new_among(items)?.count())
    }

    /// Inserts many items, one after the other, and reports which were new: what [`Chain::insert`]
    /// says of each.
    ///
    /// Where it fails, items before the one at which a generation could not begin have gone in.
    ///
    /// ```
    /// use urnfield::chain::{Chain, Day};
    /// use urnfield::ChainOptions;
    /// let mut chain = Chain::new(&ChainOptions::new(1_000, "1%")?, Day::today())?;
    /// let new = chain.new_among(&["urn", "krater", "urn"])?;
    /// assert_eq!(new.iter().collect::<Vec<_>>(), [true, true, false]);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn new_among(&mut self, items: &[impl AsRef<[u8]>]) -> Result<Flags, Error> {
        self.new_among_each(items.len(), |i| &items[i])
    }

    /// [`Chain::new_among`] for items that lie anywhere: item i, for i below `count`, is what the
    /// function says. It may be asked for the same item more than once, and must say the same.
    pub fn new_among_each<T: AsRef<[u8]>>(
        &mut self,
        count: usize,
        item: impl Fn(usize) -> T,
    ) -> Result<Flags, Error> {
        self.new_among_kind(KeyKinds::TEXTS, count, item)
    }

    /// [`Chain::new_among_each`] for items of a kind, which is noted: integers are given as their
    /// eight little-endian bytes.
    ///
    /// ```
    /// use urnfield::chain::{Chain, Day};
    /// use urnfield::filter::KeyKinds;
    /// use urnfield::ChainOptions;
    /// let mut chain = Chain::new(&ChainOptions::new(1_000, "1%")?, Day::today())?;
    /// let ids = [7_u64, 8, 7];
    /// let new = chain.new_among_kind(KeyKinds::INTEGERS, 3, |i| ids[i].to_le_bytes())?;
    /// assert_eq!(new.count(), 2);
    /// assert!(chain.contains_u64(8) && !chain.contains("8"));
    /// assert_eq!(chain.key_kinds(), KeyKinds::INTEGERS);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn new_among_kind<T: AsRef<[u8]>>(
        &mut self,
        kind: KeyKinds,
        count: usize,
        item: impl Fn(usize) -> T,
    ) -> Result<Flags, Error> {
        let mut new = Flags::none(count);
        let mut from = 0;
        while from < count {
            from = self.insert_some(kind, from..count, &item, &mut new)?;
        }
        Ok(new)
    }

    /// The generation that takes a key that none has.
    fn last_with_room(&mut self) -> Result<&mut Generation, Error> {
        if self.room() == 0 {
            self.begin()?;
        }
        let last = self.generations.len() - 1;
        Ok(&mut self.generations[last])
    }

    /// Inserts items from one on, as many as go in before a generation has to begin, and returns
    /// the first that is left.
    fn insert_some<T: AsRef<[u8]>>(
        &mut self,
        kind: KeyKinds,
        items: Range<usize>,
        item: impl Fn(usize) -> T,
        new: &mut Flags,
    ) -> Result<usize, Error> {
        let from = items.start;
        let room = usize::try_from(self.room()).unwrap_or(usize::MAX);
        let len = room.saturating_mul(4).clamp(BATCH.0, BATCH.1).min(items.len());
        // Where all of them have room, the last generation tells while they go in what it has.
        let older = self.generations.len() - usize::from(len <= room);
        let found = in_any(&self.generations[..older], len, |filter, asked| match asked {
            Asked::All { from: first, len } => {
                filter.contains_each(len, |i| item(from + first + i))
            }
            Asked::Some(which) => filter.contains_each(which.len(), |i| item(from + which[i])),
        });
        let strangers: Vec<usize> =
            (from..from + len).zip(found.iter()).filter(|(_, yes)| !yes).map(|(i, _)| i).collect();
        let Some(first) = strangers.first() else { return Ok(from + len) };
        let Some(last) = self.generations.last_mut().filter(|_| room > 0) else {
            // Those before it are in the chain as it was; what comes then is asked anew.
            self.begin()?;
            return Ok(*first);
        };
        let (now, later) = strangers.split_at(room.min(strangers.len()));
        let digests: Vec<Digest> = now.iter().map(|i| last.filter.digest(item(*i))).collect();
        let went_in = last.filter.digests_of(kind).insert_reporting_new(&digests);
        last.count(went_in.count());
        for (i, _) in now.iter().zip(went_in.iter()).filter(|(_, new)| *new) {
            new.words[i >> 6] |= 1 << (i & 63);
        }
        Ok(later.first().copied().unwrap_or(from + len))
    }

    /// Begins a generation, and drops the oldest beyond those that are kept.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        let number = self.begun;
        let capacity = self.options.capacity(number)?;
        let older = self.generations.last().map(Generation::filter);
        let filter = self.options.generation(number, older)?;
        let keep = self.options.keep.unwrap_or(u64::MAX);
        if self.generations.len() as u64 >= keep {
            self.highest = Some(self.highest_fpr()?);
            self.generations.remove(0);
        }
        self.generations.push(Generation::begun_on(self.today, number, capacity, filter));
        self.begun = number + 1;
        Ok(())
    }

    /// Returns how many more keys the last generation takes: none where there is none.
    fn room(&self) -> u64 {
        self.generations.last().map_or(0, Generation::room)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("options", &self.options)
            .field("generations", &self.generations)
            .field("begun", &self.begun)
            .finish_non_exhaustive()
    }
}

//! Keys into a chain: those that no generation has go into the last one. Batches give what one key
//! after the other gives, whenever a generation begins between them.

use crate::chain::Chain;
use crate::chain::asking::{Asked, in_any};
use crate::chain::generation::Generation;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::key_kinds::KeyKinds;
use std::ops::Range;
use urnfield_num::Error;

/// The fewest and the most items that are looked at before any of them goes in.
const BATCH: (usize, usize) = (256, 1 << 14);

impl Chain {
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

    /// The generation that takes a key that none has.
    fn last_with_room(&mut self) -> Result<&mut Generation, Error> {
        if self.room() == 0 {
            self.begin()?;
        }
        let last = self.generations.len() - 1;
        Ok(&mut self.generations[last])
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
}

//! Keys into a chain: those that no generation has go into the last one. Batches give what one key
//! after the other gives, whenever a generation begins between them.

use super::Chain;
use super::asking::{Asked, in_any};
use crate::Error;
use crate::filter::{Digest, Flags};

/// The fewest and the most items that are looked at before any of them goes in.
const BATCH: (usize, usize) = (256, 1 << 14);

impl Chain {
    /// Inserts the item if no generation has it; true if it went in, and so was certainly new. An item
    /// that is there already stays in the generation that it came to first.
    pub fn insert(&mut self, item: impl AsRef<[u8]>) -> Result<bool, Error> {
        let item = item.as_ref();
        if self.contains(item) {
            return Ok(false);
        }
        if self.room() == 0 {
            self.begin()?;
        }
        if let Some(last) = self.generations.last_mut() {
            last.filter.insert(item);
            last.count(1);
        }
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
    /// use urnfield::filter::{Chain, Day};
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
        let mut new = Flags::none(count);
        let mut from = 0;
        while from < count {
            from = self.insert_some(from, count, &item, &mut new)?;
        }
        Ok(new)
    }

    /// Inserts items from one on, as many as go in before a generation has to begin, and returns the
    /// first that is left.
    fn insert_some<T: AsRef<[u8]>>(
        &mut self,
        from: usize,
        count: usize,
        item: impl Fn(usize) -> T,
        new: &mut Flags,
    ) -> Result<usize, Error> {
        let room = usize::try_from(self.room()).unwrap_or(usize::MAX);
        let len = room.saturating_mul(4).clamp(BATCH.0, BATCH.1).min(count - from);
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
        let went_in = last.filter.insert_reporting_new(&digests);
        last.count(went_in.count());
        for (i, _) in now.iter().zip(went_in.iter()).filter(|(_, new)| *new) {
            new.words[i >> 6] |= 1 << (i & 63);
        }
        Ok(later.first().copied().unwrap_or(from + len))
    }
}

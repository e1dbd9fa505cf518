//! Many inserts, and which of them were new.
//!
//! What is new depends on what came before, so these go one after the other on one thread; what
//! can be done before, the hashing, is done by others who hold a [`Digester`].

use super::Filter;
use super::batch::{Answers, THIRD_CACHE, each_draw};
use super::digest::{Digest, Digester};

/// How far ahead lines are requested.
const AHEAD: usize = 16;

impl Filter {
    /// What turns items into this filter's digests.
    pub fn digester(&self) -> Digester {
        Digester(self.hashing)
    }

    /// Inserts many items by their digests, one after the other, and tells which were new: what
    /// [`Filter::insert_digest`] says of each.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let digests = ["urn", "krater", "urn"].map(|item| filter.digest(item));
    /// let new = filter.insert_telling(&digests);
    /// assert_eq!(new.iter().collect::<Vec<_>>(), [true, true, false]);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn insert_telling(&mut self, digests: &[Digest]) -> Answers {
        let mut new = Answers::none(digests.len());
        let (hashes, far) = (self.design.hashes(), self.bytes() > THIRD_CACHE);
        if self.kernel.paired && far {
            // All lines of the item sixteen places ahead are under way.
            for digest in digests.iter().take(AHEAD) {
                each_draw(*digest, hashes, |x| self.bits.fetch_to_write(x));
            }
        }
        for (i, digest) in digests.iter().enumerate() {
            if self.kernel.paired
                && far
                && let Some(later) = digests.get(i + AHEAD)
            {
                each_draw(*later, hashes, |x| self.bits.fetch_to_write(x));
            }
            new.say(i, self.insert_digest(*digest));
        }
        new
    }
}

//! Many inserts, and which of them were new.
//!
//! What is new depends on what came before, so these go one after the other on one thread; what
//! can be done before, the hashing, is done by others who hold a [`Digester`].

use super::batch::{Answers, THIRD_CACHE, each_draw};
use super::digest::{Digest, Digester};
use super::{Filter, kernel};

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
        let (hashes, far) = (self.design.hashes(), self.bytes() > THIRD_CACHE);
        if self.kernel.insert.is_none() && !far {
            // The same loop without a call in it, so that nothing is read again each time.
            let bits = &mut self.bits;
            return told(digests, |_, digest| kernel::insert(bits, hashes, digest));
        }
        if !self.kernel.paired || !far {
            return told(digests, |_, digest| self.insert_digest(digest));
        }
        // All lines of the item sixteen places ahead are under way.
        for digest in digests.iter().take(AHEAD) {
            each_draw(*digest, hashes, |x| self.bits.fetch_to_write(x));
        }
        told(digests, |i, digest| {
            if let Some(later) = digests.get(i + AHEAD) {
                each_draw(*later, hashes, |x| self.bits.fetch_to_write(x));
            }
            self.insert_digest(digest)
        })
    }
}

/// The answer to each digest, told its place; a word of answers is written once.
#[inline(always)]
fn told(digests: &[Digest], mut tell: impl FnMut(usize, Digest) -> bool) -> Answers {
    let words = digests.chunks(64).enumerate().map(|(word, some)| {
        let mut told = 0;
        for (i, digest) in some.iter().enumerate() {
            told |= u64::from(tell(64 * word + i, *digest)) << i;
        }
        told
    });
    Answers::of(words.collect(), digests.len())
}

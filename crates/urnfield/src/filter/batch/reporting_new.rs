//! Many inserts, and which of them were new.
//!
//! What is new depends on what came before, so these go one after the other on one thread; what
//! can be done before, the hashing, is done by others who hold a
//! [`Digester`](crate::filter::hash::digester::Digester).

use crate::filter::Filter;
use crate::filter::batch::insert::{AHEAD, THIRD_CACHE};
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::key_kinds::KeyKinds;
use crate::filter::probe::kernel::each_draw;
use crate::filter::probe::scheme::Scheme;

impl Filter {
    /// Inserts many items by their digests, one after the other, and reports which were new: what
    /// [`Filter::insert_digest`] says of each.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let digests = ["urn", "krater", "urn"].map(|item| filter.digest(item));
    /// let new = filter.insert_reporting_new(&digests);
    /// assert_eq!(new.iter().collect::<Vec<_>>(), [true, true, false]);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn insert_reporting_new(&mut self, digests: &[Digest]) -> Flags {
        self.digests_of(KeyKinds::DIGESTS).insert_reporting_new(digests)
    }

    /// Inserts items whose kinds have been noted.
    pub(crate) fn put_reporting_new(&mut self, digests: &[Digest]) -> Flags {
        let count = digests.len();
        let (design, kernel) = match self.scheme {
            Scheme::Plain { design, kernel } => (design, kernel),
            Scheme::Lines(lines) => {
                return lines.insert_reporting(&mut self.bits, count, &|i: usize| digests[i]);
            }
        };
        let (hashes, far) = (design.hashes(), self.bytes() > THIRD_CACHE);
        if !kernel.is_paired() || !far {
            let bits = &mut self.bits;
            return Flags::collect(count, |i| kernel.insert(bits, &design, digests[i]));
        }
        // A rolling window over digests that are there already: nothing is to be kept of them.
        for digest in digests.iter().take(AHEAD) {
            each_draw(*digest, hashes, |x| self.bits.fetch_to_write(x));
        }
        Flags::collect(count, |i| {
            if let Some(later) = digests.get(i + AHEAD) {
                each_draw(*later, hashes, |x| self.bits.fetch_to_write(x));
            }
            self.put(digests[i])
        })
    }
}

//! Many questions at once, to bits wherever they are: 64 items side by side in the caches
//! ([`lanes`]), and with lines requested ahead beyond them ([`cascade`]). All give what one item
//! after the other gives.

use crate::filter::flags::Flags;
use crate::filter::hash::digests::{Digests, InOrder};
use crate::filter::machine::fetch::THIRD_CACHE;
use crate::filter::probe::read::ReadBits;
use crate::filter::probe::read::ReadLines;
use crate::filter::probe::scheme::Scheme;
use crate::filter::probe::{cascade, lanes};

/// Bits, and how they are asked.
pub(crate) struct AskedBits<'a, B> {
    pub(crate) bits: &'a B,
    pub(crate) scheme: Scheme,
}

impl<B: ReadBits + ReadLines> AskedBits<'_, B> {
    pub(crate) fn each_digest(&self, count: usize, digests: &dyn Digests) -> Flags {
        let (design, kernel) = match &self.scheme {
            Scheme::Plain { design, kernel } => (design, *kernel),
            Scheme::Lines(lines) => return lines.contains_each(self.bits, count, digests),
        };
        // In 64 bits: the bits of a view need not be in memory as a whole.
        let far = design.bits() / 8 > THIRD_CACHE as u64;
        if count < lanes::WORTH_LANES {
            return Flags::collect(count, |i| kernel.contains(self.bits, design, digests.one(i)));
        }
        if !kernel.is_paired() || design.hashes() < 4 {
            let mut in_order = InOrder::new(digests, count);
            let contains = |i| kernel.contains(self.bits, design, in_order.digest(i));
            return Flags::collect(count, contains);
        }
        if far {
            cascade::contains(self.bits, design, kernel, count, digests)
        } else {
            lanes::contains(self.bits, design, kernel, count, digests)
        }
    }
}

/// What every filter in memory does alike: it hashes keys, and answers batches of questions, given
/// how its bits are [`AskedBits`].
macro_rules! answers_batches {
    () => {
        /// Returns what turns items into this filter's digests.
        pub fn digester(&self) -> Digester {
            self.digester.clone()
        }

        /// Returns the digest of an item under this filter's seed or key: hash once, ask many
        /// filters.
        #[inline]
        pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
            self.digester.digest(item)
        }

        /// Returns the digest of an integer's eight little-endian bytes.
        #[inline]
        pub fn digest_u64(&self, item: u64) -> Digest {
            self.digester.digest_u64(item)
        }

        /// Returns whether each of many items may have been inserted.
        pub fn contains_all(&self, items: &[impl AsRef<[u8]>]) -> Flags {
            self.contains_each(items.len(), |i| &items[i])
        }

        /// Returns whether each of many items that lie anywhere may have been inserted: item i, for
        /// i below `count`, is what the function says. It may be asked for the same item more than
        /// once, and must say the same.
        pub fn contains_each<T: AsRef<[u8]>>(
            &self,
            count: usize,
            item: impl Fn(usize) -> T,
        ) -> Flags {
            let digester = &self.digester;
            self.contains_each_digest(count, &|i: usize| digester.digest_bytes(item(i).as_ref()))
        }

        /// Returns whether each of many integers, by its eight little-endian bytes, may have been
        /// inserted.
        pub fn contains_all_u64(&self, items: &[u64]) -> Flags {
            self.contains_each_digest(items.len(), &Integers { items, digester: &self.digester })
        }

        /// Returns whether the items of many digests may have been inserted.
        pub fn contains_all_digests(&self, digests: &[Digest]) -> Flags {
            self.contains_each_digest(digests.len(), &|i: usize| digests[i])
        }

        /// Takes no function of a type that callers choose, so that the loops are compiled here and
        /// not there.
        fn contains_each_digest(&self, count: usize, digests: &dyn Digests) -> Flags {
            self.asked().each_digest(count, digests)
        }
    };
}

pub(crate) use answers_batches;

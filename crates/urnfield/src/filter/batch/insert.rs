//! Many inserts at once: a filter beyond the caches is a row of waits for memory, and the waits
//! can overlap. All ways give what one item after the other gives.

use crate::filter::Filter;
use crate::filter::batch::sorted_insert::Regions;
use crate::filter::batch::window::rolling;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::{Digests, InOrder, Integers};
use crate::filter::hash::key_kinds::KeyKinds;
use crate::filter::probe::kernel::each_draw;
use crate::filter::probe::lanes;
use crate::filter::probe::scheme::Scheme;

/// Bytes of a third cache, or one core's part of it.
pub(crate) const THIRD_CACHE: usize = 16 << 20;
/// How far ahead lines are requested.
pub(crate) const AHEAD: usize = 16;

impl Filter {
    /// Inserts many items: the same bits as one after the other, sooner.
    ///
    /// A million items or more into a filter beyond the caches are sorted first, up to four
    /// million at a time: that takes four bytes of scratch memory for each of their positions.
    pub fn insert_all(&mut self, items: &[impl AsRef<[u8]>]) {
        self.insert_each(items.len(), |i| &items[i]);
    }

    /// Inserts many items that lie anywhere: item i, for i below `count`, is what the function
    /// says. It may be asked for the same item more than once.
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind};
    /// // Texts one behind the other, as columns of tables are kept.
    /// let (text, ends) = ("amphorakraterurn", [0, 7, 13, 16]);
    /// let item = |i: usize| &text[ends[i]..ends[i + 1]];
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// filter.insert_each(3, item);
    /// assert!(filter.contains("krater"));
    /// assert_eq!(filter.contains_each(3, item).count(), 3);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn insert_each<T: AsRef<[u8]>>(&mut self, count: usize, item: impl Fn(usize) -> T) {
        self.note_keys(count, KeyKinds::TEXTS);
        let digester = self.digester.clone();
        self.insert_each_digest(count, &|i: usize| digester.digest_bytes(item(i).as_ref()));
    }

    /// Inserts the eight little-endian bytes of many integers.
    pub fn insert_all_u64(&mut self, items: &[u64]) {
        self.note_keys(items.len(), KeyKinds::INTEGERS);
        let digester = self.digester.clone();
        self.insert_each_digest(items.len(), &Integers { items, digester: &digester });
    }

    /// Inserts many items by their digests.
    pub fn insert_all_digests(&mut self, digests: &[Digest]) {
        self.note_keys(digests.len(), KeyKinds::DIGESTS);
        self.insert_each_digest(digests.len(), &|i: usize| digests[i]);
    }

    pub(crate) fn insert_each_digest(&mut self, count: usize, digests: &dyn Digests) {
        let (design, kernel) = match self.scheme {
            Scheme::Plain { design, kernel } => (design, kernel),
            Scheme::Lines(lines) => return lines.insert_each(&mut self.bits, count, digests),
        };
        let far = self.bytes() > THIRD_CACHE;
        if !far && count >= lanes::WORTH_LANES && lanes::have(&design, kernel) {
            return lanes::insert(&mut self.bits, &design, kernel, count, digests);
        }
        if count < lanes::WORTH_LANES && !far {
            return (0..count).for_each(|i| {
                kernel.insert(&mut self.bits, &design, digests.one(i));
            });
        }
        let mut in_order = InOrder::new(digests, count);
        if !kernel.is_paired() || !far {
            return (0..count).for_each(|i| {
                kernel.insert(&mut self.bits, &design, in_order.digest(i));
            });
        }
        if let Some(regions) = Regions::of(design, count) {
            return regions.insert(kernel, &mut self.bits, count, digests);
        }
        let hashes = design.hashes();
        rolling::<AHEAD, _>(
            &mut self.bits,
            0..count,
            |i| in_order.digest(i),
            |bits, digest| each_draw(digest, hashes, |x| bits.fetch_to_write(x)),
            |bits, _, digest| {
                kernel.insert(bits, &design, digest);
            },
        );
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bits.words().len() * 8
    }
}

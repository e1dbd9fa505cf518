//! [`Filter`]: many keys at once.

use crate::filter::batch::insert::insert_each;
#[cfg(feature = "parallel")]
use crate::filter::batch::parallel::{in_parts, insert_each_parallel};
use crate::filter::batch::reporting_new::insert_reporting_new;
use crate::filter::bloom_filter::Filter;
use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::Integers;
use crate::filter::hash::key_kinds::KeyKinds;

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
        insert_each(&self.scheme, &mut self.bits, count, &|i: usize| {
            self.digester.digest_bytes(item(i).as_ref())
        });
    }

    /// Inserts the eight little-endian bytes of many integers.
    pub fn insert_all_u64(&mut self, items: &[u64]) {
        self.note_keys(items.len(), KeyKinds::INTEGERS);
        insert_each(
            &self.scheme,
            &mut self.bits,
            items.len(),
            &Integers { items, digester: &self.digester },
        );
    }

    /// Inserts many items by their digests.
    pub fn insert_all_digests(&mut self, digests: &[Digest]) {
        self.digests_of(KeyKinds::DIGESTS).insert_all(digests);
    }

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

    /// Returns a way to insert digests of keys whose kinds the caller knows. Without it, inserts
    /// of digests are noted as [`KeyKinds::DIGESTS`].
    ///
    /// ```
    /// use urnfield::{Design, Filter, Kind, filter::KeyKinds};
    /// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
    /// let digests = ["amphora", "krater"].map(|text| filter.digest(text));
    /// filter.digests_of(KeyKinds::TEXTS).insert_all(&digests);
    /// assert_eq!(filter.key_kinds(), KeyKinds::TEXTS);
    /// filter.insert_all_digests(&digests);
    /// assert_eq!(filter.key_kinds(), KeyKinds::TEXTS | KeyKinds::DIGESTS);
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn digests_of(&mut self, kinds: KeyKinds) -> DigestsOf<'_> {
        DigestsOf { filter: self, kinds }
    }

    /// Inserts many items on all cores.
    #[cfg(feature = "parallel")]
    pub fn par_insert_all(&mut self, items: &[impl AsRef<[u8]> + Sync]) {
        self.note_keys(items.len(), KeyKinds::TEXTS);
        insert_each_parallel(&self.scheme, &mut self.bits, items.len(), &|i: usize| {
            self.digester.digest_bytes(items[i].as_ref())
        });
    }

    /// Inserts the eight little-endian bytes of many integers on all cores.
    #[cfg(feature = "parallel")]
    pub fn par_insert_all_u64(&mut self, items: &[u64]) {
        self.note_keys(items.len(), KeyKinds::INTEGERS);
        insert_each_parallel(
            &self.scheme,
            &mut self.bits,
            items.len(),
            &Integers { items, digester: &self.digester },
        );
    }

    /// Inserts many items by their digests, on all cores.
    #[cfg(feature = "parallel")]
    pub fn par_insert_all_digests(&mut self, digests: &[Digest]) {
        self.digests_of(KeyKinds::DIGESTS).par_insert_all(digests);
    }

    /// Returns whether each of many items may have been inserted, on all cores.
    #[cfg(feature = "parallel")]
    pub fn par_contains_all(&self, items: &[impl AsRef<[u8]> + Sync]) -> Flags {
        in_parts(items, |some| self.contains_all(some))
    }

    /// Returns whether each of many integers may have been inserted, on all cores.
    #[cfg(feature = "parallel")]
    pub fn par_contains_all_u64(&self, items: &[u64]) -> Flags {
        in_parts(items, |some| self.contains_all_u64(some))
    }
}

/// Inserts digests of keys whose kinds are known, made by [`Filter::digests_of`].
pub struct DigestsOf<'a> {
    filter: &'a mut Filter,
    kinds: KeyKinds,
}

impl DigestsOf<'_> {
    /// Inserts a key by its digest, as [`Filter::insert_digest`].
    pub fn insert(self, digest: Digest) -> bool {
        self.filter.note_keys(1, self.kinds);
        self.filter.put(digest)
    }

    /// Inserts many keys by their digests, as [`Filter::insert_all_digests`].
    pub fn insert_all(self, digests: &[Digest]) {
        self.filter.note_keys(digests.len(), self.kinds);
        let Filter { scheme, bits, .. } = self.filter;
        insert_each(scheme, bits, digests.len(), &|i: usize| digests[i]);
    }

    /// Inserts many keys by their digests and reports which were new, as
    /// [`Filter::insert_reporting_new`].
    pub fn insert_reporting_new(self, digests: &[Digest]) -> Flags {
        self.filter.note_keys(digests.len(), self.kinds);
        insert_reporting_new(&self.filter.scheme, &mut self.filter.bits, digests)
    }

    /// Inserts many keys by their digests on all cores, as [`Filter::par_insert_all_digests`].
    #[cfg(feature = "parallel")]
    pub fn par_insert_all(self, digests: &[Digest]) {
        self.filter.note_keys(digests.len(), self.kinds);
        let Filter { scheme, bits, .. } = self.filter;
        insert_each_parallel(scheme, bits, digests.len(), &|i: usize| digests[i]);
    }
}

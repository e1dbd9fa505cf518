//! [`Hand`]: a way to put items into lines and to ask lines. All ways give equal bits.

use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::hash::digests::Digests;
use crate::filter::machine::bits::Bits;
use crate::filter::probe::line::rule::{LineCount, LineWords};
use crate::filter::probe::read::ReadLines;

/// Many items, and how many lines there are for them.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) lines: LineCount,
    pub(crate) count: usize,
    pub(crate) digests: &'a dyn Digests,
}

/// One way to go about lines. `mask`, `insert` and `contains` are for one item, and a call; `put`
/// and `has` are inlined into the loops of `insert_each` and `contains_each`, which are compiled
/// for the machine.
pub(crate) trait Hand {
    /// The bits of an item within its line.
    fn mask(&self, digest: Digest) -> LineWords;

    /// Sets the bits of an item in its line; true if some of them were new.
    fn insert(&self, line: &mut LineWords, digest: Digest) -> bool;

    /// Returns whether a line has an item.
    fn contains(&self, line: &LineWords, digest: Digest) -> bool;

    /// Inserts many items, and says of each whether it was new.
    fn insert_each(&self, batch: Batch<'_>, bits: &mut Bits, see: impl FnMut(usize, bool));

    /// Returns whether each of many items may have been inserted.
    fn contains_each<B: ReadLines>(&self, batch: Batch<'_>, bits: &B) -> Flags;

    /// [`Hand::insert`], inlined.
    fn put(&self, line: &mut LineWords, digest: Digest) -> bool;

    /// [`Hand::contains`], inlined; `TWO` unless the first word has all hashes, `DISTINCT` for the
    /// classic kind.
    fn has<const TWO: bool, const DISTINCT: bool>(&self, line: &LineWords, digest: Digest) -> bool;
}

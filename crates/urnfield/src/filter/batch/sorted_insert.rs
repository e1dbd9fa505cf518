//! Very many inserts into a filter far beyond the caches: first all positions are sorted into
//! regions that fit a cache, then the regions are filled one after the other. No line is waited
//! for twice, so this is faster than memory can be read at random.

use crate::design::plain::Design;
use crate::filter::hash::digests::{Digests, InOrder};
use crate::filter::machine::bits;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::fetch;
use crate::filter::memory::memory_is_left;
use crate::filter::probe::anywhere::{ProbeWords, place};
use crate::filter::probe::distinct;
use crate::filter::probe::kernel::Kernel;
use std::ops::Range;

/// Items whose positions are sorted at a time: four bytes of scratch for each position of each.
pub(crate) const ITEMS: usize = 1 << 22;

/// Fewer items than this are not worth sorting.
const WORTH_SORTING: usize = 1 << 20;

/// At most so many regions, so that the line being written of each stays in the first cache; but
/// regions of at least 2^21 bits, which a second cache holds.
const REGIONS: u64 = 256;
const LEAST_SHIFT: u32 = 21;

/// Places that go to memory together: a cache line of them. Written one by one, the regions'
/// lists would fight for the same corners of the cache.
const LINE: usize = 16;

/// How a filter is cut into regions of 2^shift bits.
#[derive(Clone, Copy)]
pub(crate) struct Regions {
    design: Design,
    shift: u32,
    count: usize,
}

impl Regions {
    /// Returns `None` where a place within a region does not fit four bytes, where lines of the
    /// filter would be touched too seldom for sorting to pay, or where there is no memory for it.
    pub(crate) fn of(design: Design, items: usize) -> Option<Regions> {
        let m = design.bits();
        let shift = LEAST_SHIFT.max((m / REGIONS).next_power_of_two().ilog2());
        let dense = items as u64 >= m / 256;
        let worth = items >= WORTH_SORTING && dense && shift <= 32;
        let regions = Regions { design, shift, count: m.div_ceil(1 << shift) as usize };
        // A trial, as `vec!` would end the process.
        let fits = || {
            let places = regions.room(items.min(ITEMS)).checked_mul(regions.count);
            places.and_then(|places| places.checked_mul(4)).is_some_and(memory_is_left)
        };
        (worth && fits()).then_some(regions)
    }

    /// ProbeWords in a region.
    pub(crate) fn words(&self) -> usize {
        1 << (self.shift - 6)
    }

    /// Returns how many places a region gets, in whole lines, for so many items of a few hashes.
    fn room(&self, items: usize) -> usize {
        // Positions fall evenly; eight standard deviations more than the mean hold them all but
        // surely, and what they do not hold is spilled.
        let mean = items as u64 * self.design.hashes() / self.count as u64;
        ((mean + 8 * mean.isqrt()) as usize + 8 * LINE).next_multiple_of(LINE)
    }

    /// Room for the positions of so many items.
    pub(crate) fn scratch(&self, items: usize) -> Sorted {
        let room = self.room(items);
        let places = vec![0; room * self.count];
        fetch::ask_for_huge_pages(&places);
        Sorted {
            shift: self.shift,
            room,
            places,
            lists: vec![RegionList { length: 0, line: [0; LINE] }; self.count],
            spilled: Vec::new(),
        }
    }

    /// Sorts the positions of some items.
    pub(crate) fn sort(
        &self,
        kernel: Kernel,
        some: Range<usize>,
        digests: &dyn Digests,
        sorted: &mut Sorted,
    ) {
        let m = self.design.bits();
        let hashes = self.design.hashes();
        sorted.lists.iter_mut().for_each(|list| list.length = 0);
        sorted.spilled.clear();
        let mut in_order = InOrder::new(digests, some.end);
        for i in some {
            let digest = in_order.digest(i);
            let mut words = ProbeWords::of(digest);
            for _ in 0..hashes / 2 {
                let (first, second) = words.pair();
                sorted.put(place(first, m));
                sorted.put(place(second, m));
            }
            if hashes % 2 == 1 {
                sorted.put(place(words.pair().0, m));
            }
            if kernel.may_repeat(digest) {
                distinct::replaced(self.design, digest, |position| {
                    sorted.spilled.push(position);
                    true
                });
            }
        }
    }

    /// Sets the bits of all items, some millions at a time.
    pub(crate) fn insert(
        &self,
        kernel: Kernel,
        bits: &mut Bits,
        count: usize,
        digests: &dyn Digests,
    ) {
        let mut sorted = self.scratch(count.min(ITEMS));
        for from in (0..count).step_by(ITEMS) {
            self.sort(kernel, from..count.min(from + ITEMS), digests, &mut sorted);
            for (region, words) in bits.words_mut().chunks_mut(self.words()).enumerate() {
                sorted.fill(region, words);
            }
            sorted.fill_spilled(bits);
        }
    }
}

/// The positions of some items, region by region.
pub(crate) struct Sorted {
    shift: u32,
    /// Places for every region, in whole lines.
    room: usize,
    places: Vec<u32>,
    lists: Vec<RegionList>,
    /// Positions that are in no list: replacements, and those that found no room.
    spilled: Vec<u64>,
}

/// The places of one region.
#[derive(Clone, Copy)]
struct RegionList {
    length: usize,
    /// The last line, not yet among the others.
    line: [u32; LINE],
}

impl Sorted {
    #[inline(always)]
    fn put(&mut self, position: u64) {
        let region = (position >> self.shift) as usize;
        let list = &mut self.lists[region];
        let length = list.length;
        list.line[length % LINE] = (position & ((1 << self.shift) - 1)) as u32;
        list.length = length + 1;
        if length % LINE == LINE - 1 {
            self.put_line(region, length + 1 - LINE);
        }
    }

    /// A line is full: it goes among the others, or is spilled where there is no room.
    #[inline(always)]
    fn put_line(&mut self, region: usize, at: usize) {
        let line = &self.lists[region].line;
        if at < self.room {
            let from = region * self.room + at;
            self.places[from..from + LINE].copy_from_slice(line);
        } else {
            let base = (region as u64) << self.shift;
            self.spilled.extend(line.iter().map(|place| base + u64::from(*place)));
            self.lists[region].length = at;
        }
    }

    /// Sets the bits of one region, given its words.
    pub(crate) fn fill(&self, region: usize, words: &mut [u64]) {
        let RegionList { length, line } = self.lists[region];
        let from = region * self.room;
        let whole = length / LINE * LINE;
        let last = &line[..length % LINE];
        for places in [&self.places[from..from + whole], last] {
            for place in places {
                words[(place >> 6) as usize] |= 1 << (place & 63);
            }
        }
    }

    /// Sets the bits that are in no list.
    pub(crate) fn fill_spilled(&self, bits: &mut Bits) {
        for position in &self.spilled {
            bits::set(bits.words_mut(), *position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::hash::digest::Digest;

    /// Lists that are far too short: everything is spilled and nothing lost.
    #[test]
    #[cfg_attr(miri, ignore = "safe code only, and very much of it")]
    fn what_finds_no_room_is_spilled() {
        let design =
            Design::new(crate::design::plain::Kind::Standard, 1 << 29, 7).expect("a design");
        let regions = Regions::of(design, 1 << 22).expect("worth sorting");
        let mut sorted = regions.scratch(0);
        let digest = |i: usize| Digest {
            low: (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            high: (i as u64).wrapping_mul(0xd134_2543_de82_ef95),
        };
        regions.sort(Kernel::of(design), 0..100_000, &digest, &mut sorted);
        assert!(sorted.spilled.len() > 600_000);
        let listed: usize = sorted.lists.iter().map(|list| list.length).sum();
        assert_eq!(listed + sorted.spilled.len(), 700_000);
        let mut found: Vec<u64> = sorted.spilled.clone();
        for region in 0..regions.count {
            let RegionList { length, line } = sorted.lists[region];
            let whole = &sorted.places[region * sorted.room..][..length / LINE * LINE];
            let places = whole.iter().chain(&line[..length % LINE]);
            found.extend(places.map(|p| ((region as u64) << regions.shift) + u64::from(*p)));
        }
        let mut expected = Vec::new();
        (0..100_000).for_each(|i| {
            expected.extend(
                crate::filter::probe::positions::positions(design, digest(i)).expect("seven"),
            );
        });
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

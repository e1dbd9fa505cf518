//! Very many inserts into a filter far beyond the caches: first all positions are sorted into
//! regions that fit a cache, then the regions are filled one after the other. No line is waited
//! for twice, so this is faster than memory can be read at random.

use super::bits::Bits;
use super::digest::Digest;
use super::distinct;
use super::kernel::Kernel;
use super::probe::{Words, place};
use crate::design::Design;
use std::ops::Range;

/// Items whose positions are sorted at a time: four bytes of scratch for each position of each.
pub(super) const ITEMS: usize = 1 << 22;

/// Fewer items than this are not worth sorting.
pub(super) const WORTH_SORTING: usize = 1 << 20;

/// At most so many regions, so that a line being written of each stays in the first cache; but
/// regions of at least 2^21 bits, which a second cache holds.
const REGIONS: u64 = 512;
const LEAST_SHIFT: u32 = 21;

/// How a filter is cut into regions of 2^shift bits.
#[derive(Clone, Copy)]
pub(super) struct Regions {
    design: Design,
    shift: u32,
    count: usize,
}

impl Regions {
    /// None where a position within a region does not fit four bytes, or where lines of the
    /// filter would be touched too seldom for sorting to pay.
    pub(super) fn of(design: Design, items: usize) -> Option<Regions> {
        let m = design.bits();
        let shift = LEAST_SHIFT.max((m / REGIONS).next_power_of_two().ilog2());
        let dense = items as u64 >= m / 256;
        (items >= WORTH_SORTING && dense && shift <= 32).then(|| Regions {
            design,
            shift,
            count: m.div_ceil(1 << shift) as usize,
        })
    }

    /// Words in a region.
    pub(super) fn words(&self) -> usize {
        1 << (self.shift - 6)
    }

    /// Sorts the positions of some items.
    pub(super) fn sort(
        &self,
        kernel: Kernel,
        some: Range<usize>,
        digest: impl Fn(usize) -> Digest,
    ) -> Sorted {
        let (m, hashes) = (self.design.bits(), self.design.hashes());
        // Positions fall evenly; eight standard deviations more than the mean hold them all but
        // surely, and what they do not hold is spilled.
        let mean = some.len() as f64 * hashes as f64 / self.count as f64;
        let room = (mean + 8.0 * mean.sqrt()) as usize + 64;
        let mut sorted = Sorted {
            room,
            places: vec![0; room * self.count],
            lengths: vec![0; self.count],
            spilled: Vec::new(),
        };
        let within = (1_u64 << self.shift) - 1;
        for i in some {
            let digest = digest(i);
            let mut put = |x: u64| {
                let position = place(x, m);
                let region = (position >> self.shift) as usize;
                let length = sorted.lengths[region];
                if length < room {
                    sorted.places[region * room + length] = (position & within) as u32;
                    sorted.lengths[region] = length + 1;
                } else {
                    sorted.spilled.push(position);
                }
            };
            let mut words = Words::of(digest);
            for _ in 0..hashes / 2 {
                let (first, second) = words.pair();
                put(first);
                put(second);
            }
            if hashes % 2 == 1 {
                put(words.pair().0);
            }
            if kernel.differ.is_some_and(|differ| !differ(m, digest)) {
                distinct::replaced(self.design, digest, |position| {
                    sorted.spilled.push(position);
                    true
                });
            }
        }
        sorted
    }
}

/// The positions of some items, region by region.
pub(super) struct Sorted {
    room: usize,
    /// `room` places for every region.
    places: Vec<u32>,
    lengths: Vec<usize>,
    /// Positions that belong to no list: replacements, and those that found no room.
    spilled: Vec<u64>,
}

impl Sorted {
    /// Sets the bits of one region, given its words.
    pub(super) fn fill(&self, region: usize, words: &mut [u64]) {
        let from = region * self.room;
        for place in &self.places[from..from + self.lengths[region]] {
            words[(place >> 6) as usize] |= 1 << (place & 63);
        }
    }

    /// Sets the bits that belong to no list.
    pub(super) fn fill_spilled(&self, bits: &mut Bits) {
        for position in &self.spilled {
            super::bits::set(bits.words_mut(), *position);
        }
    }
}

/// Inserts items region by region.
pub(super) fn insert(
    regions: Regions,
    kernel: Kernel,
    bits: &mut Bits,
    count: usize,
    digest: impl Fn(usize) -> Digest,
) {
    for from in (0..count).step_by(ITEMS) {
        let sorted = regions.sort(kernel, from..count.min(from + ITEMS), &digest);
        for (region, words) in bits.words_mut().chunks_mut(regions.words()).enumerate() {
            sorted.fill(region, words);
        }
        sorted.fill_spilled(bits);
    }
}

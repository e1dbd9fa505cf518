//! Blocks of 64 items in the caches: a lane for every item, whose positions are computed side by
//! side in the widest registers that the machine has. No branch depends on an answer, so a wrong
//! guess costs nothing, and nothing waits for a position.
//!
//! Plain loops over arrays, which the compiler turns into registers of eight lanes (AVX-512), four
//! (AVX2) or two; [`by_widest`] chooses. All give the same positions.

use crate::design::plain::Design;
use crate::filter::flags::Flags;
use crate::filter::hash::digests::{BLOCK, DigestBlock, Digests, HALF};
use crate::filter::machine::bits::Bits;
use crate::filter::machine::repeats::MOST_COMPARED;
use crate::filter::machine::wide::{Work, by_widest};
use crate::filter::probe::kernel::Kernel;
use crate::filter::probe::plain;
use crate::filter::probe::read::ReadBits;

/// Filters of fewer bits have lanes: a position is then made of two products of 64 bits.
const NARROW: u64 = 1 << 32;

/// Fewer items than this go one by one, and so do fewer that are left of a block.
pub(crate) const WORTH_LANES: usize = 16;

/// Returns whether a design has lanes: at least four positions.
pub(crate) fn have(design: &Design, kernel: Kernel) -> bool {
    kernel.is_paired() && design.hashes() >= 4 && design.bits() < NARROW
}

/// What each lane has arrived at. Registers are written to it and single lanes read: where a
/// register lies across two cache lines, that takes half as long again.
#[repr(C, align(64))]
struct Lanes {
    /// y_i and y_{i+1} of probe rule 1.
    words: DigestBlock,
    /// The two positions of the last word: the word that each is in, and its bit there.
    word: [[u32; BLOCK]; 2],
    bit: [[u64; BLOCK]; 2],
    /// The positions themselves, where they are asked for.
    position: [[u32; BLOCK]; 2],
}

impl Lanes {
    const EMPTY: Lanes = Lanes {
        words: DigestBlock::EMPTY,
        word: [[0; BLOCK]; 2],
        bit: [[0; BLOCK]; 2],
        position: [[0; BLOCK]; 2],
    };

    /// The two positions of the next word, in so many lanes (a multiple of eight).
    #[inline(always)]
    fn step<const POSITIONS: bool>(&mut self, m: u64, lanes: usize) {
        for i in 0..lanes.min(BLOCK) {
            let y = self.words.low[i];
            // ⌊y·m/2^64⌋ by halves: the same products serve the word with its halves exchanged.
            let (top, bottom) = ((y >> 32) * (m & HALF), (y & HALF) * (m & HALF));
            let (first, second) = (top + (bottom >> 32), bottom + (top >> 32));
            (self.word[0][i], self.word[1][i]) = ((first >> 38) as u32, (second >> 38) as u32);
            (self.bit[0][i], self.bit[1][i]) = (1 << (first >> 32 & 63), 1 << (second >> 32 & 63));
            if POSITIONS {
                let two = ((first >> 32) as u32, (second >> 32) as u32);
                (self.position[0][i], self.position[1][i]) = two;
            }
            self.words.low[i] = self.words.high[i];
            self.words.high[i] = y.rotate_left(27).wrapping_add(self.words.low[i]);
        }
    }

    /// The bits of one or two positions of a lane that are clear.
    #[inline(always)]
    fn lacks<const TWO: bool>(&self, bits: &impl ReadBits, i: usize) -> u64 {
        let lacks = |at: usize| self.bit[at][i] & !bits.word(self.word[at][i] as usize);
        if TWO { lacks(0) | lacks(1) } else { lacks(0) }
    }
}

/// Which lanes may have two positions that are equal: their lowest sixteen bits are compared, all
/// lanes of a pair at once, so that one pair in 2^16 raises a false alarm.
#[repr(C, align(64))]
struct Seen {
    places: [[u16; BLOCK]; MOST_COMPARED as usize],
    equal: [u16; BLOCK],
    count: usize,
}

impl Seen {
    const NOTHING: Seen =
        Seen { places: [[0; BLOCK]; MOST_COMPARED as usize], count: 0, equal: [0; BLOCK] };

    fn forget(&mut self) {
        (self.count, self.equal) = (0, [0; BLOCK]);
    }

    /// One more position of every lane.
    #[inline(always)]
    fn add(&mut self, positions: &[u32; BLOCK]) {
        let (before, rest) = self.places.split_at_mut(self.count);
        let place = &mut rest[0];
        for i in 0..BLOCK {
            place[i] = positions[i] as u16;
        }
        let mut equal = self.equal;
        for earlier in before {
            for i in 0..BLOCK {
                equal[i] |= if earlier[i] == place[i] { u16::MAX } else { 0 };
            }
        }
        self.equal = equal;
        self.count += 1;
    }
}

/// Sets the bits of many items.
pub(crate) fn insert(
    bits: &mut Bits,
    design: &Design,
    kernel: Kernel,
    count: usize,
    digests: &dyn Digests,
) {
    by_widest(InsertingLanes { bits, design, classic: kernel.is_classic(), count, digests });
}

struct InsertingLanes<'a> {
    bits: &'a mut Bits,
    design: &'a Design,
    classic: bool,
    count: usize,
    digests: &'a dyn Digests,
}

impl Work for InsertingLanes<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self) {
        if self.classic { self.blocks::<true>() } else { self.blocks::<false>() }
    }
}

impl InsertingLanes<'_> {
    #[inline(always)]
    fn blocks<const CLASSIC: bool>(self) {
        let m = self.design.bits();
        let hashes = self.design.hashes();
        let (mut block, mut lanes) = (DigestBlock::EMPTY, Lanes::EMPTY);
        let mut seen = CLASSIC.then_some(Seen::NOTHING);
        for from in (0..self.count).step_by(BLOCK) {
            let len = BLOCK.min(self.count - from);
            self.digests.fill(from, len, &mut block);
            lanes.words = block;
            for _ in 0..hashes / 2 {
                lanes.step::<CLASSIC>(m, BLOCK);
                let words = self.bits.words_mut();
                for i in 0..len {
                    words[lanes.word[0][i] as usize] |= lanes.bit[0][i];
                    words[lanes.word[1][i] as usize] |= lanes.bit[1][i];
                }
                if let Some(seen) = &mut seen {
                    lanes.position.iter().for_each(|positions| seen.add(positions));
                }
            }
            if hashes % 2 == 1 {
                lanes.step::<CLASSIC>(m, BLOCK);
                let words = self.bits.words_mut();
                for i in 0..len {
                    words[lanes.word[0][i] as usize] |= lanes.bit[0][i];
                }
                if let Some(seen) = &mut seen {
                    seen.add(&lanes.position[0]);
                }
            }
            if let Some(seen) = &mut seen {
                for i in (0..len).filter(|i| seen.equal[*i] != 0) {
                    plain::insert_replaced(self.bits, self.design, block.digest(i));
                }
                seen.forget();
            }
        }
    }
}

/// Returns whether each of many items may have been inserted.
pub(crate) fn contains<B: ReadBits>(
    bits: &B,
    design: &Design,
    kernel: Kernel,
    count: usize,
    digests: &dyn Digests,
) -> Flags {
    by_widest(AskingLanes { bits, design, kernel, count, digests })
}

struct AskingLanes<'a, B> {
    bits: &'a B,
    design: &'a Design,
    kernel: Kernel,
    count: usize,
    digests: &'a dyn Digests,
}

impl<B: ReadBits> Work for AskingLanes<'_, B> {
    type Done = Flags;

    #[inline(always)]
    fn run(self) -> Flags {
        if self.kernel.is_classic() { self.blocks::<true>() } else { self.blocks::<false>() }
    }
}

impl<B: ReadBits> AskingLanes<'_, B> {
    #[inline(always)]
    fn blocks<const CLASSIC: bool>(&self) -> Flags {
        let (bits, m, hashes) = (self.bits, self.design.bits(), self.design.hashes());
        let mut flags = Flags::none(self.count);
        let (mut block, mut lanes) = (DigestBlock::EMPTY, Lanes::EMPTY);
        let mut seen = CLASSIC.then_some(Seen::NOTHING);
        let (mut lacks, mut who) = ([0_u64; BLOCK], [0_u8; BLOCK]);
        for (at, word) in flags.words.iter_mut().enumerate() {
            let len = BLOCK.min(self.count - BLOCK * at);
            self.digests.fill(BLOCK * at, len, &mut block);
            lanes.words = block;
            // Four positions of all; the items that pass move to the front.
            lanes.step::<false>(m, BLOCK);
            for (i, lacks) in lacks[..len].iter_mut().enumerate() {
                *lacks = lanes.lacks::<true>(bits, i);
            }
            lanes.step::<false>(m, BLOCK);
            let mut alive = 0;
            for i in 0..len {
                let lacks = lacks[i] | lanes.lacks::<true>(bits, i);
                who[alive] = i as u8;
                if !CLASSIC {
                    lanes.words.put(alive, lanes.words.digest(i));
                }
                alive += usize::from(lacks == 0);
            }
            let mut found = 0;
            if alive < WORTH_LANES {
                for i in &who[..alive] {
                    let yes = self.kernel.contains(bits, self.design, block.digest(*i as usize));
                    found |= u64::from(yes) << i;
                }
                *word = found;
                continue;
            }
            // The other positions of the items that passed.
            let all = alive.next_multiple_of(8);
            lacks[..alive].fill(0);
            if let Some(seen) = &mut seen {
                // From their first positions on, as all are told apart.
                for (lane, i) in who[..alive].iter().enumerate() {
                    lanes.words.put(lane, block.digest(*i as usize % BLOCK));
                }
                for _ in 0..2 {
                    lanes.step::<CLASSIC>(m, all);
                    lanes.position.iter().for_each(|positions| seen.add(positions));
                }
            }
            for _ in 2..hashes / 2 {
                lanes.step::<CLASSIC>(m, all);
                for (i, lacks) in lacks[..alive].iter_mut().enumerate() {
                    *lacks |= lanes.lacks::<true>(bits, i);
                }
                if let Some(seen) = &mut seen {
                    lanes.position.iter().for_each(|positions| seen.add(positions));
                }
            }
            if hashes % 2 == 1 {
                lanes.step::<CLASSIC>(m, all);
                for (i, lacks) in lacks[..alive].iter_mut().enumerate() {
                    *lacks |= lanes.lacks::<false>(bits, i);
                }
                if let Some(seen) = &mut seen {
                    seen.add(&lanes.position[0]);
                }
            }
            for i in 0..alive {
                found |= u64::from(lacks[i] == 0) << who[i];
            }
            if let Some(seen) = &mut seen {
                for i in (0..alive).filter(|i| seen.equal[*i] != 0 && lacks[*i] == 0) {
                    let digest = block.digest(who[i] as usize);
                    let yes = plain::contains_replaced(bits, self.design, digest);
                    found &= !(u64::from(!yes) << who[i]);
                }
                seen.forget();
            }
            *word = found;
        }
        flags
    }
}

//! Questions to a filter beyond the caches: a row of waits for memory, which overlap.
//!
//! Every other line ends a question about an item that was never inserted, so lines are requested
//! one by one, and two suffice on average. Items go down a cascade of stages in blocks of 64: at
//! each stage the line that was requested a block ago is looked at, and the next line is requested
//! for the items that pass. An item that passes all stages is most likely a member, so its other
//! lines are requested at once. There are always requests under way, few enough for the caches of a
//! core and of its neighbours, whichever items are members.
//!
//! One in 2^s of the items that were never inserted passes s stages, and its other k − s lines are
//! requested in vain. There are as many stages as keep that to one line an item, and no more,
//! because they cost time for members.

use crate::design::plain::Design;
use crate::filter::flags::Flags;
use crate::filter::hash::digests::{BLOCK, DigestBlock, Digests};
use crate::filter::probe::anywhere::ProbeWords;
use crate::filter::probe::kernel::{Kernel, each_draw};
use crate::filter::probe::read::ReadBits;

/// So many lines are requested one by one at most.
const MOST: usize = 5;

/// Lines that are requested one by one, of a design with so many hashes.
fn one_by_one(hashes: u64) -> usize {
    (3..MOST).find(|s| hashes - *s as u64 <= 1 << s).unwrap_or(MOST)
}

/// Items that wait for a line.
#[derive(Clone, Copy)]
struct Stage {
    digests: DigestBlock,
    who: [usize; BLOCK],
    len: usize,
}

impl Stage {
    const EMPTY: Stage = Stage { digests: DigestBlock::EMPTY, who: [0; BLOCK], len: 0 };

    /// Draw `AT` of item i.
    #[inline(always)]
    fn draw<const AT: usize>(&self, i: usize) -> u64 {
        let mut words = ProbeWords::of(self.digests.digest(i));
        for _ in 0..AT / 2 {
            words.step();
        }
        let (first, second) = words.pair();
        if AT.is_multiple_of(2) { first } else { second }
    }

    /// Passes the items on whose bit of draw `AT` is set. There is no branch, because no predictor
    /// could guess it.
    #[inline(always)]
    fn sift<const AT: usize>(&mut self, bits: &impl ReadBits, next: &mut Stage) {
        let mut len = 0;
        for i in 0..self.len.min(BLOCK) {
            next.who[len] = self.who[i];
            next.digests.put(len, self.digests.digest(i));
            len += (bits.look(self.draw::<AT>(i)) & 1) as usize;
        }
        (self.len, next.len) = (0, len);
    }

    /// Requests the line of draw `AT` of every item here.
    #[inline(always)]
    fn fetch<const AT: usize>(&self, bits: &impl ReadBits) {
        for i in 0..self.len {
            bits.fetch(self.draw::<AT>(i));
        }
    }
}

/// Returns whether each of many items may have been inserted. Of a design with at least four
/// positions.
pub(crate) fn contains<B: ReadBits>(
    bits: &B,
    design: &Design,
    kernel: Kernel,
    count: usize,
    digests: &dyn Digests,
) -> Flags {
    let mut flags = Flags::none(count);
    let one_by_one = one_by_one(design.hashes());
    let mut stages = [Stage::EMPTY; MOST + 1];
    // As many blocks more as it takes until the last one is through.
    for block in 0..count.div_ceil(BLOCK) + one_by_one + 1 {
        let last = &mut stages[one_by_one];
        for i in 0..last.len {
            let yes = kernel.contains(bits, design, last.digests.digest(i));
            flags.words[last.who[i] >> 6] |= u64::from(yes) << (last.who[i] & 63);
        }
        // The last stage first, so that no item takes two stages at once.
        macro_rules! pass {
            ($($at:literal)*) => {$(
                if $at < one_by_one {
                    let [stage, next] = &mut stages[$at..$at + 2] else {
                        unreachable!("one after the other")
                    };
                    stage.sift::<$at>(bits, next);
                    if $at + 1 == one_by_one {
                        // Those that have just been looked at cost nothing.
(0..next.len).for_each(|i| {
                            each_draw(next.digests.digest(i), design.hashes(), |x| bits.fetch(x));
                        })
} else {
next.fetch::<{ $at + 1 }>(bits)
}
                }
            )*};
        }
        pass!(4 3 2 1 0);
        let from = (block * BLOCK).min(count);
        let first = &mut stages[0];
        first.len = BLOCK.min(count - from);
        digests.fill(from, first.len, &mut first.digests);
        for i in 0..first.len {
            first.who[i] = from + i;
        }
        first.fetch::<0>(bits);
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::plain::Kind;
    use crate::filter::hash::digest::Digest;
    use crate::filter::machine::bits::Bits;

    /// Small bits of which three in four are set, so that many come far: what one question after
    /// the other says.
    #[test]
    fn the_cascade_says_what_single_questions_say() {
        let mut state = 5_u64;
        let mut word = || {
            state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x9e37_79b9_7f4a_7c15);
            state ^ state >> 31
        };
        let mut bits = Bits::zeros(10_007).expect("small");
        for _ in 0..14_000 {
            bits.mark(word());
        }
        let (step, counts) =
            if cfg!(miri) { (12, &[65][..]) } else { (1, &[1, 63, 64, 65, 700][..]) };
        for hashes in (4..=40).step_by(step) {
            for kind in [Kind::Standard, Kind::Classic] {
                let design = Design::new(kind, bits.m(), hashes).expect("k <= m");
                let kernel = Kernel::of(design);
                for count in counts {
                    let digests: Vec<_> =
                        (0..*count).map(|_| Digest { low: word(), high: word() }).collect();
                    let flags = contains(&bits, &design, kernel, *count, &|i: usize| digests[i]);
                    for (i, digest) in digests.iter().enumerate() {
                        assert_eq!(
                            flags.get(i),
                            Some(kernel.contains(&bits, &design, *digest)),
                            "{design:?} {i}"
                        );
                    }
                }
            }
        }
    }

    /// What strangers request in vain is a line at most, and no stage is there without need.
    #[test]
    fn strangers_ask_for_little_in_vain() {
        let vain = |hashes: u64, stages: usize| hashes - stages as u64 <= 1 << stages;
        for hashes in 4..=38 {
            let stages = one_by_one(hashes);
            assert!(vain(hashes, stages) || stages == MOST, "{hashes}");
            assert!(stages == 3 || !vain(hashes, stages - 1), "{hashes}");
        }
    }
}

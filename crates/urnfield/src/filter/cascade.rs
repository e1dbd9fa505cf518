//! Questions to a filter beyond the caches: a row of waits for memory, which overlap.
//!
//! Every other line ends a question about an item that was never inserted, so lines are requested one by
//! one, and two suffice on average. Items go down a cascade of stages in blocks of 64: at each stage the
//! line that was requested a block ago is looked at, and the next is requested for those who pass. Whoever
//! passes three has all others requested at once, being a member most likely. So there are always
//! requests under way, few enough for the caches of a core and of its neighbours, and it does not
//! matter who is a member.

use super::digests::{BLOCK, Block, Digests};
use super::flags::Flags;
use super::kernel::{Kernel, ReadBits, each_draw};
use crate::design::Design;

/// Lines that are requested one by one.
const ONE_BY_ONE: usize = 3;

/// Items that wait for a line.
#[derive(Clone, Copy)]
struct Stage {
    digests: Block,
    who: [usize; BLOCK],
    len: usize,
}

impl Stage {
    const EMPTY: Stage = Stage { digests: Block::EMPTY, who: [0; BLOCK], len: 0 };

    /// Draw `at`, below four, of item i.
    #[inline(always)]
    fn draw(&self, at: usize, i: usize) -> u64 {
        match at {
            0 => self.digests.low[i],
            1 => self.digests.low[i].rotate_left(32),
            2 => self.digests.high[i],
            _ => self.digests.high[i].rotate_left(32),
        }
    }

    /// Those whose bit of draw `at` is set go on. Without a branch: nobody can guess who does.
    #[inline(always)]
    fn sift(&mut self, at: usize, bits: &impl ReadBits, next: &mut Stage) {
        let mut len = 0;
        for i in 0..self.len.min(BLOCK) {
            next.who[len] = self.who[i];
            next.digests.put(len, self.digests.digest(i));
            len += (bits.look(self.draw(at, i)) & 1) as usize;
        }
        (self.len, next.len) = (0, len);
    }
}

/// Whether each of many items may have been inserted. Of a design with at least four positions.
pub(super) fn contains<B: ReadBits>(
    bits: &B,
    design: &Design,
    kernel: Kernel,
    count: usize,
    digests: &dyn Digests,
) -> Flags {
    let mut flags = Flags::none(count);
    let mut stages = [Stage::EMPTY; ONE_BY_ONE + 1];
    // As many blocks more as it takes until the last one is through.
    for block in 0..count.div_ceil(BLOCK) + ONE_BY_ONE + 1 {
        let last = &mut stages[ONE_BY_ONE];
        for i in 0..last.len {
            let yes = kernel.contains(bits, design, last.digests.digest(i));
            flags.words[last.who[i] >> 6] |= u64::from(yes) << (last.who[i] & 63);
        }
        for at in (0..ONE_BY_ONE).rev() {
            let [stage, next] = &mut stages[at..at + 2] else {
                unreachable!("one after the other")
            };
            stage.sift(at, bits, next);
            for i in 0..next.len {
                match at + 1 == ONE_BY_ONE {
                    // Three of them have just been looked at and cost nothing.
                    true => each_draw(next.digests.digest(i), design.hashes(), |x| bits.fetch(x)),
                    false => bits.fetch(next.draw(at + 1, i)),
                }
            }
        }
        let from = (block * BLOCK).min(count);
        let first = &mut stages[0];
        first.len = BLOCK.min(count - from);
        digests.fill(from, first.len, &mut first.digests);
        for i in 0..first.len {
            first.who[i] = from + i;
            bits.fetch(first.draw(0, i));
        }
    }
    flags
}

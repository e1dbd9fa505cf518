//! The digests of many items: one by one, or a block of them at once where a machine can.

use super::digest::{Digest, EIGHT_BYTES_FACTOR, eight_bytes, finish_eight_bytes};

/// Items in a block: the flags of one word.
pub(super) const BLOCK: usize = 64;

/// Digests of up to 64 items, words apart, so that a register takes eight of one kind.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Block {
    pub(super) low: [u64; BLOCK],
    pub(super) high: [u64; BLOCK],
}

impl Block {
    pub(super) const EMPTY: Block = Block { low: [0; BLOCK], high: [0; BLOCK] };

    #[inline(always)]
    pub(super) fn digest(&self, i: usize) -> Digest {
        Digest { low: self.low[i], high: self.high[i] }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, digest: Digest) {
        (self.low[i], self.high[i]) = (digest.low, digest.high);
    }
}

/// Where the digests of many items come from.
pub(super) trait Digests {
    /// The digest of item i.
    fn one(&self, i: usize) -> Digest;

    /// The digests of up to 64 items, from one on.
    #[inline(always)]
    fn fill(&self, from: usize, len: usize, block: &mut Block) {
        for i in 0..len.min(BLOCK) {
            block.put(i, self.one(from + i));
        }
    }
}

/// Whatever says the digest of item i.
impl<F: Fn(usize) -> Digest> Digests for F {
    #[inline(always)]
    fn one(&self, i: usize) -> Digest {
        self(i)
    }
}

/// Integers under a seed, which XXH3 mixes in as `flip`.
#[derive(Clone, Copy)]
pub(super) struct Integers<'a> {
    pub(super) items: &'a [u64],
    pub(super) flip: u64,
}

impl Digests for Integers<'_> {
    #[inline(always)]
    fn one(&self, i: usize) -> Digest {
        eight_bytes(self.items[i], self.flip)
    }

    #[inline(always)]
    fn fill(&self, from: usize, len: usize, block: &mut Block) {
        let items = &self.items[from..from + len];
        if let Ok(items) = <&[u64; BLOCK]>::try_from(items) {
            // Of one length, and no product wider than a word: many at once in a register.
            for (i, item) in items.iter().enumerate() {
                block.put(i, eight_bytes_by_halves(*item, self.flip));
            }
        } else {
            for (i, item) in items.iter().enumerate() {
                block.put(i, eight_bytes(*item, self.flip));
            }
        }
    }
}

/// The lower half of a word.
pub(super) const HALF: u64 = 0xffff_ffff;

/// [`eight_bytes`] with the one product of 128 bits made of four of 64.
#[inline(always)]
fn eight_bytes_by_halves(item: u64, flip: u64) -> Digest {
    const TOP: u64 = EIGHT_BYTES_FACTOR >> 32;
    const BOTTOM: u64 = EIGHT_BYTES_FACTOR & HALF;
    let x = item ^ flip;
    let (top, bottom) = (x >> 32, x & HALF);
    let (least, one, other) = (bottom * BOTTOM, top * BOTTOM, bottom * TOP);
    let middle = (least >> 32) + (one & HALF) + (other & HALF);
    let most = top * TOP + (one >> 32) + (other >> 32) + (middle >> 32);
    finish_eight_bytes(middle << 32 | least & HALF, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::machine::{Work, by_widest};

    struct Filling<'a>(Integers<'a>, usize);

    impl Work for Filling<'_> {
        type Done = Block;
        fn run(self) -> Block {
            let mut block = Block::EMPTY;
            self.0.fill(1, self.1, &mut block);
            block
        }
    }

    #[test]
    fn a_block_has_the_digests_of_its_items() {
        let mut x = 7_u64;
        for turn in 0..if cfg!(miri) { 2 } else { 2_000 } {
            let items: Vec<u64> = (0..BLOCK as u64 + 1)
                .map(|i| {
                    x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(i);
                    [x, x >> 40, x << 40, u64::MAX - (x >> 60), x ^ x >> 31][turn % 5]
                })
                .collect();
            let integers = Integers { items: &items, flip: x ^ x >> 29 };
            for len in [BLOCK, turn % BLOCK] {
                for block in [by_widest(Filling(integers, len)), Filling(integers, len).run()] {
                    for i in 0..len {
                        assert_eq!(block.digest(i), integers.one(1 + i), "{turn} {len} {i}");
                    }
                }
            }
        }
    }
}

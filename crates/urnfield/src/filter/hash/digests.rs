//! The digests of many items: one by one, or a block of them at once where a machine can.

use crate::filter::hash::digest::{Digest, EIGHT_BYTES_FACTOR, finish_eight_bytes};
use crate::filter::hash::digester::{Digester, Prepared};
use crate::filter::machine::wide::{Work, by_widest};

/// Items in a block: the flags of one word.
pub(crate) const BLOCK: usize = 64;

/// Digests of up to 64 items, words apart, so that a register takes eight of one kind.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct DigestBlock {
    pub(crate) low: [u64; BLOCK],
    pub(crate) high: [u64; BLOCK],
}

impl DigestBlock {
    pub(crate) const EMPTY: DigestBlock = DigestBlock { low: [0; BLOCK], high: [0; BLOCK] };

    #[inline(always)]
    pub(crate) fn digest(&self, i: usize) -> Digest {
        Digest { low: self.low[i], high: self.high[i] }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, i: usize, digest: Digest) {
        (self.low[i], self.high[i]) = (digest.low, digest.high);
    }
}

/// Where the digests of many items come from. Loops take it as `dyn`: a call for 64 items costs
/// nothing, and so the loops are compiled once, and not for every kind of item wherever there are
/// items.
pub(crate) trait Digests {
    /// The digest of item i: a call for each, so for few items only.
    fn one(&self, i: usize) -> Digest;

    /// The digests of up to 64 items, from one on.
    fn fill(&self, from: usize, len: usize, block: &mut DigestBlock);
}

/// Whatever says the digest of item i.
impl<F: Fn(usize) -> Digest> Digests for F {
    fn one(&self, i: usize) -> Digest {
        self(i)
    }

    fn fill(&self, from: usize, len: usize, block: &mut DigestBlock) {
        for i in 0..len.min(BLOCK) {
            block.put(i, self(from + i));
        }
    }
}

/// Integers, by their eight bytes.
pub(crate) struct Integers<'a> {
    pub(crate) items: &'a [u64],
    pub(crate) digester: &'a Digester,
}

impl Digests for Integers<'_> {
    fn one(&self, i: usize) -> Digest {
        self.digester.digest_u64(self.items[i])
    }

    fn fill(&self, from: usize, len: usize, block: &mut DigestBlock) {
        let items = &self.items[from..from + len];
        match (&self.digester.0, items.try_into()) {
            (Prepared::Seed { flip, .. }, Ok(items)) => {
                by_widest(WholeBlock { items, flip: *flip, block });
            }
            _ => {
                for (i, item) in items.iter().enumerate() {
                    block.put(i, self.digester.digest_u64(*item));
                }
            }
        }
    }
}

/// The digests of 64 integers. Of one length, and no product wider than a word: many at once in a
/// register.
struct WholeBlock<'a> {
    items: &'a [u64; BLOCK],
    flip: u64,
    block: &'a mut DigestBlock,
}

impl Work for WholeBlock<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self) {
        for (i, item) in self.items.iter().enumerate() {
            self.block.put(i, eight_bytes_by_halves(*item, self.flip));
        }
    }
}

/// The digests of those from one on.
#[cfg(feature = "parallel")]
pub(crate) struct Later<'a> {
    pub(crate) digests: &'a (dyn Digests + Sync),
    pub(crate) from: usize,
}

#[cfg(feature = "parallel")]
impl Digests for Later<'_> {
    fn one(&self, i: usize) -> Digest {
        self.digests.one(self.from + i)
    }

    fn fill(&self, from: usize, len: usize, block: &mut DigestBlock) {
        self.digests.fill(self.from + from, len, block);
    }
}

/// Digests that are asked for in order, made in blocks.
pub(crate) struct InOrder<'a> {
    digests: &'a dyn Digests,
    block: DigestBlock,
    /// The items of the block.
    from: usize,
    len: usize,
    /// There are no items from here on.
    end: usize,
}

impl<'a> InOrder<'a> {
    pub(crate) fn new(digests: &'a dyn Digests, end: usize) -> InOrder<'a> {
        InOrder { digests, block: DigestBlock::EMPTY, from: 0, len: 0, end }
    }

    /// The digest of item i.
    #[inline(always)]
    pub(crate) fn digest(&mut self, i: usize) -> Digest {
        if i.wrapping_sub(self.from) >= self.len {
            (self.from, self.len) = (i, BLOCK.min(self.end - i));
            self.digests.fill(i, self.len, &mut self.block);
        }
        self.block.digest(i - self.from)
    }
}

/// The lower half of a word.
pub(crate) const HALF: u64 = 0xffff_ffff;

/// `eight_bytes` with the one product of 128 bits made of four of 64.
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
            let digester = Digester::new(x ^ x >> 29);
            let integers = Integers { items: &items, digester: &digester };
            for len in [BLOCK, turn % BLOCK] {
                let mut block = DigestBlock::EMPTY;
                integers.fill(1, len, &mut block);
                for i in 0..len {
                    assert_eq!(block.digest(i), integers.one(1 + i), "{turn} {len} {i}");
                }
            }
            // On any machine.
            let Prepared::Seed { flip, .. } = digester.0 else { unreachable!("a seed") };
            let (whole, mut block) = (items.first_chunk().expect("64 and one"), DigestBlock::EMPTY);
            WholeBlock { items: whole, flip, block: &mut block }.run();
            for i in 0..BLOCK {
                assert_eq!(block.digest(i), integers.one(i), "{turn} {i}");
            }
        }
    }

    #[test]
    fn digests_in_order_are_those_of_their_items() {
        let digest = |i: usize| Digest { low: i as u64, high: !(i as u64) };
        let mut in_order = InOrder::new(&digest, 200);
        for i in 7..200 {
            assert_eq!(in_order.digest(i), digest(i));
        }
    }
}

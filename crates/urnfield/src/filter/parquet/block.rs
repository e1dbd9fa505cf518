//! 32 bytes of a [`ParquetFilter`](super::ParquetFilter), and the eight bits of a hash in them.

use crate::filter::machine::wide::{Work, by_widest};

/// One odd number for each word; from Parquet's specification.
const SALTS: [u32; 8] = [
    0x47b6_137b,
    0x4497_4d91,
    0x8824_ad5b,
    0xa2b7_289d,
    0x7054_95c7,
    0x2df1_424b,
    0x9efc_4947,
    0x5c6b_fb31,
];

/// Eight words of 32 bits. Aligned, so that no block straddles a cache line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct SplitBlock([u32; 8]);

impl SplitBlock {
    pub(crate) const BYTES: usize = 32;

    /// One bit in each word: the upper five bits of the lower half of the hash times its salt.
    #[inline(always)]
    fn of(hash: u32) -> SplitBlock {
        SplitBlock(SALTS.map(|salt| 1 << (hash.wrapping_mul(salt) >> 27)))
    }

    /// Sets the bits of a hash and tells whether one was new.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u32) -> bool {
        by_widest(InsertingBlock(self, hash))
    }

    #[inline(always)]
    pub(crate) fn contains(&self, hash: u32) -> bool {
        by_widest(AskingBlock(self, hash))
    }

    /// Returns whether some bit of the other is clear here. All words are looked at: eight at once
    /// are quicker than one after the other.
    #[inline(always)]
    fn lacks(&self, other: &SplitBlock) -> bool {
        let missing = |missing, (ours, theirs): (&u32, &u32)| missing | (theirs & !ours);
        self.0.iter().zip(&other.0).fold(0, missing) != 0
    }

    #[inline(always)]
    pub(crate) fn unite(&mut self, other: &SplitBlock) {
        for (ours, theirs) in self.0.iter_mut().zip(&other.0) {
            *ours |= theirs;
        }
    }

    pub(crate) fn ones(&self) -> [u64; 8] {
        self.0.map(|word| u64::from(word.count_ones()))
    }

    pub(crate) fn to_bytes(self) -> [u8; SplitBlock::BYTES] {
        let mut bytes = [0; SplitBlock::BYTES];
        for (four, word) in bytes.chunks_exact_mut(4).zip(self.0) {
            four.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The block of 32 bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> SplitBlock {
        let mut words = [0; 8];
        for (word, four) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        SplitBlock(words)
    }
}

/// All eight words at once, where the machine can.
struct InsertingBlock<'a>(&'a mut SplitBlock, u32);

impl Work for InsertingBlock<'_> {
    type Done = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let InsertingBlock(block, hash) = self;
        let bits = SplitBlock::of(hash);
        let new = block.lacks(&bits);
        block.unite(&bits);
        new
    }
}

struct AskingBlock<'a>(&'a SplitBlock, u32);

impl Work for AskingBlock<'_> {
    type Done = bool;

    #[inline(always)]
    fn run(self) -> bool {
        !self.0.lacks(&SplitBlock::of(self.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_has_the_bits_of_the_specification() {
        // The lower half of XXH64 of "a".
        let bits = [18, 17, 1, 12, 17, 24, 27, 31].map(|bit| 1_u32 << bit);
        assert!(SplitBlock::of(0xa98c_6e5b) == SplitBlock(bits));
    }

    #[test]
    fn wide_registers_set_the_same_bits() {
        let mut hash = 1_u32;
        let mut wide = [SplitBlock::default(); 64];
        let mut plain = [SplitBlock::default(); 64];
        for _ in 0..if cfg!(miri) { 100 } else { 100_000 } {
            hash = hash.wrapping_mul(0x915f_77f5).wrapping_add(0x9e37_79b9);
            let (at, asked) = ((hash >> 26) as usize, hash.rotate_left(9));
            assert_eq!(wide[at].contains(asked), AskingBlock(&plain[at], asked).run());
            // Now and then, or all would soon be full.
            if hash % 64 == 1 {
                assert_eq!(wide[at].insert(hash), InsertingBlock(&mut plain[at], hash).run());
            }
            if hash % 4096 == 9 {
                (wide[at], plain[at]) = Default::default();
            }
        }
        assert!(wide == plain);
    }

    #[test]
    fn bytes_are_little_endian_words() {
        let mut block = SplitBlock::default();
        block.0[1] = 0x0403_0201;
        assert_eq!(block.to_bytes()[4..8], [1, 2, 3, 4]);
        assert!(SplitBlock::from_bytes(&block.to_bytes()) == block);
    }
}

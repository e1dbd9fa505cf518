//! A line in one register, by AVX-512: the mask of an item's bits takes half the steps, and so do
//! questions, as both words of positions are looked up together. It gives what the portable code
//! gives, bit for bit.

use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::avx2::Avx2;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::compiled_for::compiled_for;
use crate::filter::machine::width::Width;
use crate::filter::probe::line::batch::{contains_each_by, insert_each_by};
use crate::filter::probe::line::hand::{Batch, Hand};
use crate::filter::probe::line::rule;
use crate::filter::probe::line::rule::{IN_A_WORD, LineWords};
use crate::filter::probe::read::ReadLines;
use std::arch::x86_64::*;

/// That this machine has AVX-512, and what is looked for: only detection makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512 {
    hashes: u32,
    distinct: bool,
    /// Which of sixteen lanes have a position: those of the first word, then those of the second.
    wanted: u16,
    avx2: Avx2,
}

impl Avx512 {
    /// `None` on another machine.
    pub(crate) fn detected(hashes: u32, distinct: bool) -> Option<Avx512> {
        let avx2 = Avx2::detected(hashes, distinct)?;
        let first = hashes.min(IN_A_WORD);
        let wanted = ((1 << first) - 1) | (((1 << (hashes - first)) - 1) << 8);
        (Width::widest() == Width::Avx512).then_some(Avx512 { hashes, distinct, wanted, avx2 })
    }
}

// SAFETY, of every block below: there is an `Avx512` only where the machine has it.

impl Hand for Avx512 {
    compiled_for!(Avx512, "avx512f,avx512dq,avx512vl,popcnt");

    #[inline]
    fn contains(&self, line: &LineWords, digest: Digest) -> bool {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
        fn alone(hand: &Avx512, line: &LineWords, digest: Digest) -> bool {
            hand.has::<true, false>(line, digest)
        }
        if self.distinct || self.hashes <= IN_A_WORD {
            // Comparisons that end in masks are slower here, and one word of positions alone is
            // sooner looked up.
            self.avx2.contains(line, digest)
        } else {
            // SAFETY: as above.
            unsafe { alone(self, line, digest) }
        }
    }

    fn contains_each<B: ReadLines>(&self, batch: Batch<'_>, bits: &B) -> Flags {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,popcnt")]
        fn all<B: ReadLines>(hand: &Avx512, batch: Batch<'_>, bits: &B) -> Flags {
            contains_each_by::<true, false, _, _>(hand, batch, bits)
        }
        if self.distinct {
            // Comparisons that end in masks are slower here.
            self.avx2.contains_each(batch, bits)
        } else {
            // SAFETY: as above.
            unsafe { all(self, batch, bits) }
        }
    }

    #[inline(always)]
    fn put(&self, line: &mut LineWords, digest: Digest) -> bool {
        // SAFETY: as above; a line has eight words, which are 64 bytes.
        unsafe {
            let bits = if self.distinct {
                _mm512_loadu_si512(self.whole_mask(digest).as_ptr().cast())
            } else {
                drawn(digest, self.hashes)
            };
            let before = _mm512_loadu_si512(line.as_ptr().cast());
            _mm512_storeu_si512(line.as_mut_ptr().cast(), _mm512_or_si512(before, bits));
            let new = _mm512_andnot_si512(before, bits);
            _mm512_test_epi64_mask(new, new) != 0
        }
    }

    #[inline(always)]
    fn has<const TWO: bool, const DISTINCT: bool>(&self, line: &LineWords, digest: Digest) -> bool {
        debug_assert!(!DISTINCT, "the classic kind is asked by AVX2");
        // SAFETY: as above; a line has eight words, which are 64 bytes.
        unsafe {
            let bits = _mm512_loadu_si512(line.as_ptr().cast());
            // The word of each position, and its bit in the lowest place: a permutation looks at
            // four bits of the number, and a rotation at five.
            let positions = positions(digest);
            let word = _mm512_permutexvar_epi32(_mm512_srli_epi32::<5>(positions), bits);
            let found = _mm512_rorv_epi32(word, positions);
            _mm512_mask_testn_epi32_mask(self.wanted, found, _mm512_set1_epi32(1)) == 0
        }
    }
}

impl Avx512 {
    /// The bits of an item within its line.
    #[inline(always)]
    fn whole_mask(&self, digest: Digest) -> LineWords {
        let mut mask = [0; 8];
        // SAFETY: as above; a line has eight words, which are 64 bytes.
        unsafe { _mm512_storeu_si512(mask.as_mut_ptr().cast(), drawn(digest, self.hashes)) };
        rule::whole(mask, digest, self.hashes, self.distinct)
    }
}

/// The positions of an item in the lowest nine bits of lanes 0 to 6 and 8 to 14; noise above, and
/// in the others.
#[inline(always)]
unsafe fn positions(digest: Digest) -> __m512i {
    let (first, second) = rule::words(digest);
    // SAFETY: as above.
    unsafe {
        let words =
            _mm512_mask_set1_epi64(_mm512_set1_epi64(first as i64), 0b1111_0000, second as i64);
        // Turned so that the even lanes, or the odd ones, begin with their position.
        let even = _mm512_rorv_epi64(words, _mm512_setr_epi64(55, 37, 19, 1, 55, 37, 19, 1));
        let odd = _mm512_rorv_epi64(words, _mm512_setr_epi64(14, 60, 42, 0, 14, 60, 42, 0));
        _mm512_mask_blend_epi32(0xaaaa, even, odd)
    }
}

/// The bits of the draws of an item. A shift by 64 or more leaves nothing, so of all words of the
/// line only that of a position gets a bit.
#[inline(always)]
unsafe fn drawn(digest: Digest, hashes: u32) -> __m512i {
    let (first, second) = rule::words(digest);
    // SAFETY: as above.
    unsafe {
        let one = _mm512_set1_epi64(1);
        let words = _mm512_setr_epi64(0, 64, 128, 192, 256, 320, 384, 448);
        let nine = _mm512_set1_epi64(511);
        let mut bits = _mm512_setzero_si512();
        macro_rules! put {
            ($word:expr, $first:literal, $($j:literal $shift:literal)*) => {
                let word = _mm512_set1_epi64($word as i64);
                'all: {
                    $(
                        if hashes <= $first + $j {
                            break 'all;
                        }
                        let p = _mm512_and_si512(_mm512_srli_epi64::<$shift>(word), nine);
                        let bit = _mm512_sllv_epi64(one, _mm512_sub_epi64(p, words));
                        bits = _mm512_or_si512(bits, bit);
                    )*
                }
            };
        }
        put!(first, 0, 0 55 1 46 2 37 3 28 4 19 5 10 6 1);
        if hashes > IN_A_WORD {
            put!(second, 7, 0 55 1 46 2 37 3 28 4 19 5 10 6 1);
        }
        bits
    }
}

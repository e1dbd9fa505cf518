//! Positions of a line eight at a time, by AVX2. It gives what the portable code gives, bit for
//! bit.
//!
//! Everything is inlined into the two functions that say what machine they are for; a call in
//! between, or a closure, would cost as much as the work.

use crate::filter::flags::Flags;
use crate::filter::hash::digest::Digest;
use crate::filter::machine::bits::Bits;
use crate::filter::machine::compiled_for::compiled_for;
use crate::filter::machine::width::Width;
use crate::filter::probe::line::batch::{contains_each_by, insert_each_by};
use crate::filter::probe::line::hand::{Batch, Hand};
use crate::filter::probe::line::portable::has_distinct;
use crate::filter::probe::line::rule;
use crate::filter::probe::line::rule::{IN_A_WORD, LineWords};
use crate::filter::probe::read::ReadLines;
use std::arch::x86_64::*;

/// That this machine has AVX2 and counts bits, and what is looked for: only detection makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2 {
    hashes: u32,
    distinct: bool,
    /// Which lanes of the first and of the second word have a position: one bit in each lane.
    wanted: [[i32; 8]; 2],
}

/// Which position of its word a lane has; the last one has none.
const ORDER: [i32; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

impl Avx2 {
    /// `None` on another machine.
    pub(crate) fn detected(hashes: u32, distinct: bool) -> Option<Avx2> {
        let first = hashes.min(IN_A_WORD) as i32;
        let wanted = [first, hashes as i32 - first]
            .map(|below| ORDER.map(|position| i32::from(position < below)));
        (Width::widest() >= Width::Avx2).then_some(Avx2 { hashes, distinct, wanted })
    }
}

// SAFETY, of every block below: there is an `Avx2` only where the machine has it.

impl Hand for Avx2 {
    compiled_for!(Avx2, "avx2,popcnt");

    #[inline]
    fn contains(&self, line: &LineWords, digest: Digest) -> bool {
        #[target_feature(enable = "avx2,popcnt")]
        fn alone(hand: &Avx2, line: &LineWords, digest: Digest) -> bool {
            match (hand.hashes > IN_A_WORD, hand.distinct) {
                (false, false) => hand.has::<false, false>(line, digest),
                (true, false) => hand.has::<true, false>(line, digest),
                (false, true) => hand.has::<false, true>(line, digest),
                (true, true) => hand.has::<true, true>(line, digest),
            }
        }
        // SAFETY: as above.
        unsafe { alone(self, line, digest) }
    }

    fn contains_each<B: ReadLines>(&self, batch: Batch<'_>, bits: &B) -> Flags {
        #[target_feature(enable = "avx2,popcnt")]
        fn all<const TWO: bool, const DISTINCT: bool, B: ReadLines>(
            hand: &Avx2,
            batch: Batch<'_>,
            bits: &B,
        ) -> Flags {
            contains_each_by::<TWO, DISTINCT, _, _>(hand, batch, bits)
        }
        // SAFETY: as above.
        unsafe {
            match (self.hashes > IN_A_WORD, self.distinct) {
                (false, false) => all::<false, false, B>(self, batch, bits),
                (true, false) => all::<true, false, B>(self, batch, bits),
                (false, true) => all::<false, true, B>(self, batch, bits),
                (true, true) => all::<true, true, B>(self, batch, bits),
            }
        }
    }

    #[inline(always)]
    fn put(&self, line: &mut LineWords, digest: Digest) -> bool {
        // SAFETY: as above.
        unsafe {
            let bits = if self.distinct {
                loaded(&self.whole_mask(digest))
            } else {
                drawn(digest, self.hashes)
            };
            let before = loaded(line);
            let both = (_mm256_or_si256(before.0, bits.0), _mm256_or_si256(before.1, bits.1));
            stored(line, both);
            let old = _mm256_testc_si256(before.0, bits.0) & _mm256_testc_si256(before.1, bits.1);
            old == 0
        }
    }

    #[inline(always)]
    fn has<const TWO: bool, const DISTINCT: bool>(&self, line: &LineWords, digest: Digest) -> bool {
        let (first, second) = rule::words(digest);
        // SAFETY: as above.
        unsafe {
            let bits = loaded(line);
            let mut all = all_set(bits, positions(first), lanes(self.wanted[0]));
            if TWO {
                // Both are looked up before the one branch, which no predictor can know.
                all &= all_set(bits, positions(second), lanes(self.wanted[1]));
            }
            if !DISTINCT || TWO && !all {
                return all;
            }
            // Few hashes are told apart sooner than a branch is guessed wrong.
            if all & !self.differ::<TWO>(digest) {
                has_distinct(line, digest, self.hashes)
            } else {
                all
            }
        }
    }
}

impl Avx2 {
    /// The bits of an item within its line.
    #[inline(always)]
    fn whole_mask(&self, digest: Digest) -> LineWords {
        let mut mask = [0; 8];
        // SAFETY: as above.
        unsafe { stored(&mut mask, drawn(digest, self.hashes)) };
        rule::whole(mask, digest, self.hashes, self.distinct)
    }

    /// Returns whether the draws of an item all differ.
    #[inline(always)]
    unsafe fn differ<const TWO: bool>(&self, digest: Digest) -> bool {
        let (first, second) = rule::words(digest);
        // SAFETY: as above.
        unsafe {
            let first = told_apart(first, lanes(self.wanted[0]), 1 << 10);
            let mut equal = within(first);
            if TWO {
                let second = told_apart(second, lanes(self.wanted[1]), 1 << 11);
                equal = _mm256_or_si256(equal, within(second));
                let mut turned = second;
                for _ in 0..8 {
                    equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(first, turned));
                    turned = turn(turned);
                }
            }
            _mm256_testz_si256(equal, equal) == 1
        }
    }
}

#[inline(always)]
unsafe fn lanes(of: [i32; 8]) -> __m256i {
    // SAFETY: as above; eight numbers are 32 bytes.
    unsafe { _mm256_loadu_si256(of.as_ptr().cast()) }
}

/// The seven positions of a word in the lowest nine bits of seven lanes; noise above, and in the
/// eighth.
#[inline(always)]
unsafe fn positions(word: u64) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let word = _mm256_set1_epi64x(word as i64);
        let low = _mm256_srlv_epi64(word, _mm256_setr_epi64x(55, 46, 37, 28));
        let high = _mm256_srlv_epi64(word, _mm256_setr_epi64x(19, 10, 1, 0));
        let low = _mm256_castsi256_ps(low);
        let high = _mm256_castsi256_ps(high);
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high))
    }
}

/// Returns whether the wanted ones of eight positions are set.
#[inline(always)]
unsafe fn all_set(line: (__m256i, __m256i), positions: __m256i, wanted: __m256i) -> bool {
    // SAFETY: as above.
    unsafe {
        // A position is four bits of a 32-bit word's number, and five of a bit's. Permutations look
        // at three bits of the number, and the fourth chooses between the halves of the line.
        let number = _mm256_srli_epi32::<5>(positions);
        let low = _mm256_permutevar8x32_epi32(line.0, number);
        let high = _mm256_permutevar8x32_epi32(line.1, number);
        let half = _mm256_slli_epi32::<23>(positions);
        let word = _mm256_blendv_ps(
            _mm256_castsi256_ps(low),
            _mm256_castsi256_ps(high),
            _mm256_castsi256_ps(half),
        );
        let bit = _mm256_and_si256(positions, _mm256_set1_epi32(31));
        let found = _mm256_srlv_epi32(_mm256_castps_si256(word), bit);
        _mm256_testc_si256(found, wanted) == 1
    }
}

#[inline(always)]
unsafe fn loaded(line: &LineWords) -> (__m256i, __m256i) {
    let at = line.as_ptr();
    // SAFETY: a line has eight words, of which four are 32 bytes; no alignment is asked for.
    unsafe { (_mm256_loadu_si256(at.cast()), _mm256_loadu_si256(at.add(4).cast())) }
}

#[inline(always)]
unsafe fn stored(line: &mut LineWords, (low, high): (__m256i, __m256i)) {
    let at = line.as_mut_ptr();
    // SAFETY: as in `loaded`.
    unsafe {
        _mm256_storeu_si256(at.cast(), low);
        _mm256_storeu_si256(at.add(4).cast(), high);
    }
}

/// The positions of a word; what is not wanted differs from everything.
#[inline(always)]
unsafe fn told_apart(word: u64, wanted: __m256i, other: i32) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let nine = _mm256_and_si256(positions(word), _mm256_set1_epi32(511));
        let odd = _mm256_add_epi32(lanes(ORDER), _mm256_set1_epi32(other));
        let unwanted = _mm256_cmpeq_epi32(wanted, _mm256_setzero_si256());
        _mm256_blendv_epi8(nine, odd, unwanted)
    }
}

/// Every lane to the next place.
#[inline(always)]
unsafe fn turn(lanes: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_permutevar8x32_epi32(lanes, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0)) }
}

/// Lanes that are equal to another one: four turns show every pair.
#[inline(always)]
unsafe fn within(lanes: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let mut turned = lanes;
        let mut equal = _mm256_setzero_si256();
        for _ in 0..4 {
            turned = turn(turned);
            equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(lanes, turned));
        }
        equal
    }
}

/// The bits of the draws of an item. A shift by 64 or more leaves nothing, so of all words of the
/// line only that of a position gets a bit.
#[inline(always)]
unsafe fn drawn(digest: Digest, hashes: u32) -> (__m256i, __m256i) {
    let (first, second) = rule::words(digest);
    // SAFETY: as above.
    unsafe {
        let one = _mm256_set1_epi64x(1);
        let low_words = _mm256_setr_epi64x(0, 64, 128, 192);
        let high_words = _mm256_setr_epi64x(256, 320, 384, 448);
        let mut low = _mm256_setzero_si256();
        let mut high = _mm256_setzero_si256();
        macro_rules! put {
            ($word:expr, $first:literal, $($j:literal $shift:literal)*) => {
                let word = _mm256_set1_epi64x($word as i64);
                'all: {
                    $(
                        if hashes <= $first + $j {
                            break 'all;
                        }
                        let p = _mm256_and_si256(
                            _mm256_srli_epi64::<$shift>(word),
                            _mm256_set1_epi64x(511),
                        );
                        let bit = _mm256_sllv_epi64(one, _mm256_sub_epi64(p, low_words));
                        low = _mm256_or_si256(low, bit);
                        let bit = _mm256_sllv_epi64(one, _mm256_sub_epi64(p, high_words));
                        high = _mm256_or_si256(high, bit);
                    )*
                }
            };
        }
        put!(first, 0, 0 55 1 46 2 37 3 28 4 19 5 10 6 1);
        if hashes > IN_A_WORD {
            put!(second, 7, 0 55 1 46 2 37 3 28 4 19 5 10 6 1);
        }
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::machine::avx512::Avx512;
    use crate::filter::probe::line::portable::{portable_has, portable_mask};

    /// A few hundred thousand digests, a third of them with few different fields.
    fn digests() -> impl Iterator<Item = Digest> {
        let mut state = 7_u64;
        let mut word = move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z ^ z >> 29
        };
        let corners = [0, 1, u64::MAX, 1 << 63, 1 << 55, 511 << 55, 0x5555_5555_5555_5555];
        let any = (0..100_000).map(move |i| {
            let low = word();
            let high = word();
            match i % 3 {
                0 => Digest { low, high },
                // Equal fields, so that draws repeat.
                1 => Digest { low, high: (high % 3) << 55 | (high % 3) << 46 | (high % 5) << 1 },
                _ => Digest { low, high: high & high >> 9 },
            }
        });
        corners.into_iter().flat_map(move |low| corners.map(|high| Digest { low, high })).chain(any)
    }

    #[test]
    fn both_ways_give_equal_bits() {
        let (mut repeated, mut yes, mut no) = (0, 0, 0);
        for (i, digest) in digests().enumerate() {
            let hashes = 1 + i as u32 % 14;
            for distinct in [false, true] {
                let Some(avx2) = Avx2::detected(hashes, distinct) else { return };
                let avx512 = Avx512::detected(hashes, distinct);
                let mask = portable_mask(digest, hashes, distinct);
                assert_eq!(avx2.mask(digest), mask, "{digest:?} {hashes}");
                assert!(avx512.is_none_or(|hand| hand.mask(digest) == mask), "{digest:?} {hashes}");
                repeated += u32::from(!distinct && rule::ones(&mask) < hashes);
                // Lines with the item, without one of its bits, and nearly full.
                let mut lines = [[0; 8], mask, [u64::MAX; 8], mask.map(|word| word | word << 1)];
                let p = (digest.low % 512) as usize;
                lines[2][p / 64] &= !(1 << (p % 64));
                lines[3][p / 64] &= !mask[p / 64];
                for line in lines {
                    let has = portable_has(&line, digest, hashes, distinct);
                    assert_eq!(avx2.contains(&line, digest), has, "{digest:?}");
                    let mut filled = line;
                    assert_eq!(avx2.insert(&mut filled, digest), !has);
                    if let Some(hand) = avx512 {
                        assert_eq!(hand.contains(&line, digest), has, "{digest:?}");
                        let mut same = line;
                        assert_eq!(hand.insert(&mut same, digest), !has);
                        assert_eq!(same, filled);
                    }
                    let both: Vec<u64> = line.iter().zip(mask).map(|(a, b)| a | b).collect();
                    assert_eq!(filled[..], both[..]);
                    yes += u32::from(has);
                    no += u32::from(!has);
                }
            }
        }
        assert!(repeated > 1_000 && yes > 1_000 && no > 1_000, "{repeated} {yes} {no}");
    }
}

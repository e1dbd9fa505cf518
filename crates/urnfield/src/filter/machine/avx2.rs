//! Positions of a line eight at a time, by AVX2. It gives what the portable code gives, bit for bit.

use crate::filter::bits::Bits;
use crate::filter::digest::Digest;
use crate::filter::flags::Flags;
use crate::filter::line::rule::{self, IN_A_WORD, LineWords, completed};
use crate::filter::line::{Lines, ReadLines};
use std::arch::x86_64::*;

/// That this machine has AVX2 (and counts bits): only detection makes one.
#[derive(Clone, Copy, Debug)]
pub(in crate::filter) struct Avx2(());

/// Which position of its word a lane has; the last one has none.
const ORDER: [i32; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

impl Avx2 {
    pub(in crate::filter) fn detected() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        (found && !cfg!(miri)).then_some(Avx2(()))
    }

    /// The bits of an item within its line.
    #[inline]
    pub(in crate::filter) fn mask(self, digest: Digest, hashes: u32, distinct: bool) -> LineWords {
        // SAFETY: there is an `Avx2` only where the machine has it; so in all functions here.
        unsafe { mask(digest, hashes, distinct) }
    }

    /// Sets the bits of an item in its line; true if some of them were new.
    #[inline]
    pub(in crate::filter) fn insert(
        self,
        line: &mut LineWords,
        digest: Digest,
        hashes: u32,
        distinct: bool,
    ) -> bool {
        // SAFETY: as in `mask`.
        unsafe { insert(line, digest, hashes, distinct) }
    }

    /// Whether a line has an item.
    #[inline]
    pub(in crate::filter) fn has(
        self,
        line: &LineWords,
        digest: Digest,
        hashes: u32,
        distinct: bool,
    ) -> bool {
        // SAFETY: as in `mask`.
        unsafe { has(line, digest, Wanted::of(hashes), distinct) }
    }

    /// Inserts many items.
    pub(in crate::filter) fn put_each(
        self,
        lines: &Lines,
        bits: &mut Bits,
        count: usize,
        digest: impl Fn(usize) -> Digest,
        see: impl FnMut(usize, bool),
    ) {
        // SAFETY: as in `mask`.
        unsafe { put_each(lines, bits, count, digest, see) }
    }

    /// Whether each of many items may have been inserted.
    pub(in crate::filter) fn contains_each<B: ReadLines>(
        self,
        lines: &Lines,
        bits: &B,
        count: usize,
        digest: impl Fn(usize) -> Digest,
    ) -> Flags {
        // SAFETY: as in `mask`.
        unsafe { contains_each(lines, bits, count, digest) }
    }
}

#[target_feature(enable = "avx2,popcnt")]
fn put_each(
    lines: &Lines,
    bits: &mut Bits,
    count: usize,
    digest: impl Fn(usize) -> Digest,
    see: impl FnMut(usize, bool),
) {
    let (hashes, distinct) = lines.hashes();
    lines.put_each_by(bits, count, digest, see, |line, digest| {
        insert(line, digest, hashes, distinct)
    });
}

#[target_feature(enable = "avx2,popcnt")]
fn contains_each<B: ReadLines>(
    lines: &Lines,
    bits: &B,
    count: usize,
    digest: impl Fn(usize) -> Digest,
) -> Flags {
    let (hashes, distinct) = lines.hashes();
    let wanted = Wanted::of(hashes);
    match (hashes > IN_A_WORD, distinct) {
        (false, false) => lines.contains_each_by(bits, count, digest, |line, digest| {
            has_drawn::<false>(line, digest, wanted)
        }),
        (true, false) => lines.contains_each_by(bits, count, digest, |line, digest| {
            has_drawn::<true>(line, digest, wanted)
        }),
        (_, true) => lines
            .contains_each_by(bits, count, digest, |line, digest| has(line, digest, wanted, true)),
    }
}

/// Which lanes of both words have a position that is wanted: all ones where they have.
#[derive(Clone, Copy)]
struct Wanted {
    hashes: u32,
    first: __m256i,
    second: __m256i,
}

impl Wanted {
    #[inline]
    #[target_feature(enable = "avx2,popcnt")]
    fn of(hashes: u32) -> Wanted {
        let first = hashes.min(IN_A_WORD) as i32;
        let lanes = |below: i32| _mm256_cmpgt_epi32(_mm256_set1_epi32(below), order());
        Wanted { hashes, first: lanes(first), second: lanes(hashes as i32 - first) }
    }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn order() -> __m256i {
    let [a, b, c, d, e, f, g, h] = ORDER;
    _mm256_setr_epi32(a, b, c, d, e, f, g, h)
}

/// The seven positions of a word in the lowest nine bits of seven lanes; noise above, and in the eighth.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn positions(word: u64) -> __m256i {
    let word = _mm256_set1_epi64x(word as i64);
    let low = _mm256_srlv_epi64(word, _mm256_setr_epi64x(55, 46, 37, 28));
    let high = _mm256_srlv_epi64(word, _mm256_setr_epi64x(19, 10, 1, 0));
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high))
}

/// Whether the wanted ones of eight positions are set.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn all_set(line: (__m256i, __m256i), positions: __m256i, wanted: __m256i) -> bool {
    // A position is four bits of a 32-bit word's number, and five of a bit's. Permutations look at
    // three bits of the number, and the fourth chooses between the halves of the line.
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
    _mm256_testc_si256(found, _mm256_srli_epi32::<31>(wanted)) == 1
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn loaded(line: &LineWords) -> (__m256i, __m256i) {
    let at = line.as_ptr();
    // SAFETY: a line has eight words, of which four are 32 bytes; no alignment is asked for.
    unsafe { (_mm256_loadu_si256(at.cast()), _mm256_loadu_si256(at.add(4).cast())) }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn stored(line: &mut LineWords, (low, high): (__m256i, __m256i)) {
    let at = line.as_mut_ptr();
    // SAFETY: as in `loaded`.
    unsafe {
        _mm256_storeu_si256(at.cast(), low);
        _mm256_storeu_si256(at.add(4).cast(), high);
    }
}

/// Whether a line has the draws of an item.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn has_drawn<const TWO: bool>(line: &LineWords, digest: Digest, wanted: Wanted) -> bool {
    let line = loaded(line);
    let (first, second) = rule::words(digest);
    // Both are looked up before the one branch, which no predictor can know.
    let one = all_set(line, positions(first), wanted.first);
    if TWO { one & all_set(line, positions(second), wanted.second) } else { one }
}

/// Whether a line has an item.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn has(line: &LineWords, digest: Digest, wanted: Wanted, distinct: bool) -> bool {
    let all = match wanted.hashes > IN_A_WORD {
        true => has_drawn::<true>(line, digest, wanted),
        false => has_drawn::<false>(line, digest, wanted),
    };
    all && (!distinct || differ(digest, wanted) || has_replaced(line, digest, wanted.hashes))
}

/// Whether the draws of an item all differ.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn differ(digest: Digest, wanted: Wanted) -> bool {
    let (first, second) = rule::words(digest);
    let few = |word: u64, wanted: __m256i, other: i32| {
        let nine = _mm256_and_si256(positions(word), _mm256_set1_epi32(511));
        // What is not wanted differs from everything.
        let odd = _mm256_add_epi32(order(), _mm256_set1_epi32(other));
        _mm256_blendv_epi8(odd, nine, wanted)
    };
    let first = few(first, wanted.first, 1 << 10);
    let mut equal = within(first);
    if wanted.hashes > IN_A_WORD {
        let second = few(second, wanted.second, 1 << 11);
        equal = _mm256_or_si256(equal, within(second));
        let mut turned = second;
        for _ in 0..8 {
            equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(first, turned));
            turned = turn(turned);
        }
    }
    _mm256_testz_si256(equal, equal) == 1
}

/// Every lane to the next place.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn turn(lanes: __m256i) -> __m256i {
    _mm256_permutevar8x32_epi32(lanes, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0))
}

/// Lanes that are equal to another one: four turns show every pair.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn within(lanes: __m256i) -> __m256i {
    let mut turned = lanes;
    let mut equal = _mm256_setzero_si256();
    for _ in 0..4 {
        turned = turn(turned);
        equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(lanes, turned));
    }
    equal
}

/// The bits of the draws of an item. A shift by 64 or more leaves nothing, so of all words of the line
/// only that of a position gets a bit.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn drawn(digest: Digest, hashes: u32) -> (__m256i, __m256i) {
    let (first, second) = rule::words(digest);
    let one = _mm256_set1_epi64x(1);
    let (low_words, high_words) =
        (_mm256_setr_epi64x(0, 64, 128, 192), _mm256_setr_epi64x(256, 320, 384, 448));
    let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    macro_rules! put {
        ($word:expr, $left:expr, $($shift:literal)*) => {
            let word = _mm256_set1_epi64x($word as i64);
            let mut left: u32 = $left;
            'all: {
                $(
                    if left == 0 {
                        break 'all;
                    }
                    left -= 1;
                    let p = _mm256_and_si256(
                        _mm256_srli_epi64::<$shift>(word),
                        _mm256_set1_epi64x(511),
                    );
                    let bit = _mm256_sllv_epi64(one, _mm256_sub_epi64(p, low_words));
                    low = _mm256_or_si256(low, bit);
                    let bit = _mm256_sllv_epi64(one, _mm256_sub_epi64(p, high_words));
                    high = _mm256_or_si256(high, bit);
                )*
                let _ = left;
            }
        };
    }
    put!(first, hashes.min(IN_A_WORD), 55 46 37 28 19 10 1);
    put!(second, hashes.saturating_sub(IN_A_WORD), 55 46 37 28 19 10 1);
    (low, high)
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn mask(digest: Digest, hashes: u32, distinct: bool) -> LineWords {
    let mut mask = [0; 8];
    stored(&mut mask, drawn(digest, hashes));
    match distinct && rule::ones(&mask) < hashes {
        true => completed(mask, digest, hashes),
        false => mask,
    }
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn insert(line: &mut LineWords, digest: Digest, hashes: u32, distinct: bool) -> bool {
    let bits = match distinct {
        true => loaded(&mask(digest, hashes, true)),
        false => drawn(digest, hashes),
    };
    let before = loaded(line);
    let both = (_mm256_or_si256(before.0, bits.0), _mm256_or_si256(before.1, bits.1));
    stored(line, both);
    let old = _mm256_testc_si256(before.0, bits.0) & _mm256_testc_si256(before.1, bits.1);
    old == 0
}

/// Whether a line has the bits of a classic item of which some draws are equal.
#[cold]
#[target_feature(enable = "avx2,popcnt")]
fn has_replaced(line: &LineWords, digest: Digest, hashes: u32) -> bool {
    let mask = mask(digest, hashes, true);
    line.iter().zip(mask).all(|(word, bits)| bits & !word == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::line::{portable_has, portable_mask};

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
            let (low, high) = (word(), word());
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
        let Some(avx2) = Avx2::detected() else { return };
        let (mut repeated, mut yes, mut no) = (0, 0, 0);
        for (i, digest) in digests().enumerate() {
            let hashes = 1 + i as u32 % 14;
            for distinct in [false, true] {
                let mask = portable_mask(digest, hashes, distinct);
                assert_eq!(avx2.mask(digest, hashes, distinct), mask, "{digest:?} {hashes}");
                repeated += u32::from(!distinct && rule::ones(&mask) < hashes);
                // Lines with the item, without one of its bits, and nearly full.
                let mut lines = [[0; 8], mask, [u64::MAX; 8], mask.map(|word| word | word << 1)];
                let p = (digest.low % 512) as usize;
                lines[2][p / 64] &= !(1 << (p % 64));
                lines[3][p / 64] &= !mask[p / 64];
                for line in lines {
                    let has = portable_has(&line, digest, hashes, distinct);
                    assert_eq!(avx2.has(&line, digest, hashes, distinct), has, "{digest:?}");
                    let mut filled = line;
                    assert_eq!(avx2.insert(&mut filled, digest, hashes, distinct), !has);
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

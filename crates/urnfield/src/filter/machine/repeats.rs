//! Whether draws of a classic item may repeat one another, found without their positions: eight
//! draws in a register, compared with all turns of the others.
//!
//! Equal positions ⌊x·m/2^64⌋ = ⌊x'·m/2^64⌋ have |x − x'| < 2^64/m ≤ 2^(64−g) where 2^g ≤ m, so the
//! top g bits of x and x' differ by one at most. The top sixteen bits, or g where that is fewer,
//! are compared: three in 2^16 pairs raise a false alarm, after which positions are compared
//! exactly.
//!
//! The pairs grow with the square of the draws: of more than twenty, a register of AVX-512 takes 32
//! where it is there.

use crate::filter::hash::digest::Digest;
use crate::filter::probe::anywhere::ProbeWords;

/// What is compared, for so many draws of m bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeats {
    /// Draws in fours: a word has two, and is used up.
    fours: u32,
    /// Bits that a half word's top sixteen have too many.
    shift: u32,
    /// Only where the machine has AVX-512, and there are so many draws that it pays.
    by_avx512: bool,
}

/// No more draws are compared so.
pub(crate) const MOST_COMPARED: u64 = 40;

impl Repeats {
    /// Returns the comparison for at most [`MOST_COMPARED`] draws.
    pub(crate) fn among(hashes: u64, m: u64) -> Repeats {
        debug_assert!(0 < hashes && hashes <= MOST_COMPARED && m > 0);
        let fours = hashes.div_ceil(4) as u32;
        Repeats { fours, shift: 16 - m.ilog2().min(16), by_avx512: fours > 5 && has_avx512() }
    }

    /// False: the draws of this digest all differ. True: perhaps not. A call, so that the loops of
    /// its callers keep their registers.
    #[inline(never)]
    pub(crate) fn may_be(self, digest: Digest) -> bool {
        if self.by_avx512 {
            return self.found_widely(digest);
        }
        match self.fours {
            1 => found::<0, true>(digest, self.shift),
            2 => found::<1, false>(digest, self.shift),
            3 => found::<1, true>(digest, self.shift),
            4 => found::<2, false>(digest, self.shift),
            5 => found::<2, true>(digest, self.shift),
            6 => found::<3, false>(digest, self.shift),
            7 => found::<3, true>(digest, self.shift),
            8 => found::<4, false>(digest, self.shift),
            9 => found::<4, true>(digest, self.shift),
            _ => found::<5, false>(digest, self.shift),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn found_widely(self, digest: Digest) -> bool {
        if self.fours > 8 {
            // SAFETY: as above.
            unsafe { found_by_avx512::<true>(digest, self.shift) }
        } else {
            // SAFETY: the machine has it.
            unsafe { found_by_avx512::<false>(digest, self.shift) }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn found_widely(self, digest: Digest) -> bool {
        found_anywhere(digest, if self.fours > 8 { 40 } else { 32 }, self.shift)
    }
}

/// `EIGHTS` registers of eight draws, and four more draws where `HALF` says so.
#[cfg(target_arch = "x86_64")]
#[inline]
fn found<const EIGHTS: usize, const HALF: bool>(digest: Digest, shift: u32) -> bool {
    use std::arch::x86_64::*;
    const TURN: i32 = 0b00_11_10_01;
    // SAFETY: every x86-64 has SSE2, and nothing here touches memory.
    unsafe {
        let mut words = ProbeWords::of(digest);
        let mut four = || {
            let first = words.step() as i64;
            let second = words.step() as i64;
            let both = _mm_unpacklo_epi64(_mm_cvtsi64_si128(first), _mm_cvtsi64_si128(second));
            // Sign-extended, so that packing keeps all sixteen bits.
            _mm_srai_epi32::<16>(both)
        };
        let shift = _mm_cvtsi32_si128(shift as i32);
        let mut tops = [_mm_setzero_si128(); EIGHTS];
        for eight in &mut tops {
            *eight = _mm_srl_epi16(_mm_packs_epi32(four(), four()), shift);
        }
        // x − y + 1 is 0, 1 or 2 where two are close; from the least number on, the least is kept.
        let start = _mm_set1_epi16(i16::MIN + 1);
        let mut least = _mm_set1_epi16(i16::MAX);
        let mut see = |ours: __m128i, theirs: __m128i| {
            least = _mm_min_epi16(least, _mm_sub_epi16(ours, theirs));
        };
        let turned = |eight| _mm_or_si128(_mm_srli_si128::<2>(eight), _mm_slli_si128::<14>(eight));
        for (i, eight) in tops.iter().enumerate() {
            let ours = _mm_add_epi16(*eight, start);
            for theirs in &tops[..i] {
                for theirs in [*theirs, turned(*theirs)] {
                    see(ours, theirs);
                    see(ours, _mm_shuffle_epi32::<TURN>(theirs));
                    see(ours, _mm_shuffle_epi32::<0b01_00_11_10>(theirs));
                    see(ours, _mm_shuffle_epi32::<0b10_01_00_11>(theirs));
                }
            }
            // Turns by one to four places show every pair.
            let odd = turned(*eight);
            see(ours, odd);
            see(ours, _mm_shuffle_epi32::<TURN>(odd));
            see(ours, _mm_shuffle_epi32::<TURN>(*eight));
            see(ours, _mm_shuffle_epi32::<0b01_00_11_10>(*eight));
        }
        if HALF {
            // Four draws, twice: as many turns as there are draws.
            let four = four();
            let twice = _mm_srl_epi16(_mm_packs_epi32(four, four), shift);
            let odd = turned(twice);
            let turns =
                [twice, odd, _mm_shuffle_epi32::<TURN>(twice), _mm_shuffle_epi32::<TURN>(odd)];
            for eight in &tops {
                let ours = _mm_add_epi16(*eight, start);
                turns.iter().for_each(|theirs| see(ours, *theirs));
            }
            let ours = _mm_add_epi16(twice, start);
            see(ours, turns[1]);
            see(ours, turns[2]);
        }
        let close = _mm_cmplt_epi16(least, _mm_set1_epi16(i16::MIN + 3));
        _mm_movemask_epi8(close) != 0
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    super::width::Width::widest() == super::width::Width::Avx512
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

/// The lanes of a register, all of them so many places on.
#[cfg(target_arch = "x86_64")]
static TURNS: [[u16; 32]; 16] = {
    let (mut turns, mut at) = ([[0; 32]; 16], 0);
    while at < 16 * 32 {
        turns[at / 32][at % 32] = ((at % 32 + at / 32 + 1) % 32) as u16;
        at += 1;
    }
    turns
};

/// 32 draws, and eight more where `MORE` says so.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn found_by_avx512<const MORE: bool>(digest: Digest, shift: u32) -> bool {
    use std::arch::x86_64::*;
    let mut words = ProbeWords::of(digest);
    let mut four = || {
        let first = words.step() as i64;
        let second = words.step() as i64;
        _mm_unpacklo_epi64(_mm_cvtsi64_si128(first), _mm_cvtsi64_si128(second))
    };
    let mut sixteen = || {
        let all = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(four()), four());
        let all = _mm512_inserti32x4::<2>(all, four());
        // Sign-extended, so that packing keeps all sixteen bits.
        _mm512_srai_epi32::<16>(_mm512_inserti32x4::<3>(all, four()))
    };
    let shift = _mm_cvtsi32_si128(shift as i32);
    let tops = _mm512_srl_epi16(_mm512_packs_epi32(sixteen(), sixteen()), shift);
    // x − y + 1 is 0, 1 or 2 where two are close; from the least number on, the least is kept.
    let start = _mm512_set1_epi16(i16::MIN + 1);
    let ours = _mm512_add_epi16(tops, start);
    // Two of them, so that they need not wait for one another.
    let mut least = [_mm512_set1_epi16(i16::MAX); 2];
    for (i, turn) in TURNS.iter().enumerate() {
        // SAFETY: 32 numbers of sixteen bits are 64 bytes.
        let turn = unsafe { _mm512_loadu_si512(turn.as_ptr().cast()) };
        let apart = _mm512_sub_epi16(ours, _mm512_permutexvar_epi16(turn, tops));
        least[i % 2] = _mm512_min_epi16(least[i % 2], apart);
    }
    if MORE {
        let eight = _mm_packs_epi32(_mm_srai_epi32::<16>(four()), _mm_srai_epi32::<16>(four()));
        // Four times, so that a turn within each fourth is one of eight places.
        let eight = _mm512_broadcast_i32x4(_mm_srl_epi16(eight, shift));
        let more = _mm512_add_epi16(eight, start);
        let mut see = |ours, theirs| {
            least[0] = _mm512_min_epi16(least[0], _mm512_sub_epi16(ours, theirs));
        };
        see(ours, eight);
        macro_rules! turned {
            ($($bytes:literal)*) => {$(
                let turned = _mm512_alignr_epi8::<$bytes>(eight, eight);
                see(ours, turned);
                see(more, turned);
            )*};
        }
        turned!(2 4 6 8 10 12 14);
    }
    let least = _mm512_min_epi16(least[0], least[1]);
    _mm512_cmplt_epi16_mask(least, _mm512_set1_epi16(i16::MIN + 3)) != 0
}

/// Returns whether some of so many draws may be equal, by portable code.
#[cfg(any(not(target_arch = "x86_64"), test))]
fn found_anywhere(digest: Digest, draws: usize, shift: u32) -> bool {
    let mut words = ProbeWords::of(digest);
    let mut tops = [0_u16; MOST_COMPARED as usize];
    for two in tops[..draws].chunks_exact_mut(2) {
        let word = words.step();
        two[0] = (word >> 48 >> shift) as u16;
        two[1] = ((word >> 16 & 0xffff) >> shift) as u16;
    }
    let mut close = false;
    for (i, ours) in tops[..draws].iter().enumerate() {
        for theirs in &tops[..i] {
            close |= ours.wrapping_sub(*theirs).wrapping_add(1) <= 2;
        }
    }
    close
}

#[cfg(not(target_arch = "x86_64"))]
fn found<const EIGHTS: usize, const HALF: bool>(digest: Digest, shift: u32) -> bool {
    found_anywhere(digest, 8 * EIGHTS + 4 * usize::from(HALF), shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::probe::anywhere::place;
    use crate::filter::probe::kernel::each_draw;

    /// No repetition is overlooked, both ways agree, and alarms are rare where m is large.
    #[test]
    fn repetitions_raise_an_alarm() {
        let (mut repeated, mut alarms, mut asked) = (0, 0, 0);
        let mut state = 1_u64;
        let mut word = || {
            state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x9e37_79b9_7f4a_7c15);
            (state ^ state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        for turn in 0..if cfg!(miri) { 200 } else { 60_000_u64 } {
            let low = word();
            let high = word();
            // A third of them with halves that are equal, or just beside one another.
            let low = match turn % 3 {
                0 => low,
                1 => low >> 32 << 32 | low >> 32,
                _ => low >> 32 << 32 | ((low >> 32).wrapping_add(word() >> 44) & 0xffff_ffff),
            };
            let digest = Digest { low, high };
            let hashes = 1 + turn % MOST_COMPARED;
            for m in [1, 2, 100, 4_095, 65_535, 65_536, 65_537, 100_003, 1 << 31, (1 << 40) - 1] {
                let mut positions = Vec::new();
                each_draw(digest, hashes, |x| positions.push(place(x, m)));
                positions.sort_unstable();
                let repeated_here = positions.windows(2).any(|two| two[0] == two[1]);
                let repeats = Repeats::among(hashes, m);
                let alarm = repeats.may_be(digest);
                for by_avx512 in [repeats.by_avx512, false] {
                    let draws = if by_avx512 {
                        32 + 8 * usize::from(repeats.fours > 8)
                    } else {
                        4 * repeats.fours as usize
                    };
                    assert_eq!(
                        Repeats { by_avx512, ..repeats }.may_be(digest),
                        found_anywhere(digest, draws, repeats.shift),
                        "{m} {hashes} {by_avx512}"
                    );
                }
                assert!(alarm || !repeated_here, "m = {m}, {hashes} draws of {digest:?}");
                repeated += u32::from(repeated_here && m > 60_000);
                let large = turn % 3 == 0 && m > 1 << 30;
                (asked, alarms) = (asked + u32::from(large), alarms + u32::from(large && alarm));
            }
        }
        assert!(repeated > 10, "draws that repeat were tried: {repeated}");
        // At most 780 pairs, each with three chances in 2^16, a third of that on average.
        assert!(100 * alarms < 3 * asked, "{alarms} alarms of {asked}");
    }
}

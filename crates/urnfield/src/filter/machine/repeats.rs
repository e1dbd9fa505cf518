//! Whether draws of a classic item may repeat one another, found without their positions: eight draws in
//! a register, compared with all turns of the others.
//!
//! Equal positions ⌊x·m/2^64⌋ = ⌊x'·m/2^64⌋ have |x − x'| < 2^64/m ≤ 2^(64−g) where 2^g ≤ m, so the top g
//! bits of x and x' differ by one at most. The top sixteen bits, or g where that is fewer, are compared:
//! three in 2^16 pairs raise a false alarm, after which positions are compared exactly.

use crate::filter::digest::Digest;
use crate::filter::probe::ProbeWords;

/// What is compared, for so many draws of m bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::filter) struct Repeats {
    /// Draws in fours: a word has two, and is used up.
    fours: u32,
    /// Bits that a half word's top sixteen have too many.
    shift: u32,
}

/// No more draws are compared so.
pub(in crate::filter) const MOST_COMPARED: u64 = 40;

impl Repeats {
    /// Of at most [`MOST_COMPARED`] draws.
    pub(in crate::filter) fn among(hashes: u64, m: u64) -> Repeats {
        debug_assert!(0 < hashes && hashes <= MOST_COMPARED && m > 0);
        Repeats { fours: hashes.div_ceil(4) as u32, shift: 16 - m.ilog2().min(16) }
    }

    /// False: the draws of this digest all differ. True: perhaps not. A call, so that the loops of its
    /// callers keep their registers.
    #[inline(never)]
    pub(in crate::filter) fn may_be(self, digest: Digest) -> bool {
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
            let (first, second) = (words.step() as i64, words.step() as i64);
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

/// The same on any machine.
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
    use crate::filter::kernel::each_draw;
    use crate::filter::probe::place;

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
            let (low, high) = (word(), word());
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
                let repeats = positions.windows(2).any(|two| two[0] == two[1]);
                let Repeats { fours, shift } = Repeats::among(hashes, m);
                let alarm = Repeats::among(hashes, m).may_be(digest);
                assert_eq!(
                    alarm,
                    found_anywhere(digest, 4 * fours as usize, shift),
                    "{m} {hashes}"
                );
                assert!(alarm || !repeats, "m = {m}, {hashes} draws of {digest:?}");
                repeated += u32::from(repeats && m > 60_000);
                let large = turn % 3 == 0 && m > 1 << 30;
                (asked, alarms) = (asked + u32::from(large), alarms + u32::from(large && alarm));
            }
        }
        assert!(repeated > 10, "draws that repeat were tried: {repeated}");
        // At most 780 pairs, each with three chances in 2^16, a third of that on average.
        assert!(100 * alarms < 3 * asked, "{alarms} alarms of {asked}");
    }
}

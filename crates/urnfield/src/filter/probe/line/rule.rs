//! Probe rule 2: 128 bits to k positions of one line. Frozen; `docs/reference/format.md` states it
//! to the bit.
//!
//! The line is hi(h1, b), as positions of rule 1 are. Within it a position is nine bits:
//!
//! ```text
//! y_1 = h2,  y_2 = h1·0x9e3779b97f4a7c15
//! p_j = the top nine bits of y_{1 + ⌊j/7⌋}·2^(9·(j mod 7))   mod 2^64,   j = 0, …, k−1
//! ```
//!
//! The line takes the top bits of h1 only, and h2 is independent of it, so the first seven
//! positions are exactly even and independent. The others come from the *low* bits of h1, brought
//! to the top by a multiplication: words that carry the line's bits along would give the items of
//! one line the same positions.
//!
//! The standard kind takes these k. The classic kind takes the different ones among them, and then
//! the top nine bits of z_1, z_2, … that are not there yet, until there are k: z_0 = h1, z_{e+1} =
//! z_e·0xd1342543de82ef95 + (h2 | 1). That sequence has a full period, so it ends.

use crate::design::blocked::Blocked;
use crate::filter::hash::digest::Digest;
use crate::filter::probe::anywhere::place;

/// Bits up to which a filter's lines are not requested ahead.
const NEAR: u64 = 1 << 21;

/// How many lines a filter has, which is all that finding the line of an item takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCount(pub(crate) u64);

impl LineCount {
    /// Returns the line of an item.
    #[inline(always)]
    pub(crate) fn line_of(self, digest: Digest) -> usize {
        // Below the number of lines, which are in memory.
        place(digest.low, self.0) as usize
    }

    /// Returns whether lines are worth requesting.
    pub(crate) fn far(self) -> bool {
        self.0 * Blocked::LINE > NEAR
    }
}

/// The words of a line.
pub(crate) type LineWords = [u64; 8];

/// Positions that one word of a digest has.
pub(crate) const IN_A_WORD: u32 = 7;

/// No more positions than two words have; with more, a line wastes a quarter of its memory anyway.
pub(crate) const MOST_HASHES: u64 = 14;

/// The two words of positions.
#[inline(always)]
pub(crate) fn words(digest: Digest) -> (u64, u64) {
    (digest.high, digest.low.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// p_j.
#[inline(always)]
fn position((first, second): (u64, u64), j: u32) -> u64 {
    let word = if j < IN_A_WORD { first } else { second };
    word << (9 * (j % IN_A_WORD)) >> 55
}

/// p_0, …, p_{k−1}.
#[inline(always)]
pub(crate) fn draws(digest: Digest, hashes: u32) -> impl Iterator<Item = u64> {
    let words = words(digest);
    (0..hashes).map(move |j| position(words, j))
}

/// Returns the positions that replace repetitions, without end.
fn replacements(digest: Digest) -> impl Iterator<Item = u64> {
    let step = digest.high | 1;
    let next = move |z: u64| z.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(step);
    std::iter::successors(Some(next(digest.low)), move |z| Some(next(*z))).map(|z| z >> 55)
}

/// The bits of the first k draws.
#[inline(always)]
pub(crate) fn drawn(digest: Digest, hashes: u32) -> LineWords {
    let mut mask = [0; 8];
    draws(digest, hashes).for_each(|p| mask[(p >> 6) as usize] |= 1 << (p & 63));
    mask
}

/// Returns how many bits of a line are set.
#[inline(always)]
pub(crate) fn ones(line: &LineWords) -> u32 {
    line.iter().map(|word| word.count_ones()).sum()
}

/// The bits of a classic item, given those of its draws: replacements until there are k.
#[cold]
fn completed(mut mask: LineWords, digest: Digest, hashes: u32) -> LineWords {
    let mut more = replacements(digest);
    while ones(&mask) < hashes {
        let p = more.next().expect("they never end");
        mask[(p >> 6) as usize] |= 1 << (p & 63);
    }
    mask
}

/// Returns the bits of an item, given those of its draws: where they have to be distinct and are
/// too few, replacements complete them.
#[inline(always)]
pub(crate) fn whole(mask: LineWords, digest: Digest, hashes: u32, distinct: bool) -> LineWords {
    let repeated = distinct && ones(&mask) < hashes;
    if repeated { completed(mask, digest, hashes) } else { mask }
}

/// The positions within the line, in the order of the rule.
pub(crate) fn listed(digest: Digest, hashes: u32, distinct: bool) -> Vec<u64> {
    if !distinct {
        return draws(digest, hashes).collect();
    }
    let mut found = Vec::with_capacity(hashes as usize);
    for p in draws(digest, hashes).chain(replacements(digest)) {
        if found.len() == hashes as usize {
            break;
        }
        if !found.contains(&p) {
            found.push(p);
        }
    }
    found
}

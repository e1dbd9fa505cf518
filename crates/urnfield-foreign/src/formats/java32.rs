//! The probe loop with wrapping 32-bit words: Spark V1, Guava's older strategy, ORC.

use crate::Law;

/// Double hashing in 32-bit words that wrap; a negative word is complemented.
pub(super) const LAW: Law = Law::Wrapped("double hashing in wrapping 32-bit words");

/// Visits `h1 + i·h2` for i = 1 … k in signed 32-bit words, complemented if negative, modulo
/// `bits`. h1 is the low half of the word, h2 the high half.
pub(super) fn probe(word: u64, hashes: u32, bits: u64, visit: &mut dyn FnMut(u64) -> bool) -> bool {
    let (first, step) = (word as u32 as i32, (word >> 32) as u32 as i32);
    let mut combined = first;
    for _ in 0..hashes {
        combined = combined.wrapping_add(step);
        let place = if combined < 0 { !combined } else { combined };
        if !visit(place as u64 % bits) {
            return false;
        }
    }
    true
}

/// The size that Spark and Guava compute: `(long) (-n ln p / (ln 2)^2)` bits.
pub(super) fn bits(items: u64, rate: f64) -> u64 {
    (-(items as f64) * rate.ln() / (2_f64.ln() * 2_f64.ln())) as u64
}

/// The hashes that Spark and Guava compute: `max(1, round(m / n ln 2))`.
pub(super) fn hashes(items: u64, bits: u64) -> u32 {
    let best = (bits as f64 / items.max(1) as f64 * 2_f64.ln() + 0.5).floor();
    (best as u32).max(1)
}

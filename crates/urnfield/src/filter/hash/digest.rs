//! An item's 128 bits, and XXH3 of eight bytes.
//!
//! Both digests are published and frozen, with implementations in every language: XXH3-128 with
//! a seed (digest 1), and SipHash-2-4-128 with a secret key (digest 2) for filters whose items
//! an adversary may choose. A digest has 128 bits because with 64 no rate goes below
//! items / 2^64.

/// An item's 128 bits: computed once, it can be shown to many filters of the same seed or key.
///
/// ```
/// use urnfield::{Design, Filter, Kind};
/// let small = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// let mut large = Filter::new(Design::new(Kind::Classic, 9_000, 5)?, 0)?;
/// let digest = small.digest("urn");
/// large.insert_digest(digest);
/// assert!(large.contains("urn") && !small.contains_digest(digest));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest {
    /// h1 of the format: the low 64 bits of XXH3-128, or the first word of SipHash.
    pub low: u64,
    /// h2 of the format: the high 64 bits.
    pub high: u64,
}

/// What XXH3 multiplies an input of eight bytes by.
pub(crate) const EIGHT_BYTES_FACTOR: u64 = 0x9e37_79b1_85eb_caa7;

/// XXH3-128 of eight bytes, as published, written out: injective in `item`.
#[inline(always)]
pub(crate) fn eight_bytes(item: u64, flip: u64) -> Digest {
    let product = u128::from(item ^ flip) * u128::from(EIGHT_BYTES_FACTOR);
    finish_eight_bytes(product as u64, (product >> 64) as u64)
}

/// The rest of it, from both words of the product on.
#[inline(always)]
pub(crate) fn finish_eight_bytes(mut low: u64, most: u64) -> Digest {
    let mut high = most.wrapping_add(low << 1);
    low ^= high >> 3;
    low = (low ^ (low >> 35)).wrapping_mul(0x9fb2_1c65_1e98_df25);
    low ^= low >> 28;
    high = (high ^ (high >> 37)).wrapping_mul(0x1656_6791_9e37_79f9);
    high ^= high >> 32;
    Digest { low, high }
}

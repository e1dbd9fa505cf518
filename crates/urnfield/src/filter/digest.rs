//! Bytes and a seed, or bytes and a secret key, to 128 bits.
//!
//! Both digests are published and frozen, with implementations in every language: XXH3-128 with
//! a seed (digest 1), and SipHash-2-4-128 with a secret key (digest 2) for filters whose items
//! an adversary may choose. 128 bits, because with 64 no rate goes below items / 2^64.

use siphasher::sip128::{Hasher128, SipHasher24};
use std::fmt;
use std::hash::Hasher;
use xxhash_rust::xxh3::xxh3_128_with_seed;

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

/// A secret key of the keyed digest. Never stored, never shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 16]);

impl Key {
    /// Sixteen secret bytes; take them from the system's random generator.
    pub fn new(bytes: [u8; 16]) -> Key {
        Key(bytes)
    }

    /// Eight bytes that tell keys apart and say nothing else.
    ///
    /// The digest of a fixed text would give away half a digest of an item an adversary can
    /// ask for; the digest of that digest belongs to sixteen bytes nobody knows.
    pub(super) fn check(&self) -> u64 {
        let inner = self.digest(b"urnfield key check 1");
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&inner.low.to_le_bytes());
        bytes[8..].copy_from_slice(&inner.high.to_le_bytes());
        self.digest(&bytes).low
    }

    fn digest(&self, bytes: &[u8]) -> Digest {
        let mut state = SipHasher24::new_with_key(&self.0);
        state.write(bytes);
        let found = state.finish128();
        Digest { low: found.h1, high: found.h2 }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// What turns items into the digests of a filter, without its bits: for threads that hash while
/// another inserts.
///
/// ```
/// use urnfield::{Design, Filter, Kind};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// let digester = filter.digester();
/// let hashing = std::thread::spawn(move || digester.digest("urn"));
/// filter.insert_digest(hashing.join().expect("no panic"));
/// assert!(filter.contains("urn"));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Digester(pub(super) Hashing);

impl Digester {
    /// The digest of an item.
    #[inline]
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.0.digest(item.as_ref())
    }
}

/// How a filter hashes: the digest's number in the format, and its seed or key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hashing {
    /// Digest 1; `flip` is the seed as XXH3 mixes it into eight-byte inputs.
    Seeded { seed: u64, flip: u64 },
    /// Digest 2; `check` stands for the key wherever two filters are compared.
    Keyed { key: Key, check: u64 },
}

impl Hashing {
    pub(super) fn seeded(seed: u64) -> Hashing {
        let low = u64::from((seed as u32).swap_bytes());
        Hashing::Seeded { seed, flip: 0xc4f0_2334_4dc9_94ac_u64.wrapping_add(seed ^ (low << 32)) }
    }

    pub(super) fn keyed(key: Key) -> Hashing {
        Hashing::Keyed { key, check: key.check() }
    }

    /// The digest's number, the seed and the key check: what two filters must share.
    pub(super) fn identity(&self) -> Identity {
        match *self {
            Hashing::Seeded { seed, .. } => Identity { digest: SEEDED, seed, key_check: 0 },
            Hashing::Keyed { check, .. } => Identity { digest: KEYED, seed: 0, key_check: check },
        }
    }

    #[inline]
    pub(super) fn digest(&self, bytes: &[u8]) -> Digest {
        match self {
            Hashing::Seeded { seed, .. } => {
                let whole = xxh3_128_with_seed(bytes, *seed);
                Digest { low: whole as u64, high: (whole >> 64) as u64 }
            }
            Hashing::Keyed { key, .. } => key.digest(bytes),
        }
    }

    /// The digest of the eight little-endian bytes of `item`.
    #[inline]
    pub(super) fn digest_u64(&self, item: u64) -> Digest {
        match self {
            Hashing::Seeded { flip, .. } => eight_bytes(item, *flip),
            Hashing::Keyed { key, .. } => key.digest(&item.to_le_bytes()),
        }
    }
}

/// Digest 1 of the format.
pub(super) const SEEDED: u8 = 1;
/// Digest 2 of the format.
pub(super) const KEYED: u8 = 2;

/// What the format records of a filter's hashing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    pub(super) digest: u8,
    pub(super) seed: u64,
    pub(super) key_check: u64,
}

/// XXH3-128 of eight bytes, as published, written out: injective in `item`.
#[inline(always)]
pub(super) fn eight_bytes(item: u64, flip: u64) -> Digest {
    let product = u128::from(item ^ flip) * 0x9e37_79b1_85eb_caa7_u128;
    let mut low = product as u64;
    let mut high = ((product >> 64) as u64).wrapping_add(low << 1);
    low ^= high >> 3;
    low = (low ^ (low >> 35)).wrapping_mul(0x9fb2_1c65_1e98_df25);
    low ^= low >> 28;
    high = (high ^ (high >> 37)).wrapping_mul(0x1656_6791_9e37_79f9);
    high ^= high >> 32;
    Digest { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_written_out_are_xxh3() {
        let (mut item, mut seed) = (0_u64, 0_u64);
        for _ in 0..200_000 {
            let hashing = Hashing::seeded(seed);
            assert_eq!(
                hashing.digest_u64(item),
                hashing.digest(&item.to_le_bytes()),
                "{item} {seed}"
            );
            item = item.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(3);
        }
    }

    /// The vectors of the SipHash authors' reference: key 00…0f, messages of 0 and 1 byte.
    #[test]
    fn the_keyed_digest_is_siphash_2_4_128() {
        let key = Key::new(std::array::from_fn(|i| i as u8));
        let empty = key.digest(&[]);
        assert_eq!(empty.low.to_le_bytes(), [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6]);
        assert_eq!(empty.high.to_le_bytes(), [0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93]);
        let one = key.digest(&[0]);
        assert_eq!(one.low.to_le_bytes(), [0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44]);
        assert_eq!(one.high.to_le_bytes(), [0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45]);
    }

    #[test]
    fn a_key_is_never_shown() {
        assert_eq!(format!("{:?}", Key::new([7; 16])), "Key(secret)");
    }
}

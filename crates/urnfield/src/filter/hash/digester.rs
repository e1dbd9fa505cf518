//! Items to digests, with a public seed or with a secret key.

use crate::filter::hash::digest::{Digest, eight_bytes};
use crate::filter::hash::key::Key;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// How a filter hashes its items: with a public seed, or with a secret key.
///
/// Wherever a filter is made, a plain number stands for a seed and a [`Key`] for itself. Filters
/// that are to be merged, or asked for the same digests, must hash alike; seed 0 will do unless
/// there is a reason for another one. A key is for items that an adversary may choose: positions
/// cannot be foretold without it. Hashing then costs about five times as much.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::{Hashing, Key}};
/// let design = Design::new(Kind::Standard, 1_000, 7)?;
/// let seeded = Filter::new(design, 0)?;
/// assert_eq!(seeded, Filter::new(design, Hashing::Seed(0))?);
/// let secret = Key::new(*b"sixteen secrets!");
/// assert_ne!(seeded, Filter::new(design, secret)?);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hashing {
    /// XXH3-128 with this seed, which is written into the filter's file.
    Seed(u64),
    /// SipHash-2-4-128 with this key, of which the file holds a check and nothing else.
    Key(Key),
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing::Seed(0)
    }
}

impl From<u64> for Hashing {
    fn from(seed: u64) -> Hashing {
        Hashing::Seed(seed)
    }
}

impl From<Key> for Hashing {
    fn from(key: Key) -> Hashing {
        Hashing::Key(key)
    }
}

impl From<&Key> for Hashing {
    fn from(key: &Key) -> Hashing {
        Hashing::Key(key.clone())
    }
}

/// What may be told of a filter's hashing: filters in which it is the same, and the design is, can
/// be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hashed {
    /// The seed.
    Seed(u64),
    /// Eight bytes that tell secret keys apart, and from which no key follows.
    KeyCheck(u64),
}

impl Hashed {
    pub(crate) fn identity(self) -> Identity {
        match self {
            Hashed::Seed(seed) => Identity { digest: SEEDED, seed, key_check: 0 },
            Hashed::KeyCheck(key_check) => Identity { digest: KEYED, seed: 0, key_check },
        }
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
#[derive(Clone, Debug)]
pub struct Digester(pub(crate) Prepared);

/// A seed or a key with what can be computed of it beforehand.
#[derive(Clone, Debug)]
pub(crate) enum Prepared {
    /// Digest 1; `flip` is the seed as XXH3 mixes it into eight-byte inputs.
    Seed { seed: u64, flip: u64 },
    /// Digest 2; `check` stands for the key wherever two filters are compared.
    Key { key: Key, check: u64 },
}

impl Digester {
    /// The digester of all filters that hash like this.
    pub fn new(hashing: impl Into<Hashing>) -> Digester {
        Digester(match hashing.into() {
            Hashing::Seed(seed) => {
                let low = u64::from((seed as u32).swap_bytes());
                let flip = 0xc4f0_2334_4dc9_94ac_u64.wrapping_add(seed ^ (low << 32));
                Prepared::Seed { seed, flip }
            }
            Hashing::Key(key) => Prepared::Key { check: key.check(), key },
        })
    }

    /// The digest of an item.
    #[inline]
    pub fn digest(&self, item: impl AsRef<[u8]>) -> Digest {
        self.digest_bytes(item.as_ref())
    }

    #[inline]
    pub(crate) fn digest_bytes(&self, bytes: &[u8]) -> Digest {
        match &self.0 {
            Prepared::Seed { seed, .. } => {
                let whole = xxh3_128_with_seed(bytes, *seed);
                Digest { low: whole as u64, high: (whole >> 64) as u64 }
            }
            Prepared::Key { key, .. } => key.digest(bytes),
        }
    }

    /// The digest of the eight little-endian bytes of an integer.
    #[inline]
    pub fn digest_u64(&self, item: u64) -> Digest {
        match &self.0 {
            Prepared::Seed { flip, .. } => eight_bytes(item, *flip),
            Prepared::Key { key, .. } => key.digest(&item.to_le_bytes()),
        }
    }

    /// Returns what may be told of the hashing.
    pub fn hashed(&self) -> Hashed {
        match self.0 {
            Prepared::Seed { seed, .. } => Hashed::Seed(seed),
            Prepared::Key { check, .. } => Hashed::KeyCheck(check),
        }
    }

    /// The digest's number, the seed and the key check: what two filters must share.
    pub(crate) fn identity(&self) -> Identity {
        self.hashed().identity()
    }
}

/// Digest 1 of the format.
pub(crate) const SEEDED: u8 = 1;
/// Digest 2 of the format.
pub(crate) const KEYED: u8 = 2;

/// What the format records of a filter's hashing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    pub(crate) digest: u8,
    pub(crate) seed: u64,
    pub(crate) key_check: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_written_out_are_xxh3() {
        let (mut item, mut seed) = (0_u64, 0_u64);
        for _ in 0..if cfg!(miri) { 200 } else { 200_000 } {
            let digester = Digester::new(seed);
            assert_eq!(
                digester.digest_u64(item),
                digester.digest(item.to_le_bytes()),
                "{item} {seed}"
            );
            item = item.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(3);
        }
    }
}

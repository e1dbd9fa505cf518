//! [`Digest`]: hash functions with long digests, out of which libraries cut words.

use super::sha1::sha1;
use sha2::{Digest as _, Sha256, Sha384, Sha512};
use xxhash_rust::xxh3::xxh3_128;

/// A hash function with a long digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digest {
    /// XXH3 with 128 bits, highest byte first.
    Xxh128,
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl Digest {
    /// Returns the digest of some bytes.
    pub(crate) fn of(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Digest::Xxh128 => xxh3_128(bytes).to_be_bytes().to_vec(),
            Digest::Sha1 => sha1(bytes).to_vec(),
            Digest::Sha256 => Sha256::digest(bytes).to_vec(),
            Digest::Sha384 => Sha384::digest(bytes).to_vec(),
            Digest::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, appendices A to D, the one-block message; and XXH3's own test of the empty text.
    #[test]
    fn digests_have_the_vectors_of_their_standards() {
        let vectors = [
            (Digest::Sha1, "abc", "a9993e364706816a"),
            (Digest::Sha256, "abc", "ba7816bf8f01cfea"),
            (Digest::Sha384, "abc", "cb00753f45a35e8b"),
            (Digest::Sha512, "abc", "ddaf35a193617aba"),
            (Digest::Xxh128, "", "99aa06d3014798d8"),
        ];
        for (digest, text, expected) in vectors {
            let got = digest.of(text.as_bytes());
            let got: String = got[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(got, expected, "{digest:?}");
        }
    }
}

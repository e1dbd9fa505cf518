//! rbloom's `save`: `uint64 hashes | bits`, lowest byte first. The hash function, the rate and the
//! capacity are not stored.

use crate::format::hashes;
use crate::hash::digest::Digest;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};

pub(crate) static FORMAT: Format = Format {
    name: "rbloom",
    library: "rbloom Bloom",
    is_by_content: false,
    read,
    keys: &[KeyForm {
        name: "sha256",
        about: "the first 16 bytes of the SHA-256 of the text as a signed number, which is the \
                hash function of rbloom's documentation without the pickling; the file does not \
                say which hash function was used",
        key: |text| Ok(Key::Bytes(text.to_vec())),
    }],
    writer: None,
    reservation: "",
};

/// rbloom's multiplier.
const FACTOR: u128 = 47_026_247_687_942_121_848_144_207_491_837_418_733;

/// States of a linear congruential generator that starts at a hash of 128 bits.
#[derive(Debug)]
struct Rbloom {
    bits: u64,
    hashes: u32,
}

impl Rule for Rbloom {
    fn words(&self) -> usize {
        2
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut state = u128::from(words[0]) | u128::from(words[1]) << 64;
        (0..self.hashes).all(|_| {
            state = state.wrapping_mul(FACTOR).wrapping_add(1);
            visit((state >> 32) as u64 % self.bits)
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let digest = match key {
            Key::Bytes(bytes) => Digest::Sha256.of(bytes),
            Key::Integer(n) => Digest::Sha256.of(n.to_string().as_bytes()),
        };
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Ok(vec![word(&digest[8..16]), word(&digest[..8])])
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let hashes = hashes(reader.u64_le()?)?;
    let bits = 8 * reader.0.len() as u64;
    let rule = Rbloom { bits, hashes };
    let law = Law::Wrapped("states of a linear congruential generator");
    let bits = Bits::new(reader.0.to_vec(), bits)?;
    Ok(vec![Foreign::plain(FORMAT.name, Layer::new(bits, hashes, rule, law))])
}

//! Bitcoin's `filterload` message, BIP 37: `varint bytes | bits | uint32 hashes | uint32 tweak |
//! uint8 flags`, lowest byte first.

use crate::format::hashes;
use crate::hash::murmur3::x86_32;
use crate::reader::Reader;
use crate::text::{from_hex, trimmed};
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};

pub(crate) static FORMAT: Format = Format {
    name: "bip37",
    library: "Bitcoin BIP 37",
    is_by_content: false,
    read,
    keys: &[
        KeyForm {
            name: "hex",
            about: "the hexadecimal digits of a hash, a key or an outpoint",
            key: |text| from_hex(text).map(Key::Bytes).map_err(|wrong| Refusal::damaged(wrong.why)),
        },
        KeyForm::bytes("bytes"),
    ],
    writer: None,
    reservation: "run against python-bitcoinlib, not against a node",
};

/// The largest filter of the protocol, in bytes, and its most hashes.
const MOST_BYTES: usize = 36_000;
const MOST_HASHES: u32 = 50;

/// MurmurHash3 in 32 bits with one seed for each probe, modulo the bits.
#[derive(Debug)]
struct Bip37 {
    bits: u64,
    hashes: u32,
    tweak: u32,
}

impl Rule for Bip37 {
    fn words(&self) -> usize {
        self.hashes as usize
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        words.iter().all(|word| visit(u64::from(*word as u32) % self.bits))
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let Key::Bytes(bytes) = key else {
            return Err(Refusal::damaged("BIP 37 has keys that are bytes only"));
        };
        let seed = |i: u32| i.wrapping_mul(0xfba4_c795).wrapping_add(self.tweak);
        Ok((0..self.hashes).map(|i| x86_32(bytes, seed(i)).into()).collect())
    }
}

/// Reads the message's payload, or its hexadecimal digits.
fn read(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    match from_hex(trimmed(bytes)) {
        Ok(bytes) => read_binary(&bytes),
        Err(_) => read_binary(bytes),
    }
}

fn read_binary(bytes: &[u8]) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let length = match reader.u8()? {
        0xfd => u64::from(reader.u8()?) | u64::from(reader.u8()?) << 8,
        small @ ..0xfd => small.into(),
        _ => return Err(Refusal::other("a filter of BIP 37 has at most 36000 bytes")),
    };
    let bits = reader.bytes(length)?.to_vec();
    let hashes = hashes(reader.u32_le()?.into())?;
    let tweak = reader.u32_le()?;
    let flags = reader.u8()?;
    reader.rest(0)?;
    if bits.len() > MOST_BYTES || hashes > MOST_HASHES || flags > 2 {
        return Err(Refusal::other("BIP 37 has at most 36000 bytes, 50 hashes, and flags to 2"));
    }
    let len = 8 * length;
    // A power of two divides the words evenly; any other number does not, by very little.
    let law = if len.is_power_of_two() {
        Law::Independent
    } else {
        Law::Wrapped("independent 32-bit words modulo the bits")
    };
    let layer = Layer::new(Bits::new(bits, len)?, hashes, Bip37 { bits: len, hashes, tweak }, law);
    Ok(vec![Foreign { seed: Some(tweak.into()), ..Foreign::plain(FORMAT.name, layer) }])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBERS: [&str; 3] = [
        "99108ad8ed9bb6274d3980bab5a85c048f0950c8",
        "b5a2c786d9ef4658287ced5914b37a1b4aa32eee",
        "b9300670b4c5366e95b2699e8b18bc75e5f729c5",
    ];

    /// Both filters of Bitcoin Core's own test of insertion and serialization, without and with a
    /// tweak; a key that differs in one bit is not in them.
    #[test]
    fn filters_of_bitcoins_own_tests_hold_their_members() {
        let form = FORMAT.keys[0];
        for text in ["03614e9b050000000000000001", "03ce4299050000000100008001\n"] {
            let filter = &read(text.as_bytes()).expect("a filter")[0];
            for member in MEMBERS {
                let key = (form.key)(member.as_bytes()).expect("digits");
                assert_eq!(filter.contains(&key), Ok(true), "{member} in {text}");
            }
            let other = (form.key)(b"19108ad8ed9bb6274d3980bab5a85c048f0950c8").expect("digits");
            assert_eq!(filter.contains(&other), Ok(false), "{text}");
            let mut again = filter.clone();
            again.layers[0].bits = Bits::zero(24).expect("bits");
            for member in MEMBERS {
                again.insert(&(form.key)(member.as_bytes()).expect("digits")).expect("a hash");
            }
            assert_eq!(again.layers[0].bits, filter.layers[0].bits, "{text}");
        }
    }
}

//! SipHash-1-3, and what Rust's `Hash` feeds it.

use crate::Key;
use siphasher::sip::SipHasher13;
use std::hash::Hasher;

/// SipHash-1-3 of a key as Rust's `Hash` feeds it: a `str` ends with the byte 255, a number has 8
/// bytes with the lowest first.
pub(crate) fn sip13(k0: u64, k1: u64, key: &Key) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(k0, k1);
    match key {
        Key::Bytes(bytes) => {
            hasher.write(bytes);
            hasher.write(&[0xff]);
        }
        Key::Integer(n) => hasher.write(&n.to_le_bytes()),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of eight bytes 0 … 7 in the vectors of Rust's standard library, which has the
    /// key and the messages of SipHash's authors.
    #[test]
    fn siphash_1_3_has_the_vector_of_rust_s_standard_library() {
        let key = Key::Integer(0x0706_0504_0302_0100);
        let expected = u64::from_le_bytes([0x8e, 0x9a, 0x29, 0x8d, 0x11, 0x95, 0x90, 0x36]);
        assert_eq!(sip13(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908, &key), expected);
    }
}

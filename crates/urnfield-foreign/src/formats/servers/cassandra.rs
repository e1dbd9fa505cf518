//! Apache Cassandra's `Filter.db`: `int32 hashes | int32 words | bytes`, highest byte first.
//!
//! Since version 4.0 the bytes are those of the bit set; before, words with the highest byte first.
//! The name of the file tells the version, its bytes do not.

use crate::format::hashes;
use crate::hash::cassandra::hash3_x64_128;
use crate::reader::Reader;
use crate::{Bits, Foreign, Format, Key, KeyForm, Law, Layer, Refusal, Rule};

pub(crate) static FORMAT: Format = Format {
    name: "cassandra",
    library: "Apache Cassandra 4 and later, Filter.db",
    is_by_content: true,
    read: |bytes| read(FORMAT.name, bytes, false),
    keys: &[
        KeyForm::bytes("text"),
        KeyForm {
            name: "bigint",
            about: "a whole number of 64 bits, highest byte first",
            key: |text| match (KeyForm::integer("bigint").key)(text)? {
                Key::Integer(n) => Ok(Key::Bytes(n.to_be_bytes().to_vec())),
                bytes => Ok(bytes),
            },
        },
    ],
    writer: None,
    reservation: "checked with files of Cassandra's own tests, not run against the real program",
};

pub(crate) static OLD: Format = Format {
    name: "cassandra-3",
    library: "Apache Cassandra before 4, Filter.db",
    read: |bytes| read(OLD.name, bytes, true),
    ..FORMAT
};

/// Sums of the halves of a 128-bit hash; a negative remainder is taken without its sign.
#[derive(Debug)]
struct Cassandra {
    bits: u64,
    hashes: u32,
}

impl Rule for Cassandra {
    fn words(&self) -> usize {
        2
    }

    fn probe(&self, words: &[u64], visit: &mut dyn FnMut(u64) -> bool) -> bool {
        let (mut sum, modulus) = (words[1].cast_signed(), self.bits.cast_signed());
        (0..self.hashes).all(|_| {
            let goes_on = visit((sum % modulus).unsigned_abs());
            sum = sum.wrapping_add(words[0].cast_signed());
            goes_on
        })
    }

    fn hash(&self, key: &Key) -> Result<Vec<u64>, Refusal> {
        let (first, second) = match key {
            Key::Bytes(bytes) => hash3_x64_128(bytes),
            Key::Integer(n) => hash3_x64_128(&n.to_be_bytes()),
        };
        Ok(vec![first, second])
    }
}

fn read(format: &'static str, bytes: &[u8], is_old: bool) -> Result<Vec<Foreign>, Refusal> {
    let mut reader = Reader(bytes);
    let hashes = hashes(reader.u32_be()?.into())?;
    let words = reader.u32_be()?;
    if words > i32::MAX as u32 {
        return Err(Refusal::other("more than 2^31 - 1 words"));
    }
    let bytes = reader.rest(8 * u64::from(words))?;
    let bits = if is_old {
        Bits::from_big_endian_words(bytes)?
    } else {
        Bits::new(bytes.to_vec(), 8 * bytes.len() as u64)?
    };
    let rule = Cassandra { bits: bits.len(), hashes };
    let law = Law::Wrapped("double hashing in wrapping signed 64-bit words");
    Ok(vec![Foreign::plain(format, Layer::new(bits, hashes, rule, law))])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both versions hold the same bits; only the order of the bytes is another.
    #[test]
    fn the_order_of_bytes_depends_on_the_version() {
        let new = [&[0, 0, 0, 5, 0, 0, 0, 2][..], &(1..=16).collect::<Vec<u8>>()].concat();
        let mut old = new.clone();
        old[8..].as_chunks_mut::<8>().0.iter_mut().for_each(|word| word.reverse());
        let read = |format: &Format, bytes: &[u8]| {
            let mut filters = (format.read)(bytes).expect("a filter");
            filters.remove(0).layers.remove(0)
        };
        let (one, other) = (read(&FORMAT, &new), read(&OLD, &old));
        assert_eq!((one.bits, one.hashes), (other.bits, other.hashes));
    }

    #[test]
    fn a_negative_remainder_loses_its_sign() {
        let rule = Cassandra { bits: 128, hashes: 3 };
        let mut seen = Vec::new();
        rule.probe(&[1, (-130_i64).cast_unsigned()], &mut |bit| {
            seen.push(bit);
            true
        });
        assert_eq!(seen, [2, 1, 0]);
    }
}

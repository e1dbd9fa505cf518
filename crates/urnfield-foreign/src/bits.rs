//! [`Bits`]: the bits of one layer, numbered as its library numbers them.

use crate::Refusal;

/// The bits of a layer. Bit i is bit i mod 8 of byte i / 8, whatever order the file has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits {
    len: u64,
    bytes: Vec<u8>,
}

impl Bits {
    /// Takes bytes in which bit i is bit i mod 8 of byte i / 8. Refuses a wrong number of bytes,
    /// and bits set at `len` or behind it, because no library sets those.
    pub fn new(bytes: Vec<u8>, len: u64) -> Result<Bits, Refusal> {
        if len == 0 {
            return Err(Refusal::other("bits = 0: a filter has at least one bit"));
        }
        if len.div_ceil(8) != bytes.len() as u64 {
            let got = bytes.len();
            return Err(Refusal::other(format!("bits = {len}, but the bits take {got} bytes")));
        }
        let spare = len % 8;
        if spare != 0 && bytes.last().is_some_and(|last| last >> spare != 0) {
            return Err(Refusal::other(format!("a bit is set behind the last of {len} bits")));
        }
        Ok(Bits { len, bytes })
    }

    /// Takes more bytes than `len` bits need, as libraries store that round up to whole words. The
    /// bytes that are too many must be zero.
    pub fn padded(mut bytes: Vec<u8>, len: u64) -> Result<Bits, Refusal> {
        let needed = usize::try_from(len.div_ceil(8)).unwrap_or(usize::MAX);
        if bytes.get(needed..).is_some_and(|spare| spare.iter().any(|byte| *byte != 0)) {
            return Err(Refusal::other(format!("a bit is set behind the last of {len} bits")));
        }
        bytes.truncate(needed);
        Bits::new(bytes, len)
    }

    /// Takes 64-bit words that are stored with the highest byte first, as Java writes them.
    pub fn from_big_endian_words(bytes: &[u8]) -> Result<Bits, Refusal> {
        let mut bytes = bytes.to_vec();
        let (words, rest) = bytes.as_chunks_mut::<8>();
        if !rest.is_empty() {
            return Err(Refusal::other("the bits are not whole words of 8 bytes"));
        }
        words.iter_mut().for_each(|word| word.reverse());
        let len = 8 * bytes.len() as u64;
        Bits::new(bytes, len)
    }

    /// Returns the bits as 64-bit words with the highest byte first; the inverse of
    /// [`Bits::from_big_endian_words`].
    pub fn to_big_endian_words(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|word| word.reverse());
        bytes
    }

    /// Returns `len` bits that are clear. Refuses more than 2^40 bits.
    pub fn zero(len: u64) -> Result<Bits, Refusal> {
        if len > 1 << 40 {
            return Err(Refusal::damaged(format!("bits = {len}: more than 2^40 are not built")));
        }
        let bytes = usize::try_from(len.div_ceil(8))
            .map_err(|_| Refusal::damaged(format!("bits = {len}: too many for this machine")))?;
        Bits::new(vec![0; bytes], len)
    }

    /// Returns the number of bits.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.bytes.iter().all(|byte| *byte == 0)
    }

    /// Returns the number of bits set.
    pub fn ones(&self) -> u64 {
        let (words, rest) = self.bytes.as_chunks::<8>();
        let words: u64 = words.iter().map(|w| u64::from(u64::from_ne_bytes(*w).count_ones())).sum();
        words + rest.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>()
    }

    /// Returns the number of bits set from `from` up to, but without, `to`.
    pub fn ones_between(&self, from: u64, to: u64) -> u64 {
        let to = to.min(self.len);
        if from >= to {
            return 0;
        }
        let (first, last) = ((from / 8) as usize, ((to - 1) / 8) as usize);
        let mask = |i: usize| {
            let low = if i == first { 0xff << (from % 8) } else { 0xff_u32 };
            let high = if i == last { 0xff >> (7 - (to - 1) % 8) } else { 0xff };
            (low & high) as u8
        };
        let counted = |i: usize| u64::from((self.bytes[i] & mask(i)).count_ones());
        if first == last {
            return counted(first);
        }
        let middle: u64 =
            self.bytes[first + 1..last].iter().map(|byte| u64::from(byte.count_ones())).sum();
        counted(first) + middle + counted(last)
    }

    /// Returns whether a bit is set. A bit that is not there is clear.
    #[inline]
    pub fn test(&self, bit: u64) -> bool {
        bit < self.len && self.bytes[(bit / 8) as usize] >> (bit % 8) & 1 == 1
    }

    /// Sets a bit; returns whether it was set before. A bit that is not there stays clear.
    pub fn set(&mut self, bit: u64) -> bool {
        let was = self.test(bit);
        if bit < self.len {
            self.bytes[(bit / 8) as usize] |= 1 << (bit % 8);
        }
        was
    }

    /// Returns the bytes: bit i is bit i mod 8 of byte i / 8.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_behind_the_last_are_refused() {
        assert!(Bits::new(vec![0xff, 0x03], 10).is_ok());
        assert!(Bits::new(vec![0xff, 0x07], 10).is_err());
        assert!(Bits::new(vec![0xff], 10).is_err());
        assert!(Bits::new(vec![], 0).is_err());
        assert!(Bits::padded(vec![0xff, 0x03, 0, 0], 10).is_ok());
        assert!(Bits::padded(vec![0xff, 0x03, 0, 1], 10).is_err());
        assert!(Bits::padded(vec![0xff], 10).is_err());
    }

    #[test]
    fn ones_are_counted_in_any_range() {
        let bits = Bits::new(vec![0b1010_0101, 0xff, 0x0f, 0b11], 26).expect("fits");
        assert_eq!(bits.ones(), 4 + 8 + 4 + 2);
        for from in 0..27 {
            for to in 0..30 {
                let counted = (from..to).filter(|bit| bits.test(*bit)).count() as u64;
                assert_eq!(bits.ones_between(from, to), counted, "{from}..{to}");
            }
        }
    }

    #[test]
    fn words_of_java_are_turned_round() {
        let bits = Bits::from_big_endian_words(&[0, 0, 0, 0, 0, 0, 0, 5]).expect("a word");
        assert!(bits.test(0) && !bits.test(1) && bits.test(2) && bits.ones() == 2);
        assert_eq!(bits.to_big_endian_words(), [0, 0, 0, 0, 0, 0, 0, 5]);
        assert!(Bits::from_big_endian_words(&[1, 2, 3]).is_err());
    }
}

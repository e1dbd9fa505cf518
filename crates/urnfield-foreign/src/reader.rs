//! Numbers out of bytes, one after another; no length is believed before the bytes are there.

use crate::Refusal;

/// Takes numbers off the front of some bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// Takes so many bytes; refuses if there are fewer.
    pub(crate) fn bytes(&mut self, count: u64) -> Result<&'a [u8], Refusal> {
        let left = self.0.len();
        let taken = usize::try_from(count).ok().and_then(|count| self.0.split_at_checked(count));
        let (taken, rest) = taken.ok_or_else(|| {
            Refusal::other(format!("{count} more bytes are stated, {left} are there"))
        })?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N as u64)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Refusal> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u32_le(&mut self) -> Result<u32, Refusal> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64_le(&mut self) -> Result<u64, Refusal> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn u64_be(&mut self) -> Result<u64, Refusal> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn u32_be(&mut self) -> Result<u32, Refusal> {
        self.array().map(u32::from_be_bytes)
    }

    /// Takes a whole number of at most 64 bits in groups of seven, the lowest first.
    pub(crate) fn varint(&mut self) -> Result<u64, Refusal> {
        let mut value = 0;
        for place in 0..10 {
            let byte = self.u8()?;
            if place == 9 && byte > 1 {
                break;
            }
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Refusal::other("a number has more than 64 bits"))
    }

    /// Returns the bytes that are left, which must be so many.
    pub(crate) fn rest(self, count: u64) -> Result<&'a [u8], Refusal> {
        let left = self.0.len() as u64;
        if left != count {
            return Err(Refusal::other(format!("{count} more bytes are stated, {left} are there")));
        }
        Ok(self.0)
    }
}

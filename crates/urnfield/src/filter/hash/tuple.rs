//! Keys made of several parts, as the columns of a table: one encoding for all languages, frozen in
//! `docs/reference/format.md`.

use crate::error::Error;

/// The tag of a text or bytes. 3 is reserved for a tuple within a tuple.
const TEXT: u8 = 1;
/// The tag of an integer.
const INTEGER: u8 = 2;

/// Builds the bytes of a key that is made of several parts, in order.
///
/// Each part has a tag and a length, so different parts never give the same bytes: ("ab", "c") and
/// ("a", "bc") are different keys, and so are the text "42" and the integer 42. A tuple has at
/// least two parts. The buffer is reused after [`TupleKey::clear`].
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::{KeyKinds, TupleKey}};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// let mut key = TupleKey::new();
/// filter.insert_tuple(key.text("Attica")?.integer(42))?;
/// assert_eq!(filter.key_kinds(), KeyKinds::TUPLES);
/// assert!(filter.contains_tuple(&key)?);
/// assert!(filter.contains(key.as_bytes()?));
/// key.clear();
/// assert!(!filter.contains_tuple(key.text("Attica")?.text("42")?)?);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TupleKey {
    bytes: Vec<u8>,
    parts: usize,
}

impl TupleKey {
    /// Creates a key without parts.
    pub fn new() -> TupleKey {
        TupleKey::default()
    }

    /// Removes all parts and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.parts = 0;
    }

    /// Appends a text, or bytes, of fewer than 2^32 bytes.
    pub fn text(&mut self, text: impl AsRef<[u8]>) -> Result<&mut TupleKey, Error> {
        let text = text.as_ref();
        let length = short(text.len())?;
        Ok(self.part(TEXT, length, text))
    }

    /// Appends an integer. A negative one is given in two's complement: `(-1_i64) as u64`.
    pub fn integer(&mut self, integer: u64) -> &mut TupleKey {
        self.part(INTEGER, 8, &integer.to_le_bytes())
    }

    /// Returns the bytes of the key, which a filter takes like those of any item, or an error where
    /// the key has fewer than two parts.
    pub fn as_bytes(&self) -> Result<&[u8], Error> {
        if self.parts >= 2 {
            return Ok(&self.bytes);
        }
        Err(Error::domain("a tuple has at least two parts", self.parts.to_string()))
    }

    fn part(&mut self, tag: u8, length: u32, content: &[u8]) -> &mut TupleKey {
        self.bytes.push(tag);
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(content);
        self.parts += 1;
        self
    }
}

/// Returns the length of a part as it is stored.
fn short(length: usize) -> Result<u32, Error> {
    let too_long =
        |_| Error::domain("a part of a tuple has fewer than 2^32 bytes", format!("{length} bytes"));
    u32::try_from(length).map_err(too_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn parts_of_2_to_the_32_bytes_are_refused() {
        assert_eq!(short(u32::MAX as usize).expect("fits"), u32::MAX);
        for length in [1 << 32, (1 << 32) + 1, usize::MAX] {
            let said = short(length).expect_err("too long").to_string();
            assert!(said.contains("fewer than 2^32 bytes"), "{said}");
        }
    }

    #[test]
    fn keys_of_fewer_than_two_parts_are_refused_and_clearing_removes_parts() {
        let mut key = TupleKey::new();
        assert!(key.as_bytes().is_err());
        key.integer(1);
        let said = key.as_bytes().expect_err("one part").to_string();
        assert!(said.contains("at least two parts"), "{said}");
        assert_eq!(key.integer(2).as_bytes().expect("two").len(), 26);
        key.clear();
        assert!(key.as_bytes().is_err());
        assert_eq!(key, TupleKey::new());
    }
}

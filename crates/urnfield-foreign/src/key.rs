//! [`Key`], what libraries hash; and [`KeyForm`], how a typed text becomes one.

use crate::Refusal;

/// What a library hashes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// Bytes as they are; text is its UTF-8.
    Bytes(Vec<u8>),
    /// A whole number, which most libraries hash as 8 bytes with the lowest first.
    Integer(i64),
}

/// How the text of a key becomes the bytes or the number that a library hashes.
#[derive(Debug, Clone, Copy)]
pub struct KeyForm {
    /// The name, in the library's own word: `putString`, `putLong`.
    pub name: &'static str,
    /// What it hashes, for a list of options.
    pub about: &'static str,
    /// Makes the key.
    pub key: fn(&[u8]) -> Result<Key, Refusal>,
}

impl KeyForm {
    /// Hashes the bytes of the text as they are, which is UTF-8 where the text is.
    pub const fn bytes(name: &'static str) -> KeyForm {
        KeyForm { name, about: "the bytes of the text", key: |text| Ok(Key::Bytes(text.to_vec())) }
    }

    /// Hashes a whole number from −2^63 to 2^63 − 1.
    pub const fn integer(name: &'static str) -> KeyForm {
        KeyForm {
            name,
            about: "a whole number of 64 bits",
            key: |text| Ok(Key::Integer(number(text)?)),
        }
    }

    /// Hashes a whole number from 0 to 2^64 − 1.
    pub const fn unsigned(name: &'static str) -> KeyForm {
        KeyForm {
            name,
            about: "a whole number from 0 to 2^64 - 1",
            key: |text| {
                let read = str::from_utf8(text).ok().and_then(|text| text.parse::<u64>().ok());
                read.map(|n| Key::Integer(n.cast_signed()))
                    .ok_or_else(|| no_number(text, "0 to 2^64 - 1"))
            },
        }
    }

    /// Hashes a whole number as 4 bytes with the lowest first.
    pub const fn integer32(name: &'static str) -> KeyForm {
        KeyForm {
            name,
            about: "a whole number of 32 bits, as 4 bytes",
            key: |text| {
                let small = i32::try_from(number(text)?);
                let small = small.map_err(|_| no_number(text, "-2^31 to 2^31 - 1"))?;
                Ok(Key::Bytes(small.to_le_bytes().to_vec()))
            },
        }
    }

    /// Hashes the 16-bit units of the text, the lower byte of each first.
    pub const fn utf16(name: &'static str) -> KeyForm {
        KeyForm {
            name,
            about: "the UTF-16 units of the text, low byte first",
            key: |text| {
                let text = str::from_utf8(text).map_err(|_| {
                    Refusal::damaged("a key is not UTF-8, so it has no UTF-16 units")
                })?;
                Ok(Key::Bytes(text.encode_utf16().flat_map(u16::to_le_bytes).collect()))
            },
        }
    }
}

fn number(text: &[u8]) -> Result<i64, Refusal> {
    let read = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    read.ok_or_else(|| no_number(text, "-2^63 to 2^63 - 1"))
}

fn no_number(text: &[u8], range: &str) -> Refusal {
    let shown: String = String::from_utf8_lossy(text).chars().take(40).collect();
    Refusal::damaged(format!("{shown:?} is not a whole number from {range}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_what_the_form_says() {
        let key = |form: KeyForm, text: &str| (form.key)(text.as_bytes());
        assert_eq!(key(KeyForm::bytes("b"), "42"), Ok(Key::Bytes(b"42".to_vec())));
        assert_eq!(key(KeyForm::integer("i"), "-42"), Ok(Key::Integer(-42)));
        assert_eq!(key(KeyForm::unsigned("u"), "18446744073709551615"), Ok(Key::Integer(-1)));
        assert_eq!(key(KeyForm::integer32("s"), "1"), Ok(Key::Bytes(vec![1, 0, 0, 0])));
        assert_eq!(key(KeyForm::utf16("w"), "aé"), Ok(Key::Bytes(vec![97, 0, 233, 0])));
        let refused = key(KeyForm::integer("i"), "4 2").expect_err("no number");
        assert_eq!(refused.why, "\"4 2\" is not a whole number from -2^63 to 2^63 - 1");
        assert!(key(KeyForm::integer32("s"), "2147483648").is_err());
    }
}

//! What separates columns: one byte, typed as it is or by name.

use crate::read::malformed;
use urnfield::Error;

/// Reads a delimiter: `,`, `;`, `|`, `tab`.
pub fn delimiter(text: &str) -> Result<u8, Error> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n' | 0) => Ok(*byte),
        _ => Err(malformed("a delimiter is one character like , or ; or the word tab", text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delimiter_is_one_byte_that_means_nothing_else() {
        for (text, byte) in
            [(",", b','), (";", b';'), ("\t", b'\t'), ("tab", b'\t'), ("\\t", b'\t')]
        {
            assert_eq!(delimiter(text), Ok(byte));
        }
        for text in ["", ",,", "\"", "\n", "\0", "é", "comma"] {
            assert!(delimiter(text).is_err(), "{text:?}");
        }
    }
}

//! Small readers: delimiters, digits, flags, orders of rows, and tables of capture histories.

use crate::ask::typed::Flag;
use crate::read::count;
use crate::read::nearest::malformed;
use crate::{Histories, Order};
use urnfield::Error;

/// Reads a delimiter: `,`, `;`, `|`, `tab`.
pub fn delimiter(text: &str) -> Result<u8, Error> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n' | 0) => Ok(*byte),
        _ => Err(malformed("a delimiter is one character like , or ; or the word tab", text)),
    }
}

/// More digits than this are a slip of the finger, and cost the cube of their number.
const MOST: u64 = 1000;

/// Reads a number of digits.
pub fn digits(text: &str) -> Result<usize, Error> {
    match count(text)? {
        digits @ 1..=MOST => Ok(digits as usize),
        _ => Err(Error::Domain {
            rule: "a number is shown to 1 to 1000 significant digits",
            got: text.to_owned(),
        }),
    }
}

/// Reads a flag, whatever its value is.
pub fn flag(_: &str) -> Result<Flag, Error> {
    Ok(Flag)
}

/// Reads an order of rows.
pub fn order(text: &str) -> Result<Order, Error> {
    text.parse()
}

/// Reads the text of a table of capture histories.
pub fn histories(text: &str) -> Result<Histories, Error> {
    Histories::read(text.lines().map(str::as_bytes))
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

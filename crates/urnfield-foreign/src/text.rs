//! Bytes out of texts: hexadecimal and base64 digits, and the text of a file without its margins.

use crate::Refusal;

/// Returns the text of a file without a byte order mark and white space around it.
pub(crate) fn trimmed(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii()
}

/// Reads hexadecimal digits, two a byte.
pub(crate) fn from_hex(digits: &[u8]) -> Result<Vec<u8>, Refusal> {
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Refusal::other("the hexadecimal digits are no whole bytes"));
    }
    let digit = |c: u8| char::from(c).to_digit(16).map(|digit| digit as u8);
    let byte = |pair: &[u8; 2]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    bytes.ok_or_else(|| Refusal::other("a digit is not hexadecimal"))
}

/// Reads base64 digits of the usual or of the URL alphabet, with or without padding.
pub(crate) fn from_base64(digits: &[u8]) -> Result<Vec<u8>, Refusal> {
    let body = digits.strip_suffix(b"==").or(digits.strip_suffix(b"=")).unwrap_or(digits);
    let wrong = || Refusal::other("the text is not base64");
    let mut bytes = Vec::with_capacity(body.len() / 4 * 3 + 2);
    for group in body.chunks(4) {
        let mut word = 0_u32;
        for digit in group {
            let value = match digit {
                b'A'..=b'Z' => digit - b'A',
                b'a'..=b'z' => digit - b'a' + 26,
                b'0'..=b'9' => digit - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                _ => return Err(wrong()),
            };
            word = word << 6 | u32::from(value);
        }
        // Two digits hold one byte, three hold two, and the bits that are left must be clear.
        let (count, spare) = match group.len() {
            4 => (3, 0),
            3 => (2, 2),
            2 => (1, 4),
            _ => return Err(wrong()),
        };
        if word & ((1 << spare) - 1) != 0 {
            return Err(wrong());
        }
        bytes.extend_from_slice(&(word >> spare).to_be_bytes()[4 - count..]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_are_read_in_pairs() {
        assert_eq!(from_hex(b"00fFa1"), Ok(vec![0, 255, 0xa1]));
        assert!(from_hex(b"0").is_err() && from_hex(b"0g").is_err());
    }

    /// RFC 4648, section 10.
    #[test]
    fn base64_has_the_vectors_of_its_standard() {
        let vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (i, text) in vectors.iter().enumerate() {
            assert_eq!(from_base64(text.as_bytes()), Ok(b"foobar"[..i].to_vec()), "{text}");
        }
        assert_eq!(from_base64(b"-_-_"), from_base64(b"+/+/"));
        for wrong in ["Z", "Zh==", "Zg= =", "Z===", "Zm9v!"] {
            assert!(from_base64(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn margins_of_a_text_do_not_count() {
        assert_eq!(trimmed(b"\xef\xbb\xbf 0xab\r\n"), b"0xab");
    }
}

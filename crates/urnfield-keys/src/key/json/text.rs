//! What stands between quotes, and the backslashes in it.

/// Returns the length of the escape at the beginning, or `None` if it is invalid.
pub(crate) fn escape_length(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => hex(bytes.get(2..6)?).map(|_| 6),
        _ => None,
    }
}

fn hex(digits: &[u8]) -> Option<u32> {
    let value = |value: u32, digit: &u8| Some(value << 4 | char::from(*digit).to_digit(16)?);
    digits.iter().try_fold(0, value)
}

/// Adds what this means to `out`, where every escape is one; false for half a surrogate pair, which
/// means nothing.
pub(crate) fn unescape(mut raw: &[u8], out: &mut Vec<u8>) -> bool {
    while let Some(at) = memchr::memchr(b'\\', raw) {
        out.extend_from_slice(&raw[..at]);
        raw = &raw[at..];
        let byte = match raw.get(1) {
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                let Some((letter, length)) = letter(raw) else { return false };
                out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                raw = &raw[length..];
                continue;
            }
            Some(other) => *other,
            None => return false,
        };
        out.push(byte);
        raw = &raw[2..];
    }
    out.extend_from_slice(raw);
    true
}

/// The letter of one or two escapes, and how long they are.
fn letter(raw: &[u8]) -> Option<(char, usize)> {
    let high = hex(raw.get(2..6)?)?;
    if !(0xd800..0xdc00).contains(&high) {
        return char::from_u32(high).map(|letter| (letter, 6));
    }
    let low =
        raw.get(6..12).filter(|low| low.starts_with(b"\\u")).and_then(|low| hex(&low[2..]))?;
    let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + low).map(|letter| (letter, 12))
}

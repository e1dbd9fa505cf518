//! The secret key of a keyed filter, from a file: never typed, never shown.

use crate::sources::unreadable;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use urnfield::filter::Key;
use urnfield_manners::Refusal;

/// Longer than any key file is.
const MOST: u64 = 64;

/// Reads a key file: sixteen bytes, or 32 hexadecimal digits and perhaps a newline.
pub fn key(path: &Path) -> Result<Key, Refusal> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, error))?;
    parsed(&bytes).map(Key::new).ok_or_else(|| {
        let more = if bytes.len() as u64 == MOST { "at least " } else { "" };
        Refusal::Typed(format!(
            "a key file holds 16 bytes or 32 hexadecimal digits, got {more}{} bytes in {}",
            bytes.len(),
            path.display()
        ))
    })
}

fn parsed(bytes: &[u8]) -> Option<[u8; 16]> {
    if let Ok(raw) = bytes.try_into() {
        return Some(raw);
    }
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let digits: &[u8; 32] = line.strip_suffix(b"\r").unwrap_or(line).try_into().ok()?;
    let digit = |byte: u8| (byte as char).to_digit(16);
    let mut key = [0; 16];
    for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sixteen_bytes_or_thirty_two_digits() {
        assert_eq!(parsed(b"sixteen secrets!"), Some(*b"sixteen secrets!"));
        assert_eq!(parsed(b"0123456789abcde\n"), Some(*b"0123456789abcde\n"));
        let counted = Some(std::array::from_fn(|i| i as u8));
        for digits in ["000102030405060708090a0b0c0d0e0f", "000102030405060708090A0B0C0D0E0F"] {
            for end in ["", "\n", "\r\n"] {
                assert_eq!(parsed(format!("{digits}{end}").as_bytes()), counted);
            }
        }
        for wrong in ["", "short", "sixteen secrets!\n", "000102030405060708090a0b0c0d0e0g"] {
            assert_eq!(parsed(wrong.as_bytes()), None, "{wrong}");
        }
    }
}

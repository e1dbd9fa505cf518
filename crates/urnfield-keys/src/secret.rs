//! The secret key of a keyed filter, from a file: never typed, never shown.

use crate::input::opened::unreadable;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use urnfield::Error;
use urnfield::filter::Key;
use urnfield_terminal::{Refusal, warn};
use zeroize::Zeroizing;

/// More bytes than any key file has.
const MOST: u64 = 64;

/// Reads a key file: 16 bytes, or 32 hexadecimal digits and perhaps a newline. Warns about keys
/// that other users may read, and about keys that are easy to guess.
pub fn key(path: &Path) -> Result<Key, Refusal> {
    let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
    // A pipe would have to be waited for, and gives its key once.
    if !found.is_file() && !found.is_dir() {
        return Err(Refusal::Typed(format!(
            "a key is read from an ordinary file, and {} is none; `urnfield key -o` makes one",
            path.display()
        )));
    }
    // Wiped when it goes, and large enough never to be moved.
    let mut bytes = Zeroizing::new(Vec::with_capacity(MOST as usize + 1));
    File::open(path)
        .and_then(|file| file.take(MOST).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, error))?;
    let key = parsed(&bytes).map(Zeroizing::new).ok_or_else(|| {
        let more = if bytes.len() as u64 == MOST { "at least " } else { "" };
        Refusal::Typed(format!(
            "a key file holds 16 bytes or 32 hexadecimal digits, got {more}{} bytes in {}",
            bytes.len(),
            path.display()
        ))
    })?;
    let shown = path.display();
    warn_if_open(path, &found);
    if key.iter().all(|byte| *byte == key[0]) {
        warn(&[format!(
            "all bytes of the key in {shown} are the same, which anybody would try first; `urnfield \
             key -o` makes a better one"
        )]);
    }
    Ok(Key::new(*key))
}

/// Warns where a file with a secret can be read by other users.
pub fn warn_if_others_may_read(path: &Path) -> Result<(), Refusal> {
    let found = fs::metadata(path).map_err(|error| unreadable(path, error))?;
    warn_if_open(path, &found);
    Ok(())
}

fn warn_if_open(path: &Path, found: &Metadata) {
    if others_may_read(found) {
        let shown = path.display();
        warn(&[format!("others may read {shown}, so it is no secret; `chmod 600` closes it")]);
    }
}

#[cfg(unix)]
fn others_may_read(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::mode(found) & 0o044 != 0
}

#[cfg(not(unix))]
fn others_may_read(_: &Metadata) -> bool {
    false
}

/// Makes a key file that only its owner may read, of 16 bytes from the system's generator as
/// hexadecimal digits. Never replaces a file, because without its key a filter is lost.
pub fn make(path: &Path) -> Result<(), Refusal> {
    let mut bytes = Zeroizing::new([0_u8; 16]);
    fill(&mut *bytes).map_err(|error| {
        Refusal::Typed(format!("the system's generator of secrets gives none: {error}"))
    })?;
    let mut text = Zeroizing::new(String::with_capacity(33));
    for byte in bytes.iter() {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    text.push('\n');
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => Refusal::Typed(format!(
            "{} exists already, and a key that is written over is lost with its filters; name \
             another file",
            path.display()
        )),
        _ => Refusal::Library(Error::file("write", path, error)),
    };
    let mut file = options.open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
}

#[cfg(unix)]
fn fill(bytes: &mut [u8]) -> io::Result<()> {
    File::open("/dev/urandom")?.read_exact(bytes)
}

#[cfg(not(unix))]
fn fill(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other)
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

//! One input: its first bytes are checked, then it is unpacked, or refused because it holds no
//! keys.

use crate::input::head;
use crate::input::head::{Foreign, HEAD, Looks, MARK, Packing};
use crate::input::unpack::unpacked;
use std::io::{self, Cursor, Read};
use std::path::Path;
use urnfield::Error;
use urnfield_terminal::Refusal;

/// How inputs are looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Bytes are taken as they are.
    pub(crate) raw: bool,
    /// Records end in NUL, so zero bytes say nothing.
    pub(crate) nul: bool,
    /// Whether the command has an option for `raw`, which refusals then name.
    pub(crate) may_be_raw: bool,
}

/// The bytes of an input, unpacked.
pub(crate) struct Input {
    bytes: Box<dyn Read>,
    /// Whether they begin with a byte order mark.
    pub(crate) marked: bool,
}

impl Input {
    /// Waits for the first bytes.
    pub(crate) fn new(path: &Path, manner: Manner, bytes: Box<dyn Read>) -> Result<Input, Refusal> {
        if manner.raw {
            return Ok(Input { bytes, marked: false });
        }
        let failed = |error| unreadable(path, error);
        let refused = |verb: &str, foreign: &Foreign| {
            let Foreign { what, rule, remedy, .. } = foreign;
            Refused { path, manner }.because(&format!("{verb} {what}"), rule, remedy)
        };
        let (looks, empty, bytes) = looked_at(bytes, manner.nul).map_err(failed)?;
        let packing = match looks {
            Looks::Packed(packing) => packing,
            Looks::Foreign(foreign) => return Err(refused("is", foreign)),
            Looks::Plain | Looks::Marked => {
                not_named_packed(path, empty, manner)?;
                return Ok(Input { bytes, marked: looks == Looks::Marked });
            }
        };
        let (looks, _, bytes) = looked_at(unpacked(packing, bytes), manner.nul).map_err(failed)?;
        match looks {
            Looks::Packed(inner) => {
                let what =
                    format!("is packed twice, with {} within {}", inner.name(), packing.name());
                let rule = "only one is unpacked";
                Err(Refused { path, manner }.because(&what, rule, "unpack it once"))
            }
            Looks::Foreign(foreign) if foreign.is_packed => {
                Err(refused("holds something", foreign))
            }
            Looks::Foreign(foreign) => Err(refused("holds", foreign)),
            Looks::Plain | Looks::Marked => Ok(Input { bytes, marked: looks == Looks::Marked }),
        }
    }

    /// Leaves a byte order mark out.
    pub(crate) fn without_mark(mut self) -> io::Result<Input> {
        if std::mem::take(&mut self.marked) {
            self.bytes.read_exact(&mut [0; MARK.len()])?;
        }
        Ok(self)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

/// Reads the first bytes, says what they look like and whether there are none, and puts them back.
fn looked_at(mut bytes: Box<dyn Read>, nul: bool) -> io::Result<(Looks, bool, Box<dyn Read>)> {
    let (mut head, mut filled) = (vec![0; HEAD], 0);
    while filled < HEAD && head::undecided(&head[..filled], nul) {
        match bytes.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    head.truncate(filled);
    let looks = head::looks(&head, nul);
    Ok((looks, filled == 0, Box::new(Cursor::new(head).chain(bytes))))
}

/// Refuses a plain file that is named like a packed one.
fn not_named_packed(path: &Path, empty: bool, manner: Manner) -> Result<(), Refusal> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let Some(packing) = extension.and_then(Packing::of_extension) else { return Ok(()) };
    let is = if empty { "is empty" } else { "is none" };
    let what = format!("is named like a {} file and {is}", packing.name());
    let remedy = if empty { "make it again" } else { "rename it" };
    Err(Refused { path, manner }.because(&what, "a name must not mislead", remedy))
}

/// An input that is not read.
struct Refused<'a> {
    path: &'a Path,
    manner: Manner,
}

impl Refused<'_> {
    fn because(&self, what: &str, rule: &str, remedy: &str) -> Refusal {
        let may_be_raw = self.manner.may_be_raw;
        let raw =
            if may_be_raw { ", or add --raw-bytes to take its bytes as they are" } else { "" };
        Refusal::Typed(format!("{} {what}: {rule}; {remedy}{raw}", self.path.display()))
    }
}

/// Returns the refusal of a file that cannot be read. It is never taken for a broken pipe.
pub fn unreadable(path: &Path, error: io::Error) -> Refusal {
    Refusal::Library(Error::file("read", path, error))
}

/// Returns the error that the system would give later for reading a directory.
pub fn is_a_directory() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "Is a directory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::fast());
        out.write_all(text).and_then(|()| out.finish()).expect("a vector takes everything")
    }

    /// One byte at a time, as the slowest pipe there is.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(1);
            self.0.read(&mut buffer[..most])
        }
    }

    fn read(name: &str, bytes: &[u8], manner: Manner) -> Result<Vec<u8>, String> {
        let bytes = Box::new(Slow(Cursor::new(bytes.to_vec())));
        let input = Input::new(Path::new(name), manner, bytes).map_err(|no| no.to_string())?;
        let mut all = Vec::new();
        let mut input = input.without_mark().map_err(|no| no.to_string())?;
        input.read_to_end(&mut all).map_err(|no| no.to_string())?;
        Ok(all)
    }

    #[test]
    fn bytes_and_not_names_say_what_is_packed() {
        let (text, packed) = (b"amphora\n", gzipped(b"amphora\n"));
        let raw = Manner { raw: true, ..Manner::default() };
        for name in ["a", "a.txt", "a.gz", "a.csv.GZ", "a.zst", "stdin"] {
            assert_eq!(read(name, &packed, Manner::default()).expect(name), text);
            assert_eq!(read(name, &packed, raw).expect(name), packed);
        }
        assert_eq!(read("gz", text, Manner::default()).expect("text"), text);
        assert_eq!(read("a.gz", text, raw).expect("text"), text);
        for (name, bytes) in [("a.gz", &text[..]), ("a.zst", text), ("a.xz", b""), ("a.bz2", b"")] {
            let said = read(name, bytes, Manner::default()).expect_err(name);
            assert!(said.starts_with(&format!("{name} is named like a ")), "{said}");
        }
    }

    #[test]
    fn what_is_inside_is_looked_at_as_well() {
        let marked = [MARK, b"urn\n"].concat();
        assert_eq!(read("a", &marked, Manner::default()).expect("text"), b"urn\n");
        assert_eq!(read("a", &gzipped(&marked), Manner::default()).expect("text"), b"urn\n");
        for (inner, said) in [
            (&b"PK\x03\x04"[..], "a holds a zip archive: "),
            (b"\xff\xfeu\0", "a holds UTF-16: "),
            (b"\x04\x22\x4d\x18", "a holds something packed with lz4: "),
            (b"\x1f\x8b\x08", "a is packed twice, with gzip within gzip: "),
        ] {
            let refused = read("a", &gzipped(inner), Manner::default()).expect_err(said);
            assert!(refused.starts_with(said), "{refused}");
        }
    }
}

//! The names in a file: its lines, and what is odd about them.

use crate::keys::{self, Ends, LineEnds};
use crate::refusal::Refusal;
use std::path::Path;

/// What editors put before a text in UTF-8; no part of the first name.
const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Texts that begin like this have two bytes a letter, and no lines.
const UTF16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Lines that somebody may want to hear of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Odd {
    /// Lines without a name.
    pub(super) empty: u64,
    /// Names that begin or end in white space.
    pub(super) spaced: u64,
}

/// Makes names of lines.
struct Reader<'a> {
    path: &'a Path,
    crlf: bool,
    lines: u64,
    odd: Odd,
}

impl Reader<'_> {
    /// The name in a line, if there is one.
    fn name<'l>(&mut self, mut line: &'l [u8]) -> Result<Option<&'l [u8]>, Refusal> {
        self.lines += 1;
        if self.lines == 1 {
            if UTF16_MARKS.iter().any(|mark| line.starts_with(mark)) {
                return Err(
                    self.refused("names are read from plain text, got UTF-16; save it as UTF-8")
                );
            }
            line = line.strip_prefix(UTF8_MARK).unwrap_or(line);
        }
        let name = line.strip_suffix(b"\n").unwrap_or(line);
        let name = name.strip_suffix(b"\r").filter(|_| self.crlf).unwrap_or(name);
        let last = name.len().saturating_sub(1);
        if memchr::memchr(b'\r', &name[..last]).is_some() {
            return Err(self.refused(&format!(
                "a name has no carriage return inside it, got one in line {}; end lines in LF",
                self.lines
            )));
        }
        let Some((first, last)) = name.first().zip(name.last()) else {
            self.odd.empty += 1;
            return Ok(None);
        };
        self.odd.spaced += u64::from(first.is_ascii_whitespace() || last.is_ascii_whitespace());
        Ok(Some(name))
    }

    fn refused(&self, sentence: &str) -> Refusal {
        Refusal::Typed(format!("{}: {sentence}", self.path.display()))
    }
}

/// Shows every name of a file. One whose lines all end in CR is refused unless `crlf` is given: it
/// would share no name with a list that has none.
pub(super) fn read(path: &Path, crlf: bool, mut see: impl FnMut(&[u8])) -> Result<Odd, Refusal> {
    let mut ends = LineEnds::default();
    let mut reader = Reader { path, crlf, lines: 0, odd: Odd::default() };
    keys::lines_of(path, "reading names", |block| {
        if !crlf {
            ends.add(Ends::of(block)).map_err(|mixed| {
                Refusal::Typed(mixed.sentence(path, reader.lines, "add --crlf to take CRs off"))
            })?;
        }
        for line in block.lines() {
            if let Some(name) = reader.name(line)? {
                see(name);
            }
        }
        Ok(())
    })?;
    match ends.notice(true) {
        Some(_) => Err(reader.refused("every line ends in a carriage return; add --crlf")),
        None => Ok(reader.odd),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(text: &[u8], crlf: bool) -> Result<(Vec<Vec<u8>>, Odd), String> {
        let mut reader = Reader { path: Path::new("list"), crlf, lines: 0, odd: Odd::default() };
        let mut names = Vec::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let name = reader.name(line).map_err(|refusal| refusal.to_string())?;
            names.extend(name.map(<[u8]>::to_vec));
        }
        Ok((names, reader.odd))
    }

    #[test]
    fn names_are_lines_byte_for_byte() {
        let names = |text: &[u8]| named(text, false).expect("names").0;
        assert_eq!(names(b"TP53\nBAX"), [b"TP53".to_vec(), b"BAX".to_vec()]);
        assert_eq!(names(b"\xEF\xBB\xBFTP53\n\xEF\xBB\xBFBAX\n")[0], b"TP53");
        assert_eq!(names(b"\xEF\xBB\xBFTP53\n\xEF\xBB\xBFBAX\n")[1], b"\xEF\xBB\xBFBAX");
        assert_eq!(names(b"a\r\nb\n")[0], b"a\r");
        let odd = |text: &[u8], crlf| named(text, crlf).expect("names").1;
        assert_eq!(odd(b" a\n\nb\t\nc d\n", false), Odd { empty: 1, spaced: 2 });
        assert_eq!(odd(b"a\r\n\r\n", true), Odd { empty: 1, spaced: 0 });
        assert_eq!(odd(b"\xEF\xBB\xBF\n", true), Odd { empty: 1, spaced: 0 });
    }

    #[test]
    fn what_is_no_list_of_names_is_refused() {
        let said = named(b"TP53\rBAX\r", false).unwrap_err();
        assert_eq!(
            said,
            "list: a name has no carriage return inside it, got one in line 1; end lines in LF"
        );
        assert!(named(b"\xFF\xFET\0P\0\n\0", false).is_err());
        assert!(named(b"\xFE\xFF\0T\0P\0\n", false).is_err());
    }

    proptest! {
        #[test]
        fn every_line_is_a_name_or_empty_or_refused(bytes: Vec<u8>, text in "[ab \r\n]{0,40}", crlf: bool) {
            for text in [&bytes[..], text.as_bytes()] {
                if let Ok((names, odd)) = named(text, crlf) {
                    let lines = text.split_inclusive(|&byte| byte == b'\n').count();
                    prop_assert_eq!(names.len() + odd.empty as usize, lines);
                    prop_assert!(odd.spaced as usize <= names.len());
                    prop_assert!(names.iter().all(|name| !name.contains(&b'\n')));
                }
            }
        }
    }
}

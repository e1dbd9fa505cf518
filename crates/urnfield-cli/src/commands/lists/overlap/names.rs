//! The names in a file: its lines, or one column of it.

use crate::args;
use crate::commands::lists::overlap::list_file::ListFile;
use std::path::Path;
use urnfield_keys::{self as keys, Ends, LineEnds};
use urnfield_terminal::Refusal;

/// What editors put before a text in UTF-8; no part of the first name.
const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Texts that begin like this have two bytes a letter, and no lines.
const UTF16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Makes names of lines.
struct Reader<'a> {
    path: &'a Path,
    crlf: bool,
    lines: u64,
}

impl Reader<'_> {
    /// The name in a line; an empty one is none.
    fn name<'l>(&mut self, mut line: &'l [u8]) -> Result<&'l [u8], Refusal> {
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
        Ok(name)
    }

    fn refused(&self, sentence: &str) -> Refusal {
        Refusal::Typed(format!("{}: {sentence}", self.path.display()))
    }
}

/// Shows every name of a file.
pub(crate) fn read(
    file: &ListFile,
    typed: &args::Names,
    see: &mut dyn FnMut(&[u8]),
) -> Result<(), Refusal> {
    let Some(column) = &file.column else {
        return lines(&file.path, typed.crlf, typed.trim, see);
    };
    // A header that gives the column its name is shown too, as the header of a number is.
    if file.named().is_some() {
        see(column.as_bytes());
    }
    keys::column_of(&file.path, column, false, typed.delimiter, "reading names", see)
}

/// Names that are lines. A file whose lines all end in CR is refused unless `crlf` is given: it
/// would share no name with a list that has none. Where white space is taken off, CRs go with it.
fn lines(path: &Path, crlf: bool, trim: bool, see: &mut dyn FnMut(&[u8])) -> Result<(), Refusal> {
    let mut ends = LineEnds::default();
    let mut reader = Reader { path, crlf, lines: 0 };
    keys::lines_of(path, "reading names", |block| {
        if !crlf && !trim {
            ends.add(Ends::of(block)).map_err(|mixed| {
                Refusal::Typed(mixed.sentence(path, reader.lines, "add --crlf to take CRs off"))
            })?;
        }
        for line in block.lines() {
            see(reader.name(line)?);
        }
        Ok(())
    })?;
    match ends.notice(true) {
        Some(_) => Err(reader.refused("every line ends in a carriage return; add --crlf")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(text: &[u8], crlf: bool) -> Result<Vec<Vec<u8>>, String> {
        let mut reader = Reader { path: Path::new("list"), crlf, lines: 0 };
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let name = |line| reader.name(line).map(<[u8]>::to_vec).map_err(|no| no.to_string());
        lines.map(name).collect()
    }

    #[test]
    fn names_are_lines_byte_for_byte() {
        let names = |text: &[u8]| named(text, false).expect("names");
        assert_eq!(names(b"TP53\nBAX"), [b"TP53".to_vec(), b"BAX".to_vec()]);
        assert_eq!(names(b"\xEF\xBB\xBFTP53\n\xEF\xBB\xBFBAX\n")[0], b"TP53");
        assert_eq!(names(b"\xEF\xBB\xBFTP53\n\xEF\xBB\xBFBAX\n")[1], b"\xEF\xBB\xBFBAX");
        assert_eq!(names(b"a\r\nb\n")[0], b"a\r");
        assert_eq!(names(b" a\n\nb\t\n"), [b" a".to_vec(), b"".to_vec(), b"b\t".to_vec()]);
        assert_eq!(named(b"a\r\n\r\n", true), Ok(vec![b"a".to_vec(), b"".to_vec()]));
        assert_eq!(named(b"\xEF\xBB\xBF\n", true), Ok(vec![b"".to_vec()]));
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
        fn every_line_is_a_name_or_refused(bytes: Vec<u8>, text in "[ab \r\n]{0,40}", crlf: bool) {
            for text in [&bytes[..], text.as_bytes()] {
                if let Ok(names) = named(text, crlf) {
                    let lines = text.split_inclusive(|&byte| byte == b'\n').count();
                    prop_assert_eq!(names.len(), lines);
                    prop_assert!(names.iter().all(|name| !name.contains(&b'\n')));
                }
            }
        }
    }
}

//! How names are compared: case, white space, quotes and versions may be ignored.

use std::collections::HashMap;

/// What is ignored where names are compared. By default nothing is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spelling {
    /// Capital letters are the same as small ones.
    pub ignore_case: bool,
    /// White space around a name is no part of it.
    pub trim: bool,
    /// Quotes around a name are no part of it.
    pub unquote: bool,
    /// The version of an accession is no part of it: `ENSG00000141510.18`, `NM_000546.6`.
    pub drop_version: bool,
}

impl Spelling {
    /// Everything that can be ignored.
    pub(crate) const LOOSEST: Spelling =
        Spelling { ignore_case: true, trim: true, unquote: true, drop_version: true };

    /// Its parts: a switch, what it ignores in words, and its name in the shell.
    pub(crate) const PARTS: [(Switch, &'static str, &'static str); 4] = [
        (|spelling| &mut spelling.ignore_case, "case", "ignore-case"),
        (|spelling| &mut spelling.trim, "white space", "trim"),
        (|spelling| &mut spelling.unquote, "quotes", "unquote"),
        (|spelling| &mut spelling.drop_version, "versions", "drop-version"),
    ];

    /// The parts that are switched on.
    fn parts(mut self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let on = Spelling::PARTS.into_iter().filter(move |(switch, ..)| *switch(&mut self));
        on.map(|(_, word, name)| (word, name))
    }

    /// Returns what is ignored, in words: "case and quotes".
    pub(crate) fn ignored(self) -> String {
        let words: Vec<&str> = self.parts().map(|(word, _)| word).collect();
        match words.split_last() {
            Some((last, rest @ [_, ..])) => format!("{} and {last}", rest.join(", ")),
            _ => words.concat(),
        }
    }

    /// Returns the names of the switches that are on, as the shell has them but without hyphens in
    /// front.
    pub(crate) fn switches(self) -> Vec<&'static str> {
        self.parts().map(|(_, name)| name).collect()
    }

    /// The name that is meant; `buffer` is its memory.
    pub fn of<'a>(self, name: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        let trim = |name: &'a [u8]| if self.trim { trimmed(name) } else { name };
        let mut name = trim(name);
        if self.unquote {
            name = trim(unquoted(name));
        }
        if self.drop_version {
            name = unversioned(name);
        }
        if !self.ignore_case {
            return name;
        }
        buffer.clear();
        lower(name, buffer);
        buffer
    }
}

/// One part of a spelling.
pub(crate) type Switch = fn(&mut Spelling) -> &mut bool;

/// Without white space at both ends: of Unicode where the name is UTF-8, else of ASCII.
fn trimmed(name: &[u8]) -> &[u8] {
    match std::str::from_utf8(name) {
        Ok(text) => text.trim().as_bytes(),
        Err(_) => name.trim_ascii(),
    }
}

/// Without one pair of quotes around it, double or single.
fn unquoted(name: &[u8]) -> &[u8] {
    match name {
        [b'"', inside @ .., b'"'] | [b'\'', inside @ .., b'\''] => inside,
        _ => name,
    }
}

/// Without the version of an accession. Elsewhere digits behind a dot tell names apart: AC012345.1
/// and AC012345.2 are two genes.
fn unversioned(name: &[u8]) -> &[u8] {
    let Some(dot) = name.iter().rposition(|&byte| byte == b'.') else { return name };
    let (accession, version) = (&name[..dot], &name[dot + 1..]);
    let digits = |text: &[u8], least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
    };
    if digits(version, 1, 3) && (is_ensembl(accession) || is_refseq(accession)) {
        accession
    } else {
        name
    }
}

/// `ENS`, letters for a species and for what it is, and eleven digits.
fn is_ensembl(accession: &[u8]) -> bool {
    let (letters, digits) = accession.split_at(accession.len().saturating_sub(11));
    letters.len() >= 4
        && letters[..3].eq_ignore_ascii_case(b"ENS")
        && letters.iter().all(u8::is_ascii_alphabetic)
        && digits.iter().all(u8::is_ascii_digit)
}

/// Two letters, an underscore and six digits or more.
fn is_refseq(accession: &[u8]) -> bool {
    accession.len() >= 9
        && accession[..2].iter().all(u8::is_ascii_alphabetic)
        && accession[2] == b'_'
        && accession[3..].iter().all(u8::is_ascii_digit)
}

/// Adds the name in small letters: letter by letter, without regard to language or to what stands
/// beside it. Bytes that are no UTF-8 stay as they are.
fn lower(name: &[u8], out: &mut Vec<u8>) {
    if name.is_ascii() {
        out.extend(name.iter().map(u8::to_ascii_lowercase));
        return;
    }
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            let mut bytes = [0; 4];
            out.extend_from_slice(simple_lower(letter).encode_utf8(&mut bytes).as_bytes());
        }
        out.extend_from_slice(chunk.invalid());
    }
}

/// The simple mapping of Unicode. Of all letters only İ has a longer one beside it, i with a dot.
fn simple_lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Names that are compared in another case than they are written in.
#[derive(Debug, Clone, Default)]
pub(crate) struct AsWritten(HashMap<Box<[u8]>, Box<[u8]>>);

impl AsWritten {
    /// A name that was not met before, and what it is compared as.
    pub(crate) fn met(&mut self, spelling: Spelling, name: &[u8], compared: &[u8]) {
        if !spelling.ignore_case || self.0.contains_key(compared) {
            return;
        }
        // White space, quotes and versions that are not looked at are no part of it.
        let (mut buffer, spelling) = (Vec::new(), Spelling { ignore_case: false, ..spelling });
        let name = spelling.of(name, &mut buffer);
        if name != compared {
            self.0.insert(compared.into(), name.into());
        }
    }

    /// What a name was written as.
    pub(crate) fn of<'a>(&'a self, compared: &'a [u8]) -> &'a [u8] {
        self.0.get(compared).map_or(compared, |name| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spelled(name: &[u8], spelling: Spelling) -> Vec<u8> {
        spelling.of(name, &mut Vec::new()).to_vec()
    }

    #[test]
    fn white_space_and_quotes_go_from_both_ends_and_from_nowhere_else() {
        let both = Spelling { trim: true, unquote: true, ..Spelling::default() };
        for (name, expected) in [
            (&b" a b\t\r"[..], &b"a b"[..]),
            (b"\xc2\xa0urn\xe2\x80\x83", b"urn"),
            (b" \xff ", b"\xff"),
            (b" \" TP53 \"", b"TP53"),
            (b"'TP53'", b"TP53"),
            (b"'TP53\"", b"'TP53\""),
            (b"5'", b"5'"),
            (b"\"", b"\""),
            (b"\"\"", b""),
            (b"  ", b""),
        ] {
            assert_eq!(spelled(name, both), expected);
        }
        assert_eq!(spelled(b" \"A\" ", Spelling::default()), b" \"A\" ");
        assert_eq!(
            spelled(b" \"A\" ", Spelling { unquote: true, ..Spelling::default() }),
            b" \"A\" "
        );
    }

    #[test]
    fn versions_are_those_of_accessions() {
        let versions = Spelling { drop_version: true, ..Spelling::default() };
        for (name, expected) in [
            ("ENSG00000141510.18", "ENSG00000141510"),
            ("ENSMUSG00000059552.1", "ENSMUSG00000059552"),
            ("NM_000546.6", "NM_000546"),
            ("ENSG00000141510", "ENSG00000141510"),
            ("ENSG00000141510.", "ENSG00000141510."),
            ("ENSG00000182378.15_PAR_Y", "ENSG00000182378.15_PAR_Y"),
            ("AC012345.1", "AC012345.1"),
            ("RP11-34P13.7", "RP11-34P13.7"),
            ("NM_000546.v6", "NM_000546.v6"),
            (".1", ".1"),
        ] {
            assert_eq!(spelled(name.as_bytes(), versions), expected.as_bytes());
        }
        assert_eq!(spelled(b" \"ensg00000141510.3\"", Spelling::LOOSEST), b"ensg00000141510");
    }

    #[test]
    fn letters_become_small_one_by_one() {
        let case = Spelling { ignore_case: true, ..Spelling::default() };
        let lower = |text: &str| String::from_utf8(spelled(text.as_bytes(), case)).expect("UTF-8");
        assert_eq!(lower("URN Urne"), "urn urne");
        assert_eq!(lower("ÄÖÜß ΣΑΣ ЖУК"), "äöüß σας жук".replace('ς', "σ"));
        assert_eq!(lower("İI"), "ii");
        assert_eq!(spelled(b"A\xffB\xc3", case), b"a\xffb\xc3");
    }

    #[test]
    fn only_one_letter_has_a_longer_mapping() {
        let longer = ('\0'..=char::MAX).filter(|letter| letter.to_lowercase().count() > 1);
        assert_eq!(longer.collect::<Vec<char>>(), ['\u{130}']);
    }

    proptest! {
        #[test]
        fn spelling_twice_is_spelling_once(name: Vec<u8>, text in "\\PC*") {
            let spelling = Spelling { ignore_case: true, trim: true, ..Spelling::default() };
            for name in [&name[..], text.as_bytes()] {
                let once = spelled(name, spelling);
                prop_assert_eq!(spelled(&once, spelling), once);
            }
        }
    }

    #[test]
    fn names_are_shown_as_they_were_met_first() {
        let spelling = Spelling { ignore_case: true, unquote: true, ..Spelling::default() };
        let mut names = AsWritten::default();
        names.met(spelling, b"\"Tp53\"", b"tp53");
        names.met(spelling, b"TP53", b"tp53");
        names.met(spelling, b"bax", b"bax");
        assert_eq!(
            [names.of(b"tp53"), names.of(b"bax"), names.of(b"x")],
            [&b"Tp53"[..], b"bax", b"x"]
        );
        let mut strict = AsWritten::default();
        strict.met(Spelling::default(), b"TP53", b"TP53");
        assert!(strict.0.is_empty());
    }
}

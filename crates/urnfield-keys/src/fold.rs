//! What is done to keys on request: white space taken off, upper case made lower.

/// Nothing, unless asked for.
#[derive(Clone, Copy, Default)]
pub(super) struct Fold {
    pub(super) trim: bool,
    pub(super) ignore_case: bool,
}

impl Fold {
    pub(super) fn is_none(self) -> bool {
        !self.trim && !self.ignore_case
    }

    /// The key as it is hashed; `buffer` is its memory.
    pub(super) fn of<'a>(self, key: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        let key = if self.trim { trimmed(key) } else { key };
        if !self.ignore_case {
            return key;
        }
        buffer.clear();
        lower(key, buffer);
        buffer
    }

    /// What somebody who asks the filter later has to know.
    pub(super) fn notice(self) -> Option<&'static str> {
        match (self.trim, self.ignore_case) {
            (false, false) => None,
            (true, false) => {
                Some("the filter's file does not record --trim: give it to `check` too")
            }
            (false, true) => {
                Some("the filter's file does not record --ignore-case: give it to `check` too")
            }
            (true, true) => Some(
                "the filter's file does not record --trim and --ignore-case: give them to `check` \
                 too",
            ),
        }
    }
}

/// Without white space at both ends: of Unicode where the key is UTF-8, else of ASCII.
fn trimmed(key: &[u8]) -> &[u8] {
    match std::str::from_utf8(key) {
        Ok(text) => text.trim().as_bytes(),
        Err(_) => key.trim_ascii(),
    }
}

/// Letter by letter, without regard to language or to what stands beside it; bytes that are no
/// UTF-8 stay as they are.
fn lower(key: &[u8], out: &mut Vec<u8>) {
    if key.is_ascii() {
        out.extend(key.iter().map(u8::to_ascii_lowercase));
        return;
    }
    for chunk in key.utf8_chunks() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(key: &[u8], trim: bool, ignore_case: bool) -> Vec<u8> {
        Fold { trim, ignore_case }.of(key, &mut Vec::new()).to_vec()
    }

    #[test]
    fn white_space_goes_from_both_ends_and_from_nowhere_else() {
        for (key, expected) in [
            (&b" a b\t\r"[..], &b"a b"[..]),
            (b"\xc2\xa0urn\xe2\x80\x83", b"urn"),
            (b" \xff ", b"\xff"),
            (b"  ", b""),
        ] {
            assert_eq!(folded(key, true, false), expected);
        }
        assert_eq!(folded(b" A ", false, false), b" A ");
        assert_eq!(folded(b" A ", true, true), b"a");
    }

    #[test]
    fn letters_become_small_one_by_one() {
        let lower =
            |text: &str| String::from_utf8(folded(text.as_bytes(), false, true)).expect("UTF-8");
        assert_eq!(lower("URN Urne"), "urn urne");
        assert_eq!(lower("ÄÖÜß ΣΑΣ ЖУК"), "äöüß σας жук".replace('ς', "σ"));
        assert_eq!(lower("İI"), "ii");
        assert_eq!(folded(b"A\xffB\xc3", false, true), b"a\xffb\xc3");
    }

    #[test]
    fn only_one_letter_has_a_longer_mapping() {
        let longer = ('\0'..=char::MAX).filter(|letter| letter.to_lowercase().count() > 1);
        assert_eq!(longer.collect::<Vec<char>>(), ['\u{130}']);
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(key: Vec<u8>, text in "\\PC*") {
            for key in [&key[..], text.as_bytes()] {
                let once = folded(key, true, true);
                prop_assert_eq!(folded(&once, true, true), once);
            }
        }
    }
}

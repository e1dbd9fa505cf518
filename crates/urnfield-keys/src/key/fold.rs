//! What is done to keys on request: white space taken off, upper case made lower.

use urnfield_answers::Spelling;

/// Nothing, unless asked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fold {
    pub(crate) trim: bool,
    pub(crate) ignore_case: bool,
}

impl Fold {
    pub(crate) fn is_none(self) -> bool {
        !self.trim && !self.ignore_case
    }

    /// The key as it is hashed; `buffer` is its memory.
    pub(crate) fn of<'a>(self, key: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        let Fold { trim, ignore_case } = self;
        Spelling { trim, ignore_case, ..Spelling::default() }.of(key, buffer)
    }

    /// Returns a reminder that later questions need the same options.
    pub(crate) fn notice(self) -> Option<&'static str> {
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

//! How names were written where they were met first: case that is not looked at is shown all the same.

use crate::Spelling;
use std::collections::HashMap;

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

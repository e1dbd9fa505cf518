//! Which kinds of keys a filter holds: a note in its header.
//!
//! The text "42" and the integer 42 are different keys. A filter cannot tell that it is asked for
//! keys of another kind than those it holds, because it answers "no" to both strangers and texts
//! that are spelled like its integers. The note lets its users tell.

use crate::error::{Damage, Error};
use std::fmt;
use std::ops::BitOr;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The kinds of keys that a filter holds, as far as they are known.
///
/// The kinds are a note for people and programs. They have no effect on any bit, and `==` of
/// filters ignores them.
///
/// ```
/// use urnfield::{Design, Filter, Kind, filter::KeyKinds};
/// let mut filter = Filter::new(Design::new(Kind::Standard, 1_000, 7)?, 0)?;
/// assert!(!filter.key_kinds().is_known());
/// filter.insert_u64(42);
/// assert_eq!(filter.key_kinds(), KeyKinds::INTEGERS);
/// assert!(filter.contains_u64(42) && !filter.contains("42"));
/// filter.insert("42");
/// assert_eq!(filter.key_kinds(), KeyKinds::INTEGERS | KeyKinds::TEXTS);
/// assert_eq!(filter.key_kinds().to_string(), "texts, integers");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KeyKinds(u8);

impl KeyKinds {
    /// Not known, or no keys at all.
    pub const UNKNOWN: KeyKinds = KeyKinds(0);
    /// Texts or bytes.
    pub const TEXTS: KeyKinds = KeyKinds(1);
    /// Integers, each as its eight little-endian bytes.
    pub const INTEGERS: KeyKinds = KeyKinds(2);
    /// Digests that the caller made, of whatever it was.
    pub const DIGESTS: KeyKinds = KeyKinds(4);
    /// Keys of several parts, as [`TupleKey`](crate::filter::TupleKey) encodes them.
    pub const TUPLES: KeyKinds = KeyKinds(8);

    /// Each kind on its own, in the order of the flags.
    pub const EACH: [KeyKinds; 4] =
        [KeyKinds::TEXTS, KeyKinds::INTEGERS, KeyKinds::DIGESTS, KeyKinds::TUPLES];

    const ALL: u8 = 1 | 2 | 4 | 8;
    const NAMES: [&'static str; 4] = ["texts", "integers", "digests", "tuples"];

    /// Returns whether anything is known.
    pub fn is_known(self) -> bool {
        self != KeyKinds::UNKNOWN
    }

    /// Returns whether all kinds of `others` are among these.
    pub fn contains(self, others: KeyKinds) -> bool {
        self.0 & others.0 == others.0
    }

    /// Returns whether a filter of these kinds certainly holds no key of the other kinds. Of a
    /// filter whose kinds are unknown, and of one that holds digests, that is never certain.
    ///
    /// ```
    /// use urnfield::filter::KeyKinds;
    /// assert!(KeyKinds::INTEGERS.excludes(KeyKinds::TEXTS));
    /// assert!(!(KeyKinds::INTEGERS | KeyKinds::TEXTS).excludes(KeyKinds::TEXTS));
    /// assert!(!KeyKinds::UNKNOWN.excludes(KeyKinds::TEXTS));
    /// ```
    pub fn excludes(self, others: KeyKinds) -> bool {
        let certain = |kinds: KeyKinds| kinds.is_known() && !kinds.contains(KeyKinds::DIGESTS);
        certain(self) && certain(others) && self.0 & others.0 == 0
    }

    /// Iterates over the names of the kinds: `texts`, `integers`, `digests` and `tuples`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = KeyKinds::EACH.into_iter().zip(KeyKinds::NAMES);
        all.filter(move |(kind, _)| self.contains(*kind)).map(|(_, name)| name)
    }

    /// Returns the kinds with these flags, as byte 14 of a file has them.
    pub fn from_flags(flags: u8) -> Result<KeyKinds, Error> {
        if flags & !KeyKinds::ALL == 0 {
            return Ok(KeyKinds(flags));
        }
        Err(Error::damaged(
            Damage::Unknown,
            "the kinds of keys are flags, 1 (texts), 2 (integers), 4 (digests) and 8 (tuples), in byte 14",
            format!("{flags}; a newer urnfield may know more"),
        ))
    }

    /// Returns the flags, as byte 14 of a file has them.
    pub fn flags(self) -> u8 {
        self.0
    }
}

impl BitOr for KeyKinds {
    type Output = KeyKinds;

    fn bitor(self, other: KeyKinds) -> KeyKinds {
        KeyKinds(self.0 | other.0)
    }
}

/// Writes `unknown`, or the names with commas between them.
impl fmt::Display for KeyKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_known() {
            return f.write_str("unknown");
        }
        f.write_str(&self.names().collect::<Vec<_>>().join(", "))
    }
}

/// The note of a filter in memory. It differs from [`KeyKinds`] in one point: it tells a filter
/// that holds nothing, whose first insert makes its kinds known, from one that holds keys of
/// unknown kinds, whose kinds stay unknown whatever is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Note(u8);

impl Note {
    /// Of a filter that holds nothing.
    pub(crate) const EMPTY: Note = Note(0);
    /// Of a filter that holds keys of unknown kinds. All flags are set, because no insert has
    /// anything to note then.
    pub(crate) const UNKNOWN: Note = Note(u8::MAX);

    /// Returns the note of a filter that holds keys of these kinds, or nothing.
    pub(crate) fn of(kinds: KeyKinds, holds_keys: bool) -> Note {
        if kinds.is_known() || !holds_keys { Note(kinds.0) } else { Note::UNKNOWN }
    }

    /// Returns the kinds, as far as they are known.
    pub(crate) fn kinds(self) -> KeyKinds {
        if self == Note::UNKNOWN { KeyKinds::UNKNOWN } else { KeyKinds(self.0) }
    }

    /// Returns whether a key of these kinds changes nothing about the note. A key of unknown kind
    /// makes the note unknown.
    #[inline(always)]
    pub(crate) fn has(self, kinds: KeyKinds) -> bool {
        let flags = Note::of(kinds, true).0;
        self.0 & flags == flags
    }

    /// Returns the note of both filters together. Unknown kinds and known ones are unknown.
    pub(crate) fn or(self, other: Note) -> Note {
        Note(self.0 | other.0)
    }

    /// Notes keys that are inserted.
    pub(crate) fn add(&mut self, kinds: KeyKinds) {
        self.0 |= Note::of(kinds, true).0;
    }
}

/// The note of a filter into which many threads insert.
#[derive(Debug)]
pub(crate) struct SharedNote(AtomicU8);

impl SharedNote {
    pub(crate) fn now(&self) -> Note {
        Note(self.0.load(Relaxed))
    }

    /// Notes that this many keys of a kind are inserted. It writes once for each kind, because a
    /// write for each key would take the line from the other cores.
    #[inline]
    pub(crate) fn add(&self, count: usize, kinds: KeyKinds) {
        if count > 0 && !self.now().has(kinds) {
            self.0.fetch_or(Note::of(kinds, true).0, Relaxed);
        }
    }
}

impl From<Note> for SharedNote {
    fn from(note: Note) -> SharedNote {
        SharedNote(AtomicU8::new(note.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_kinds_stay_unknown_and_those_of_nothing_become_known() {
        let known = Note::of(KeyKinds::TEXTS, true);
        assert_eq!(known.kinds(), KeyKinds::TEXTS);
        assert_eq!(Note::of(KeyKinds::UNKNOWN, false), Note::EMPTY);
        assert_eq!(Note::EMPTY.or(known), known);
        let unknown = Note::of(KeyKinds::UNKNOWN, true);
        assert_eq!(unknown.or(known).kinds(), KeyKinds::UNKNOWN);
        let mut note = unknown;
        note.add(KeyKinds::INTEGERS);
        assert_eq!(note.kinds(), KeyKinds::UNKNOWN);
        let both = known.or(Note::of(KeyKinds::INTEGERS, true)).kinds();
        assert_eq!(both, KeyKinds::TEXTS | KeyKinds::INTEGERS);
    }

    #[test]
    fn only_the_four_flags_are_read() {
        for flags in 0..=u8::MAX {
            assert_eq!(KeyKinds::from_flags(flags).is_ok(), flags < 16, "{flags}");
        }
        assert_eq!(KeyKinds(15).to_string(), "texts, integers, digests, tuples");
        assert_eq!(KeyKinds::UNKNOWN.to_string(), "unknown");
    }
}

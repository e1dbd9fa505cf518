//! The bytes of many keys: for chains, whose generations digest the same key each in its own way.

use crate::keys::key::{Key, with_bytes};
use crate::keys::kinds::kind_of;
use urnfield::filter::KeyKinds;

/// Copies of keys that wait, one behind the other.
#[derive(Default)]
pub(crate) struct Copies {
    bytes: Vec<u8>,
    /// Whether the copies were used. The next key then takes their place, because readers of keys
    /// copy a stretch, or all entries of a dictionary, and use the copies before they copy more.
    is_done: bool,
}

/// Where the copy of a key lies, and its kind.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    from: usize,
    to: usize,
    kind: KeyKinds,
}

/// Keys as a chain takes them.
pub(crate) struct KeyBytes<'a> {
    bytes: &'a [u8],
    places: &'a [Place],
}

impl Copies {
    pub(crate) fn add(&mut self, key: Key<'_>, as_text: bool) -> Place {
        if std::mem::take(&mut self.is_done) {
            self.bytes.clear();
        }
        let from = self.bytes.len();
        with_bytes(key, as_text, |bytes| self.bytes.extend_from_slice(bytes));
        Place { from, to: self.bytes.len(), kind: kind_of(&key, as_text) }
    }

    /// The keys in these places.
    pub(crate) fn of<'a>(&'a mut self, places: &'a [Place]) -> KeyBytes<'a> {
        self.is_done = true;
        KeyBytes { bytes: &self.bytes, places }
    }
}

impl<'a> KeyBytes<'a> {
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn get(&self, i: usize) -> &'a [u8] {
        let Place { from, to, .. } = self.places[i];
        &self.bytes[from..to]
    }

    /// The kinds of these keys.
    pub(crate) fn kinds(&self) -> KeyKinds {
        let kinds = self.places.iter().map(|place| place.kind);
        kinds.fold(KeyKinds::UNKNOWN, |all, kind| all | kind)
    }
}

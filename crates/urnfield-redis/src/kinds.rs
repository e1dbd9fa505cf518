//! The kinds of a filter's keys, beside its description: a field for each kind that was added. A
//! field is set before the first key of its kind is sent and is never removed, so clients that add
//! at the same time need no lock.

use crate::description::{TOLD, Told, UNKNOWN, described};
use crate::spec::meta_key;
use crate::wire::command::Command;
use crate::{Error, Shared};
use urnfield::filter::{KeyKinds, SealedFilter};

impl Shared {
    /// Asks the server for the kinds of the filter's keys, as far as they are known.
    pub fn key_kinds(&mut self) -> Result<KeyKinds, Error> {
        Ok(described(&mut self.links, &self.name)?.told.kinds())
    }

    /// Notes that all kinds will be noted.
    pub(crate) fn begin_kinds(&mut self) -> Result<(), Error> {
        self.set_fields([TOLD])
    }

    /// Notes kinds of keys that are about to be added.
    pub(crate) fn note_kinds(&mut self, kinds: KeyKinds) -> Result<(), Error> {
        if self.noted.contains(kinds) {
            return Ok(());
        }
        self.set_fields(kinds.names())?;
        self.noted = self.noted | kinds;
        Ok(())
    }

    /// Notes the kinds of all keys of a filter that is about to be pushed.
    pub(crate) fn note_kinds_of(&mut self, filter: &SealedFilter) -> Result<(), Error> {
        match filter.key_kinds() {
            KeyKinds::UNKNOWN if filter.bits_set() > 0 => self.set_fields([UNKNOWN]),
            kinds => self.note_kinds(kinds),
        }
    }

    /// Notes what is told of another filter that is about to be added.
    pub(crate) fn note_told(&mut self, told: Told) -> Result<(), Error> {
        if told.all { self.note_kinds(told.kinds) } else { self.set_fields([UNKNOWN]) }
    }

    /// Sets fields of the description, where the filter is still there. A field must not bring back
    /// the description of a filter that was dropped; the seals of its shards will tell that it was.
    fn set_fields(&mut self, fields: impl IntoIterator<Item = &'static str>) -> Result<(), Error> {
        match described(&mut self.links, &self.name) {
            Ok(found) if found.spec == self.spec => (),
            Ok(_) | Err(Error::Missing(_) | Error::Foreign { .. }) => return Ok(()),
            Err(error) => return Err(error),
        }
        let set = Command::new("HSET", &meta_key(&self.name));
        let set = fields.into_iter().fold(set, |set, field| set.with(field).with("1"));
        self.write([set]).map(drop)
    }
}

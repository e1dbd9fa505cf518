//! What is stored about a filter besides its bits: its description, and the kinds of its keys.

use crate::Error;
use crate::spec::{Spec, meta_key};
use crate::wire::command::Command;
use crate::wire::links::Links;
use crate::wire::reply::Reply;
use urnfield::filter::KeyKinds;

/// Set when a filter is made by a client that notes kinds.
pub(crate) const TOLD: &str = "kinds";
/// Set when keys came from a filter whose kinds were not known.
pub(crate) const UNKNOWN: &str = "unknown";
/// The fields that tell of kinds, in the order of [`Told::read`].
pub(crate) const FIELDS: [&str; 6] = [TOLD, UNKNOWN, "texts", "integers", "digests", "tuples"];

/// What the server tells of the kinds of a filter's keys.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    pub(crate) kinds: KeyKinds,
    /// Whether all kinds were noted since the filter was made.
    pub(crate) all: bool,
}

impl Told {
    /// Reads the replies to [`FIELDS`].
    pub(crate) fn read(fields: &[Reply]) -> Told {
        let is_set = |i: usize| fields.get(i).and_then(Reply::as_text).is_some();
        let kinds = (2..).zip(KeyKinds::EACH).filter(|(i, _)| is_set(*i)).map(|(_, kind)| kind);
        let kinds = kinds.fold(KeyKinds::UNKNOWN, |all, kind| all | kind);
        Told { kinds, all: is_set(0) && !is_set(1) }
    }

    /// Returns the kinds, as far as they are known.
    pub(crate) fn kinds(self) -> KeyKinds {
        if self.all { self.kinds } else { KeyKinds::UNKNOWN }
    }
}

/// The description of the filter that is stored under a name.
pub(crate) struct Described {
    pub(crate) spec: Spec,
    pub(crate) intersection: bool,
    pub(crate) told: Told,
}

/// Asks the server for the description of the filter with this name.
pub(crate) fn described(links: &mut Links, name: &str) -> Result<Described, Error> {
    let ask = Command::new("HMGET", &meta_key(name)).with("spec").with("origin");
    let ask = FIELDS.into_iter().fold(ask, |ask, field| ask.with(field));
    let reply = links.run([ask], None)?;
    let Some(Reply::List(fields)) = reply.first() else {
        return Err(Error::Missing(name.to_owned()));
    };
    let Some(text) = fields.first().and_then(Reply::as_text) else {
        return Err(Error::Missing(name.to_owned()));
    };
    let spec = Spec::read(&text).ok_or_else(|| Error::Foreign {
        name: name.to_owned(),
        got: text.chars().take(80).collect(),
    })?;
    let intersection = fields.get(1).and_then(Reply::as_text).is_some();
    let told = Told::read(fields.get(2..).unwrap_or_default());
    Ok(Described { spec, intersection, told })
}

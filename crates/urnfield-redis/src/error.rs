//! Why there is no answer, in one sentence.

use std::fmt;

/// Everything that can go wrong between a filter and its server.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What the library says.
    Library(urnfield::Error),
    /// An address that is none.
    Address(&'static str),
    /// A name that no filter can have.
    Name(String),
    /// No filter has this name.
    Missing(String),
    /// A filter has this name already.
    Taken(String),
    /// A shard is gone, or is no shard of this filter.
    Broken {
        /// The filter.
        name: String,
        /// The key of the shard.
        key: String,
    },
    /// What is stored under the filter's name is not what this version writes.
    Foreign {
        /// The filter.
        name: String,
        /// What is there.
        got: String,
    },
    /// A key of the filter is no text and no hash, but something that another program made.
    OtherType {
        /// Where it is, without credentials.
        server: String,
    },
    /// A filter could neither be made whole nor removed again.
    HalfMade {
        /// The filter.
        name: String,
        /// Why it was not made whole.
        why: String,
    },
    /// Two filters that cannot be merged.
    Differ {
        /// The one.
        ours: String,
        /// The other.
        theirs: String,
    },
    /// Fewer replicas than wanted have confirmed a write.
    Unconfirmed {
        /// So many have.
        confirmed: i64,
        /// So many were wanted.
        wanted: u64,
    },
    /// A filter with a secret key is asked without it.
    Locked(String),
    /// Keys are not added to what an intersection has left.
    Intersection(String),
    /// The server cannot be reached, or not any more.
    Unreachable {
        /// Where it is, without credentials.
        server: String,
        /// In the words of the system.
        why: String,
    },
    /// The server refuses.
    Refused {
        /// Where it is, without credentials.
        server: String,
        /// In its own words.
        why: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Library(error) => error.fmt(f),
            Error::Address(why) => write!(
                f,
                "a server is redis://HOST:PORT, redis+unix:///PATH or cluster:HOST:PORT,…, and this \
                 address is none: {why}"
            ),
            Error::Name(got) => write!(
                f,
                "a filter's name on a server has 1 to 200 bytes, no braces and no control \
                 characters, got {got:?}; choose another one"
            ),
            Error::Missing(name) => write!(
                f,
                "the server has no filter called {name}; `urnfield redis create` makes one, or it \
                 was dropped, evicted, or lost in a restart"
            ),
            Error::Taken(name) => write!(
                f,
                "the server has a filter called {name} already; choose another name, or drop it \
                 with `urnfield redis drop`"
            ),
            Error::Broken { name, key } => write!(
                f,
                "a shard of {name} is gone or belongs to another filter ({key}), so no answer is \
                 certain; remove the filter with `urnfield redis drop {name}`, build it again, and run \
                 the server with noeviction"
            ),
            Error::Foreign { name, got } => write!(
                f,
                "what is stored as {name} is no filter of this version, got {got:?}; choose another \
                 name, or a newer urnfield"
            ),
            Error::OtherType { server } => write!(
                f,
                "a key of this filter on the server {server} has another type, so another program made \
                 it; remove it with `urnfield redis drop`, or choose another name"
            ),
            Error::HalfMade { name, why } => write!(
                f,
                "{name} was not made whole and could not be removed again: {why}; remove it with \
                 `urnfield redis drop {name}` and create it again"
            ),
            Error::Differ { ours, theirs } => write!(
                f,
                "filters are merged only where equal items have equal positions: {ours} against \
                 {theirs}; create them with the same --items, --fpr and seed or key"
            ),
            Error::Unconfirmed { confirmed, wanted } => write!(
                f,
                "a write was confirmed by {confirmed} replicas where {wanted} were asked for; the \
                 keys may be there, so add them again when the replicas are back, or lower --wait"
            ),
            Error::Locked(name) => {
                write!(f, "{name} answers only to its secret key; add --key-file")
            }
            Error::Intersection(name) => write!(
                f,
                "{name} is an intersection and no set's filter, so no keys are added to it; add \
                 them to the filters it was made of"
            ),
            Error::Unreachable { server, why } => write!(
                f,
                "the server {server} cannot be reached: {why}; see whether it runs and whether \
                 --server is right"
            ),
            Error::Refused { server, why } => write!(f, "the server {server} refuses: {why}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Library(error) => Some(error),
            _ => None,
        }
    }
}

impl From<urnfield::Error> for Error {
    fn from(error: urnfield::Error) -> Error {
        Error::Library(error)
    }
}

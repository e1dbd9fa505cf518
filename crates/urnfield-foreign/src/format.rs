//! [`Format`]: what is known of one format; [`Writer`]: how a filter of it is built.

use crate::{Foreign, KeyForm, Refusal};
use std::fmt::{self, Debug, Formatter};

/// The most hashes of a filter that is read. Libraries use up to about 60; more would only make a
/// hostile file slow.
pub(crate) const MOST_HASHES: u64 = 4096;

/// A format of filters of another library.
pub struct Format {
    /// The name for `--format`: `spark-v2`.
    pub name: &'static str,
    /// The library, as people call it.
    pub library: &'static str,
    /// Whether the content alone tells the format. A format that accepts nearly anything is read by
    /// its name only.
    pub is_by_content: bool,
    /// Reads the filters of a file; none where the file can hold filters and does not.
    pub read: fn(&[u8]) -> Result<Vec<Foreign>, Refusal>,
    /// The forms of keys, the usual one first; none if the hash function is not known.
    pub keys: &'static [KeyForm],
    /// How to build a filter; `None` where only reading is known.
    pub writer: Option<Writer>,
    /// What the library was run against, or that it was not: a sentence for people, empty where the
    /// real library made the test files.
    pub reservation: &'static str,
}

/// How a filter is built: an empty filter, insertions by [`Foreign::insert`], the bytes.
#[derive(Debug, Clone, Copy)]
pub struct Writer {
    /// The bits and hashes that the library itself takes for a number of items and a rate.
    pub size: fn(u64, f64) -> (u64, u32),
    /// Returns an empty filter, or refuses numbers that the library cannot have.
    pub empty: fn(&Parameters) -> Result<Foreign, Refusal>,
    /// Returns the bytes of a filter that `empty` or the format's `read` returned.
    pub write: fn(&Foreign) -> Vec<u8>,
}

/// What a filter is built from. A format ignores what its library does not know.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    /// The number of bits; a format rounds it as its library does.
    pub bits: u64,
    /// The number of positions of an item.
    pub hashes: u32,
    /// The seed of the hash function.
    pub seed: u64,
    /// A variant of the format, in the library's word; the usual one where it is not named.
    pub variant: Option<String>,
    /// The number of items that is asked for.
    pub capacity: Option<u64>,
    /// The false-positive rate that is asked for.
    pub asked_rate: Option<f64>,
}

impl Debug for Format {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Returns the number of hashes if it is one that a filter can have.
pub(crate) fn hashes(stated: u64) -> Result<u32, Refusal> {
    match stated {
        0 => Err(Refusal::other("hashes = 0: a filter has at least one hash")),
        1..=MOST_HASHES => Ok(stated as u32),
        _ => {
            Err(Refusal::other(format!("hashes = {stated}: more than {MOST_HASHES} are not read")))
        }
    }
}

//! A filter's file into its other form: compressed to be sent, raw to be asked. Bits and header are
//! enough for that, so a keyed filter needs no key here.

use super::bytes::{Content, read_bits};
use super::file::{Existing, open, reading, write_whole};
use super::header::Summary;
use crate::error::Error;
use std::path::Path;

/// How a filter is put into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Its words as they are: the one form that can be mapped.
    Raw,
    /// Whichever encoding is smallest, and raw where none pays.
    Smallest,
}

/// Reads the file of any filter, keyed or not, checks everything, and writes the same filter to
/// `to`, over an older file of that name if there is one. The two may be one file.
///
/// ```no_run
/// use urnfield::filter::{Packing, recode};
/// let sent = recode("words.urn", "words.compressed.urn", Packing::Smallest)?;
/// println!("{} bytes, {}", sent.bytes, sent.encoding);
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn recode(
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    packing: Packing,
) -> Result<Summary, Error> {
    rewritten(from.as_ref(), to.as_ref(), packing, Existing::Replaced)
}

/// The same, to a name that nothing has yet.
pub fn recode_new(
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    packing: Packing,
) -> Result<Summary, Error> {
    rewritten(from.as_ref(), to.as_ref(), packing, Existing::Kept)
}

fn rewritten(
    from: &Path,
    to: &Path,
    packing: Packing,
    existing: Existing,
) -> Result<Summary, Error> {
    let (header, payload) = open(from)?;
    let bits = read_bits(&header, payload).map_err(|failure| reading(from, failure))?;
    let content = Content {
        design: header.design,
        hashing: header.hashing,
        planned_items: header.planned_items,
        bits: &bits,
    };
    write_whole(to, existing, |out| content.write(packing, out))
}

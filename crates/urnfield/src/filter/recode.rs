//! A filter's file into its other form: compressed to be sent, raw to be asked.

use super::SealedFilter;
use super::header::Summary;
use crate::Error;
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
    SealedFilter::load(from)?.save(to, packing)
}

/// The same, to a name that nothing has yet.
pub fn recode_new(
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    packing: Packing,
) -> Result<Summary, Error> {
    SealedFilter::load(from)?.save_new(to, packing)
}

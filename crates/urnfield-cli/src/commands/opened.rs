//! A filter that keys are to be asked of or put into.

use crate::refusal::Refusal;
use crate::secret;
use std::path::Path;
use urnfield::filter::{Packing, SealedFilter};
use urnfield::{Error, Filter};

/// The filter, loaded and checked to the last bit, as an answer from a damaged one is no answer;
/// and the form it has in its file.
pub(super) fn filter(path: &Path, key_file: Option<&Path>) -> Result<(Filter, Packing), Refusal> {
    let key = key_file.map(secret::key).transpose()?;
    let sealed = SealedFilter::load(path).map_err(|error| Refusal::about(path, error))?;
    let packing = sealed.packing();
    let filter = sealed.into_filter(key).map_err(|error| match error {
        Error::Mismatch { .. } if key.is_none() => Refusal::Typed(format!(
            "{} answers only to its secret key; add --key-file",
            path.display()
        )),
        other => Refusal::about(path, other),
    })?;
    Ok((filter, packing))
}

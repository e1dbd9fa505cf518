//! What is refused where keys are of another kind than those of a filter.

use crate::refusal::Refusal;
use std::path::Path;
use urnfield::Filter;
use urnfield::filter::KeyKinds;
use urnfield_answers::other_kind_of_keys;
use urnfield_keys::KeyOptions;

/// Refuses to look for texts in a filter of integers, to add them to one, and the reverse.
pub(super) fn refuse(path: &Path, filter: &Filter, keys: &KeyOptions) -> Result<(), Refusal> {
    refuse_for(path, filter.key_kinds(), keys)
}

/// Refuses the same where it is known of which kinds the keys in a file or a folder are.
pub(super) fn refuse_for(path: &Path, held: KeyKinds, keys: &KeyOptions) -> Result<(), Refusal> {
    let file = path.display().to_string();
    let refused = other_kind_of_keys(&file, held, keys.kind());
    refused.map_or(Ok(()), |sentence| Err(Refusal::Typed(sentence)))
}

//! Intersections take no keys, because an intersection is not the filter of a set.

use std::path::Path;
use urnfield::Filter;
use urnfield_terminal::Refusal;

/// Refuses to add keys to an intersection, because they would be in none of its sets.
pub(crate) fn refuse(path: &Path, filter: &Filter) -> Result<(), Refusal> {
    if !filter.is_intersection() {
        return Ok(());
    }
    Err(Refusal::Typed(format!(
        "{} is an intersection, and keys go into the filters of sets; add them to the filters it was \
         made of, and intersect those again",
        path.display()
    )))
}

//! What is refused where a filter is an intersection and so no set's filter.

use std::path::Path;
use urnfield::Filter;
use urnfield_terminal::Refusal;

/// Refuses to put keys into an intersection: they would be in it and in none of its sets.
pub(crate) fn refuse(path: &Path, filter: &Filter) -> Result<(), Refusal> {
    match filter.is_intersection() {
        false => Ok(()),
        true => Err(Refusal::Typed(format!(
            "{} is an intersection, and keys go into the filters of sets; add them to the filters \
             it was made of, and intersect those again",
            path.display()
        ))),
    }
}

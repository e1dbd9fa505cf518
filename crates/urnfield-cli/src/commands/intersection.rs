//! What is said, and what is refused, where a filter is an intersection and so no set's filter.

use crate::refusal::Refusal;
use crate::report::shown;
use std::path::Path;
use urnfield::filter::Origin;
use urnfield::{Design, Enclosure, Filter};
use urnfield_answers::{Form, rate_given_bits};

/// The most often that a key passes which is in some of the sets but not in all, where that is
/// known: it has to pass one of the filters as a stranger.
pub(super) fn member_rate(
    design: Design,
    origin: Origin,
    form: Form,
) -> Result<Option<Enclosure>, Refusal> {
    let Origin::Intersection(made_of) = origin else { return Ok(None) };
    let rate = made_of.most_bits().map(|most| rate_given_bits(design, most, form));
    Ok(rate.transpose()?)
}

/// Refuses to put keys into an intersection: they would be in it and in none of its sets.
pub(super) fn refuse(path: &Path, filter: &Filter) -> Result<(), Refusal> {
    match filter.is_intersection() {
        false => Ok(()),
        true => Err(Refusal::Typed(format!(
            "{} is an intersection, and keys go into the filters of sets; add them to the filters \
             it was made of, and intersect those again",
            path.display()
        ))),
    }
}

/// Who asks an intersection about keys of its own sets gets more false answers than its rate says.
pub(super) fn sentence(path: &Path, filter: &Filter) -> Result<Option<String>, Refusal> {
    const FORM: Form = Form::Text(7);
    if !filter.is_intersection() {
        return Ok(None);
    }
    let design = filter.design();
    let stranger = rate_given_bits(design, filter.bits_set(), FORM)?;
    let member = match member_rate(design, filter.origin(), FORM)? {
        Some(rate) => format!("with probability at most {}", shown(&rate, 7)),
        None => "nobody knows how often".into(),
    };
    Ok(Some(format!(
        "{} is an intersection: a key that is in some of its sets but not in all passes {member}, \
         and one that is in none with {}",
        path.display(),
        shown(&stranger, 7)
    )))
}

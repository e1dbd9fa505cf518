//! What is said of a filter that is an intersection, and so no set's filter.

use crate::report::value::{shown, shown_upper};
use crate::{Form, own_rate};
use urnfield::filter::Origin;
use urnfield::{AnyDesign, Enclosure, Error, Filter};

/// The most often that a key passes which is in some of the sets but not in all, where that is
/// known: it has to pass one of the filters as a stranger. With lines that does not follow from how many
/// bits were set.
pub fn member_rate(
    design: AnyDesign,
    origin: Origin,
    form: Form,
) -> Result<Option<Enclosure>, Error> {
    let (Origin::Intersection(made_of), Some(design)) = (origin, design.plain()) else {
        return Ok(None);
    };
    let rate = |most: u64| form.enclose("the rate", |bits| design.fpr_given_to(most, bits.max(64)));
    made_of.most_bits().map(rate).transpose()
}

/// Who asks an intersection about keys of its own sets gets more false answers than its rate says.
pub fn intersection_in_words(name: &str, filter: &Filter) -> Result<Option<String>, Error> {
    const FORM: Form = Form::Text(7);
    if !filter.is_intersection() {
        return Ok(None);
    }
    let design = filter.design();
    let stranger = own_rate(&filter.summary(), FORM)?;
    let member = match member_rate(design, filter.origin(), FORM)? {
        Some(rate) => format!("with probability at most {}", shown_upper(&rate, 7)),
        None => "nobody knows how often".into(),
    };
    Ok(Some(format!(
        "{name} is an intersection: a key that is in some of its sets but not in all passes \
         {member}, and one that is in none with {}",
        shown(&stranger, 7)
    )))
}

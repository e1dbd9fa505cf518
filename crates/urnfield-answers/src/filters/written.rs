//! Sentences about a filter file that was just written, and about intersections.

use crate::report::numbers::behind_bits;
use crate::report::value::{shown, shown_upper};
use crate::{Form, own_rate};
use urnfield::filter::Origin;
use urnfield::filter::Summary;
use urnfield::{AnyDesign, Enclosure, Error, Filter};
use urnfield_num::Real;

/// `words.urn: standard, bits = 28, hashes = 7, keys = 3, …`.
pub fn written_in_words(file: &str, design: AnyDesign, counts: &str, rate: &str) -> String {
    let kind = design.kind_name();
    let bits = design.bits();
    let hashes = design.hashes();
    let size = behind_bits(bits);
    format!("{file}: {kind}, bits = {bits}{size}, hashes = {hashes}, {counts}, {rate}")
}

/// `fpr_given_bits = 0.0123`.
pub fn rate_in_words(filter: &Summary, digits: usize) -> Result<String, Error> {
    let rate = own_rate(filter, Form::Text(digits))?;
    Ok(format!("fpr_given_bits = {}", shown(&rate, digits)))
}

/// Returns the sentence about a filter merged from several.
pub fn merged_in_words(file: &str, summary: &Summary, digits: usize) -> Result<String, Error> {
    let (design, bits_set) = (summary.design, summary.bits_set);
    let mut rate = rate_in_words(summary, digits)?;
    if let Some(member) = member_rate(design, summary.origin, Form::Text(digits))? {
        rate += &format!(", member_fpr at most {}", shown_upper(&member, digits));
    }
    Ok(written_in_words(file, design, &format!("bits_set = {bits_set}"), &rate))
}

/// Returns the size of a file, its size before, and what its bits need.
pub fn compressed_in_words(
    file: &str,
    summary: &Summary,
    before: Option<u64>,
    digits: usize,
) -> String {
    let (encoding, bytes) = (&summary.encoding, summary.bytes);
    let before = before.map_or(String::new(), |bytes| format!("before = {bytes}, "));
    let least = shown(&entropy_in_bytes(summary), digits);
    format!("{file}: {encoding}, bytes = {bytes}, {before}m*H(q)/8 = {least}")
}

/// (x·log2(m/x) + y·log2(m/y))/8 for x bits set and y clear: what the bits of such a filter need
/// on average, header apart.
fn entropy_in_bytes(summary: &Summary) -> Enclosure {
    const WORDS: usize = 4;
    let m = summary.design.bits();
    let (set, clear) = (summary.bits_set, m - summary.bits_set);
    if set == 0 || clear == 0 {
        return Enclosure::zero();
    }
    let part = |x: u64| Real::from_ratio(m, x, WORDS).ln().mul_word(x);
    part(set).add(&part(clear)).div(&Real::ln2(WORDS)).div_word(8).enclosure()
}

/// Bounds the probability that a key passes which is in some of the sets but not in all, because it
/// must pass one of the filters by chance. `None` where unknown, as for filters with lines.
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

/// Warns that keys of one of its sets pass an intersection more often than its rate says.
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

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::{Design, Filter, Kind};

    #[test]
    fn the_entropy_of_a_filter_is_exact_where_it_can_be_told() {
        let design = Design::new(Kind::Classic, 4096, 1024).expect("a design");
        let mut filter = Filter::new(design, 0).expect("small");
        assert!(entropy_in_bytes(&filter.summary()).is_zero());
        filter.insert("urn");
        // One in four: 2 − (3/4)·log2(3) bits each.
        let shown = format!("{:.12}", entropy_in_bytes(&filter.summary()));
        assert_eq!(shown, "415.374399723");
    }
}

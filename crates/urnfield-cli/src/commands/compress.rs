//! `urnfield compress`: the same filter in its other form.

use super::info;
use super::opened;
use super::same_file::refuse_input_as_output;
use super::target::Target;
use crate::args::Compress;
use crate::refusal::Refusal;
use crate::report::{shown, talk};
use std::io::Write;
use urnfield::Enclosure;
use urnfield::filter::{Packing, Summary};
use urnfield_answers::Form;
use urnfield_num::Real;

pub(super) fn run(typed: &Compress, out: &mut impl Write) -> Result<(), Refusal> {
    refuse_input_as_output(&typed.output, [&typed.filter])?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    // What cannot be looked at is refused when it is read.
    let before = std::fs::metadata(&typed.filter)
        .map_or(String::new(), |file| format!("before = {}, ", file.len()));
    let packing = if typed.raw { Packing::Raw } else { Packing::Smallest };
    let filter = opened::sealed(&typed.filter)?;
    let summary = target.write_sealed(&filter, packing)?;
    let form = typed.form.form();
    match form {
        // Read back from the disk: what is reported is what is there.
        Form::Json(_) => {
            super::write(info::about(&typed.output, form)?.into(), form, out)?;
        }
        Form::Text(digits) => {
            talk(&[format!(
                "{}: {}, bytes = {}, {before}m*H(q)/8 = {}",
                typed.output.display(),
                summary.encoding,
                summary.bytes,
                shown(&entropy_in_bytes(&summary), digits)
            )]);
        }
    }
    Ok(())
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

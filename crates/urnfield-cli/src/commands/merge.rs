//! `urnfield union` and `urnfield intersect`: one filter out of several.

use super::info;
use super::opened::{self, refuse_stdin_twice};
use super::same_file::refuse_input_as_output;
use super::target::Target;
use crate::args::Merge;
use crate::refusal::Refusal;
use crate::report::{shown, talk};
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield::filter::{Packing, SealedFilter, Summary};
use urnfield_answers::Form;

/// How one filter takes another in.
type Merging = fn(&mut SealedFilter, &SealedFilter) -> Result<(), Error>;

pub(super) fn union(typed: &Merge, out: &mut impl Write) -> Result<(), Refusal> {
    run(typed, SealedFilter::union_with, out)
}

pub(super) fn intersect(typed: &Merge, out: &mut impl Write) -> Result<(), Refusal> {
    run(typed, SealedFilter::intersect_with, out)
}

fn run(typed: &Merge, merging: Merging, out: &mut impl Write) -> Result<(), Refusal> {
    refuse_input_as_output(&typed.output, &typed.filters)?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    refuse_stdin_twice(&typed.filters, None)?;
    let filter = merged(&typed.filters, merging)?;
    let summary = target.write_sealed(&filter, Packing::Raw)?;
    let form = typed.form.form();
    match form {
        // Read back from the disk: what is reported is what is there.
        Form::Json(_) => {
            super::write(info::about(&typed.output, form)?.into(), form, out)?;
        }
        Form::Text(digits) => talk(&[sentence(&typed.output, &summary, digits)?]),
    }
    Ok(())
}

/// One after the other: no more than two of them are in memory.
fn merged(paths: &[impl AsRef<Path>], merging: Merging) -> Result<SealedFilter, Refusal> {
    let [first, others @ ..] = paths else {
        return Err(Refusal::Typed("there is nothing to merge, got 0 filters; name some".into()));
    };
    let mut filter = opened::sealed(first.as_ref())?;
    for path in others {
        let path = path.as_ref();
        merging(&mut filter, &opened::sealed(path)?)
            .map_err(|error| Refusal::about(path, error))?;
    }
    Ok(filter)
}

fn sentence(path: &Path, summary: &Summary, digits: usize) -> Result<String, Error> {
    let design = summary.design;
    let rate = info::given_bits(design, summary.bits_set, Form::Text(digits))?;
    Ok(format!(
        "{}: {}, bits = {}, hashes = {}, bits_set = {}, fpr_given_bits = {}",
        path.display(),
        design.kind(),
        design.bits(),
        design.hashes(),
        summary.bits_set,
        shown(&rate, digits)
    ))
}

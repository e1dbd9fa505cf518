//! `urnfield union` and `urnfield intersect`: one filter out of several.

use super::opened::{self, refuse_stdin_twice};
use super::same_file::refuse_input_as_output;
use super::target::Target;
use super::{Answer, info, write};
use crate::args::Merge;
use crate::refusal::Refusal;
use std::io::Write;
use std::path::Path;
use urnfield::Error;
use urnfield::filter::{Packing, SealedFilter, Summary};
use urnfield_answers::{rate_in_words, written_in_words};

/// How one filter takes another in.
type Merging = fn(&mut SealedFilter, &SealedFilter) -> Result<(), Error>;

pub(super) fn union(typed: &Merge, out: &mut impl Write) -> Result<Answer, Refusal> {
    run(typed, SealedFilter::union_with, out)
}

pub(super) fn intersect(typed: &Merge, out: &mut impl Write) -> Result<Answer, Refusal> {
    run(typed, SealedFilter::intersect_with, out)
}

fn run(typed: &Merge, merging: Merging, out: &mut impl Write) -> Result<Answer, Refusal> {
    refuse_input_as_output(&typed.output, &typed.filters)?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    refuse_stdin_twice(&typed.filters, None)?;
    let filter = merged(&typed.filters, merging)?;
    let summary = target.write_sealed(&filter, Packing::Raw)?;
    let (form, file) = (typed.form.form(), typed.output.display().to_string());
    let Summary { design, bits_set, .. } = summary;
    let said = |digits| {
        let rate = rate_in_words(design, bits_set, digits)?;
        Ok(written_in_words(&file, design, &format!("bits_set = {bits_set}"), &rate))
    };
    write(info::of_written(&typed.output, form, said)?, form, out)
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

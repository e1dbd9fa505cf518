//! `urnfield union` and `urnfield intersect`: one filter out of several.

use crate::args::Merge;
use crate::commands::files::opened;
use crate::commands::files::opened::refuse_stdin_twice;
use crate::commands::files::same_file::refuse_input_as_output;
use crate::commands::files::target::Target;
use crate::commands::filters::info;
use std::io::Write;
use std::path::PathBuf;
use urnfield::Error;
use urnfield::filter::{Packing, SealedFilter};
use urnfield_answers::merged_in_words;
use urnfield_terminal::{Answer, Refusal, warn, write};

/// How one filter takes another in.
type Merging = fn(&mut SealedFilter, &SealedFilter) -> Result<(), Error>;

pub(crate) fn union(typed: &Merge, out: &mut impl Write) -> Result<Answer, Refusal> {
    run(typed, SealedFilter::union_with, out, |typed, intersections| {
        let Some(first) = intersections.first() else { return };
        warn(&[format!(
            "{} is an intersection, so {} is no set's filter either, and marked as made of one",
            first.display(),
            typed.output.display()
        )]);
    })
}

pub(crate) fn intersect(typed: &Merge, out: &mut impl Write) -> Result<Answer, Refusal> {
    run(typed, SealedFilter::intersect_with, out, |_, _| ())
}

fn run(
    typed: &Merge,
    merging: Merging,
    out: &mut impl Write,
    mention: impl Fn(&Merge, &[&PathBuf]),
) -> Result<Answer, Refusal> {
    refuse_input_as_output(&typed.output, "-o", &typed.filters)?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    refuse_stdin_twice(&typed.filters, None)?;
    let (filter, intersections) = merged(&typed.filters, merging)?;
    let summary = target.write_sealed(&filter, Packing::Raw)?;
    mention(typed, &intersections);
    let form = typed.form.form();
    let file = typed.output.display().to_string();
    let said = |digits| merged_in_words(&file, &summary, digits);
    write(info::of_written(&typed.output, form, said)?, form, out)
}

/// Merges filters one after the other, so that at most two are in memory.
/// Returns also which of them are intersections.
fn merged(paths: &[PathBuf], merging: Merging) -> Result<(SealedFilter, Vec<&PathBuf>), Refusal> {
    let [first, others @ ..] = paths else {
        return Err(Refusal::Typed("there is nothing to merge, got 0 filters; name some".into()));
    };
    let mut filter = opened::sealed(first)?;
    let mut intersections = Vec::new();
    if filter.origin().is_intersection() {
        intersections.push(first);
    }
    for path in others {
        let other = opened::sealed(path)?;
        if other.origin().is_intersection() {
            intersections.push(path);
        }
        merging(&mut filter, &other).map_err(|error| Refusal::about(path, error))?;
    }
    Ok((filter, intersections))
}

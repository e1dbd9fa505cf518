//! `urnfield union` and `urnfield intersect`: one filter out of several.

use super::opened::{self, refuse_stdin_twice};
use super::same_file::refuse_input_as_output;
use super::target::Target;
use super::{info, intersection};
use crate::args::Merge;
use crate::refusal::Refusal;
use crate::report::{shown, talk};
use std::io::Write;
use std::path::{Path, PathBuf};
use urnfield::Error;
use urnfield::filter::{Packing, SealedFilter, Summary};
use urnfield_answers::Form;

/// How one filter takes another in.
type Merging = fn(&mut SealedFilter, &SealedFilter) -> Result<(), Error>;

pub(super) fn union(typed: &Merge, out: &mut impl Write) -> Result<(), Refusal> {
    run(typed, SealedFilter::union_with, out, |typed, intersections| {
        let Some(first) = intersections.first() else { return };
        talk(&[format!(
            "{} is an intersection, so {} is no set's filter either, and marked as made of one",
            first.display(),
            typed.output.display()
        )]);
    })
}

pub(super) fn intersect(typed: &Merge, out: &mut impl Write) -> Result<(), Refusal> {
    run(typed, SealedFilter::intersect_with, out, |_, _| ())
}

fn run(
    typed: &Merge,
    merging: Merging,
    out: &mut impl Write,
    mention: impl Fn(&Merge, &[&PathBuf]),
) -> Result<(), Refusal> {
    refuse_input_as_output(&typed.output, &typed.filters)?;
    let target = Target::checked(&typed.output, &typed.overwriting, typed.form.json)?;
    refuse_stdin_twice(&typed.filters, None)?;
    let (filter, intersections) = merged(&typed.filters, merging)?;
    let summary = target.write_sealed(&filter, Packing::Raw)?;
    mention(typed, &intersections);
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

/// One after the other: no more than two of them are in memory. And which of them are intersections.
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

fn sentence(path: &Path, summary: &Summary, digits: usize) -> Result<String, Refusal> {
    let (design, form) = (summary.design, Form::Text(digits));
    let rate = info::given_bits(design, summary.bits_set, form)?;
    let member = intersection::member_rate(design, summary.origin, form)?;
    let member = member.map(|rate| format!(", member_fpr at most {}", shown(&rate, digits)));
    Ok(format!(
        "{}: {}, bits = {}, hashes = {}, bits_set = {}, fpr_given_bits = {}{}",
        path.display(),
        design.kind(),
        design.bits(),
        design.hashes(),
        summary.bits_set,
        shown(&rate, digits),
        member.unwrap_or_default()
    ))
}

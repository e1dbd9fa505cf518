//! `urnfield compare`: what filters say about their sets, and what these have in common.

use crate::args::Compare;
use crate::commands::files::opened;
use crate::commands::tell::COMPUTING;
use std::io::Write;
use urnfield_answers::{CompareQuestion, LineCounts, Question};
use urnfield_terminal::{Answer, Refusal, thinking, write};

pub(crate) fn run(typed: &Compare, out: &mut impl Write) -> Result<Answer, Refusal> {
    opened::refuse_stdin_twice(&typed.filters, None)?;
    let form = typed.form.form();
    let counted = counted(typed)?;
    write(thinking(COMPUTING, || counted.report(form))?, form, out)
}

/// One file after the other: no more than three filters are in memory.
fn counted(typed: &Compare) -> Result<CompareQuestion, Refusal> {
    let [first, others @ ..] = typed.filters.as_slice() else {
        return Err(Refusal::Typed("a comparison needs two filters or more, got 0".into()));
    };
    let mut any = opened::sealed(first)?;
    let mut all = any.try_clone()?;
    let mut each = vec![any.bits_set()];
    let mut lines: Vec<_> = any.line_loads().into_iter().collect();
    let mut intersections = Vec::new();
    if any.origin().is_intersection() {
        intersections.push(first.display().to_string());
    }
    for path in others {
        let filter = opened::sealed(path)?;
        any.union_with(&filter).map_err(|error| Refusal::about(path, error))?;
        all.intersect_with(&filter).map_err(|error| Refusal::about(path, error))?;
        each.push(filter.bits_set());
        lines.extend(filter.line_loads());
        if filter.origin().is_intersection() {
            intersections.push(path.display().to_string());
        }
    }
    Ok(CompareQuestion {
        files: typed.filters.iter().map(|path| path.display().to_string()).collect(),
        intersections,
        design: any.design(),
        lines: any.line_loads().map(|or| LineCounts { each: lines, or }),
        each,
        or: any.bits_set(),
        and: all.bits_set(),
        confidence: typed.confidence.clone(),
    })
}

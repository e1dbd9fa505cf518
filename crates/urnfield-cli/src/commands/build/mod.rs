//! `urnfield build`: a filter of the lines of files.
//!
//! | file | idea |
//! |---|---|
//! | `sizing` | how large it is, found as `plan` finds it |
//! | `report` | what has been made |

mod report;
mod sizing;

use crate::args::Build;
use crate::asking::Form;
use crate::commands::target::Target;
use crate::refusal::Refusal;
use crate::secret;
use crate::sources::Sources;
use sizing::Size;
use std::io::Write;
use std::ops::ControlFlow;
use urnfield::Filter;

/// What went in.
#[derive(Default)]
struct Inserted {
    keys: u64,
    /// Keys that set a bit, and so had certainly not been there.
    new_keys: u64,
}

pub(super) fn run(typed: &Build, out: &mut impl Write) -> Result<(), Refusal> {
    let target = Target::checked(&typed.output, typed.force)?;
    sizing::check(typed)?;
    let secret = typed.key_file.as_deref().map(secret::key).transpose()?;
    let sources = Sources::typed(&typed.files)?;
    let Size { design, planned_items } = sizing::size(typed, &sources)?;
    let mut filter = match secret {
        Some(key) => Filter::keyed(design, key)?,
        None => Filter::new(design, typed.seed.unwrap_or(0))?,
    };
    let inserted = insert(typed, &sources, &mut filter)?;
    // Where nothing was planned, what came is what it was made for.
    let filter = filter.with_planned_items(planned_items.unwrap_or(inserted.keys));
    target.write(&filter)?;
    report::write(&typed.output, &filter, &inserted, Form::new(&typed.form), out)
}

fn insert(typed: &Build, sources: &Sources, filter: &mut Filter) -> Result<Inserted, Refusal> {
    let mut inserted = Inserted::default();
    sources.read(typed.crlf, sources.progress("inserting keys"), |block, ends| {
        for line in block.lines() {
            inserted.keys += 1;
            inserted.new_keys += u64::from(filter.insert(ends.key(line)));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(inserted)
}

//! `urnfield verify`: whether filters' files are whole.

use super::{info, opened};
use crate::args::Verify;
use crate::refusal::Refusal;
use std::io::Write;
use std::path::Path;
use urnfield_answers::Form;
use urnfield_manners::talk;

/// Looks at all of them, whatever the first ones are.
pub(super) fn run(typed: &Verify, out: &mut impl Write) -> Result<(), Refusal> {
    opened::refuse_stdin_twice(&typed.filters, None)?;
    let (form, mut bad) = (typed.form.form(), Vec::new());
    for path in &typed.filters {
        let written = one(path, form, out);
        // Before the next file takes its time.
        out.flush()?;
        match written {
            Ok(()) => (),
            // Who does not read on does not want to know about the others.
            Err(refusal @ Refusal::Output(_)) => return Err(refusal),
            Err(refusal) if typed.filters.len() == 1 => return Err(refusal),
            Err(refusal) => {
                talk(&[refusal.to_string()]);
                bad.push(path);
            }
        }
    }
    match (bad.len(), typed.filters.len()) {
        (0, _) => Ok(()),
        (1, all) => Err(Refusal::Typed(format!("1 of {all} files is not whole, or no filter"))),
        (bad, all) => {
            Err(Refusal::Typed(format!("{bad} of {all} files are not whole, or no filters")))
        }
    }
}

fn one(path: &Path, form: Form, out: &mut impl Write) -> Result<(), Refusal> {
    match form {
        Form::Json(_) => {
            super::write(info::about(path, form)?.into(), form, out)?;
        }
        Form::Text(_) => {
            opened::summary(path)?;
            writeln!(out, "{}: ok", path.display())?;
        }
    }
    Ok(())
}

//! `urnfield verify`: whether filters' files are whole.

use super::info;
use crate::args::Verify;
use crate::refusal::Refusal;
use crate::report;
use std::io::Write;
use std::path::Path;
use urnfield::Filter;
use urnfield_answers::Form;

/// Stops at the first file that is not.
pub(super) fn run(typed: &Verify, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.form.form();
    for path in &typed.filters {
        let written = one(path, form, out);
        // What is whole is said before what is not, and before the next file takes its time.
        out.flush()?;
        written?;
    }
    Ok(())
}

fn one(path: &Path, form: Form, out: &mut impl Write) -> Result<(), Refusal> {
    match form {
        Form::Json(digits) => {
            let answers = info::Answers::about(path, form)?;
            report::write_json(out, &info::object(&answers, digits))?;
        }
        Form::Text(_) => {
            Filter::verify(path).map_err(|error| Refusal::about(path, error))?;
            writeln!(out, "{}: ok", path.display())?;
        }
    }
    Ok(())
}

//! `urnfield compare`: what filters say about their sets, and what these have in common.
//!
//! | file | idea |
//! |---|---|
//! | `answers` | the bits counted, and everything that follows from them |
//! | `json`, `text` | the two ways to write it |

mod answers;
mod json;
mod text;

use crate::args::Compare;
use crate::refusal::Refusal;
use crate::report;
use answers::Answers;
use std::io::Write;
use urnfield_answers::Form;

pub(super) fn run(typed: &Compare, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.form.form();
    let answers = Answers::about(&typed.filters, typed.confidence.as_ref(), form)?;
    match form {
        Form::Json(digits) => report::write_json(out, &json::object(&answers, digits))?,
        Form::Text(digits) => text::write(&answers, digits, out)?,
    }
    Ok(())
}

//! `urnfield info`: what a filter's file says of itself, and what follows from it.
//!
//! | file | idea |
//! |---|---|
//! | `answers` | everything known of one file, as far as it is in reach |
//! | `json`, `text` | the two ways to write it |

mod answers;
mod json;
mod text;

pub(super) use answers::{Answers, given_bits};
pub(super) use json::{object, object_with};

use crate::args::Info;
use crate::refusal::Refusal;
use crate::report;
use std::io::Write;
use urnfield_answers::Form;

pub(super) fn run(typed: &Info, out: &mut impl Write) -> Result<(), Refusal> {
    let form = typed.form.form();
    let answers = Answers::about(&typed.filter, form)?;
    match form {
        Form::Json(digits) => report::write_json(out, &object(&answers, digits))?,
        Form::Text(digits) => text::write(&answers, digits, out)?,
    }
    Ok(())
}

//! `urnfield rate`: one filter with its items, and everything known about its rate.
//!
//! | file | idea |
//! |---|---|
//! | `answers` | the rate, its bounds and its spread, as far as they are in reach |
//! | `json`, `text` | the two ways to write them |

mod answers;
mod json;
mod text;

use crate::args::Rate;
use crate::asking::Form;
use crate::refusal::Refusal;
use answers::Answers;
use std::io::Write;
use urnfield::{Design, Error, Kind, Load};

pub(super) fn run(typed: &Rate, out: &mut impl Write) -> Result<(), Refusal> {
    let kind = typed.kind.unwrap_or(Kind::Standard);
    let load = filled(Design::new(kind, typed.bits, typed.hashes)?, typed.items)?;
    show(&load, typed.spread, Form::new(&typed.output), out)
}

/// A filter that holds something: the rate of an empty one is 0 and no question.
pub(super) fn filled(design: Design, items: u64) -> Result<Load, Error> {
    if items == 0 {
        return Err(Error::Domain {
            rule: "a rate needs at least one item, as an empty filter says no to everything",
            got: "items = 0".into(),
        });
    }
    design.holding(items)
}

/// Everything about one filter, as `plan` shows it too where nothing is left to plan.
pub(super) fn show(
    load: &Load,
    spread: bool,
    form: Form,
    out: &mut impl Write,
) -> Result<(), Refusal> {
    let answers = Answers::about(load, spread, form)?;
    match form {
        Form::Json(digits) => json::write(&answers, digits, out)?,
        Form::Text(digits) => text::write(&answers, digits, out)?,
    }
    Ok(())
}

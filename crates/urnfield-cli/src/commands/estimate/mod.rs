//! `urnfield estimate`: how many committees, balls or urns an occupancy number came from.
//!
//! | file | idea |
//! |---|---|
//! | `answers` | every estimate, as far as it is in reach |
//! | `observed` | what was typed, and how it is echoed |
//! | `json`, `text` | the two ways to write them |

mod answers;
mod json;
mod observed;
mod text;

use crate::args::Estimate;
use crate::refusal::Refusal;
use answers::Answers;
use observed::Observed;
use std::io::Write;
use urnfield_answers::Form;

pub(super) fn run(typed: &Estimate, out: &mut impl Write) -> Result<(), Refusal> {
    let observed = Observed::new(typed)?;
    let form = observed.how().output.form();
    let answers = Answers::about(&observed, form)?;
    match form {
        Form::Json(digits) => json::write(&observed, &answers, digits, out)?,
        Form::Text(digits) => text::write(&observed, &answers, digits, out)?,
    }
    Ok(())
}

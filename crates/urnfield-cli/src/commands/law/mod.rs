//! `urnfield law`: one occupancy law, and what is asked of it.
//!
//! | file | idea |
//! |---|---|
//! | `statement` | the law as typed: which library law it is, and how it is echoed |
//! | `answers` | every question asked, in the order of the report |
//! | `orders` | moments and bounds up to an order, as far as they can be had |
//! | `json`, `text` | the two ways to write the answers |
//! | `picture` | a bar chart for somebody who asked nothing |

mod answers;
mod json;
mod orders;
mod picture;
mod statement;
mod text;

use crate::args::Law;
use crate::refusal::Refusal;
use answers::Answers;
use statement::Statement;
use std::io::Write;
use urnfield_answers::Form;

pub(super) fn run(law: &Law, out: &mut impl Write) -> Result<(), Refusal> {
    let (Law::Balls { questions, .. }
    | Law::Union { questions, .. }
    | Law::Intersection { questions, .. }) = law;
    questions.check()?;
    let form = questions.output.form();
    let statement = Statement::new(law)?;
    let answers = Answers::to(questions, &statement.law, form)?;
    match form {
        Form::Json(digits) => json::write(&statement, &answers, digits, out)?,
        Form::Text(digits) => text::write(&statement, &answers, digits, out)?,
    }
    Ok(())
}

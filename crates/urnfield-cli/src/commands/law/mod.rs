//! `urnfield law`: one occupancy law, and what is asked of it.
//!
//! | file | idea |
//! |---|---|
//! | `statement` | the law as typed: which library law it is, and how it is echoed |
//! | `answers` | every question asked, in the order of the report |
//! | `reach` | what cannot be answered, and what that means for the rest |
//! | `json`, `text` | the two ways to write the answers |
//! | `picture` | a bar chart for somebody who asked nothing |

mod answers;
mod json;
mod picture;
mod reach;
mod statement;
mod text;

use crate::args::Law;
use crate::asking::Form;
use crate::refusal::Refusal;
use answers::Answers;
use statement::Statement;
use std::io::Write;

pub(super) fn run(law: &Law, out: &mut impl Write) -> Result<(), Refusal> {
    let (Law::Balls { questions, .. }
    | Law::Union { questions, .. }
    | Law::Intersection { questions, .. }) = law;
    questions.check()?;
    let form = Form::new(questions.json, questions.digits);
    let statement = Statement::new(law)?;
    let answers = Answers::to(questions, &statement.law, form)?;
    match form {
        Form::Json(digits) => json::write(&statement, &answers, digits, out)?,
        Form::Text(digits) => text::write(&statement, &answers, digits, out)?,
    }
    Ok(())
}

//! `urnfield plan`: the filter for what is asked, beside the one from the textbook.
//!
//! | file | idea |
//! |---|---|
//! | `question` | what two of items, rate and bits leave open |
//! | `proposal` | the certified answer, one for each kind |
//! | `textbook` | what every calculator says, and whether it keeps its promise |
//! | `json`, `text` | the two ways to write them |
//! | `sentence` | question and verdict in words |

mod json;
mod proposal;
mod question;
mod sentence;
mod text;
mod textbook;

use super::rate;
use crate::args;
use crate::asking::Form;
use crate::reach::Missed;
use crate::refusal::Refusal;
use proposal::Proposal;
use question::{Question, Wanted};
use std::io::Write;
use textbook::Verdict;
use urnfield::{Design, Kind};

/// Everything there is to say.
struct Answers<'a> {
    question: Question<'a>,
    proposals: Vec<Proposal>,
    textbook: Option<Verdict>,
    notes: Vec<String>,
}

pub(super) fn run(typed: &args::Plan, out: &mut impl Write) -> Result<(), Refusal> {
    let form = Form::new(&typed.output);
    let question = Question::new(typed)?;
    if let Wanted::Nothing { kind, bits, items, hashes } = question.wanted {
        let load = rate::filled(Design::new(kind, bits, hashes)?, items)?;
        return rate::show(&load, false, form, out);
    }
    let answers = answer(question, form)?;
    match form {
        Form::Json(digits) => json::write(&answers, digits, out)?,
        Form::Text(digits) => text::write(&answers, digits, out)?,
    }
    Ok(())
}

fn answer(question: Question<'_>, form: Form) -> Result<Answers<'_>, Refusal> {
    let mut missed = Missed::default();
    let mut proposals = Vec::new();
    for kind in question.kinds() {
        // Whatever keeps one kind from an answer leaves the other one standing.
        match question.plan(kind) {
            Ok(plan) => {
                let confidence = question.confidence();
                proposals.push(Proposal::new(plan, confidence, form, &mut missed)?);
            }
            Err(error) => missed.note(&format!("{kind} plan"), error),
        }
    }
    // The textbook alone is no answer.
    missed.fail_if(proposals.is_empty())?;
    let textbook = match question.textbook() {
        Ok(textbook) => Verdict::of(textbook, question.target(), form, &mut missed)?,
        Err(error) => {
            missed.note("textbook filter", error);
            None
        }
    };
    Ok(Answers { question, proposals, textbook, notes: missed.notes })
}

/// The filter that a plan comes to, and for how many items: for whoever is about to build it.
pub(super) fn design(typed: &args::Plan, kind: Kind) -> Result<(Design, u64), Refusal> {
    let question = Question::new(typed)?;
    if let Wanted::Nothing { kind, bits, items, hashes } = question.wanted {
        let load = rate::filled(Design::new(kind, bits, hashes)?, items)?;
        return Ok((load.design(), load.items()));
    }
    let plan = question.plan(kind)?;
    Ok((plan.design, plan.items))
}

//! `urnfield figure`: the paper's figures and ours, as pictures or data.

use super::target::{Target as File, is_stdin_or_stdout};
use crate::args::{Figure as Typed, Target};
use crate::refusal::Refusal;
use std::io::Write;
use std::path::Path;
use urnfield_answers::figure::Figure;
use urnfield_answers::{Form, Question};
use urnfield_manners::Answer;

pub(super) fn run(figure: &Typed, out: &mut impl Write) -> Result<Answer, Refusal> {
    let (question, target) = figure.question();
    let file = target.output.as_deref().filter(|path| !is_stdin_or_stdout(path));
    // What would be refused in the end is refused before the work.
    let picture = file.map_or(Ok(false), |path| is_picture(path, target))?;
    let text = match picture {
        true => question.answer(Form::Text(Figure::DIGITS_OF_A_PICTURE))?.to_svg(),
        false => question.answer(Form::Text(Figure::DIGITS))?.to_csv(),
    };
    match file {
        Some(path) => checked(path, target)?.write_text(&text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}

/// What a figure's name says: a picture, or else its data.
fn is_picture(path: &Path, target: &Target) -> Result<bool, Refusal> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let picture = match ending.as_deref() {
        Some("svg") => true,
        Some("csv") => false,
        _ => {
            let sentence =
                format!("a figure is written to a name in .svg or .csv, got {}", path.display());
            return Err(Refusal::Typed(sentence));
        }
    };
    checked(path, target).map(|_| picture)
}

fn checked<'a>(path: &'a Path, target: &Target) -> Result<File<'a>, Refusal> {
    File::checked_as("a figure", "-o", path, target.force)
}

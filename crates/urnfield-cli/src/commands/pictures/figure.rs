//! `urnfield figure`: the paper's figures and ours, as pictures or data.

use crate::args::{Figure as Typed, FigureOutput};
use crate::commands::files::target::{Target, is_stdin_or_stdout};
use crate::commands::pictures::drawing::Drawing;
use crate::commands::tell::COMPUTING;
use std::io::Write;
use std::path::Path;
use urnfield_answers::figure::Figure;
use urnfield_answers::{Form, Question};
use urnfield_terminal::{Answer, Refusal, thinking};

pub(crate) fn run(figure: &Typed, out: &mut impl Write) -> Result<Answer, Refusal> {
    let (question, target) = figure.question();
    let file = target.output.as_deref().filter(|path| !is_stdin_or_stdout(path));
    // What would be refused in the end is refused before the work.
    let drawing = file.map_or(Ok(None), |path| picture(path, target))?;
    let digits = match drawing {
        Some(_) => Figure::DIGITS_OF_A_PICTURE,
        None => Figure::DIGITS,
    };
    let figure = thinking(COMPUTING, || question.answer(Form::Text(digits)))?;
    match (file, drawing) {
        (Some(path), Some(drawing)) => drawing.write(&figure.to_svg(), &checked(path, target)?)?,
        (Some(path), None) => checked(path, target)?.write_bytes(figure.to_csv().as_bytes())?,
        (None, _) => out.write_all(figure.to_csv().as_bytes())?,
    }
    Ok(Answer::Yes)
}

/// What a figure's name says: a picture, or else its data.
fn picture(path: &Path, target: &FigureOutput) -> Result<Option<Drawing>, Refusal> {
    let drawing = Drawing::of(path)?;
    let data = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if drawing.is_none() && !data {
        let path = path.display();
        let rule = "a figure is written to a name in .svg, .png, .pdf or .csv";
        return Err(Refusal::Typed(format!("{rule}, got {path}")));
    }
    checked(path, target).map(|_| drawing)
}

fn checked<'a>(path: &'a Path, target: &FigureOutput) -> Result<Target<'a>, Refusal> {
    Target::checked_as("a figure", "-o", path, target.force)
}

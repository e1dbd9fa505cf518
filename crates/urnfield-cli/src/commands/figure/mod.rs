//! `urnfield figure`: the paper's figures and ours, drawn from certified numbers.
//!
//! | file | idea |
//! |---|---|
//! | `data` | [`Data`]: columns of certain digits, and the curves they make |
//! | `rates` | `fp-vs-k`, `fp-bounds` |
//! | `best` | `optimal-k` |
//! | `efficiency` | the efficiencies over loads, and their peaks |
//! | `spread` | the law of a filter's own rate |
//! | `gap` | how far the textbook's sizes miss |
//! | `pmf` | any occupancy law |

mod best;
mod data;
mod efficiency;
mod gap;
mod pmf;
mod rates;
mod spread;

use crate::args::{Figure, Target};
use crate::commands::target::Target as File;
use crate::refusal::Refusal;
use data::Data;
use std::io::Write;
use std::path::Path;
use urnfield::{Error, Kind};

/// What a figure's name says.
enum Form {
    Picture,
    Data,
}

impl Form {
    /// Certain bits of a table of probabilities: enough for all digits, or for places in a
    /// picture, which is many times quicker.
    fn precision(&self) -> u64 {
        match self {
            Form::Picture => 64,
            Form::Data => 140,
        }
    }
}

pub(super) fn run(figure: &Figure, out: &mut impl Write) -> Result<(), Refusal> {
    let target = target_of(figure);
    // What would be refused in the end is refused before the work.
    let form = checked(target)?;
    let data = match figure {
        Figure::FpVsK(typed) => rates::over_hashes(typed)?,
        Figure::FpBounds(typed) => rates::among_bounds(typed)?,
        Figure::OptimalK { bits, items, .. } => best::draw(*bits, *items)?,
        Figure::StandardEfficiency(typed) => efficiency::draw(Kind::Standard, typed)?,
        Figure::ClassicEfficiency(typed) => efficiency::draw(Kind::Classic, typed)?,
        Figure::StandardPeakEfficiency(typed) => efficiency::peaks(Kind::Standard, typed)?,
        Figure::ClassicPeakEfficiency(typed) => efficiency::peaks(Kind::Classic, typed)?,
        Figure::Spread { bits, items, hashes, kind, .. } => {
            spread::draw(*bits, *items, *hashes, *kind, form.precision())?
        }
        Figure::TextbookGap { rates, up_to, .. } => gap::draw(rates, *up_to)?,
        Figure::Pmf { urns, balls, departments, every, above, .. } => {
            let law = pmf::law(*urns, *balls, departments, *every)?;
            pmf::draw(&law.precision(form.precision()), above.as_ref())?
        }
    };
    write(&data, target, &form, out)
}

fn target_of(figure: &Figure) -> &Target {
    match figure {
        Figure::FpVsK(typed) | Figure::FpBounds(typed) => &typed.target,
        Figure::StandardEfficiency(typed) | Figure::ClassicEfficiency(typed) => &typed.target,
        Figure::StandardPeakEfficiency(typed) | Figure::ClassicPeakEfficiency(typed) => {
            &typed.target
        }
        Figure::OptimalK { target, .. }
        | Figure::Spread { target, .. }
        | Figure::TextbookGap { target, .. }
        | Figure::Pmf { target, .. } => target,
    }
}

fn checked(target: &Target) -> Result<Form, Refusal> {
    let Some(path) = file_of(target) else { return Ok(Form::Data) };
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    let form = match ending.as_deref() {
        Some("svg") => Form::Picture,
        Some("csv") => Form::Data,
        _ => {
            let sentence =
                format!("a figure is written to a name in .svg or .csv, got {}", path.display());
            return Err(Refusal::Typed(sentence));
        }
    };
    File::checked_as("a figure", "-o", path, target.force)?;
    Ok(form)
}

/// The file that was named; `-` is stdout.
fn file_of(target: &Target) -> Option<&Path> {
    target.output.as_deref().filter(|path| path.as_os_str() != "-")
}

fn write(data: &Data, target: &Target, form: &Form, out: &mut impl Write) -> Result<(), Refusal> {
    let text = match form {
        Form::Picture => data.chart.to_svg(),
        Form::Data => data.to_csv(),
    };
    match file_of(target) {
        Some(path) => {
            File::checked_as("a figure", "-o", path, target.force)?.write_text(&text)?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(())
}

/// More points than anybody sees.
const MOST_POINTS: u64 = 20_000;

/// Refuses a figure of too many points.
fn few(points: u64) -> Result<(), Error> {
    if points <= MOST_POINTS {
        return Ok(());
    }
    Err(Error::TooCostly {
        what: "this figure",
        needs: points.into(),
        unit: "points",
        limit: MOST_POINTS.into(),
        remedy: "narrow its ranges",
    })
}

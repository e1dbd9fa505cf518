//! The paper's figures and ours, drawn from certified numbers.
//!
//! | file | idea |
//! |---|---|
//! | `data` | [`Figure`]: rows of certain digits, and the curves they make |
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

pub use crate::draw::figure::best::OverItems;
pub use crate::draw::figure::data::Figure;
pub use crate::draw::figure::efficiency::{OverLoads, OverPeaks};
pub use crate::draw::figure::gap::TextbookGap;
pub use crate::draw::figure::pmf::AnyLaw;
pub use crate::draw::figure::rates::OverHashes;
pub use crate::draw::figure::spread::OneFilter;

use crate::{Form, Question, Unanswered};
use urnfield::{Error, Kind};

/// A figure and its parameters. Without parameters it is drawn as in the paper.
#[derive(Debug, Clone)]
pub enum FigureQuestion {
    /// Both rates over the number of hashes.
    FpVsK(OverHashes),
    /// Both rates among their bounds.
    FpBounds(OverHashes),
    /// The best number of hashes over the items.
    OptimalK(OverItems),
    /// The efficiency of filters over loads.
    Efficiency(Kind, OverLoads),
    /// The peaks of filters over the hashes.
    PeakEfficiency(Kind, OverPeaks),
    /// How the rates of single filters spread.
    Spread(OneFilter),
    /// How far the textbook's sizes miss their rate.
    TextbookGap(TextbookGap),
    /// Any law of an occupancy number.
    Pmf(AnyLaw),
}

impl Question for FigureQuestion {
    type Answer = Figure;

    fn answer(&self, form: Form) -> Result<Figure, Unanswered> {
        match self {
            FigureQuestion::FpVsK(question) => question.rates(form),
            FigureQuestion::FpBounds(question) => question.among_bounds(form),
            FigureQuestion::OptimalK(question) => question.best(form),
            FigureQuestion::Efficiency(kind, question) => question.efficiency(*kind, form),
            FigureQuestion::PeakEfficiency(kind, question) => question.peaks(*kind, form),
            FigureQuestion::Spread(question) => question.spread(form),
            FigureQuestion::TextbookGap(question) => question.gap(form),
            FigureQuestion::Pmf(question) => question.pmf(form),
        }
        .map_err(Into::into)
    }
}

/// The most points of a figure.
const MOST_POINTS: u64 = 20_000;

/// More word operations than this are refused. Estimates are good to a factor of about two, so that
/// is two to eight seconds.
const MOST_WORK: f64 = 4e9;

/// Refuses a figure whose points take too long together.
fn quick(points: impl IntoIterator<Item = Result<f64, Error>>) -> Result<(), Error> {
    let mut needs = 0.0;
    for cost in points {
        needs += cost?;
    }
    if needs <= MOST_WORK {
        return Ok(());
    }
    Err(Error::TooCostly {
        what: "this figure",
        needs: needs as u128,
        unit: "word operations".into(),
        limit: MOST_WORK as u128,
        remedy: "narrow its ranges, or draw a smaller filter",
    })
}

/// Refuses a figure of too many points.
fn few(points: u64) -> Result<(), Error> {
    if points <= MOST_POINTS {
        return Ok(());
    }
    Err(Error::TooCostly {
        what: "this figure",
        needs: points.into(),
        unit: "points".into(),
        limit: MOST_POINTS.into(),
        remedy: "narrow its ranges",
    })
}

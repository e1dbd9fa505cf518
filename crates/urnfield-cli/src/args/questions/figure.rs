//! `figure`: which one, with which parameters, and where it goes.

use crate::args::questions::typed_question::TypedQuestion;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use urnfield::Kind;
use urnfield_answers::figure::{
    AnyLaw, FigureQuestion, OneFilter, OverHashes, OverItems, OverLoads, OverPeaks, TextbookGap,
};

pub(crate) const EXAMPLES: &str = "\
Without parameters the paper's figures are drawn as printed. The name behind -o
says what is written: .svg, .png, .pdf a picture, .csv its data with 30 certain
digits; without -o the data goes to stdout.

Examples:
  urnfield figure fp-vs-k -o fp-vs-k.svg
  urnfield figure fp-bounds --bits 4096 --items 64 --hashes 30-60 -o bounds.csv
  urnfield figure spread --bits 1e4 --items 1000 --hashes 7 -o spread.svg
  urnfield figure pmf --urns 365 --balls 23";

/// Parameters of a figure, and where it goes.
pub(crate) type Drawn<Q> = TypedQuestion<Q, FigureOutput>;

#[derive(Subcommand)]
pub(crate) enum Figure {
    /// Both rates over the number of hashes
    #[command(after_help = "\
Examples:
  urnfield figure fp-vs-k -o fp-vs-k.svg
  urnfield figure fp-vs-k --bits 1e4 --items 1000 --hashes 1-20 -o rates.csv")]
    FpVsK(Drawn<OverHashes>),
    /// Both rates among their bounds
    #[command(after_help = "\
Examples:
  urnfield figure fp-bounds -o fp-bounds.svg
  urnfield figure fp-bounds --bits 512 --items 30 --hashes 5-20 -o bounds.csv")]
    FpBounds(Drawn<OverHashes>),
    /// The best number of hashes over the items
    #[command(after_help = "\
Examples:
  urnfield figure optimal-k -o optimal-k.svg
  urnfield figure optimal-k --bits 512 --items 3-30 -o best.csv")]
    OptimalK(Drawn<OverItems>),
    /// The efficiency of standard filters over loads
    #[command(after_help = "\
Examples:
  urnfield figure standard-efficiency -o standard.svg
  urnfield figure standard-efficiency --bits 500 --hashes 1-8 --items 1-500 -o e.csv")]
    StandardEfficiency(Drawn<OverLoads>),
    /// The efficiency of classic filters over loads
    #[command(after_help = "\
Examples:
  urnfield figure classic-efficiency -o classic.svg
  urnfield figure classic-efficiency --bits 64 --hashes 1-32 --items 1-64 -o e.csv")]
    ClassicEfficiency(Drawn<OverLoads>),
    /// The peaks of standard filters over the hashes
    #[command(after_help = "\
Examples:
  urnfield figure standard-peak-efficiency -o peaks.svg
  urnfield figure standard-peak-efficiency --bits 256 --hashes 1-30 -o peaks.csv")]
    StandardPeakEfficiency(Drawn<OverPeaks>),
    /// The peaks of classic filters over the hashes
    #[command(after_help = "\
Examples:
  urnfield figure classic-peak-efficiency -o peaks.svg
  urnfield figure classic-peak-efficiency --bits 256 --hashes 1-128 -o peaks.csv")]
    ClassicPeakEfficiency(Drawn<OverPeaks>),
    /// How the rates of single filters spread
    #[command(after_help = "\
Examples:
  urnfield figure spread -o spread.svg
  urnfield figure spread --bits 1024 --items 5 --hashes 133 -o rare.svg
  urnfield figure spread --bits 512 --items 51 --hashes 7 --kind classic -o s.csv")]
    Spread(Drawn<OneFilter>),
    /// How far the textbook's sizes miss their rate
    #[command(after_help = "\
Examples:
  urnfield figure textbook-gap -o gap.svg
  urnfield figure textbook-gap --fpr 1% --fpr 1e-4 --up-to 1e6 -o gap.csv")]
    TextbookGap(Drawn<TextbookGap>),
    /// Any law of an occupancy number
    #[command(after_help = "\
Examples:
  urnfield figure pmf --urns 365 --balls 23 -o birthdays.svg
  urnfield figure pmf --urns 365 --balls 23 --observed 20 -o birthdays.svg
  urnfield figure pmf --urns 1000 --department 3x500+2x80 -o union.svg
  urnfield figure pmf --urns 99 --department 3x20 --department 2x30 --every -o and.csv")]
    Pmf(Drawn<AnyLaw>),
}

/// Where a figure goes.
#[derive(Args)]
pub(crate) struct FigureOutput {
    /// .svg, .png, .pdf or data as .csv [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl Figure {
    /// What is to be drawn, and where it goes.
    pub(crate) fn question(&self) -> (FigureQuestion, &FigureOutput) {
        use FigureQuestion as Question;
        fn split<Q: Clone>(
            asked: &Drawn<Q>,
            figure: impl FnOnce(Q) -> FigureQuestion,
        ) -> (FigureQuestion, &FigureOutput) {
            (figure(asked.question.clone()), &asked.output)
        }
        let (standard, classic) = (Kind::Standard, Kind::Classic);
        match self {
            Figure::FpVsK(asked) => split(asked, Question::FpVsK),
            Figure::FpBounds(asked) => split(asked, Question::FpBounds),
            Figure::OptimalK(asked) => split(asked, Question::OptimalK),
            Figure::StandardEfficiency(asked) => {
                split(asked, |loads| Question::Efficiency(standard, loads))
            }
            Figure::ClassicEfficiency(asked) => {
                split(asked, |loads| Question::Efficiency(classic, loads))
            }
            Figure::StandardPeakEfficiency(asked) => {
                split(asked, |peaks| Question::PeakEfficiency(standard, peaks))
            }
            Figure::ClassicPeakEfficiency(asked) => {
                split(asked, |peaks| Question::PeakEfficiency(classic, peaks))
            }
            Figure::Spread(asked) => split(asked, Question::Spread),
            Figure::TextbookGap(asked) => split(asked, Question::TextbookGap),
            Figure::Pmf(asked) => split(asked, Question::Pmf),
        }
    }
}

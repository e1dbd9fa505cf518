//! `law`: which law, and what is asked of it.

use crate::args::questions::typed_question::TypedQuestion;
use clap::Subcommand;
use urnfield_answers::{About, Balls, Intersection, LawOptions, Union, WaitingQuestion};

pub(crate) const EXAMPLES: &str = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law union --urns 1000 --department 3x500+2x80 --at-most 900
  urnfield law intersection --urns 20000 --sizes 5000,300
  urnfield law waiting --urns 365 --occupied 365 --quantile 1/2";

#[derive(Subcommand)]
pub(crate) enum Law {
    /// Balls fall into urns independently
    #[command(after_help = "\
Examples:
  urnfield law balls --urns 365 --balls 23
  urnfield law balls --urns 365 --balls 23 --at-most 22
  urnfield law balls --urns 2^12 --balls 5_000 --quantile 0.1% --quantile 99.9% --json
  urnfield law balls --urns 52 --balls 40 --table --above 1e-6 > law.tsv")]
    Balls(TypedQuestion<About<Balls, LawOptions>>),
    /// Urns in at least one committee
    #[command(after_help = "\
Examples:
  urnfield law union --urns 1000 --department 3x500+2x80
  urnfield law union --urns 64 --department 10x5 --pmf 36 --digits 20
  urnfield law union --urns 64 --department 10x5 --moments 4 --bounds 4 --json")]
    Union(TypedQuestion<About<Union, LawOptions>>),
    /// Urns in at least one committee of every department
    #[command(after_help = "\
Examples:
  urnfield law intersection --urns 20000 --sizes 5000,300 --at-least 90 --at-least 100
  urnfield law intersection --urns 1e4 --department 1x900 --department 1x80 --at-least 20
  urnfield law intersection --urns 99 --department 3x20 --department 2x30+1x5 --table")]
    Intersection(TypedQuestion<About<Intersection, LawOptions>>),
    /// Balls until so many urns are occupied: the coupon collector
    #[command(after_help = "\
Examples:
  urnfield law waiting --urns 6 --occupied 6
  urnfield law waiting --urns 4^8 --occupied 60000 --quantile 50% --quantile 99%
  urnfield law waiting --urns 365 --occupied 365 --at-most 2000 --json")]
    Waiting(TypedQuestion<WaitingQuestion>),
}

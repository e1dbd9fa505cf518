//! `sample`: values drawn from a law.

use crate::args::questions::typed_question::TypedQuestion;
use clap::Subcommand;
use urnfield_answers::{About, Balls, Intersection, SampleOptions, Union};

pub(crate) const EXAMPLES: &str = "\
Every value is drawn member by member and has exactly the law asked for, as far
as the generator is uniform: xoshiro256++, seeded by splitmix64. The same seed
gives the same values again.

Examples:
  urnfield sample balls --urns 365 --balls 23 --count 10
  urnfield sample union --urns 1000 --department 3x500+2x80 --seed 7
  urnfield sample intersection --urns 99 --department 3x20 --department 2x30";

#[derive(Subcommand)]
pub(crate) enum Sample {
    /// Balls fall into urns independently
    #[command(after_help = "\
Examples:
  urnfield sample balls --urns 365 --balls 23 --count 10
  urnfield sample balls --urns 1e6 --balls 1e6 --count 5 --seed 42 --json")]
    Balls(TypedQuestion<About<Balls, SampleOptions>>),
    /// Urns in at least one committee
    #[command(after_help = "\
Examples:
  urnfield sample union --urns 1000 --department 3x500+2x80 --count 10
  urnfield sample union --urns 64 --department 10x5 --seed 7 --json")]
    Union(TypedQuestion<About<Union, SampleOptions>>),
    /// Urns in at least one committee of every department
    #[command(after_help = "\
Examples:
  urnfield sample intersection --urns 20000 --department 1x5000 --department 1x300
  urnfield sample intersection --urns 99 --department 3x20 --department 2x30 --count 10")]
    Intersection(TypedQuestion<About<Intersection, SampleOptions>>),
}

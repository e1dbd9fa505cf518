//! `conjecture`: which one, in which form, and how far.

use crate::read;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
1  the best hashes: m/(2n) <= k_C <= k_S <= (m/n) ln 2, for all n up to m
2  peaks of classic filters: they rise with k, and are highest at n = 1, k = m/2
Both are false as printed, and their counterexamples are the answer; the
corrected forms have none (`docs/conjectures.md`). Each m is proved by itself;
with --checkpoint an interrupted sweep goes on where it was.

Examples:
  urnfield conjecture 1 --up-to 60
  urnfield conjecture 1 --up-to 2000 --form corrected --checkpoint first.jsonl
  urnfield conjecture 2 --up-to 240 --json
  urnfield conjecture 2 --up-to 60 --form corrected --real";

/// A sweep.
#[derive(Args)]
pub(crate) struct Conjecture {
    /// 1 or 2, as the paper counts them
    #[arg(value_name = "1|2", value_parser = clap::value_parser!(u64).range(1..=2))]
    pub(crate) number: u64,
    /// The last number of bits to examine
    #[arg(long, value_name = "M", value_parser = up_to, allow_negative_numbers = true)]
    pub(crate) up_to: u64,
    /// printed or corrected [default: printed]
    #[arg(
        long,
        value_enum,
        default_value_t = WhichForm::Printed,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) form: WhichForm,
    /// Of conjecture 2: peaks over real n, not whole n
    #[arg(long)]
    pub(crate) real: bool,
    /// Keep what is found in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Stop after this time; the answer then is not complete
    #[arg(long, value_name = "MINUTES", value_parser = read::count)]
    pub(crate) minutes: Option<u64>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhichForm {
    Printed,
    Corrected,
}

impl WhichForm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            WhichForm::Printed => "printed",
            WhichForm::Corrected => "corrected",
        }
    }
}

/// Beyond this the doubles of a sweep run out of range, and patience does.
const MOST: u64 = 4000;

fn up_to(text: &str) -> Result<u64, urnfield::Error> {
    match read::count(text)? {
        bits @ 1..=MOST => Ok(bits),
        _ => Err(urnfield::Error::Domain {
            rule: "a sweep goes up to 1 to 4000 bits",
            got: text.to_owned(),
        }),
    }
}

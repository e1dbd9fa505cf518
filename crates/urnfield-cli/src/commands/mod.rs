//! The commands, one folder each.

mod law;
mod peak;
mod plan;
mod rate;
mod spread;

use crate::args::Command;
use crate::refusal::Refusal;
use std::io::Write;

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<(), Refusal> {
    match command {
        Command::Plan(plan) => plan::run(plan, out),
        Command::Rate(rate) => rate::run(rate, out),
        Command::Peak(peak) => peak::run(peak, out),
        Command::Law { law } => law::run(law, out),
    }
}

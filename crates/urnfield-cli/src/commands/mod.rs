//! The commands, one folder or file each.

mod law;
mod plan;
mod rate;

use crate::args::Command;
use crate::refusal::Refusal;
use std::io::Write;

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<(), Refusal> {
    match command {
        Command::Plan(plan) => plan::run(plan, out),
        Command::Rate(rate) => rate::run(rate, out),
        Command::Peak(_) => Err(Refusal::Typed("peak is not here yet".into())),
        Command::Law { law } => law::run(law, out),
    }
}

//! The commands, one folder or file each.

mod law;

use crate::args::Command;
use crate::refusal::Refusal;
use std::io::Write;

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<(), Refusal> {
    match command {
        Command::Law { law } => law::run(law, out),
    }
}

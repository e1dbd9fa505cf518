//! `urnfield estimate population`: from numbers, or from capture histories.

use crate::args::Census;
use crate::commands::tell::COMPUTING;
use std::io::Write;
use urnfield_answers::{Histories, PopulationQuestion, Question};
use urnfield_terminal::{Answer, Refusal, thinking, write};

pub(crate) fn run(typed: &Census, out: &mut impl Write) -> Result<Answer, Refusal> {
    let form = typed.output.form();
    let Some(path) = &typed.histories else {
        return write(thinking(COMPUTING, || typed.question.report(form))?, form, out);
    };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    urnfield_keys::lines_of(path, "reading histories", |block| {
        lines.extend(block.lines().map(<[u8]>::to_vec));
        Ok(())
    })?;
    let histories = Histories::read(lines.iter().map(Vec::as_slice))
        .map_err(|error| Refusal::Typed(format!("{}: {error}", path.display())))?;
    let question = PopulationQuestion { histories: Some(histories), ..typed.question.clone() };
    write(thinking(COMPUTING, || question.report(form))?, form, out)
}

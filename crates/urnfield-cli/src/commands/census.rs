//! `urnfield estimate population`: from numbers, or from who was caught when.

use super::{Answer, COMPUTING, tell, write};
use crate::args::Census;
use crate::refusal::Refusal;
use std::io::Write;
use urnfield_answers::{Histories, HistoriesQuestion, Question};
use urnfield_manners::thinking;

pub(super) fn run(typed: &Census, out: &mut impl Write) -> Result<Answer, Refusal> {
    let Some(path) = &typed.histories else { return tell(&typed.asked, out) };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    urnfield_keys::lines_of(path, "reading histories", |block| {
        lines.extend(block.lines().map(<[u8]>::to_vec));
        Ok(())
    })?;
    let called = path.display().to_string();
    let histories = Histories::read(&called, lines.iter().map(Vec::as_slice))?;
    let confidence = typed.asked.question.confidence.clone();
    let form = typed.asked.output.form();
    let question = HistoriesQuestion { histories, confidence };
    write(thinking(COMPUTING, || question.report(form))?, form, out)
}

//! Questions whose answer is one report.

use crate::args::TypedQuestion;
use std::io::Write;
use urnfield_answers::Question;
use urnfield_terminal::{Answer, Refusal, stdout_is_a_file, thinking, write};

/// What the terminal shows while an answer is computed.
pub(crate) const COMPUTING: &str = "computing";

/// Answers a question, and writes the answer in the form that was asked for.
pub(crate) fn tell<Q: Question>(
    asked: &TypedQuestion<Q>,
    out: &mut impl Write,
) -> Result<Answer, Refusal> {
    let form = asked.output.form();
    let report = || asked.question.report(form);
    if stdout_is_a_file() {
        // Rows are computed while they are written, and the terminal shows none of them.
        return thinking(COMPUTING, || write(report()?, form, out));
    }
    write(thinking(COMPUTING, report)?, form, out)
}

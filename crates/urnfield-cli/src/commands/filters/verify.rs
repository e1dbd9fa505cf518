//! `urnfield verify`: whether filters' files are whole.

use crate::args::Verify;
use crate::commands::chain;
use crate::commands::files::opened;
use crate::commands::filters::info;
use std::io::Write;
use urnfield_answers::Form;
use urnfield_terminal::{Answer, Refusal, escaped, write};

pub(crate) fn run(typed: &Verify, out: &mut impl Write) -> Result<Answer, Refusal> {
    let form = typed.form.form();
    let bad = opened::each(&typed.filters, out, |path, out| {
        let is_chain = chain::is_chain(path);
        if let (Form::Json(_), true) = (form, is_chain) {
            write(chain::info::report(path, form)?.0, form, out)?;
        } else if let Form::Json(_) = form {
            write(info::about(path, form)?.into(), form, out)?;
        } else {
            if is_chain {
                chain::info::check(path)?;
            } else {
                opened::summary(path)?;
            }
            writeln!(out, "{}: ok", escaped(&path.display().to_string()))?;
        }
        Ok(())
    })?;
    match (bad, typed.filters.len()) {
        (0, _) => Ok(Answer::Yes),
        // Why was said of each: it may also be the memory or the system.
        (bad, all) => Err(Refusal::Typed(format!("{bad} of {all} files could not be verified"))),
    }
}

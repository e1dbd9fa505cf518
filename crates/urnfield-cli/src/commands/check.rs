//! `urnfield check`: the lines that a filter may contain, or those that it certainly does not.

use super::Answer;
use crate::args::Check;
use crate::progress::Progress;
use crate::refusal::Refusal;
use crate::report::{self, Object};
use crate::secret;
use crate::sources::Sources;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use urnfield::{Error, Filter};

/// What is done with a line that is selected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selected {
    Printed,
    Counted,
    /// One is enough.
    Found,
}

/// Keys read, and how many of them were selected.
#[derive(Default)]
struct Counts {
    keys: u64,
    selected: u64,
}

pub(super) fn run(typed: &Check, out: &mut impl Write) -> Result<Answer, Refusal> {
    // The filter comes first: who names a wrong one has typed no keys in vain.
    let filter = opened(typed)?;
    let sources = Sources::typed(&typed.files)?;
    let selected = match (typed.quiet, typed.count || typed.json) {
        (true, _) => Selected::Found,
        (false, true) => Selected::Counted,
        (false, false) => Selected::Printed,
    };
    let counts = select(typed, &filter, &sources, selected, out)?;
    if typed.json {
        let mut object = Object::new();
        object.insert("keys".into(), counts.keys.into());
        object.insert("matches".into(), counts.selected.into());
        report::write_json(out, &object)?;
    } else if typed.count {
        writeln!(out, "{}", counts.selected)?;
    }
    Ok(if counts.selected > 0 { Answer::Yes } else { Answer::No })
}

/// The filter, loaded and checked to the last bit: an answer from a damaged one is no answer.
fn opened(typed: &Check) -> Result<Filter, Refusal> {
    let path = &typed.filter;
    let found = match &typed.key_file {
        Some(file) => Filter::load_keyed(path, secret::key(file)?),
        None => Filter::load(path),
    };
    found.map_err(|error| match error {
        Error::Mismatch { .. } if typed.key_file.is_none() => Refusal::Typed(format!(
            "{} answers only to its secret key; add --key-file",
            path.display()
        )),
        other => Refusal::about(path, other),
    })
}

fn select(
    typed: &Check,
    filter: &Filter,
    sources: &Sources,
    selected: Selected,
    out: &mut impl Write,
) -> Result<Counts, Refusal> {
    let mut counts = Counts::default();
    let progress = match selected == Selected::Printed && io::stdout().is_terminal() {
        true => Progress::silent(),
        false => sources.progress("checking keys"),
    };
    sources.read(typed.crlf, progress, |block, ends| {
        for line in block.lines() {
            counts.keys += 1;
            if filter.contains(ends.key(line)) == typed.invert {
                continue;
            }
            counts.selected += 1;
            match selected {
                Selected::Printed => print(line, out)?,
                Selected::Counted => {}
                Selected::Found => return Ok(ControlFlow::Break(())),
            }
        }
        // Who types keys, or feeds them slowly, sees each answer before the next question.
        out.flush()?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(counts)
}

/// The line as it was; a last one gets its newline, lest it run into the next file's first.
fn print(line: &[u8], out: &mut impl Write) -> io::Result<()> {
    out.write_all(line)?;
    if !line.ends_with(b"\n") {
        out.write_all(b"\n")?;
    }
    Ok(())
}

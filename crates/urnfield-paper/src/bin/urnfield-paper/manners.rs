//! The manners of `urnfield` on the command line: how counts are typed, how answers are written,
//! how refusals are said in one sentence, and how far it is for people who wait.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value};
use std::error::Error as _;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use urnfield::{Error, Rational};

const RULE: &str = "a count is written like 1000, 1e6, 2^20, 1_000_000, 64k or 64Ki";
const WHOLE: &str = "a count must come out a whole number";
const BELOW: &str = "a count must stay below 2^64";

/// `k M G T` are powers of 1000, `Ki Mi Gi Ti` powers of 1024. The long ones come first: `Ki`
/// must not be taken for something that ends in `i`.
const UNITS: [(&str, u64); 8] = [
    ("Ki", 1 << 10),
    ("Mi", 1 << 20),
    ("Gi", 1 << 30),
    ("Ti", 1 << 40),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
];

/// Reads a count exactly: `1000`, `1e6`, `1.5e3`, `2^20`, `1_000_000`, `64k`, `64Ki`.
pub(crate) fn count(text: &str) -> Result<u64, Error> {
    let malformed = || Error::Format { rule: RULE, got: shown(text) };
    let outside = |rule| Error::Domain { rule, got: shown(text) };
    if let Some((base, exponent)) = text.split_once('^') {
        let base = plain(base).ok_or_else(malformed)?;
        let exponent = plain(exponent).ok_or_else(malformed)?;
        let exponent = u32::try_from(exponent).map_err(|_| outside(BELOW))?;
        return base.checked_pow(exponent).ok_or_else(|| outside(BELOW));
    }
    let (decimal, unit) = UNITS
        .iter()
        .find_map(|&(name, value)| Some((text.strip_suffix(name)?, value)))
        .unwrap_or((text, 1));
    let digits = without_underscores(decimal).ok_or_else(malformed)?;
    let value: Rational = digits.parse().map_err(|_| malformed())?;
    let value = &value * &Rational::from(unit);
    // First by size, so that a number of a hundred thousand digits is not written out.
    if value > Rational::from(u64::MAX) {
        return Err(outside(BELOW));
    }
    value.to_string().parse().map_err(|_| outside(WHOLE))
}

/// Digits with underscores between them and nothing else: what may stand around `^`.
fn plain(text: &str) -> Option<u64> {
    let digits = without_underscores(text)?;
    let only_digits = digits.bytes().all(|b| b.is_ascii_digit());
    only_digits.then(|| digits.parse().ok())?
}

/// Takes out underscores, which must stand between two digits. Signs and fractions, which a
/// [`Rational`] would read, are no part of a count.
fn without_underscores(text: &str) -> Option<String> {
    let starts_well = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !starts_well || text.contains('/') {
        return None;
    }
    let bytes = text.as_bytes();
    let digit_at = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_digit);
    let between_digits =
        |(i, _): (usize, &str)| digit_at(i.checked_sub(1)) && digit_at(Some(i + 1));
    text.match_indices('_').all(between_digits).then(|| text.replace('_', ""))
}

/// What was typed, cut to a length that leaves the sentence readable.
fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

/// A JSON object whose keys keep their order.
pub(crate) type Object = Map<String, Value>;

/// One object and a newline.
pub(crate) fn write_json(out: &mut impl Write, object: &Object) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

/// Lines of a name and a value, the values in one column.
#[derive(Default)]
pub(crate) struct Lines(Vec<(String, String)>);

impl Lines {
    pub(crate) fn push(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.push((name.into(), value.to_string()));
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let width = self.0.iter().map(|(name, _)| name.len()).max();
        let width = width.unwrap_or(0);
        for (name, value) in &self.0 {
            writeln!(out, "{name:width$}  {value}")?;
        }
        Ok(())
    }
}

/// Everything that ends a command with status 2, and the broken pipe, which does not.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What was typed makes no question.
    Typed(String),
    /// The question has no answer here.
    Library(Error),
    /// The answer could not be written.
    Output(io::Error),
}

impl Refusal {
    /// The reader at the other end of the pipe has seen enough: no error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Refusal::Output(e) if e.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Says in one sentence what clap says in a paragraph.
    pub(crate) fn from_typing(error: &clap::Error) -> Refusal {
        let one = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.clone()),
            // Of several suggestions the last one is the most similar.
            Some(ContextValue::Strings(texts)) => texts.last().cloned(),
            _ => None,
        };
        let all = |kind| match error.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.join(" and "),
            _ => String::new(),
        };
        let command = command_of(error);
        let help = format!("see `{command} --help`");
        let invalid = one(ContextKind::InvalidArg).unwrap_or_default();
        let sentence = match error.kind() {
            ErrorKind::ValueValidation => {
                let option = invalid.split(' ').next().unwrap_or_default();
                let reason = error.source().map(ToString::to_string);
                format!("{option}: {}", reason.unwrap_or_default())
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = all(ContextKind::InvalidArg);
                format!("`{command}` needs {missing} as well; {help}")
            }
            ErrorKind::InvalidValue if !all(ContextKind::ValidValue).is_empty() => {
                let choices = all(ContextKind::ValidValue).replace(" and ", ", ");
                let got = one(ContextKind::InvalidValue).unwrap_or_default();
                format!("{invalid}: it is one of {choices}, got {got:?}")
            }
            _ => {
                let rendered = error.render().to_string();
                let first = rendered.lines().next().unwrap_or_default();
                let fault = first.strip_prefix("error: ").unwrap_or(first);
                let better = one(ContextKind::SuggestedArg)
                    .or_else(|| one(ContextKind::SuggestedSubcommand))
                    .map(|better| format!(", perhaps {better} is meant"));
                format!("{fault}{}; {help}", better.unwrap_or_default())
            }
        };
        Refusal::Typed(sentence)
    }
}

/// The command whose usage clap would show: `urnfield-paper claims`.
fn command_of(error: &clap::Error) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let words = usage.trim_start_matches("Usage:").split_whitespace();
    let path: Vec<&str> =
        words.take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    if path.is_empty() { "urnfield-paper".to_owned() } else { path.join(" ") }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Typed(sentence) => f.write_str(sentence),
            Refusal::Library(error @ Error::File { .. }) => {
                f.write_str(without_number(&error.to_string()))
            }
            Refusal::Library(error) => error.fmt(f),
            Refusal::Output(error) => {
                let why = error.to_string();
                write!(f, "the answer could not be written: {}", without_number(&why))
            }
        }
    }
}

/// What the system said, without the number it has for that.
fn without_number(said: &str) -> &str {
    match said.rsplit_once(" (os error ") {
        Some((words, _)) if said.ends_with(')') => words,
        _ => said,
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Output(error)
    }
}

/// A bar on stderr that shows the share of the work and the time left; only at a terminal.
pub(crate) struct Progress {
    doing: &'static str,
    /// `None` where nobody looks.
    since: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(doing: &'static str) -> Progress {
        let since = io::stderr().is_terminal().then(Instant::now);
        Progress { doing, since, bar: None }
    }

    /// So much of so much work is done.
    pub(crate) fn step(&mut self, worked: u64, total: u64) {
        // What is over sooner needs no bar.
        const PATIENCE: Duration = Duration::from_millis(500);
        if self.since.is_none_or(|since| since.elapsed() < PATIENCE) {
            return;
        }
        let begin = || {
            // No colours, and nothing but ASCII. The template is a constant, and a test reads it.
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {percent}%, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("=> ").tick_chars("|/-\\ "))
                .with_message(self.doing)
        };
        self.bar.get_or_insert_with(begin).set_position(worked);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_exactly_or_refused_in_one_sentence() {
        for (text, value) in
            [("0", 0), ("1.5e3", 1500), ("2^20", 1 << 20), ("1_000", 1000), ("64Ki", 65_536)]
        {
            assert_eq!(count(text), Ok(value), "{text}");
        }
        for (text, sentence) in [
            ("ten", format!("{RULE}, got \"ten\"")),
            ("-5", format!("{RULE}, got \"-5\"")),
            ("1__0", format!("{RULE}, got \"1__0\"")),
            ("1.5", format!("{WHOLE}, got 1.5")),
            ("2^64", format!("{BELOW}, got 2^64")),
            ("1e20", format!("{BELOW}, got 1e20")),
        ] {
            assert_eq!(count(text).map_err(|error| error.to_string()), Err(sentence), "{text}");
        }
    }

    #[test]
    fn reasons_have_no_numbers() {
        let error = Error::file("read", "c.jsonl", io::Error::from_raw_os_error(2));
        let said = Refusal::Library(error).to_string();
        assert!(said.starts_with("cannot read c.jsonl: ") && !said.contains("os error"), "{said}");
    }

    #[test]
    fn a_bar_begins_where_somebody_looks_and_waits() {
        let mut progress = Progress { doing: "examining", since: None, bar: None };
        progress.step(1, 9);
        assert!(progress.bar.is_none());
        progress.since = Instant::now().checked_sub(Duration::from_secs(1));
        progress.step(2, 9);
        assert_eq!(progress.bar.as_ref().map(ProgressBar::position), Some(2));
    }
}

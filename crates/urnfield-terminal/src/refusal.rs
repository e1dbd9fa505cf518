//! Why there is no answer, as one sentence: the rule, the number, the remedy.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::fmt;
use std::io;
use std::path::Path;
use urnfield::error::Unit;
use urnfield_answers::{Unanswered, about_file, size_in_words};

/// Everything that ends a command with status 2, and the broken pipe, which does not.
#[derive(Debug)]
pub enum Refusal {
    /// What was typed makes no question, or a file that was named is not what it should be.
    Typed(String),
    /// The question has no answer here.
    Library(urnfield::Error),
    /// The answer could not be written.
    Output(io::Error),
}

impl Refusal {
    /// Whether the reader at the other end of the pipe has seen enough of an answer, which is no
    /// error. A filter that was cut short is one.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Refusal::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The library's word on a file, with the file's name where it is not in it.
    pub fn about(path: &Path, error: urnfield::Error) -> Refusal {
        match error {
            urnfield::Error::File { .. } => Refusal::Library(error),
            _ => Refusal::Typed(about_file(&path.display().to_string(), &error)),
        }
    }

    /// Says in one sentence what clap says in a paragraph.
    pub fn from_typing(error: &clap::Error, program: &str) -> Refusal {
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
        let command = command_of(error, program);
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
            ErrorKind::MissingSubcommand => {
                let choices = all(ContextKind::ValidSubcommand).replace(" and ", " or ");
                format!("`{command}` needs {choices} after it; {help}")
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

/// The command whose usage clap would show: `urnfield law balls`.
fn command_of(error: &clap::Error, program: &str) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let words = usage.trim_start_matches("Usage:").split_whitespace();
    let path: Vec<&str> =
        words.take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    if path.is_empty() { program.to_owned() } else { path.join(" ") }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Typed(sentence) => f.write_str(sentence),
            // A pipe breaks only where it is written to.
            Refusal::Library(urnfield::Error::File { source, .. })
                if source.kind() == io::ErrorKind::BrokenPipe =>
            {
                f.write_str(
                    "the filter could not be written to the pipe, because its reader ended first; \
                     what the reader has is no whole filter, so run both again",
                )
            }
            Refusal::Library(error @ urnfield::Error::File { .. }) => {
                f.write_str(without_number(&error.to_string()))
            }
            Refusal::Library(urnfield::Error::TooCostly {
                what,
                needs,
                unit: Unit::MemoryBytes,
                limit,
                remedy,
            }) => {
                let [needs, limit] = [*needs, *limit].map(memory);
                write!(f, "{what} needs about {needs} of memory, and {limit} can be had; {remedy}")
            }
            Refusal::Library(error) => error.fmt(f),
            Refusal::Output(error) => {
                let why = error.to_string();
                write!(f, "the answer could not be written: {}", without_number(&why))
            }
        }
    }
}

/// So many bytes, in the largest unit that fits.
fn memory(bytes: u128) -> String {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    size_in_words(bytes).unwrap_or_else(|| format!("{bytes} bytes"))
}

/// What the system said, without the number it has for that.
fn without_number(said: &str) -> &str {
    match said.rsplit_once(" (os error ") {
        Some((words, _)) if said.ends_with(')') => words,
        _ => said,
    }
}

impl From<urnfield::Error> for Refusal {
    fn from(error: urnfield::Error) -> Refusal {
        Refusal::Library(error)
    }
}

impl From<Unanswered> for Refusal {
    fn from(unanswered: Unanswered) -> Refusal {
        match unanswered {
            Unanswered::Unclear(sentence) => Refusal::Typed(sentence),
            Unanswered::Library(error) => Refusal::Library(error),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::error::Damage;

    #[test]
    fn files_are_named_once_and_reasons_have_no_numbers() {
        let error = urnfield::Error::file("read", "a.urn", io::Error::from_raw_os_error(2));
        let said = Refusal::about(Path::new("a.urn"), error).to_string();
        assert!(said.starts_with("cannot read a.urn: ") && !said.contains("os error"), "{said}");
        let error = urnfield::Error::Format { rule: "a rule", got: "this".into() };
        let said = Refusal::about(Path::new("a.urn"), error).to_string();
        assert_eq!(
            said,
            "a.urn cannot be read as a filter (this): a rule; name another file, or build it anew"
        );
    }

    #[test]
    fn the_problem_comes_before_the_rule() {
        let said = |what, got: &str| {
            let error = urnfield::Error::damaged(what, "a rule", got);
            Refusal::about(Path::new("a.urn"), error).to_string()
        };
        let cut = said(Damage::CutShort, "960 of 1200 bytes");
        assert_eq!(
            cut,
            "a.urn was cut short (960 of 1200 bytes): a rule; copy it again, or build it anew"
        );
        assert_eq!(
            said(Damage::Changed, "3 for 4"),
            "a.urn is damaged (3 for 4): a rule; copy it again, or build it anew"
        );
    }
}

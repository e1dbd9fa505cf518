//! Errors about what was typed, cut to a readable length.

use urnfield::Error;

/// More of a mistyped argument than this only pushes the rule off the screen.
const SHOWN: usize = 60;

/// What was typed, cut to a length that leaves the sentence readable.
pub fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

pub(crate) fn malformed(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Format { rule, got }
}

pub(crate) fn outside(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Domain { rule, got }
}

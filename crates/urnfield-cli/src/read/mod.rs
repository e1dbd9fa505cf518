//! Readers of what is typed: counts, sizes, lists of them, departments, kinds, rates, delimiters.
//! All exact; no float is ever made on the way, and nothing typed can panic.

mod count;
mod delimiter;
mod department;
mod kind;
mod rate;
mod size;
mod sizes;

pub(crate) use count::count;
pub(crate) use delimiter::delimiter;
pub(crate) use department::department;
pub(crate) use kind::{Kinds, kind, kinds};
pub(crate) use rate::{number, rate, threshold};
pub(crate) use size::size_in_bits;
pub(crate) use sizes::{Sizes, sizes};

use urnfield::Error;

/// More of a mistyped argument than this only pushes the rule off the screen.
const SHOWN: usize = 60;

/// What was typed, cut to a length that leaves the sentence readable.
pub(crate) fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

fn malformed(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Format { rule, got }
}

fn outside(rule: &'static str, text: &str) -> Error {
    let got = shown(text);
    Error::Domain { rule, got }
}

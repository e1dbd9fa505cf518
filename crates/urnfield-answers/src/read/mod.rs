//! Readers of what is typed: counts, sizes, lists of them, ranges, departments, degrees, kinds, rates, delimiters. All exact; no float is ever
//! made on the way, and nothing typed can panic.

mod count;
mod degrees;
mod delimiter;
mod department;
mod digits;
mod kind;
mod large;
mod nearest;
mod rate;
mod size;
mod sizes;
mod span;
mod units;

pub use crate::read::count::count;
pub use crate::read::degrees::{Degrees, degrees};
pub use crate::read::delimiter::delimiter;
pub use crate::read::department::department;
pub use crate::read::digits::digits;
pub use crate::read::kind::{
    FilterKind, Kinds, filter_file_kind, filter_kind, kind, kinds, words_of,
};
pub use crate::read::large::large_count;
pub use crate::read::rate::{number, rate, threshold};
pub use crate::read::size::{size_in_bits, size_in_bytes};
pub use crate::read::sizes::sizes;
pub use crate::read::span::{Span, span};

use crate::ask::typed::Flag;
use crate::{Histories, Order};
use urnfield::Error;

/// Reads a flag, whatever its value is.
pub fn flag(_: &str) -> Result<Flag, Error> {
    Ok(Flag)
}

/// Reads an order of rows.
pub fn order(text: &str) -> Result<Order, Error> {
    text.parse()
}

/// Reads the text of a table of capture histories.
pub fn histories(text: &str) -> Result<Histories, Error> {
    Histories::read(text.lines().map(str::as_bytes))
}

/// More of a mistyped argument than this only pushes the rule off the screen.
const SHOWN: usize = 60;

/// What was typed, cut to a length that leaves the sentence readable.
pub fn shown(text: &str) -> String {
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

//! What is said on stderr beside an answer: talk, which `--quiet` silences, and warnings, which
//! nothing silences.

use crate::escaped;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use urnfield_answers::Aside;

/// Whether `--quiet` was typed. A program is told once, before it does anything.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences talk and progress bars for the rest of the program.
pub(crate) fn be_quiet() {
    QUIET.store(true, Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Says what a user likes to know, and what `--quiet` leaves out: how large the result is, what is
/// being waited for, how to do with less.
pub fn talk(sentences: &[String]) {
    if !is_quiet() {
        warn(sentences);
    }
}

/// Warns that an answer, or one that will be made of this result, may be wrong. `--quiet` does not
/// silence it.
pub fn warn(sentences: &[String]) {
    for sentence in sentences {
        // Where nobody listens it is lost.
        let _ = writeln!(io::stderr(), "urnfield: {}", escaped(sentence));
    }
}

/// Says each sentence as what it is.
pub fn say(asides: &[Aside]) {
    for aside in asides {
        match aside {
            Aside::Talk(sentence) => talk(std::slice::from_ref(sentence)),
            Aside::Warning(sentence) => warn(std::slice::from_ref(sentence)),
        }
    }
}

//! Sentences on stderr beside an answer: messages, which `--quiet` silences, and warnings, which it
//! does not silence.

use crate::escaped;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use urnfield_answers::Aside;

/// Whether `--quiet` was typed. It is set once, before the command runs.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences talk and progress bars for the rest of the program.
pub(crate) fn be_quiet() {
    QUIET.store(true, Relaxed);
}

pub(crate) fn is_quiet() -> bool {
    QUIET.load(Relaxed)
}

/// Prints messages that `--quiet` silences: how large the result is, what the program waits for,
/// how to use less memory.
pub fn talk(sentences: &[String]) {
    if !is_quiet() {
        warn(sentences);
    }
}

/// Warns that an answer, or one that will be made of this result, may be wrong. `--quiet` does not
/// silence it.
pub fn warn(sentences: &[String]) {
    for sentence in sentences {
        // Without a reader of stderr the sentence is lost.
        let _ = writeln!(io::stderr(), "urnfield: {}", escaped(sentence));
    }
}

/// Prints each sentence as a message or as a warning.
pub fn say(asides: &[Aside]) {
    for aside in asides {
        match aside {
            Aside::Talk(sentence) => talk(std::slice::from_ref(sentence)),
            Aside::Warning(sentence) => warn(std::slice::from_ref(sentence)),
        }
    }
}

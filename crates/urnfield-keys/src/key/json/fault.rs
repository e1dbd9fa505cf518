//! Why a line of JSON has no key.

/// Why a line has no key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is no JSON: what was wrong, and how many bytes stand before it.
    Malformed(&'static str, usize),
    /// It has no such field.
    Missing,
    /// The field is null.
    Null,
    /// It has it twice.
    Twice,
    /// There is something else in it: what.
    NoKey(&'static str),
    /// There is no memory for it.
    NoMemory,
}

impl Fault {
    /// Whether another reader with more memory would find the same.
    pub(crate) fn is_of_the_line(&self) -> bool {
        *self != Fault::NoMemory
    }
}

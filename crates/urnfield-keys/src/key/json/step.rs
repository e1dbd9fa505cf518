//! One step into a value of JSON.

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Into an object.
    Name(String),
    /// Into an array, from 0.
    Index(u64),
}

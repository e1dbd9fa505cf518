//! Why a column cannot be read.

/// Why a column cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub enum Unread {
    /// The type of the column has no keys.
    Type(String),
    /// The column has a float that is not a whole number.
    Float {
        /// The float.
        value: f64,
        /// Its row, counted from 1. `None` for an entry of a dictionary.
        row: Option<u64>,
    },
    /// The producer failed, or broke a rule of the interface.
    Broken(String),
    /// The result does not fit into memory.
    Memory(String),
}

impl Unread {
    /// Counts rows from a row that many rows ahead. With `None`, rows are entries of a dictionary.
    pub fn behind(self, rows: Option<u64>) -> Unread {
        match self {
            Unread::Float { value, row } => {
                Unread::Float { value, row: row.zip(rows).map(|(row, rows)| row + rows) }
            }
            other => other,
        }
    }
}

impl From<String> for Unread {
    fn from(sentence: String) -> Unread {
        Unread::Broken(sentence)
    }
}

impl From<&str> for Unread {
    fn from(sentence: &str) -> Unread {
        Unread::Broken(sentence.into())
    }
}

/// The sentence for an offset, a view or an index that leads outside of its buffer.
pub(crate) const OUTSIDE: &str = "the Arrow array points outside its buffers";

/// Returns the error for data that breaks a rule of the interface.
pub(crate) fn broken(rule: &str, got: impl std::fmt::Display) -> Unread {
    Unread::Broken(format!("{rule}, got {got}; report it to the producer of this Arrow data"))
}

/// Converts a count, which the interface stores as an `i64`.
pub(crate) fn count(what: &str, number: i64) -> Result<usize, Unread> {
    usize::try_from(number)
        .map_err(|_| broken(&format!("{what} of an Arrow array is a count of 0 or more"), number))
}

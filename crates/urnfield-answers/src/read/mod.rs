//! Readers of what is typed. All are exact: no float is made on the way, and no text makes them
//! panic.
//!
//! | file | idea |
//! |---|---|
//! | `count` | counts up to 2^64 and up to 2^1024 |
//! | `units` | commas, underscores, units and words around the digits of a number |
//! | `size` | sizes in bits and bytes |
//! | `rate` | rates, thresholds and plain numbers |
//! | `span`, `department` | ranges, degrees of combinations, departments, lists of sizes |
//! | `kind` | kinds of filters |
//! | `other` | delimiters, digits, flags, orders of rows, tables of capture histories |
//! | `nearest` | errors about what was typed, with the closest valid text |

mod count;
mod department;
mod kind;
mod nearest;
mod other;
mod rate;
mod size;
mod span;
mod units;

pub use count::{count, large_count};
pub use department::{department, sizes};
pub use kind::{
    FilterKind, Kinds, RateKind, filter_file_kind, filter_kind, kind, kinds, rate_kind, steps,
    words_of,
};
pub use nearest::shown;
pub use other::{delimiter, digits, flag, histories, order};
pub use rate::{number, rate, threshold};
pub use size::{size_in_bits, size_in_bytes};
pub use span::{Degrees, Span, degrees, span};

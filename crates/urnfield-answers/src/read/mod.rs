//! Readers of what is typed. All are exact: no float is made on the way, and no text makes them panic.
//!
//! | file | idea |
//! |---|---|
//! | `count`, `large` | counts up to 2^64 and up to 2^1024 |
//! | `units` | commas, underscores, units and words around the digits of a number |
//! | `size`, `sizes` | sizes in bits and bytes, and lists of sizes |
//! | `rate` | rates, thresholds and plain numbers |
//! | `span`, `department` | ranges, degrees of combinations, departments of committees |
//! | `kind` | kinds of filters |
//! | `other` | delimiters, digits, flags, orders of rows, tables of capture histories |
//! | `nearest`, `refused` | the closest valid text, and errors about what was typed |

mod count;
mod department;
mod kind;
mod large;
mod nearest;
mod other;
mod rate;
mod refused;
mod size;
mod sizes;
mod span;
mod units;

pub use count::count;
pub use department::department;
pub use kind::{FilterKind, Kinds, filter_file_kind, filter_kind, kind, kinds, words_of};
pub use large::large_count;
pub use other::{delimiter, digits, flag, histories, order};
pub use rate::{number, rate, threshold};
pub use refused::shown;
pub use size::{size_in_bits, size_in_bytes};
pub use sizes::sizes;
pub use span::{Degrees, Span, degrees, span};

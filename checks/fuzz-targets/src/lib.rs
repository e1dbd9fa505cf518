//! Anything at all, fed to every reader: nothing panics, nothing overflows, and what is accepted is
//! right, by a second way of knowing it.
//!
//! A target is a function of bytes. The fuzzers in `fuzz/` find bytes for it by watching which
//! lines they reach; [`mutate`](mutations::mutate) makes them of seeds on any compiler, which is
//! the short form in `./test core`.
//!
//! | file | idea |
//! |---|---|
//! | `filters` | files of filters: `Filter`, `FilterView`, `SealedFilter`, from one form into the other |
//! | `foreign` | filters of other libraries, in every format |
//! | `words` | numbers, rates, sizes, departments, addresses: whatever is typed |
//! | `keys` | lines, CSV, TSV, JSON lines, and the streams that pack them |
//! | `names` | lists of names, and what they share |
//! | `arrow` | columns through Arrow's C data interface |
//! | `questions` | laws, rates and plans of small filters, against exact fractions |
//! | `exact` | those fractions |
//! | `bytes` | small numbers out of bytes |
//! | `mutations` | new inputs out of old ones |

mod arrow;
mod bytes;
mod exact;
mod filters;
mod foreign;
mod keys;
pub mod mutations;
mod names;
mod questions;
mod words;

pub use arrow::read_arrow;
pub use filters::read_filter;
pub use foreign::read_foreign;
pub use keys::{read_json, read_lines, read_packed, read_table};
pub use names::read_names;
pub use questions::{ask_law, ask_plan};
pub use words::read_words;

/// What is fed, and its name, which is that of its folder of seeds too.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("read_filter", read_filter),
    ("read_words", read_words),
    ("read_lines", read_lines),
    ("read_table", read_table),
    ("read_json", read_json),
    ("read_packed", read_packed),
    ("read_names", read_names),
    ("read_arrow", read_arrow),
    ("read_foreign", read_foreign),
    ("ask_law", ask_law),
    ("ask_plan", ask_plan),
];

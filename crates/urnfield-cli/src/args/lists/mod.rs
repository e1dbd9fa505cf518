//! The options of commands on lists of names.
//!
//! | file | idea |
//! |---|---|
//! | `overlap` | `overlap`, and options about names |
//! | `enrich` | `enrich` |

pub(crate) mod enrich;
pub(crate) mod overlap;

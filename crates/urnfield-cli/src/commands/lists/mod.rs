//! The commands on lists of names.
//!
//! | file | idea |
//! |---|---|
//! | `overlap` | `overlap` |
//! | `enrich` | `enrich` |
//! | `census` | `estimate population` |

pub(crate) mod census;
pub(crate) mod enrich;
pub(crate) mod overlap;

//! Lists of names: what they share and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `names` | names as they come from files |
//! | `test` | the exact tests |
//! | `overlap` | `overlap`: lists against one another |
//! | `enrich` | `enrich`: one list against many sets |

pub(crate) mod enrich;
pub(crate) mod names;
pub(crate) mod overlap;
pub(crate) mod test;

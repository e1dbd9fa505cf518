//! Inputs are cut into blocks of whole records.
//!
//! | file | idea |
//! |---|---|
//! | `pool` | memory for blocks, and for one long record at a time |
//! | `block` | some whole records and the keys in them |
//! | `cutter` | records that end in a newline or in NUL |
//! | `column` | which columns of a table hold the key |
//! | `row` | one row of a table and its key |
//! | `rows` | rows of CSV, cut into blocks |
//! | `line_ends` | lines from Windows |

pub(crate) mod block;
pub(crate) mod column;
pub(crate) mod cutter;
pub(crate) mod line_ends;
pub(crate) mod pool;
pub(crate) mod row;
pub(crate) mod rows;

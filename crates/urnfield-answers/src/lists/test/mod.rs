//! Exact tests of the overlap of lists.
//!
//! | file | idea |
//! |---|---|
//! | `alternative` | the direction of a test, and its options |
//! | `case` | the laws behind a row, each asked once |
//! | `p_value` | p-values, their logarithms, and p-values adjusted for many rows |
//! | `shared_out` | many tests on all processors |
//! | `critical` | the least overlap that is significant |
//! | `power` | the power of a test |

pub(crate) mod alternative;
pub(crate) mod case;
pub(crate) mod critical;
pub(crate) mod p_value;
pub(crate) mod power;
pub(crate) mod shared_out;

//! The own rate of one blocked filter, which differs from the mean rate of its design.
//!
//! | file | idea |
//! |---|---|
//! | `spread` | mean square and variance of one filter's own rate |
//! | `own_tail` | a bound of the tail of the own rate, and the smallest filter by that bound |
//! | `own_choice` | the choice of the bound and its parameters, in f64, which decides nothing |
//! | `one_block` | the law of one block's own rate, given its number of items |
//! | `rough_block` | the law of one block's own rate in f64, to choose with |
//! | `drawn_bits` | the law of the bits set in one block, rounded with a proved error |

pub(crate) mod drawn_bits;
pub(crate) mod one_block;
pub(crate) mod own_choice;
pub(crate) mod own_tail;
pub(crate) mod rough_block;
pub(crate) mod spread;

//! The rate of one blocked filter, which differs from the mean rate of its design.
//!
//! | file | idea |
//! |---|---|
//! | `spread` | mean square and variance of one filter's own rate |
//! | `own_tail` | how surely one filter keeps a rate itself: a bound, and a search for the smallest such filter |
//! | `own_choice` | which bound to use, and with which parameters: doubles choose, nothing rests on them |
//! | `one_block` | the law of one block's own rate, given its number of items |
//! | `rough_block` | the same law in doubles, to find where to look |
//! | `drawn_bits` | the law of the bits set in one block, rounded with a proved error |

pub(crate) mod drawn_bits;
pub(crate) mod one_block;
pub(crate) mod own_choice;
pub(crate) mod own_tail;
pub(crate) mod rough_block;
pub(crate) mod spread;

//! Many keys at once.
//!
//! | file | idea |
//! |---|---|
//! | `insert` | many inserts: memory waits that overlap |
//! | `contains` | many questions, to bits wherever they are |
//! | `reporting_new` | many inserts, and which of the keys were new |
//! | `parallel` | many keys on all cores (feature `parallel`) |
//! | `sorted_insert` | very many inserts into a large filter, sorted by position first |
//! | `window` | requests memory some keys ahead |

pub(crate) mod contains;
pub(crate) mod insert;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
pub(crate) mod reporting_new;
pub(crate) mod sorted_insert;
pub(crate) mod window;

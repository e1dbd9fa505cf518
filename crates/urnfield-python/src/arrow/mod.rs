//! Arrow's C data interface, read and written by hand: whatever gives out Arrow columns is understood
//! without depending on any of it.
//!
//! | file | idea |
//! |---|---|
//! | `c_data` | the structures of the interface, and who releases them |
//! | `stream` | tables and columns from Python, batch by batch |
//! | `column` | the keys of one batch, in every layout that has keys |
//! | `export` | a boolean column for others |

mod c_data;
mod column;
mod export;
mod stream;

pub(crate) use column::{Key, Unread};
pub(crate) use export::boolean;
pub(crate) use stream::{Batches, is_arrow};

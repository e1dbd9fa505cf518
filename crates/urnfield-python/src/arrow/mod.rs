//! Arrow's C data interface, read and written by hand: whatever gives out Arrow columns is understood
//! without depending on any of it.
//!
//! | file | idea |
//! |---|---|
//! | `c_data` | the structures of the interface, and who releases them |
//! | `stream` | tables and columns from Python, batch by batch |
//! | `words` | integers of any width, as they lie there |
//! | `floats` | floats of any width that are whole numbers |
//! | `layout` | where the keys of a column lie |
//! | `column` | the keys of one batch: which rows have one, and what they are |
//! | `dictionary` | rows that are numbers of entries |
//! | `export` | a boolean column for others |

mod c_data;
mod column;
mod dictionary;
mod export;
mod floats;
mod layout;
mod stream;
mod words;

pub(crate) use column::{Column, Key, Unread};
pub(crate) use dictionary::Dictionary;
pub(crate) use export::boolean;
pub(crate) use floats::{not_whole, whole};
pub(crate) use stream::{Batches, ONE_COLUMN, chosen, is_arrow};

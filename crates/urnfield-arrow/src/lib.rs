//! Reads the keys of columns through Arrow's C data interface, without depending on Arrow.
//!
//! A producer hands over structures of pointers. [`Schema::take`], [`Array::take`] and
//! [`Stream::take`] are the only unsafe functions: their documentation lists what the interface
//! promises and a reader cannot see. Everything that a reader can see is compared before a buffer
//! is read (`checks`), and offsets, views and indices are checked where they are used.
//!
//! | file | idea |
//! |---|---|
//! | `c_data` | the structures of the interface, and who releases them |
//! | `checks` | what an array says of itself, compared with its schema |
//! | `words` | integers of any width, as they lie there |
//! | `floats` | floats of any width that are whole numbers |
//! | `layout` | where the keys of a column lie |
//! | `column` | the keys of one batch: which rows have one, and what they are |
//! | `dictionary` | rows that are numbers of entries |
//! | `boolean` | a boolean column for others |

mod boolean;
mod c_data;
mod checks;
mod column;
mod dictionary;
mod floats;
mod layout;
mod words;

pub use boolean::boolean;
pub use c_data::{Array, Schema, Stream};
pub use column::{Column, Key, Keys, Unread};
pub use dictionary::Dictionary;
pub use floats::{not_whole, whole};

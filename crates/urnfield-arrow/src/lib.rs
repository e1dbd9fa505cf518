//! Reads the keys of columns through Arrow's C data interface, without depending on Arrow.
//!
//! A producer hands over structures of pointers. [`Schema::take`], [`Array::take`] and
//! [`Stream::take`] are the only unsafe functions: their documentation lists what the interface
//! promises and a reader cannot see. Everything that a reader can see is compared before a buffer
//! is read (`checks`), and offsets, views and indices are checked where they are used.
//!
//! | file | idea |
//! |---|---|
//! | `unread` | why a column cannot be read |
//! | `c_data` | the structures of the interface, and when they are released |
//! | `checks` | what an array says of itself, compared with its schema |
//! | `buffer` | the bytes of an array's buffers |
//! | `words` | integers of any width, as they lie there |
//! | `floats` | floats of any width that are whole numbers |
//! | `layout` | where the keys of a column lie |
//! | `keys` | which rows have a key, and what the keys are |
//! | `dictionary` | rows that are numbers of entries |
//! | `column` | a column of one batch |
//! | `boolean` | a boolean column for others |

mod boolean;
mod buffer;
mod c_data;
mod checks;
mod column;
mod dictionary;
mod floats;
mod keys;
mod layout;
mod unread;
mod words;

pub use boolean::boolean;
pub use c_data::{Array, Schema, Stream};
pub use column::Column;
pub use dictionary::Dictionary;
pub use floats::{not_whole, whole};
pub use keys::{Key, Keys};
pub use unread::Unread;

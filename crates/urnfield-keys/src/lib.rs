//! Reads keys from files and pipes: lines, NUL-ended records, columns of CSV, fields of JSON,
//! packed or not. A key is bytes. It is decoded, trimmed or folded only on request.
//!
//! | file | idea |
//! |---|---|
//! | `input` | inputs: found, looked at and unpacked |
//! | `blocks` | inputs are cut into blocks of whole records |
//! | `key` | from a record to its key |
//! | `ways` | how keys are read, from typed options |
//! | `keys` | [`Keys`]: all keys of a command |
//! | `stream` | one thread reads, all cores work, answers come in order |
//! | `loops` | adding keys to a filter, and asking a filter for keys |
//! | `memory` | keys of an input that is not a file |
//! | `whole_files` | one file, read block by block on the thread that asks |
//! | `secret` | the key of a keyed filter, from a file |

mod blocks;
mod input;
mod key;
mod keys;
mod loops;
mod memory;
pub mod secret;
mod stream;
mod ways;
mod whole_files;

pub use blocks::block::Block;
pub use blocks::line_ends::{Ends, LineEnds, Mixed};
pub use blocks::rows::name_unpacked;
pub use input::opened::{is_a_directory, unreadable};
pub use key::bad::{BadPlace, BadRecords};
pub use keys::Keys;
pub use loops::{Answered, Checked, Inserted, Selected};
pub use memory::keys_in;
pub use ways::Rows;
pub use whole_files::{check_files, column_of, lines_of};

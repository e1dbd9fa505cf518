//! Files that are complete or not there, and locks on them.
//!
//! | file | idea |
//! |---|---|
//! | `filter_file` | the files of filters: opened, and saved |
//! | `whole_file` | writes a file completely or not at all |
//! | `begun` | a file from its first byte until it has its name |
//! | `unfinished` | the names of files that are being written, and how leftovers are removed |
//! | `calls` | the system calls of a write, each of which a test can make fail |
//! | `file_lock` | [`FileLock`](file_lock::FileLock): one writer at a time |
//! | `reserved` | [`ReservedFile`](reserved::ReservedFile): disk space reserved before a filter is complete |
//! | `stamp` | [`FileStamp`](stamp::FileStamp): tells one state of a file from the next |
//! | `owner` | the owner of a file that replaces another |

pub(crate) mod begun;
pub(crate) mod calls;
pub(crate) mod file_lock;
pub(crate) mod filter_file;
pub(crate) mod owner;
pub(crate) mod reserved;
pub(crate) mod stamp;
pub(crate) mod unfinished;
pub(crate) mod whole_file;

//! What a shell and its manual need, and a program beside this one.
//!
//! | file | idea |
//! |---|---|
//! | `completions` | `completions` |
//! | `man` | `man` |
//! | `redis` | `redis`: runs the program urnfield-redis |

pub(crate) mod completions;
pub(crate) mod man;
pub(crate) mod redis;

//! One Bloom filter that many processes fill and ask, on an existing Redis or Valkey server. It has
//! urnfield's designs and positions, so every exact statement holds, and the filter can be pulled
//! into a `.urn` file and pushed back, byte for byte.
//!
//! A filter is plain strings, and each batch is one `BITFIELD` per shard, without scripts or
//! modules. A seal follows the bits of each shard, and every command reads it. A shard that was
//! evicted, deleted or replaced is therefore noticed in the command that would have given the wrong
//! answer. `docs/reference/redis.md` describes the storage to the bit, and what servers can lose.
//!
//! ```no_run
//! use urnfield::Filter;
//! use urnfield_redis::{Server, Shared};
//! let server: Server = "redis://localhost".parse()?;
//! let plan = Filter::for_items(1_000_000, "1%")?;
//! let mut visitors = Shared::create(&server, "visitors", plan.design(), 0, 1_000_000)?;
//! assert_eq!(visitors.add_all(&["alice", "bob"])?, [true, true]);
//! assert_eq!(visitors.contains_all(&["bob"])?, [true]);
//! # Ok::<(), urnfield_redis::Error>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `shared` | [`Shared`]: create, open, add, ask, count, drop |
//! | `spec` | names, shards and seals of a filter |
//! | `description` | what is stored about a filter besides its bits |
//! | `batch` | keys to sealed commands, and replies to answers |
//! | `ahead` | batch after batch, several under way |
//! | `kinds` | which kinds of keys the filter holds |
//! | `transfer` | push and pull |
//! | `combine` | union and intersection on the server |
//! | `wire` | commands and replies between here and the servers |
//! | `error` | [`Error`] |

mod ahead;
mod batch;
mod combine;
mod description;
mod error;
mod kinds;
mod shared;
mod spec;
mod transfer;
mod wire;

pub use error::Error;
pub use shared::Shared;
pub use spec::{SHARD_BITS, Spec};
pub use wire::server::Server;
pub use wire::wait::Wait;

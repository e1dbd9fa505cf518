//! One Bloom filter that many processes fill and ask, on a Redis or Valkey server that is there
//! already: with urnfield's designs and positions, so that every exact statement still holds, and the
//! filter can be pulled into a `.urn` file and pushed back, byte for byte.
//!
//! Plain strings and one `BITFIELD` for every shard and batch: no script, no module. Behind the bits
//! of each shard stands a seal, which every command reads along: a shard that was evicted, deleted,
//! made anew or put there by somebody else is noticed in the command that would have given the wrong
//! answer. `docs/reference/redis.md` says how it is stored, to the bit, and what servers can lose.
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
//! | `spec` | what is stored about a filter: names, shards, seals |
//! | `batch` | keys to sealed commands, and replies to answers |
//! | `ahead` | batch after batch, several under way |
//! | `kinds` | which kinds of keys the filter holds |
//! | `transfer` | push and pull |
//! | `combine` | union and intersection on the server |
//! | `command` | one command and the key that says where it goes |
//! | `flight` | commands under way, sent again until they are answered |
//! | `links` | connections to the server or to the nodes of a cluster, made anew when they break |
//! | `stream` | one connection: TCP, unix socket or TLS |
//! | `reply` | replies of a server, read with limits |
//! | `slots` | which node of a cluster has a key |
//! | `server` | [`Server`]: where it is; shows no credentials |
//! | `error` | [`Error`] |

mod ahead;
mod batch;
mod combine;
mod command;
mod error;
mod flight;
mod kinds;
mod links;
mod reply;
mod server;
mod shared;
mod slots;
mod spec;
mod stream;
mod transfer;

pub use error::Error;
pub use server::Server;
pub use shared::{Shared, Wait};
pub use spec::{SHARD_BITS, Spec};

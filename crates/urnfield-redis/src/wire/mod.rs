//! Commands and replies between here and the servers.
//!
//! | file | idea |
//! |---|---|
//! | `server` | [`Server`](server::Server): an address, whose credentials are never shown |
//! | `command` | one command, and the key that decides its node |
//! | `reply` | replies of a server, read with limits |
//! | `wait` | [`Wait`](wait::Wait): writes that wait for replicas |
//! | `slots` | which node of a cluster has a key |
//! | `stream` | one connection: TCP, unix socket or TLS |
//! | `flight` | commands that were sent together |
//! | `links` | connections to all nodes, made again when they break |
//! | `sending` | commands are sent until they are answered |

pub(crate) mod command;
pub(crate) mod flight;
pub(crate) mod links;
pub(crate) mod reply;
pub(crate) mod sending;
pub(crate) mod server;
pub(crate) mod slots;
pub(crate) mod stream;
pub(crate) mod wait;

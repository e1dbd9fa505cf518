//! The design of a filter: its kind, its bits and its hashes, which the mathematics and the filters
//! share.
//!
//! | file | idea |
//! |---|---|
//! | `plain` | [`Kind`](plain::Kind), [`Design`](plain::Design): items take any bits |
//! | `blocked` | [`Layout`](blocked::Layout), [`Blocked`](blocked::Blocked): one block an item |
//! | `any` | [`AnyDesign`](any::AnyDesign): a plain or a blocked design |

pub(crate) mod any;
pub(crate) mod blocked;
pub(crate) mod plain;

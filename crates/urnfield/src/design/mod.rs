//! What a filter is: its kind, its bits and its hashes. The mathematics and the filters both know
//! it, and it knows neither.
//!
//! | file | idea |
//! |---|---|
//! | `plain` | [`Kind`](plain::Kind) and [`Design`](plain::Design): filters whose items go anywhere |
//! | `blocked` | [`Layout`](blocked::Layout) and [`Blocked`](blocked::Blocked): filters whose items keep to one block |
//! | `any` | [`AnyDesign`](any::AnyDesign): either of them |

pub(crate) mod any;
pub(crate) mod blocked;
pub(crate) mod plain;

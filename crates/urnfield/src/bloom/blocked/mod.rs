//! Blocked filters and their exact laws: every item keeps to one block of the filter, so that a
//! query touches one cache line.
//!
//! | file | idea |
//! |---|---|
//! | `load` | [`BlockedLoad`]: a blocked filter that holds n items |
//! | `load_methods` | the public methods of [`BlockedLoad`] |
//! | `pattern` | the choices of an item within its block, counted |
//! | `law` | the rate as one alternating sum |
//! | `block_terms` | the terms of one block, from which the law of any number of blocks follows |
//! | `search` | the best number of hashes, with every other number excluded |
//! | `plan` | [`BlockSizing`], the question, and [`BlockedPlan`], the answer |
//! | `counts` | [`BlockCounts`]: the bits of one filter, counted by block, and its own rate |
//! | `compare` | estimates of the sets in filters of one design |
//! | `own_rate` | the spread of one filter's own rate, and filters that keep a rate themselves |
//! | `items` | [`BlockedItems`]: an estimate of how many items a filter holds |
//! | `formulas` | the formulas that other programs print |
//! | `writers` | [`ParquetRule`]: how programs that write Parquet files size a filter |
//!
//! # The sum
//!
//! Let h_j be the chance that an item of the block misses j given bits, and c_j the expected number
//! of sets of j bits among those that are asked for. An item misses a set T of one of b blocks if
//! it is elsewhere, or there and misses it: with probability 1 − (1 − h_j)/b. So, by inclusion and
//! exclusion,
//!
//! ```text
//! f = Σ_j (−1)^j c_j·(1 − (1 − h_j)/b)^n.
//! ```
//!
//! Coq: `blocks.blocks_by_size`.
//!
//! | layout | c_j | h_j |
//! |---|---|---|
//! | classic | C(k,j) | C(B−j,k)/C(B,k) |
//! | standard | E C(D,j), D distinct bits among k | (1 − j/B)^k |
//! | split, w = B/k | C(k,j) | (1 − 1/w)^j |
//!
//! Term by term it is E f_B(N) with N binomial(n, 1/b) and f_B(N) the rate of one block with N
//! items. f_B never falls with N, and N grows stochastically with n and falls with b; so **the rate
//! falls with b and rises with n**, and plans are plain bisections.
//!
//! Coq: `blocks.blocks_mixture`, `monotony.block_rate_falls_blocks`, `monotony.rate_rises_items`.

pub(crate) mod block_terms;
pub(crate) mod compare;
pub(crate) mod counts;
pub(crate) mod formulas;
pub(crate) mod items;
pub(crate) mod law;
pub(crate) mod load;
mod load_methods;
pub(crate) mod own_rate;
pub(crate) mod pattern;
pub(crate) mod plan;
pub(crate) mod search;
pub(crate) mod writers;

pub use crate::bloom::blocked::counts::BlockCounts;
pub use crate::bloom::blocked::items::BlockedItems;
pub use crate::bloom::blocked::load::BlockedLoad;
pub use crate::bloom::blocked::own_rate::own_tail::OwnRatePlan;
pub use crate::bloom::blocked::plan::{BlockSizing, BlockedPlan};
pub use crate::bloom::blocked::writers::{ParquetRule, WrittenFilter};

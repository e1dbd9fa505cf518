//! Filters whose items keep to one cache line each: probe rule 2.
//!
//! | file | idea |
//! |---|---|
//! | `rule` | 128 bits → positions of a line: the numbered, frozen rule |
//! | `hand` | [`Hand`](hand::Hand): a way to put items into lines and to ask lines |
//! | `batch` | many items at once, lines requested ahead |
//! | `portable` | the way of any machine |
//! | `any_hand` | [`AnyHand`](any_hand::AnyHand): the fastest way of this machine |
//! | `lines` | [`Lines`](lines::Lines): the filter's design with the way that serves it |
//! | `loads` | how full the lines are, which is what their rate follows from |
//!
//! An item touches one line, so in memory it waits once where a plain filter waits k times; and in
//! the caches all its positions are looked up together, by AVX-512 or AVX2 where the machine has
//! them. All ways give the same bits. What that costs in memory is
//! [`BlockSizing`](crate::BlockSizing)'s business, which knows the law.

pub(crate) mod any_hand;
pub(crate) mod batch;
pub(crate) mod hand;
pub(crate) mod lines;
pub(crate) mod loads;
pub(crate) mod portable;
pub(crate) mod rule;

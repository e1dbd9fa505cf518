//! Bloom filters that keep the rate they promise, and the probability behind them, certified.
//!
//! A Bloom filter remembers a set of items in a few bits an item. Asked about an item, it says
//! either "certainly not in the set" or "probably in it"; how often the second is wrong is its
//! *rate of false positives*. Say how many items there will be and which rate you can live with:
//!
//! ```
//! use urnfield::{Filter, filter::Packing};
//!
//! // Plan: room for 100000 items, at most one wrong "probably" in a thousand.
//! let mut filter = Filter::for_items(100_000, 0.001)?;
//!
//! // Insert: anything that is bytes.
//! filter.insert("amphora");
//! filter.insert("krater");
//!
//! // Ask.
//! assert!(filter.contains("amphora")); // probably: what was inserted is never missed
//! assert!(!filter.contains("oinochoe")); // certainly not
//!
//! // Save. The file is complete or not there, and says itself how to read it.
//! # let folder = std::env::temp_dir().join(format!("urnfield-front-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! # let path = folder.join("pots.urn");
//! # /*
//! let path = "pots.urn";
//! # */
//! filter.save(&path, Packing::Raw)?;
//!
//! // Open, today or in ten years, on any machine. (None: it has no secret key.)
//! let pots = Filter::load(&path, None)?;
//! assert!(pots.contains("krater"));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), urnfield::Error>(())
//! ```
//!
//! The rate is not a rule of thumb. [`Filter::for_items`] makes the smallest filter that keeps it,
//! proved by computing the exact law of the bits that will be set, and not by the usual formula,
//! which promises a little too much. The proof has one assumption: the digests of your keys
//! (XXH3-128 with a seed, SipHash-2-4-128 with a secret key) behave like independent uniform random
//! words. This was measured over 10^9 questions to each of 18 designs (`docs/internals/why.md`,
//! *How was it tested?*); it fails for keys that an attacker chose with the seed at hand. [`Plan`]
//! answers the questions around it, with the numbers:
//!
//! ```
//! use urnfield::{Kind, Plan};
//!
//! // The smallest filter whose mean rate with a million items is at most 1 %.
//! let plan = Plan::smallest(Kind::Standard, 1_000_000, &"1%".parse()?)?;
//! assert_eq!((plan.design.bits(), plan.design.hashes()), (9_592_957, 7));
//! # Ok::<(), urnfield::Error>(())
//! ```
//!
//! The same laws tell whether lists have more in common than chance explains:
//!
//! ```
//! use urnfield::Occupancy;
//!
//! // Two gene lists, 300 and 500 out of 20000, share 15. Chance?
//! let law = Occupancy::lists(20_000, &[300, 500])?;
//! let p = law.at_least(15)?; // P(X ≥ 15), 15 included
//! assert_eq!(format!("{p:.6}"), "0.00884427");
//! assert!(p.certain_bits() >= 53);
//! # Ok::<(), urnfield::Error>(())
//! ```
//!
//! Every number handed out is an [`Enclosure`] (two ends that certainly surround the value), an
//! exact [`Rational`], or labelled a bound or an estimate. What cannot be certified is an
//! [`Error`] of one sentence; nothing is clamped, rounded to NaN, or panics.
//!
//! # More about filters
//!
//! | what | where |
//! |---|---|
//! | another kind, a seed, a secret key, the mean rate instead of this filter's own | [`FilterOptions`] |
//! | many items at once | [`Filter::insert_all`], [`Filter::contains_all`], and `_each` for items that lie anywhere |
//! | inserts from many threads | [`SharedFilter`](filter::SharedFilter) |
//! | several writers of one file | [`Filter::update_file`], [`FileLock`](filter::FileLock) |
//! | keys that expire, sets that grow | [`Chain`](chain::Chain) |
//! | answers from a file without loading it | [`FilterView`](filter::FilterView) |
//! | merging | [`Filter::union_with`], [`Filter::intersect_with`]; without the key, [`SealedFilter`](filter::SealedFilter) |
//! | sockets, pipes, stores of your own | [`Filter::write_to`], [`Filter::read_from`], [`Filter::payload_pieces`] |
//! | how many items are in, and the rate now | [`Design::estimate_items`], [`Design::fpr_given`] with [`Filter::bits_set`] |
//!
//! # The layers
//!
//! | module | what it knows |
//! |---|---|
//! | [`error`] | what can go wrong, as data, and the sentences |
//! | `urnfield_num` (its own crate) | numbers that carry their own error; nothing of urns |
//! | [`occupancy`] | balls, urns, committees (paper, section 2); nothing of filters |
//! | [`bloom`] | rates, plans, efficiency (sections 3 and 4); no bits |
//! | [`filter`] | filters to put items into, and their files; no probability |
//! | `sizing` | both halves: [`Filter::for_items`], the rate of a filter in memory |
//! | [`chain`] | several filters in a folder that keep one rate together |
//!
//! # Vocabulary
//!
//! *urns* m, *balls* n, *committees* of a *size* k; a *department* is a list of committees.
//! *Classic* names a kind of Bloom filter and nothing else; what the literature calls the classic
//! occupancy problem is [`Occupancy::balls`].
//!
//! # Features
//!
//! `mmap` (on unless switched off): files mapped into memory, huge pages. `parallel`: many items on
//! all cores. `rand`: draws from a law. `serde`: [`Design`] and [`Kind`] as plain data.
//!
//! # Limits
//!
//! Sizes are whole numbers below 2^64, and most questions are answered at any such size. What
//! would take too long is refused with [`Error::TooCostly`], what cannot be told apart with
//! [`Error::Precision`]; nothing is approximated instead. These are the questions of [`occupancy`]
//! that have an end:
//!
//! - departments of several committees each: windows of some 10^6 values together, and 57 bits;
//! - tables: 10^7 rows;
//! - moments of orders above some 14000, generating functions of more than 200000 terms;
//! - a union's chance that more than some hundred given urns are all occupied, where there are
//!   2^64 − 1 urns.
#![deny(unsafe_code)]

pub mod bloom;
pub mod chain;
pub(crate) mod design;
pub mod error;
pub mod filter;
pub mod occupancy;
mod refine;
pub(crate) mod sizing;

pub use crate::bloom::blocked::counts::BlockCounts;
pub use crate::bloom::blocked::plan::{BlockSizing, BlockedPlan};
pub use crate::bloom::load::Load;
pub use crate::bloom::plan::plans::Plan;
pub use crate::chain::options::ChainOptions;
pub use crate::chain::rate::ChainRate;
pub use crate::design::any::AnyDesign;
pub use crate::design::blocked::{Blocked, Layout};
pub use crate::design::plain::{Design, Kind};
pub use crate::error::Error;
pub use crate::filter::Filter;
pub use crate::occupancy::estimate::batches::Batches;
pub use crate::occupancy::estimate::population::Population;
pub use crate::occupancy::estimate::{Estimate, Interval, Likeliest, Point};
pub use crate::occupancy::law::bounds::MomentBounds;
pub use crate::occupancy::questions::adjust::{AdjustedP, Adjustment, PValue};
pub use crate::occupancy::{Committees, Model, Occupancy};
pub use crate::sizing::for_items::{FilterOptions, Guarantee};
pub use urnfield_num::{Enclosure, Rate, Rational};

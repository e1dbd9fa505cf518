//! Certified occupancy laws and Bloom filter mathematics: **the rate you ask for is the rate you
//! get, provably.**
//!
//! ```
//! use urnfield::{Kind, Plan};
//!
//! // A million items at 1 %: the least filter that keeps the promise.
//! let plan = Plan::smallest(Kind::Standard, 1_000_000, &"1%".parse()?)?;
//! assert_eq!((plan.design.bits(), plan.design.hashes()), (9_592_957, 7));
//! # Ok::<(), urnfield::Error>(())
//! ```
//!
//! ```
//! use urnfield::{Committees, Occupancy};
//!
//! // Two gene lists, 300 and 500 out of 20000, share 15. Chance?
//! let lists = [[Committees { count: 1, size: 300 }], [Committees { count: 1, size: 500 }]];
//! let law = Occupancy::intersection(20_000, &[&lists[0], &lists[1]])?;
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
//! # The rooms
//!
//! | room | what it knows |
//! |---|---|
//! | `num` (a crate of its own) | numbers that know their own error; nothing of urns |
//! | [`occupancy`] | balls, urns, committees (paper, section 2); nothing of filters |
//! | [`bloom`] | rates, plans, efficiency (sections 3 and 4); no bits |
//! | [`filter`] | filters to put items into, and their files; no probability |
//!
//! # Vocabulary
//!
//! *urns* m, *balls* n, *committees* of a *size* k; a *department* is a list of committees.
//! *Classic* names a kind of Bloom filter and nothing else; what the literature calls the classic
//! occupancy problem is [`Occupancy::balls`].
//!
//! # What is not here yet
//!
//! Tails of general intersections (departments of several committees) and whole tables of a
//! law, beyond two thousand million cell updates: these are refused with [`Error::TooCostly`].
//! Moments, rates and single probabilities of balls, unions and lists work at any u64 size.
#![deny(unsafe_code)]

pub mod bloom;
mod design;
pub mod filter;
pub mod occupancy;
mod refine;

pub use bloom::{Load, Plan};
pub use design::{Design, Kind};
pub use filter::Filter;
pub use occupancy::{
    Batches, Committees, Estimate, Interval, Likeliest, Model, MomentBounds, Occupancy, Point,
    Population,
};
pub(crate) use urnfield_num as num;
pub use urnfield_num::{Enclosure, Error, Rate, Rational};

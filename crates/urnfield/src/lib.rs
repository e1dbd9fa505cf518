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
//! - nearly full houses (more than eleven balls for an urn) with thousands of urns still vacant;
//! - all 2^64 − 1 urns, where there is no circle integral;
//! - probabilities below e^(−2^60), whose exponents end.
#![deny(unsafe_code)]

pub mod bloom;
mod design;
pub mod filter;
pub mod occupancy;
mod refine;

pub use bloom::{Hashes, Load, Plan};
pub use design::{Design, Kind};
pub use filter::Filter;
pub use occupancy::{
    AdjustedP, Adjustment, Batches, Committees, Estimate, Interval, Likeliest, Model, MomentBounds,
    Occupancy, PValue, Point, Population,
};
pub(crate) use urnfield_num as num;
pub use urnfield_num::{Enclosure, Error, Rate, Rational};

//! Certified occupancy laws and Bloom filter mathematics.
#![deny(unsafe_code)]

mod error;
pub mod num;
pub mod occupancy;

pub use error::Error;
pub use num::{Enclosure, Rate, Rational};
pub use occupancy::{Committees, Model, MomentBounds, Occupancy};

//! Certified occupancy laws and Bloom filter mathematics.
#![deny(unsafe_code)]

mod error;
pub mod num;

pub use error::Error;
pub use num::{Enclosure, Rate, Rational};

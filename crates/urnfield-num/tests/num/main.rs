//! The numbers against exact rationals and against another program's.

mod calculate;
mod complex;
mod complex_laws;
mod draws;
mod elementary;
mod enclosure;
mod places;
#[cfg(feature = "serde")]
mod plain_data;
mod power_sums;
mod regressions;
mod rules;

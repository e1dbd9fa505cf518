//! False-positive rates, plans and what bits tell, against exact fractions and other routes.

mod blocked;
mod chain_laws;
mod compare;
mod confidence;
mod corners;
mod counters;
mod double;
mod growth;
mod many_hashes;
mod oracle;
mod paper;
mod partitioned;
mod plans;
mod routes;
#[cfg(feature = "serde")]
mod serde;
mod sweep;

//! Filters: what was inserted is found, and strangers are answered at the certified rate.

mod chain;
mod laws;
mod line;
mod line_rates;
#[cfg(feature = "mmap")]
#[path = "../mapped/mod.rs"]
mod mapped;
mod parquet;
mod probe_rates;
mod rates;

//! Double hashing.
//!
//! | file | second route |
//! |---|---|
//! | `oracle` | every row of `oracle/laws-double_hashing.json` and `oracle/laws-double_blocks.json` |
//! | `brute` | all items and all questions of tiny filters, in fractions |
//! | `own_rate` | every pair of tiny filters; every row of `oracle/laws-own_rate.json` |
//! | `plan` | every smaller multiple of 64 |
//! | `identities` | one hash; other questions with the same answer; the ends of the numbers |

mod brute;
mod identities;
mod oracle;
mod own_rate;
mod plan;

use urnfield::bloom::double::{DoubleHashing, Steps};

const STEPS: [Steps; 3] = [Steps::All, Steps::Nonzero, Steps::Unit];

fn filter(steps: Steps, bits: u64, hashes: u64) -> DoubleHashing {
    DoubleHashing::new(steps, bits, hashes).expect("in the domain")
}

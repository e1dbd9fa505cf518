//! From an occupancy number back to committees and urns.
//!
//! | file | second route |
//! |---|---|
//! | `oracle` | every row of `oracle/estimates.json` |
//! | `sets` | confidence sets by looking at every parameter, in whole numbers; their coverage |
//! | `points` | likelihoods compared one by one; unbiased estimates by their definition |
//! | `large` | sizes where nothing can be looked at one by one |
//! | `birthday` | collisions and critical values |

mod birthday;
mod counts;
mod large;
mod oracle;
mod points;
mod sets;

use urnfield::{Committees, Rate};

fn rate(text: &str) -> Rate {
    text.parse().expect(text)
}

fn committees(pairs: &[(u64, u64)]) -> Vec<Committees> {
    pairs.iter().map(|&(count, size)| Committees { count, size }).collect()
}

//! What can be asked of a law. Each question states its event and asks `routes` for the number.
//!
//! | file | idea |
//! |---|---|
//! | `probability` | one probability: its side of the mean, and how many bits it promises |
//! | `windows` | many probabilities at once |
//! | `mode` | the most probable values |
//! | `quantile` | quantiles, and the value from which on a law is rarer than a level |
//! | `tabulated` | [`Tabulated`](tabulated::Tabulated): a law with a table, for many questions |
//! | `law_table` | the table, and when one pays |
//! | `generating` | the probability generating function |
//! | `fisher` | Fisher's two-sided p-value |
//! | `adjust` | p-values corrected for multiple tests: Holm, Benjamini and Hochberg |
//! | `compared` | whether a value is above a level, decided with certainty |
//! | `search` | where a monotone answer changes, with few questions |
//! | `sample` | random draws from a law (feature `rand`) |

pub(crate) mod adjust;
pub(crate) mod compared;
pub(crate) mod fisher;
pub(crate) mod generating;
pub(crate) mod law_table;
pub(crate) mod mode;
pub(crate) mod probability;
pub(crate) mod quantile;
#[cfg(feature = "rand")]
pub(crate) mod sample;
pub(crate) mod search;
pub(crate) mod tabulated;
pub(crate) mod windows;

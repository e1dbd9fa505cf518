//! What can be asked of a law. Each question states its event and asks `routes` for the number.
//!
//! | file | idea |
//! |---|---|
//! | `probability` | one probability: its side of the mean, and how many bits it promises |
//! | `windows` | many probabilities at once |
//! | `quantile` | quantiles and modes |
//! | `tabulated` | [`Tabulated`](tabulated::Tabulated): a law and a window of its probabilities, for many questions |
//! | `generating` | the probability generating function |
//! | `critical` | the occupancy number from which on a law is rarer than a level |
//! | `fisher` | Fisher's two-sided p-value |
//! | `adjust` | p-values corrected for multiple tests: Holm, Benjamini and Hochberg |
//! | `compared` | whether a value is above a level, decided with certainty |
//! | `sample` | random draws from a law (feature `rand`) |

pub(crate) mod adjust;
pub(crate) mod compared;
pub(crate) mod critical;
pub(crate) mod fisher;
pub(crate) mod generating;
pub(crate) mod probability;
pub(crate) mod quantile;
#[cfg(feature = "rand")]
pub(crate) mod sample;
pub(crate) mod tabulated;
pub(crate) mod windows;

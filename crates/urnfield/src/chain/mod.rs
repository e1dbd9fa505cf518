//! Chains: filters of "seen" keys that rotate, expire or grow, in a folder of `.urn` files.
//!
//! | file | idea |
//! |---|---|
//! | `filter_chain` | [`Chain`]: its generations, when one begins, and keys in and out |
//! | `options` | [`ChainOptions`]: the size of each generation |
//! | `rate` | [`ChainRate`]: the rate of all generations together |
//! | `generation` | [`Generation`]: one filter, and what is known of it |
//! | `asking` | batches of questions: every generation until one says yes |
//! | `day` | `Day` and `Period`: dates in UTC |
//! | `manifest` | the text that names the files, and every check of it |
//! | `folder` | a chain in its folder: created, read |
//! | `summary` | `ChainSummary`: what the files say, without a key |
//! | `update` | `ChainUpdate`: one writer, complete or not at all |

pub use crate::chain::day::{Day, Period};
pub use crate::chain::filter_chain::Chain;
pub use crate::chain::generation::{Generation, generation_seed};
pub use crate::chain::options::ChainOptions;
pub use crate::chain::rate::ChainRate;
pub use crate::chain::summary::{ChainSummary, GenerationSummary};
pub use crate::chain::update::ChainUpdate;

pub(crate) mod asking;
pub(crate) mod day;
pub(crate) mod filter_chain;
pub(crate) mod folder;
pub(crate) mod generation;
pub(crate) mod manifest;
pub(crate) mod options;
pub(crate) mod rate;
pub(crate) mod summary;
pub(crate) mod update;

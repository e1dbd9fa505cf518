//! Filters of block chains' ledgers.
//!
//! | file | format |
//! |---|---|
//! | `ethereum` | Ethereum's `logsBloom` |
//! | `bip37` | Bitcoin's `filterload` message, BIP 37 |

pub(super) mod bip37;
pub(super) mod ethereum;

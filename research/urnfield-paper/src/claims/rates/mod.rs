//! Claims of section 3: Bloom filters and their rates.
//!
//! | file | claims of |
//! |---|---|
//! | `filters` | filters and their bits |
//! | `growth` | how rates change with bits, items and hashes |
//! | `standard`, `classic` | the two kinds |
//! | `least` | the best number of hashes |

pub(super) mod classic;
pub(super) mod filters;
pub(super) mod growth;
pub(super) mod least;
pub(super) mod standard;

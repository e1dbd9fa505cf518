//! Options that several programs take, so that each is described and parsed in one place.
//!
//! | file | idea |
//! |---|---|
//! | `keys` | [`KeyOptions`]: where keys are, and how they are read |
//! | `bad` | [`Bad`]: what happens to a record that has no key |
//! | `select` | [`SelectOptions`]: which lines a filter selects |
//! | `size` | [`SizeOptions`]: the size and the hashing of a new filter |
//! | `offering` | [`Offering`]: the words of an option, for shells that complete them |

mod bad;
mod keys;
mod offering;
mod select;
mod size;

pub use bad::Bad;
pub use keys::KeyOptions;
pub use offering::Offering;
pub use select::SelectOptions;
pub use size::SizeOptions;

//! What an answer says, once, for people and for programs.
//!
//! | file | idea |
//! |---|---|
//! | `report` | [`Report`]: the parts of an answer in order |
//! | `value` | [`Value`]: one value |
//! | `json` | the renderer for programs |
//! | `text` | the renderer for people |
//! | `numbers` | sizes in KiB or MiB, counts with nouns, exact quotients |

pub(crate) mod json;
pub(crate) mod numbers;
pub(crate) mod report;
pub(crate) mod text;
pub(crate) mod value;

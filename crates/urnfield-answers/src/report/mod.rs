//! What an answer says, once, for people and for programs.
//!
//! | file | idea |
//! |---|---|
//! | `report` | [`Report`]: the parts of an answer in order |
//! | `value` | [`Value`]: one value |
//! | `json` | the renderer for programs |
//! | `text` | the renderer for people |
//! | `size_in_words` | sizes in KiB, MiB and so on |
//! | `ratio` | exact quotients as enclosures |

pub(crate) mod json;
pub(crate) mod ratio;
pub(crate) mod report;
pub(crate) mod size_in_words;
pub(crate) mod text;
pub(crate) mod value;

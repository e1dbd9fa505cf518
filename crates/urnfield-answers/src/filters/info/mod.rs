//! What a filter file says of itself, and what follows from it.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question and the answer |
//! | `made_of` | the filters behind an intersection |
//! | `report` | a filter as JSON and as lines |

pub(crate) mod answer;
pub(crate) mod made_of;
pub(crate) mod report;

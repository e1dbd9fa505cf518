//! `info`: the contents of a filter file, and what follows from them.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question and the answer, with the filters behind an intersection |
//! | `report` | a filter as JSON and as lines |

pub(crate) mod answer;
pub(crate) mod report;

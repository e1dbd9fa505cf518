//! `urnfield audit`: filters of other libraries, and what their bits say.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question, and the answer for one filter |
//! | `own_rate` | the rate of a filter in hand: by an exact law, or sampled |
//! | `sample` | random hash words through a library's own loop |
//! | `report` | one filter as JSON and as lines |
//! | `words` | sentences about files, and about which formats they can be |

pub(crate) mod answer;
pub(crate) mod own_rate;
pub(crate) mod report;
pub(crate) mod sample;
pub(crate) mod words;

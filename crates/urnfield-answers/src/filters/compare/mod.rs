//! What the bits of filters say about their sets and the common items.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | the question and the answer |
//! | `report` | a comparison as JSON, as a table and as two sentences |

pub(crate) mod answer;
pub(crate) mod report;

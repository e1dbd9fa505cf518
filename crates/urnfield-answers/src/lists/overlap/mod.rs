//! What lists share, and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `question` | the question |
//! | `of_names` | from lists of names to the question |
//! | `answer` | the answer |
//! | `options` | the options beside the lists |
//! | `combinations` | the combinations of lists |
//! | `count` | the names that each of them shares |
//! | `rows` | the table: one exact test for each combination, and for each list given the others |
//! | `report` | the table as text, TSV and JSON |

pub(crate) mod answer;
pub(crate) mod combinations;
pub(crate) mod count;
pub(crate) mod of_names;
pub(crate) mod options;
pub(crate) mod question;
pub(crate) mod report;
pub(crate) mod rows;

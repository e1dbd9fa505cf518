//! What lists share, and how surprising that is.
//!
//! | file | idea |
//! |---|---|
//! | `question` | the question |
//! | `of_names` | from lists of names to the question |
//! | `answer` | the answer |
//! | `options` | the options beside the lists |
//! | `combinations` | the combinations of lists |
//! | `members` | which names are in which lists |
//! | `count` | the number of names that each of them shares |
//! | `rows` | the table: one exact test for each combination |
//! | `given` | what a list adds to what the others share |
//! | `order` | the order of the rows |
//! | `report` | the table as text, TSV and JSON |

pub(crate) mod answer;
pub(crate) mod combinations;
pub(crate) mod count;
pub(crate) mod given;
pub(crate) mod members;
pub(crate) mod of_names;
pub(crate) mod options;
pub(crate) mod order;
pub(crate) mod question;
pub(crate) mod report;
pub(crate) mod rows;

//! One list against many sets: over-representation analysis.
//!
//! | file | idea |
//! |---|---|
//! | `question` | the question |
//! | `lines` | the formats of files of sets: GMT and two columns |
//! | `sets` | a file of sets, line by line |
//! | `names` | names in memory, and what the list shares with every set |
//! | `checked` | names outside the background, and names that a program has changed |
//! | `rows` | one exact test for each set |
//! | `report` | the table as text, TSV and JSON |

pub(crate) mod checked;
pub(crate) mod lines;
pub(crate) mod names;
pub(crate) mod question;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod sets;

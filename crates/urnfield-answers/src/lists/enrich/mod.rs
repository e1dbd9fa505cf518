//! One list against many sets: over-representation analysis.
//!
//! | file | idea |
//! |---|---|
//! | `sets` | files of sets: GMT and two columns |
//! | `names` | names in memory, and what the list shares with every set |
//! | `checked` | names outside the background, and names that a program has changed |
//! | `rows` | the question, and one exact test for each set |
//! | `report` | the table as text, TSV and JSON |

pub(crate) mod checked;
pub(crate) mod names;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod sets;

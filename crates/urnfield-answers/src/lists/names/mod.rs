//! Names as they come from files into lists, and the notes about them.
//!
//! | file | idea |
//! |---|---|
//! | `spelling` | how names are compared, and how they were written |
//! | `missing` | words for a missing value |
//! | `intake` | a name from a file into a list |
//! | `tally` | what is odd about the names of one list |
//! | `room` | whether the names fit into memory |
//! | `population` | the background: a number, or the names of a universe |
//! | `names` | the names of all lists |
//! | `universe` | names outside the universe |
//! | `mangled` | names that a program has changed on their way |
//! | `note` | notes about names, as data and as sentences |
//! | `remedy` | the options that solve a problem |
//! | `titles` | letters and names of lists |

pub(crate) mod intake;
pub(crate) mod mangled;
pub(crate) mod missing;
pub(crate) mod names;
pub(crate) mod note;
pub(crate) mod population;
pub(crate) mod remedy;
pub(crate) mod room;
pub(crate) mod spelling;
pub(crate) mod tally;
pub(crate) mod titles;
pub(crate) mod universe;

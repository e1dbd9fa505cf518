//! Questions and their answers as Python asks them.
//!
//! | file | idea |
//! |---|---|
//! | `ask` | everything the shell is asked, by its words |
//! | `design`, `plan`, `law` | rates, plans, occupancy laws as objects |
//! | `lists`, `names` | overlaps and enrichment of lists, and the names of a list |
//! | `audit` | the filters of Parquet files |

pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod design;
pub(crate) mod law;
pub(crate) mod lists;
pub(crate) mod names;
pub(crate) mod plan;

//! Estimates of a number of committees, balls, urns or animals, with exact confidence intervals.
//!
//! | file | idea |
//! |---|---|
//! | `estimate` | the number of committees or balls behind an occupancy number |
//! | `population` | the size of a population from samples |
//! | `histories` | tables of capture histories |

pub(crate) mod estimate;
pub(crate) mod histories;
pub(crate) mod population;

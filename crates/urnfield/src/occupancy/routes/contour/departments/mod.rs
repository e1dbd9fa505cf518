//! Intersections of departments with several committees each.
//!
//! | file | idea |
//! |---|---|
//! | `random_sizes` | departments as committees of random size: one event, or a window |
//! | `tilted` | the sizes that departments have when the event happens |
//! | `outside` | the bound of all other sizes |

pub(crate) mod outside;
pub(crate) mod random_sizes;
pub(crate) mod tilted;

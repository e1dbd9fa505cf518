//! Claims of section 2: occupancy problems.
//!
//! | file | claims of |
//! |---|---|
//! | `balls` | balls thrown into urns |
//! | `unions` | committees that unite |
//! | `lists` | lists that overlap |
//! | `intersections` | departments that intersect |
//! | `estimators` | estimates of how many there were |

pub(super) mod balls;
pub(super) mod estimators;
pub(super) mod intersections;
pub(super) mod lists;
pub(super) mod unions;

//! Elementary functions by series, each with an explicit remainder.
//!
//! | file | idea |
//! |---|---|
//! | `elementary` | exp, ln and ln n! |
//! | `fixed_point` | fixed point for series |
//! | `constants` | coefficients and tables, computed once |
//! | `trigonometry` | sin, cos, atan2 |
//! | `logarithm` | ln and exp in the same manner |
//! | `power_sums` | Σ (z + i)^-k, by Euler and Maclaurin |

pub(crate) mod constants;
mod elementary;
pub(crate) mod fixed_point;
pub(crate) mod logarithm;
pub(crate) mod power_sums;
pub(crate) mod trigonometry;

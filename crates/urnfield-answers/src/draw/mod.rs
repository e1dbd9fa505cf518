//! All pictures. They show values that are certified elsewhere: places are doubles.
//!
//! | file | idea |
//! |---|---|
//! | `svg` | boxes, lines, dots and words |
//! | `chart` | curves between two axes |
//! | `figure` | the figures of the paper |
//! | `overlap` | pictures of overlapping lists |
//! | `law` | a law as bars of characters |

pub(crate) mod chart;
pub mod figure;
pub(crate) mod law;
pub(crate) mod overlap;
pub(crate) mod svg;

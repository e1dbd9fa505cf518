//! Pictures.
//!
//! | file | idea |
//! |---|---|
//! | `figure` | `figure` |
//! | `drawing` | the format of a picture, and the file it goes to |
//! | `raster` | PNG and PDF |

pub(crate) mod drawing;
pub(crate) mod figure;
#[cfg(feature = "pictures")]
pub(crate) mod raster;

//! Functions that need both halves of the library, the mathematics and the filters.
//!
//! | file | idea |
//! |---|---|
//! | `for_items` | [`crate::Filter::for_items`]: the smallest filter for a rate |
//! | `own_fpr` | the exact rate of a filter in memory, from its counted bits |

pub(crate) mod for_items;
pub(crate) mod own_fpr;

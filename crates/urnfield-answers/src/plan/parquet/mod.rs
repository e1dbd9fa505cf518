//! Plans of Parquet filters, and the programs that write them.
//!
//! | file | idea |
//! |---|---|
//! | `programs` | the writers as data: version, size rule and cap |
//! | `writers` | what each writer makes for a plan |
//! | `advice` | the options to give to a writer |

pub(crate) mod advice;
pub(crate) mod programs;
pub(crate) mod writers;

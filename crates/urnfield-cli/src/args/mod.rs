//! The options of all commands.
//!
//! | folder | idea |
//! |---|---|
//! | `cli` | all commands and their first lines of help |
//! | `groups` | the groups of commands in `urnfield --help` |
//! | `redis_program` | where the program behind `redis` is |
//! | `questions` | commands that compute an answer from numbers |
//! | `filters` | commands on filter files |
//! | `lists` | commands on lists of names |
//! | `serve` | `serve` |
//! | `shell` | `cite`, `completions`, `man`, `redis`, `key` |

mod cli;
mod filters;
mod groups;
mod lists;
mod questions;
pub(crate) mod redis_program;
mod serve;
mod shell;

pub(crate) use cli::{Cli, Command};
pub(crate) use filters::audit::ForeignAudit;
pub(crate) use filters::files::{Build, Check, Compress, FileFormat, Info, Verify};
pub(crate) use filters::merging::{Compare, Merge};
pub(crate) use filters::overwriting::Overwriting;
pub(crate) use filters::parquet::{Audit, Parquet};
pub(crate) use filters::rotation::Rotation;
pub(crate) use filters::sizing::Sizing;
pub(crate) use filters::streams::{Add, Dedupe};
pub(crate) use lists::enrich::Enrich;
pub(crate) use lists::overlap::{Names, Overlap, Whole};
pub(crate) use questions::estimate::{Census, Estimate};
pub(crate) use questions::figure::{Figure, FigureOutput};
pub(crate) use questions::law::Law;
pub(crate) use questions::sample::Sample;
pub(crate) use questions::typed_question::TypedQuestion;
pub(crate) use serve::Serve;
pub(crate) use shell::{Cite, Completions, Man, NewKey, Redis};

//! What urnfield's programs share at the terminal: typed options, answers on stdout and messages on
//! stderr, refusals in one sentence, and progress.
//!
//! | file | idea |
//! |---|---|
//! | `program` | from the words typed to the exit status |
//! | `output` | the options for the form of an answer |
//! | `options` | the options that several programs take |
//! | `refusal` | [`Refusal`]: why there is no answer |
//! | `talk` | messages, which `--quiet` silences, and warnings, which it does not |
//! | `status_line` | one line at the terminal that is rewritten in place |
//! | `progress` | [`Progress`]: a bar, at a terminal only |
//! | `thinking` | a sign of work where nothing can be counted |
//! | `interrupted` | an interrupted program removes its unfinished files |
//! | `escape` | control characters in names are escaped |
//! | `help` | rules for every page of help, for tests |

mod escape;
mod help;
mod interrupted;
mod options;
mod output;
mod program;
pub mod progress;
pub mod refusal;
mod status_line;
mod talk;
mod thinking;

pub use escape::escaped;
pub use help::{check_help, check_reference};
pub use options::{Bad, KeyOptions, Offering, SelectOptions, SizeOptions};
pub use output::Output;
pub use program::{Answer, enough_memory, run, write};
pub use progress::Progress;
pub use refusal::Refusal;
pub use talk::{say, talk, warn};
pub use thinking::{stdout_is_a_file, thinking};

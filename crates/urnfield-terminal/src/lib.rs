//! The manners of urnfield's programs on the command line: answers on stdout and talk on stderr, a
//! refusal is one sentence, and people who wait see how far it is.
//!
//! | file | idea |
//! |---|---|
//! | `program` | from the words typed to the exit status |
//! | `output` | how an answer is written, as it can be typed |
//! | `offering` | [`Offering`]: the words of an option, for shells that complete them |
//! | `refusal` | [`Refusal`]: why there is no answer |
//! | `talk` | talk, which `--quiet` silences, and warnings, which nothing silences |
//! | `status_line` | one line that is written anew again and again |
//! | `progress` | [`Progress`]: a bar, at a terminal only |
//! | `thinking` | that something goes on, where nothing can be counted |
//! | `interrupted` | who is told to stop leaves nothing unfinished behind |
//! | `escape` | names that would move the cursor are shown and do not |
//! | `help` | what every page of help must be like |

mod escape;
mod help;
mod interrupted;
mod offering;
mod output;
mod program;
pub mod progress;
pub mod refusal;
mod status_line;
mod talk;
mod thinking;

pub use escape::escaped;
pub use help::check_help;
pub use offering::Offering;
pub use output::Output;
pub use program::{Answer, enough_memory, run, write};
pub use progress::Progress;
pub use refusal::Refusal;
pub use talk::{say, talk, warn};
pub use thinking::{stdout_is_a_file, thinking};

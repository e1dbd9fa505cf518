//! `add` and `dedupe`: keys into a filter that is there, and keys that come again.

use crate::args::filters::rotation::{Date, Rotation};
use crate::args::filters::sizing::Sizing;
use clap::Args;
use std::path::PathBuf;
use urnfield_terminal::{KeyOptions, Output};

pub(crate) const ADD_EXAMPLES: &str = "\
The filter is read before a key is; its file is replaced when all keys are in,
and until then it stays as it was. Of several commands that add to one filter
each waits for the one before, so no key is lost; --no-wait refuses instead. The
file keeps its owner, group and permissions. A compressed filter stays
compressed. That a filter now holds more than it was planned for is said on
stderr. Into a chain, DIR/, go the keys that no generation has; where the last
generation is full, or its day or week is over, another begins.

Examples:
  urnfield add words.urn more.txt
  urnfield add seen.d/ more.txt
  urnfield add words.urn < more.txt
  urnfield add words.urn table.csv --column name --json
  urnfield add keyed.urn more.txt --key-file secret.key";

/// A filter and the keys to insert.
#[derive(Args)]
pub(crate) struct Add {
    /// The filter, which is replaced
    #[arg(value_name = "FILTER.urn")]
    pub(crate) filter: PathBuf,
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    /// Secret of a keyed filter: 16 bytes or 32 hex digits
    #[arg(long, value_name = "PATH")]
    pub(crate) key_file: Option<PathBuf>,
    /// Refuse at once if another command is writing to it
    #[arg(long)]
    pub(crate) no_wait: bool,
    #[command(flatten)]
    pub(crate) date: Date,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(crate) const DEDUPE_EXAMPLES: &str = "\
The first line of every key is printed, in the order of the input; the others
are dropped. The filter that remembers keys is sized as by `urnfield build`. A
new key is wrongly dropped with a probability of at most the filter's rate; the
last line, on stderr, says how many lines were dropped and how many of those are
expected to be wrong. With --column rows are printed, under their header, and
--column a,b takes a key of both. With --bad keep every record without a key is
printed, however often it comes; --bad skip leaves them out.
More different keys than --items end it with status 2, after as many lines.
With --state the filter is kept in a file, and the next day goes on with it. It
is made the first time, which needs --items or --bits, and its size then stays.
Its folder, permissions and lock, and room for it on the disk, are checked
before the first line is printed. It is replaced when all lines are out. Where
the command fails, or the reader of the lines ends first, it stays as it was,
the status is 2, and the next run prints the same lines again.
--state DIR/ is a chain of filters, for states that must not fill up. Of --keep
generations the oldest is dropped, and its keys are new again; one begins when
the last is full with --items keys or, with --every, when the date changes. A
key lives from when it was first seen; seeing it again does not renew it.
Without --keep nothing is dropped, and sizes double. All together keep --fpr.

Examples:
  urnfield dedupe words.txt --fpr 1e-9
  urnfield dedupe --items 1e6 --fpr 1e-6 < words.txt
  urnfield dedupe --items 1 --fpr 1% --allow-overfull < words.txt
  urnfield dedupe words.txt --state seen.urn --items 1e6 --fpr 1e-9
  urnfield dedupe log.txt --state seen.d/ --items 1e6 --fpr 0.1% --keep 7
  urnfield dedupe table.csv --column name,1 --fpr 1e-9 --bad keep
  urnfield dedupe table.csv --column name --fpr 1e-9 --json";

/// Keys, and the filter that remembers them.
#[derive(Args)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    #[command(flatten)]
    pub(crate) sizing: Sizing,
    /// Go on with the keys of this filter, or chain in DIR/
    #[arg(long, value_name = "SEEN.urn")]
    pub(crate) state: Option<PathBuf>,
    /// Refuse at once if another command is writing to it
    #[arg(long, requires = "state")]
    pub(crate) no_wait: bool,
    #[command(flatten)]
    pub(crate) rotation: Rotation,
    /// Go on where more different keys come than were planned
    #[arg(long)]
    pub(crate) allow_overfull: bool,
    #[command(flatten)]
    pub(crate) form: Output,
}

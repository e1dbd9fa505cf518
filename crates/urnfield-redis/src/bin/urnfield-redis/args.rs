//! What can be typed.

use crate::at::At;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use urnfield_terminal::{KeyOptions, Output, SelectOptions, SizeOptions};

/// Bloom filters on a Redis or Valkey server, for many processes
#[derive(Parser)]
#[command(
    name = "urnfield redis",
    bin_name = "urnfield redis",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
A server is redis://HOST:PORT/DB, redis+unix:///PATH/TO/SOCKET, rediss:// with
TLS, or cluster:HOST:PORT,HOST:PORT with some nodes of a cluster. Without
--server it is what URNFIELD_REDIS says, else redis://127.0.0.1:6379. Who types
a password shows it to everybody on the machine: put the address into
URNFIELD_REDIS, or the password into a file and name it with --pass-file.

Examples:
  urnfield redis create visitors --items 1e6 --fpr 1%
  urnfield redis add visitors today.txt
  urnfield redis check visitors who.txt
  urnfield redis pull visitors -o visitors.urn
  urnfield redis info visitors --server redis+unix:///run/redis/redis.sock"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Create an empty filter, sized as by `urnfield build`
    #[command(after_help = CREATE)]
    #[command(mut_arg("items", |items| items.help("How many items to plan for")))]
    Create(Create),
    /// Add keys to a filter
    #[command(after_help = ADD)]
    Add(Add),
    /// Print the lines that a filter may contain
    #[command(after_help = CHECK)]
    Check(Check),
    /// Push a filter file to the server, into what is there
    #[command(after_help = PUSH)]
    Push(Push),
    /// Pull a filter from the server into a file
    #[command(after_help = PULL)]
    Pull(Pull),
    /// Add the keys of other filters of the server to a filter
    #[command(after_help = UNION)]
    Union(Merge),
    /// Keep only the bits that other filters of the server have too
    #[command(after_help = INTERSECT)]
    Intersect(Merge),
    /// Print what a filter holds, its rate, and how safe it is there
    #[command(after_help = INFO)]
    Info(Info),
    /// Remove a filter from the server
    #[command(after_help = DROP)]
    Drop(DropIt),
}

const CREATE: &str = "\
The size is such that this filter itself keeps to --fpr, all but once in a
million times; see `urnfield build --help`. A name that is taken is refused.

Examples:
  urnfield redis create visitors --items 1e6 --fpr 1%
  urnfield redis create logins --items 1e6 --fpr 1e-6 --key-file secret.key
  urnfield redis create small --bits 64KiB --hashes 7 --wait 1 --json";

/// A name and a size.
#[derive(Args)]
pub(crate) struct Create {
    /// The filter's name on the server
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) size: SizeOptions,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const ADD: &str = "\
Keys are read as by `urnfield add`. new_keys is how many set a bit, and so had
certainly not been there. When the connection breaks, it is made anew and keys
are sent again, which does no harm; after that new_keys may be too low. Servers
replicate when they have time, so a failover may lose the last keys: with --wait
a key counts as added when so many replicas have it.

Examples:
  urnfield redis add visitors today.txt
  urnfield redis add visitors --wait 1 < today.txt
  urnfield redis add visitors table.csv --column name --json";

/// A filter and the keys to insert.
#[derive(Args)]
pub(crate) struct Add {
    /// The filter's name on the server
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    /// Secret of a keyed filter: 16 bytes or 32 hex digits
    #[arg(long, value_name = "PATH")]
    pub(crate) key_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const CHECK: &str = "\
As `urnfield check`, with the server's filter. To ask for millions of keys, pull
the filter and ask the file: that is a hundred times as fast.
The exit status is 0 if lines were selected, 1 if none was, 2 for an error.

Examples:
  urnfield redis check visitors who.txt
  urnfield redis check visitors -v < who.txt
  urnfield redis check visitors who.txt --json";

/// A filter and the keys to ask it.
#[derive(Args)]
pub(crate) struct Check {
    /// The filter's name on the server
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    #[command(flatten)]
    pub(crate) select: SelectOptions,
    #[command(flatten)]
    pub(crate) at: At,
    /// One JSON object: how many keys, how many in the filter
    #[arg(long, conflicts_with_all = ["invert", "count", "quiet"])]
    pub(crate) json: bool,
}

const PUSH: &str = "\
Where the name is free the filter is made, with the file's size, seed and plan.
Else both must have the same, and the server's becomes the filter of both sets.
Of an intersection it is marked. A secret is not needed.

Examples:
  urnfield redis push visitors visitors.urn
  urnfield redis push visitors - --json < visitors.urn";

/// A filter's file, and the name it gets.
#[derive(Args)]
pub(crate) struct Push {
    /// The filter's name on the server
    pub(crate) name: String,
    /// The filter's file; - is stdin
    #[arg(value_name = "FILTER.urn")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const PULL: &str = "\
Of the same keys the file is, byte for byte, what `urnfield build` makes. Every
shard's seal is looked at. A secret is not needed.

Examples:
  urnfield redis pull visitors -o visitors.urn
  urnfield redis pull visitors -o visitors.urn --force --json
  urnfield redis pull visitors -o - | urnfield info -";

/// A filter, and the file it goes to.
#[derive(Args)]
pub(crate) struct Pull {
    /// The filter's name on the server
    pub(crate) name: String,
    /// The file to write; - is stdout
    #[arg(short, long, value_name = "OUT.urn")]
    pub(crate) output: PathBuf,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const UNION: &str = "\
The filters stay as they are, but the first, which becomes that of all sets.
Kind, bits, hashes and seed or key must agree. The server does it; a cluster
whose nodes have different shards sends them by way of this program.

Examples:
  urnfield redis union week monday tuesday
  urnfield redis union week wednesday --json";

const INTERSECT: &str = "\
The first filter keeps the bits that all the others have. It contains every item
that is in all of them, need not be the filter of any set, and is marked: no
keys are added to it, and `urnfield info` of the file says so.

Examples:
  urnfield redis intersect both tuesday
  urnfield redis intersect common monday tuesday --json";

/// A filter and what is merged into it.
#[derive(Args)]
pub(crate) struct Merge {
    /// The filter that is changed
    pub(crate) name: String,
    /// The others, which are not
    #[arg(value_name = "OTHERS", required = true)]
    pub(crate) others: Vec<String>,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const INFO: &str = "\
What `urnfield info` says of the file that pull would write, and how the server
treats it: one that throws keys away when its memory is full is warned about.

Examples:
  urnfield redis info visitors
  urnfield redis info visitors --json";

/// A filter to look at.
#[derive(Args)]
pub(crate) struct Info {
    /// The filter's name on the server
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) form: Output,
}

const DROP: &str = "\
It is gone for everybody. Who goes on adding to it is told so.

Examples:
  urnfield redis drop visitors
  urnfield redis drop visitors --server redis://127.0.0.1:6379";

/// A filter to remove.
#[derive(Args)]
pub(crate) struct DropIt {
    /// The filter's name on the server
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) at: At,
}

#[cfg(test)]
mod tests {
    #[test]
    fn help_is_well_formed() {
        urnfield_terminal::check_help::<super::Cli>();
    }
}

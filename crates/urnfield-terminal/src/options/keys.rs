//! The options of every command that reads keys.

use crate::options::bad::Bad;
use clap::Args;
use std::path::PathBuf;
use urnfield_answers::read;

/// Where keys are, and how they are read.
#[derive(Args, Clone, Default)]
pub struct KeyOptions {
    /// Files of keys, one to a line; - or none is stdin
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The column of the keys in CSV, from 1; a,b: in both
    #[arg(long, value_name = "NAME|N")]
    pub column: Option<String>,
    /// The column is a number and the first row a header
    #[arg(long, requires = "column")]
    pub header: bool,
    /// What separates columns [default: tab in .tsv, else ,]
    #[arg(long, value_name = "C", value_parser = read::delimiter, requires = "column")]
    pub delimiter: Option<u8>,
    /// Keys are in this field of JSON lines; .a,.b: in both
    #[arg(long, value_name = "PATH", conflicts_with = "column")]
    pub field: Option<String>,
    /// Keys end in NUL and not in a newline
    #[arg(short = 'z', long, conflicts_with_all = ["column", "field", "crlf"])]
    pub null: bool,
    /// Lines end in CR LF: the CR is no part of a key
    #[arg(long, conflicts_with_all = ["column", "field"])]
    pub crlf: bool,
    /// Keys are integers in digits, or the parts A and B
    #[arg(long, value_name = "A,B", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "")]
    pub integers: Option<String>,
    /// Records without a key: stop (default), skip or keep
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Bad::Stop)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub bad: Bad,
    /// White space around a key is no part of it
    #[arg(long)]
    pub trim: bool,
    /// Capital letters are the same as small ones
    #[arg(long)]
    pub ignore_case: bool,
    /// Take all bytes as they are, packed or not
    #[arg(long, conflicts_with_all = ["crlf", "trim", "ignore_case"])]
    pub raw_bytes: bool,
    /// The longest line or row, in bytes [default: 64MiB]
    #[arg(long, value_name = "N", value_parser = read::size_in_bytes)]
    pub max_record: Option<u64>,
    /// How many threads hash, 1 to 256 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

fn threads(text: &str) -> Result<usize, urnfield::Error> {
    match read::count(text)? {
        threads @ 1..=256 => Ok(threads as usize),
        _ => Err(urnfield::Error::Domain {
            rule: "keys are hashed by 1 to 256 threads",
            got: text.to_owned(),
        }),
    }
}

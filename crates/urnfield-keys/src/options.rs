//! What can be typed about keys, wherever keys are read.

use clap::Args;
use std::path::PathBuf;
use urnfield::filter::KeyKinds;
use urnfield_answers::read;

/// Where keys stand.
#[derive(Args, Clone, Default)]
pub struct KeyOptions {
    /// Files of keys, one to a line; - or none is stdin
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Keys are in this column of CSV or TSV, numbered from 1
    #[arg(long, value_name = "NAME|N")]
    pub column: Option<String>,
    /// The column is a number and the first row a header
    #[arg(long, requires = "column")]
    pub header: bool,
    /// What separates columns [default: tab in .tsv, else ,]
    #[arg(long, value_name = "C", value_parser = read::delimiter, requires = "column")]
    pub delimiter: Option<u8>,
    /// Keys are in this field of JSON lines, like .user.url
    #[arg(long, value_name = "PATH", conflicts_with = "column")]
    pub field: Option<String>,
    /// Keys end in NUL and not in a newline
    #[arg(short = 'z', long, conflicts_with_all = ["column", "field", "crlf"])]
    pub null: bool,
    /// Lines end in CR LF: the CR is no part of a key
    #[arg(long, conflicts_with_all = ["column", "field"])]
    pub crlf: bool,
    /// Keys are integers in decimal digits, not texts
    #[arg(long)]
    pub integers: bool,
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

impl KeyOptions {
    /// Returns the kind of all keys: integers, or texts.
    pub fn kind(&self) -> KeyKinds {
        if self.integers { KeyKinds::INTEGERS } else { KeyKinds::TEXTS }
    }
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

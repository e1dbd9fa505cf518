//! Keys and sizes: what `build`, `add`, `check` and `dedupe` have in common.

use crate::read;
use clap::Args;
use std::path::PathBuf;

/// Where keys stand.
#[derive(Args)]
pub(crate) struct Keys {
    /// Files of keys, one to a line; - or none is stdin
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Keys are in this column of CSV or TSV, numbered from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) column: Option<String>,
    /// The column is a number and the first row a header
    #[arg(long, requires = "column")]
    pub(crate) header: bool,
    /// What separates columns [default: tab in .tsv, else ,]
    #[arg(long, value_name = "C", value_parser = read::delimiter, requires = "column")]
    pub(crate) delimiter: Option<u8>,
    /// Keys are in this field of JSON lines, like .user.url
    #[arg(long, value_name = "PATH", conflicts_with = "column")]
    pub(crate) field: Option<String>,
    /// Keys end in NUL and not in a newline
    #[arg(short = 'z', long, conflicts_with_all = ["column", "field", "crlf"])]
    pub(crate) null: bool,
    /// Lines end in CR LF: the CR is no part of a key
    #[arg(long, conflicts_with_all = ["column", "field"])]
    pub(crate) crlf: bool,
    /// White space around a key is no part of it
    #[arg(long)]
    pub(crate) trim: bool,
    /// Capital letters are the same as small ones
    #[arg(long)]
    pub(crate) ignore_case: bool,
    /// Take all bytes as they are, packed or not
    #[arg(long, conflicts_with_all = ["crlf", "trim", "ignore_case"])]
    pub(crate) raw_bytes: bool,
    /// The longest line or row, in bytes [default: 64MiB]
    #[arg(long, value_name = "N", value_parser = read::size_in_bytes)]
    pub(crate) max_record: Option<u64>,
    /// How many threads hash, 1 to 256 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
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

/// How large a filter is, and how it hashes.
#[derive(Args)]
pub(crate) struct Sizing {
    /// How many items to plan for [default: all keys]
    #[arg(long, value_name = "N", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) items: Option<u64>,
    /// The highest false-positive rate allowed
    #[arg(long, value_name = "P", value_parser = read::rate, allow_hyphen_values = true)]
    pub(crate) fpr: Option<urnfield::Rate>,
    /// The size in bits, or in bytes with a final B
    #[arg(long, value_name = "M", value_parser = read::size_in_bits, allow_negative_numbers = true)]
    pub(crate) bits: Option<u64>,
    /// How surely this filter keeps P [default: 0.999999]
    #[arg(long, value_name = "C", value_parser = read::rate, allow_hyphen_values = true)]
    #[arg(requires = "fpr")]
    pub(crate) confidence: Option<urnfield::Rate>,
    /// Only the mean over filters keeps P; half are worse
    #[arg(long, requires = "fpr", conflicts_with = "confidence")]
    pub(crate) mean: bool,
    /// Exactly this number of hashes
    #[arg(long, value_name = "K", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) hashes: Option<u64>,
    /// standard, classic, line, line-classic [default: standard]
    #[arg(long, value_parser = read::filter_file_kind)]
    pub(crate) kind: Option<read::FilterKind>,
    /// Size, hashes and seed of a filter that is there
    #[arg(long, value_name = "OLD.urn")]
    #[arg(conflicts_with_all = ["items", "fpr", "bits", "hashes", "kind", "seed"])]
    pub(crate) like: Option<PathBuf>,
    /// Other positions for the same keys [default: 0]
    #[arg(long, value_name = "S", value_parser = read::count, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// A secret instead of a seed: 16 bytes or 32 hex digits
    #[arg(long, value_name = "PATH", conflicts_with = "seed")]
    pub(crate) key_file: Option<PathBuf>,
}

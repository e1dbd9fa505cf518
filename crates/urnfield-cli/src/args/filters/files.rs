//! `build`, `check`, `compress`, `info` and `verify`: filters in files.

use crate::args::filters::overwriting::Overwriting;
use crate::args::filters::rotation::Rotation;
use crate::args::filters::sizing::Sizing;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use urnfield_terminal::{KeyOptions, Output, SelectOptions};

pub(crate) const BUILD_EXAMPLES: &str = "\
A key is a line without its newline, byte for byte; an empty line is a key. With
--column it is a field of CSV, with --field one of JSON lines, without quotes.
gzip, zstd, xz and bzip2 are unpacked, in files and on stdin, whatever they are
called; UTF-16, zip, Parquet and filters are refused, and so are lines of which
only some end in CR LF, or which end in CR alone. A byte order mark is no part
of a key. The text 42 and the integer 42 are different keys: with --integers a
key is the number that its digits spell, from -2^63 to 2^64 - 1.
--column a,b and --field .a,.b make one key of several columns or fields; a
column that is called a,b wins. --integers=b makes the part b an integer.
--bad says what becomes of a record without a key: a field that is missing, null
or of another type, half a line of JSON, a row that is too short, no integer.
stop ends the command, skip leaves it out, and keep passes it on where records
are printed; stderr says how many there were, and where the first three are.
--fpr or --bits is needed; the rest is found as by `urnfield plan`:
  --fpr                 the fewest bits
  --bits                the best number of hashes
  --bits and --fpr      room for the most items
  --bits and --hashes   that filter
Without --items the filter is sized for the number of keys, which needs files
that can be read twice. More than 1 GiB is then refused without --force-size.
The filter appears when it is complete, or not at all; a pipe whose reader ends
before it has the whole filter is an error.
Where the bits of keys lie is chance, so one filter's rate is higher than
another's. The size is such that this filter itself keeps to --fpr, all but once
in a million times; the last line says what was asked and what this filter has.
-o DIR/ is a chain of filters in a folder, for keys that never end: --items keys
fill a generation, and then the next begins. See `urnfield dedupe --help`.
To be merged filters need the same size and seed: build them with the same
--items and --fpr, or the second one --like the first.

Examples:
  urnfield build words.txt --fpr 1% -o words.urn
  urnfield build --items 1e6 --fpr 1/500 -o stream.urn < words.txt
  urnfield build table.csv --column name --fpr 1% -o names.urn
  urnfield build keys.txt --like stream.urn -o keys.urn
  urnfield build words.txt --fpr 1% --kind line -o fast.urn
  urnfield build words.txt --fpr 1% --format parquet -o words.bloom
  urnfield build words.txt --fpr 1% --confidence 99.9% -o words.urn --force
  urnfield build lines.jsonl --field .pot.name --fpr 1% -o pots.urn
  urnfield build numbers.txt --integers --fpr 1% -o numbers.urn
  urnfield build table.csv --column name,1 --fpr 1% -o pairs.urn --bad skip
  urnfield build words.txt --bits 1KiB --hashes 4 -o words.urn --force
  urnfield build words.txt --items 1e6 --fpr 0.1% --keep 7 -o seen.d/
  urnfield build words.txt --fpr 1e-6 --key-file secret.key -o keyed.urn --json";

/// How the bytes of a filter are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    // urnfield's format, see docs/reference/format.md. (A doc comment would be shown as help.)
    Urn,
    // Header and blocks as a Parquet file has them.
    Parquet,
}

/// Keys, the size of their filter, and where it goes.
#[derive(Args)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    /// The file to write; - is stdout
    #[arg(short, long, value_name = "OUT.urn")]
    pub(crate) output: PathBuf,
    /// urn, or the bytes of a filter in a Parquet file
    #[arg(long, value_enum, default_value_t = FileFormat::Urn, hide_default_value = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) format: FileFormat,
    #[command(flatten)]
    pub(crate) sizing: Sizing,
    #[command(flatten)]
    pub(crate) rotation: Rotation,
    #[command(flatten)]
    pub(crate) overwriting: Overwriting,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(crate) const CHECK_EXAMPLES: &str = "\
A line that is left out was certainly not inserted. One that is printed was, or
is a false positive: `urnfield info` says how rare those are. With --column rows
are printed as they are, under their header. A filter that lets more than half
of all keys through is of no use, which is said on stderr.
With --also several filters are asked, as where one outgrew its plan and another
was begun; stderr says how many strangers pass at least one of them: exactly for
filters of the same size and seed, else at most the sum of their rates.
A chain, DIR/, has a key if any of its generations has.
Texts are not looked for in a filter that holds integers only, nor integers
(--integers) in one of texts: the command refuses, as it would find none.
With --bad keep a record without a key is printed, with --invert too: it is
neither in the filter nor certainly outside of it, and counts as not selected.
Keys of one of its sets pass an intersection more often than strangers do, which
is said on stderr too.
The exit status is 0 if lines were selected, 1 if none was, 2 for an error.

Examples:
  urnfield check words.urn keys.txt
  urnfield check words.urn -v < keys.txt
  urnfield check words.urn -c keys.txt words.txt
  urnfield check words.urn --also more.urn keys.txt --json
  urnfield check seen.d/ keys.txt
  urnfield check words.urn table.csv --column name
  urnfield check keyed.urn words.txt --key-file secret.key --json";

/// A filter and the keys to ask it.
#[derive(Args)]
pub(crate) struct Check {
    /// The filter
    #[arg(value_name = "FILTER.urn")]
    pub(crate) filter: PathBuf,
    #[command(flatten)]
    pub(crate) keys: KeyOptions,
    /// urn, or the bytes of a filter in a Parquet file
    #[arg(long, value_enum, default_value_t = FileFormat::Urn, hide_default_value = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) format: FileFormat,
    /// Another filter: a key in any of them is selected
    #[arg(long, value_name = "G.urn")]
    pub(crate) also: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) select: SelectOptions,
    /// One JSON object: how many keys, how many in the filter
    #[arg(long, conflicts_with_all = ["invert", "count", "quiet"])]
    pub(crate) json: bool,
}

pub(crate) const COMPRESS_EXAMPLES: &str = "\
The bits are entropy coded where that is smaller. It comes close to m*H(q) bits,
where q of the m bits are set: filters with few hashes shrink much, and those
with half of their bits set, as most plans have them, do not. The header's 128
bytes are not compressed. `check`, `info` and `verify` read either form; to be
mapped into memory a filter must be raw. A secret is not needed.

Examples:
  urnfield compress words.urn -o sent.urn
  urnfield compress --raw sent.urn -o words.urn --force
  urnfield compress keyed.urn -o sent.urn --force --json";

/// A filter, and where its other form goes.
#[derive(Args)]
pub(crate) struct Compress {
    /// The filter
    #[arg(value_name = "FILTER.urn")]
    pub(crate) filter: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "OUT.urn")]
    pub(crate) output: PathBuf,
    /// Back to bits as they are
    #[arg(long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) overwriting: Overwriting,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(crate) const INFO_EXAMPLES: &str = "\
planned_fpr is the rate with as many items as were planned, a mean over filters;
fpr_given_bits is the rate of this very filter, whose set bits were counted.
items is how many different items set so many bits: an estimate by moments, and
an exact interval. An intersection is no set's filter, and its bits do not tell:
for it fpr_given_bits is for keys that are in none of its sets, member_fpr is a
bound for keys that are in some but not in all, and common_items is what two
sets share.
over_plan is yes when more bits are set than the planned items would set on
average, by more than 4 standard deviations: it holds more than it was made for.
Of a chain, DIR/, fpr is the rate of all generations together, exact where each
has a seed of its own, and keeps is whether it is at most what was asked.
Everything is checked first, as by `urnfield verify`; a secret is not needed. Of
several files each is told about; with --json each is one object on its line.

Examples:
  urnfield info words.urn
  urnfield info words.urn keyed.urn
  urnfield info words.urn --digits 20
  urnfield info seen.d/
  urnfield info keyed.urn --json";

/// Filters to look at.
#[derive(Args)]
pub(crate) struct Info {
    /// The filters; - is stdin
    #[arg(value_name = "FILTERS.urn", required = true)]
    pub(crate) filters: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) form: Output,
}

pub(crate) const VERIFY_EXAMPLES: &str = "\
Any single changed bit is found. All files are looked at; where one of them is
damaged or cannot be read, the status is 2. With --json every file that is whole
is one object on its line, as by `urnfield info`. A secret is not needed.

Examples:
  urnfield verify words.urn
  urnfield verify words.urn keyed.urn
  urnfield verify words.urn --json";

/// Filters to check.
#[derive(Args)]
pub(crate) struct Verify {
    /// The filters
    #[arg(value_name = "FILTERS.urn", required = true)]
    pub(crate) filters: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) form: Output,
}

//! Sizes: what `build` and `dedupe` have in common.

use crate::read;
use clap::Args;
use std::path::PathBuf;

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
    /// standard (the default), classic, line, line-classic
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

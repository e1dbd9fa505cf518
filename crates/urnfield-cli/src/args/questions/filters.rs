//! `plan`, `rate` and `peak`: examples of questions about Bloom filters.

pub(crate) const PLAN_EXAMPLES: &str = "\
Two of --items, --fpr and --bits are given, the third is found:
  items and fpr   the fewest bits
  bits and items  the best number of hashes
  bits and fpr    the most items
All three ask whether that goes together: status 0 for yes, 1 for no.
Bits, items and hashes together are one filter, shown as by `urnfield rate`.
The rate is the mean over such filters. The last lines say how many of them are
worse than that, and the size at which all but one in a million are not, which
is what `urnfield build` takes; --confidence asks for such a filter at once.

Kinds: standard and classic take any bits of the filter, independent or distinct
ones. line and line-classic keep an item to one cache line of 512 bits, which is
much faster and takes some more memory; parquet has the blocks of Parquet files.
both is standard and classic, all is these and line, which `build` makes too.
double and partitioned are kinds of other libraries: positions a + i*d, and one
bit in each of k slices. Their plans need --items and --fpr; the sizes of double
are multiples of 64, each of which is checked, or the answer says otherwise.

Examples:
  urnfield plan --items 1e6 --fpr 1%
  urnfield plan --items 1e6 --fpr 1% --kind line-classic
  urnfield plan --items 1e6 --fpr 1% --confidence 0.999999
  urnfield plan --bits 2MiB --items 1e6 --fpr 1%
  urnfield plan --bits 64KiB --items 50k --max-hashes 8
  urnfield plan --bits 1MiB --fpr 1/500 --kind classic
  urnfield plan --items 1000 --fpr 1e-9 --hashes 10 --json
  urnfield plan --items 50 --fpr 1% --kind double";

pub(crate) const RATE_EXAMPLES: &str = "\
Kinds: standard, classic; line, line-classic (the size is a multiple of 512
bits); parquet (a multiple of 256 bits, and --hashes may be left out: 8);
double (positions a + i*d mod M of a uniform a and a step d, which is uniform on
all numbers below M, on the nonzero ones, or on units: without a common divisor
with M); partitioned (one bit in each of K slices of M/K bits).
With --counters B the M bits are counters of B bits of a counting filter.

Examples:
  urnfield rate --bits 9585059 --items 1e6 --hashes 7
  urnfield rate --bits 64KiB --items 50k --hashes 7 --kind classic --json
  urnfield rate --bits 1MiB --items 1e6 --kind parquet
  urnfield rate --bits 960 --items 50 --hashes 13 --kind double
  urnfield rate --bits 9.6e6 --items 1e6 --hashes 7 --counters 4
  urnfield rate --bits 64 --items 4 --hashes 10 --digits 40";

pub(crate) const PEAK_EXAMPLES: &str = "\
Examples:
  urnfield peak --bits 1024 --hashes 7
  urnfield peak --bits 100 --kind classic
  urnfield peak --bits 64KiB --hashes 4 --json";

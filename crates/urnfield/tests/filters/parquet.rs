//! Parquet's filters.
//!
//! | file | second route |
//! |---|---|
//! | `rule` | published vectors of XXH64 and of the eight bits; the rule once more, in plain steps |
//! | `merge` | union and folding against filters of all values |
//! | `golden` | files written by Arrow C++, DuckDB, parquet-mr and the `parquet` crate |
//! | `files` | folders of such files, and of others |
//! | `sizes` | what parquet-mr's own class computes |
//! | `footer` | what DuckDB says of where their filters are |
//! | `own_rate` | random questions to their filters, against the rate of the bits |
//! | `damage` | bytes that are not as they were written |

mod damage;
mod files;
mod footer;
mod golden;
mod merge;
mod own_rate;
mod rule;
mod sizes;

use urnfield::filter::ParquetFilter;

/// A filter of so many blocks with the texts `key-0`, `key-1`, …
fn of_texts(blocks: u64, texts: std::ops::Range<u64>) -> ParquetFilter {
    let mut filter = ParquetFilter::exactly(blocks).expect("few blocks");
    filter.extend(texts.map(|i| format!("key-{i}")));
    filter
}

//! urnfield for Python: the module `urnfield._core`, which the package `urnfield` dresses.
//!
//! | file | idea |
//! |---|---|
//! | `errors` | the library's sentences as exceptions |
//! | `numbers` | numbers as Python people write them |
//! | `patience` | long mathematics that Ctrl-C ends |
//! | `pool` | threads that survive a fork |
//! | `arrow` | columns of whoever gives out Arrow data |
//! | `key` | one key of Python's |
//! | `parts`, `columns` | keys of several values: tuples, and rows of several columns |
//! | `kinds` | texts, integers or tuples, and the warning where a filter holds other ones |
//! | `sources` | where many keys come from |
//! | `flow`, `gather` | keys on their way to a filter, in stretches or by the million |
//! | `names` | names of a list, and counts of a column |
//! | `many`, `key_bytes` | many keys of one call, as digests or as bytes |
//! | `mask` | many answers, a bit each |
//! | `lock` | locks that are waited for without the GIL |
//! | `filter`, `view`, `parquet` | filters |
//! | `chain` | chains of filters |
//! | `shared` | keys as commands for a filter on a server |
//! | `certified` | enclosures as numbers |
//! | `design`, `plan`, `law` | rates, plans, occupancy laws |
//! | `questions`, `lists` | everything the shell is asked |

mod arrow;
mod audit;
mod certified;
mod chain;
mod columns;
mod design;
mod errors;
mod filter;
mod flow;
mod gather;
mod key;
mod key_bytes;
mod kinds;
mod law;
mod lists;
mod lock;
mod many;
mod mask;
mod names;
mod numbers;
mod parquet;
mod parts;
mod patience;
mod plan;
mod pool;
mod questions;
mod shared;
mod sources;
mod view;

use pyo3::prelude::*;

/// The compiled half of urnfield.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::catch_panics(module.py())?;
    module.add_class::<certified::Certified>()?;
    module.add_class::<design::Design>()?;
    module.add_class::<design::Estimate>()?;
    module.add_class::<plan::Plan>()?;
    module.add_class::<design::Spread>()?;
    module.add_class::<filter::Filter>()?;
    module.add_class::<filter::FileUpdate>()?;
    module.add_class::<chain::FilterChain>()?;
    module.add_class::<chain::ChainUpdate>()?;
    module.add_class::<law::Occupancy>()?;
    module.add_class::<mask::Mask>()?;
    module.add_class::<parquet::ParquetFilter>()?;
    module.add_class::<shared::Batch>()?;
    module.add_class::<shared::Digests>()?;
    module.add_class::<shared::Places>()?;
    module.add_class::<view::FilterView>()?;
    module.add_function(wrap_pyfunction!(errors::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(questions::ask, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit, module)?)?;
    module.add_function(wrap_pyfunction!(questions::counts, module)?)?;
    module.add_function(wrap_pyfunction!(lists::enrich, module)?)?;
    module.add_function(wrap_pyfunction!(questions::figure, module)?)?;
    module.add_function(wrap_pyfunction!(lists::overlap, module)?)?;
    module.add_function(wrap_pyfunction!(lists::overlap_of_sizes, module)?)?;
    module.add_function(wrap_pyfunction!(questions::questions, module)?)?;
    module.add_function(wrap_pyfunction!(plan::plan, module)?)?;
    module.add_function(wrap_pyfunction!(plan::textbook, module)?)?;
    module.add_function(wrap_pyfunction!(shared::seal, module)?)?;
    module.add_function(wrap_pyfunction!(kinds::warn_of_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(shared::spec_of, module)?)?;
    module.add_function(wrap_pyfunction!(filter::update_file, module)?)?;
    module.add_function(wrap_pyfunction!(chain::update_chain, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

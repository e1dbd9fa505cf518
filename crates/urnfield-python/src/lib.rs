//! urnfield for Python: the module `urnfield._core`, which the package `urnfield` dresses.
//!
//! | file | idea |
//! |---|---|
//! | `errors` | the library's sentences as exceptions |
//! | `numbers` | numbers as Python people write them |
//! | `certified` | enclosures as numbers |
//! | `patience` | long mathematics that Ctrl-C ends |
//! | `pool` | threads that survive a fork |
//! | `lock` | locks that are waited for without the GIL |
//! | `arrow` | columns of Arrow data, in and out |
//! | `keys` | keys of Python's, one or many |
//! | `filter` | filters, Parquet's among them, and keys as commands for a filter on a server |
//! | `chain` | chains of filters |
//! | `questions` | rates, plans, laws, lists: everything the shell is asked |

mod arrow;
mod certified;
mod chain;
mod errors;
mod filter;
mod keys;
mod lock;
mod numbers;
mod patience;
mod pool;
mod questions;

use crate::arrow::mask;
use crate::filter::{parquet, shared, view};
use crate::keys::kinds;
use crate::questions::{ask, audit, design, law, lists, plan};
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
    module.add_function(wrap_pyfunction!(pool::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit, module)?)?;
    module.add_function(wrap_pyfunction!(ask::counts, module)?)?;
    module.add_function(wrap_pyfunction!(lists::enrich, module)?)?;
    module.add_function(wrap_pyfunction!(ask::figure, module)?)?;
    module.add_function(wrap_pyfunction!(lists::overlap, module)?)?;
    module.add_function(wrap_pyfunction!(lists::overlap_of_sizes, module)?)?;
    module.add_function(wrap_pyfunction!(ask::questions, module)?)?;
    module.add_function(wrap_pyfunction!(plan::plan, module)?)?;
    module.add_function(wrap_pyfunction!(plan::textbook, module)?)?;
    module.add_function(wrap_pyfunction!(shared::seal, module)?)?;
    module.add_function(wrap_pyfunction!(kinds::warn_of_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(shared::spec_of, module)?)?;
    module.add_function(wrap_pyfunction!(filter::update_file, module)?)?;
    module.add_function(wrap_pyfunction!(chain::update_chain, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

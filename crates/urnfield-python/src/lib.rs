//! urnfield for Python: the module `urnfield._core`, which the package `urnfield` dresses.
//!
//! | file | idea |
//! |---|---|
//! | `errors` | the library's sentences as exceptions |
//! | `numbers` | numbers as Python people write them |
//! | `patience` | long mathematics that Ctrl-C ends |
//! | `pool` | threads that survive a fork |
//! | `arrow` | columns of whoever gives out Arrow data |
//! | `keys` | keys of any source, as digests, piece by piece |
//! | `mask` | many answers, a bit each |
//! | `filter`, `view`, `parquet` | filters |
//! | `shared` | keys as commands for a filter on a server |
//! | `certified` | enclosures as numbers |
//! | `design`, `law` | plans, rates, occupancy laws |
//! | `answers` | everything the shell is asked |

mod answers;
mod arrow;
mod certified;
mod design;
mod errors;
mod filter;
mod keys;
mod law;
mod mask;
mod numbers;
mod parquet;
mod patience;
mod pool;
mod shared;
mod view;

use pyo3::prelude::*;

/// The compiled half of urnfield.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<certified::Certified>()?;
    module.add_class::<design::Design>()?;
    module.add_class::<design::Estimate>()?;
    module.add_class::<design::Plan>()?;
    module.add_class::<design::Spread>()?;
    module.add_class::<filter::Filter>()?;
    module.add_class::<law::Occupancy>()?;
    module.add_class::<mask::Mask>()?;
    module.add_class::<parquet::ParquetFilter>()?;
    module.add_class::<shared::Batch>()?;
    module.add_class::<shared::Digests>()?;
    module.add_class::<shared::Places>()?;
    module.add_class::<view::FilterView>()?;
    module.add_function(wrap_pyfunction!(answers::ask, module)?)?;
    module.add_function(wrap_pyfunction!(answers::audit, module)?)?;
    module.add_function(wrap_pyfunction!(answers::enrich, module)?)?;
    module.add_function(wrap_pyfunction!(answers::figure, module)?)?;
    module.add_function(wrap_pyfunction!(answers::overlap, module)?)?;
    module.add_function(wrap_pyfunction!(answers::overlap_of_sizes, module)?)?;
    module.add_function(wrap_pyfunction!(design::plan, module)?)?;
    module.add_function(wrap_pyfunction!(design::textbook, module)?)?;
    module.add_function(wrap_pyfunction!(shared::payload_shards, module)?)?;
    module.add_function(wrap_pyfunction!(shared::seal, module)?)?;
    module.add_function(wrap_pyfunction!(shared::spec_of, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

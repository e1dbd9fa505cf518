//! The class of enclosures.

use pyo3::prelude::*;
use urnfield::Enclosure;

/// A number between two ends that certainly surround it.
///
/// It is no float: 8.72e-2709274 is a legitimate rate, and as a float it would be 0.0. ``float(x)``
/// is the nearest double.
///
/// >>> import urnfield as urn
/// >>> p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
/// >>> p
/// Certified(0.00884426850232889)
/// >>> p < 0.01
/// True
/// >>> print(f"{p:.5}")
/// 0.0088443
#[pyclass(module = "urnfield", name = "Certified", frozen)]
#[derive(Clone)]
pub(crate) struct Certified(pub(crate) Enclosure);

//! The one place of the tests that maps files.

use std::path::Path;
use urnfield::Error;
use urnfield::filter::{FilterView, Key, Mapped};

#[allow(unsafe_code)]
pub(crate) fn mapped(
    path: impl AsRef<Path>,
    key: impl Into<Option<Key>>,
) -> Result<FilterView<Mapped>, Error> {
    // SAFETY: the files of a test are in a folder of its own. Nobody writes to them while a view
    // lives but `Filter::save`, which puts a new file in the old one's place.
    FilterView::new(unsafe { Mapped::open(path) }?, key)
}

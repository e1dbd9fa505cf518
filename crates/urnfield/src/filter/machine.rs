//! What the machine offers and the language cannot prove: the only unsafe code of the library.
#![allow(unsafe_code)]

use crate::error::Error;
use std::fs::File;
use std::path::Path;

/// A file whose pages are read when they are asked for.
#[derive(Debug)]
pub struct Mapped(memmap2::Mmap);

impl Mapped {
    pub(super) fn open(path: &Path) -> Result<Mapped, Error> {
        let failed = |error| Error::file("map", path, &error);
        let file = File::open(path).map_err(failed)?;
        // SAFETY: the map is read-only and private to this value. What the language cannot know
        // is that nobody changes the file meanwhile; `FilterView::open` tells its caller so, and
        // every value read from the map is valid whatever its bits are: it is plain integers,
        // checked against the filter's length before they become an index.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
        Ok(Mapped(map))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

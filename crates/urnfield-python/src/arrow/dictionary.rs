//! Rows that are numbers of entries: an entry is looked at once, however many rows have it, and not at
//! all where none has.

use super::column::{Keys, OUTSIDE, There, Unread};
use super::words::{Words, each_width};
use std::ops::Range;

/// A column of numbers of entries, and the entries.
pub(crate) struct Dictionary<'a> {
    pub(super) index: Words<'a>,
    pub(super) there: There<'a>,
    pub(super) entries: Keys<'a>,
}

impl<'a> Dictionary<'a> {
    pub(crate) fn rows(&self) -> usize {
        self.there.rows
    }

    pub(crate) fn entries(&self) -> &Keys<'a> {
        &self.entries
    }

    /// The entries that some row has.
    pub(crate) fn used(&self) -> Result<Vec<bool>, Unread> {
        let mut used = vec![false; self.entries.rows()];
        let mut outside = false;
        self.each_entry(0..self.rows(), |entry| {
            if let Some(entry) = entry {
                match used.get_mut(entry) {
                    Some(used) => *used = true,
                    None => outside = true,
                }
            }
        });
        if outside { Err(OUTSIDE.into()) } else { Ok(used) }
    }

    /// Shows the entry of each row; of a row that is not there, none. A negative number is that of no
    /// entry that could be.
    #[inline(always)]
    pub(crate) fn each_entry(&self, some: Range<usize>, mut see: impl FnMut(Option<usize>)) {
        let full = self.there.has_all();
        each_width!(self.index, numbers => {
            if full {
                numbers.some(some).for_each(|entry| see(Some(entry as usize)));
            } else {
                some.for_each(|i| see(self.there.has(i).then(|| numbers.get(i) as usize)));
            }
        });
    }
}

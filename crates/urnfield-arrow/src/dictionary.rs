//! Rows that are numbers of entries. Each entry is hashed once, however many rows have it. Entries
//! that no row has are skipped.

use crate::keys::{Keys, There};
use crate::unread::{OUTSIDE, Unread};
use crate::words::{Words, each_width};
use std::ops::Range;

/// Rows that are looked at in one go.
const STRETCH: usize = 1024;

/// A column of numbers of entries, and the entries.
pub struct Dictionary<'a> {
    pub(crate) index: Words<'a>,
    pub(crate) there: There<'a>,
    pub(crate) entries: Keys<'a>,
}

impl<'a> Dictionary<'a> {
    /// How many rows there are, those without an entry included.
    pub fn rows(&self) -> usize {
        self.there.rows
    }

    /// The entries, whether a row has them or not.
    pub fn entries(&self) -> &Keys<'a> {
        &self.entries
    }

    /// Which entries some row has; `None` where that is all of them.
    pub fn used(&self) -> Result<Option<Vec<bool>>, Unread> {
        if self.rows() == self.entries.rows() && self.there.has_all() && self.is_in_order() {
            return Ok(None);
        }
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
        if outside {
            return Err(OUTSIDE.into());
        }
        Ok(used.contains(&false).then_some(used))
    }

    /// Whether there is an entry for the number of every row.
    pub(crate) fn is_inside(&self) -> bool {
        let (entries, mut inside) = (self.entries.rows(), true);
        self.each_entry(0..self.rows(), |entry| {
            inside &= entry.is_none_or(|entry| entry < entries)
        });
        inside
    }

    /// Whether the rows have the entries 0, 1, 2 and so on: what has no repetition is encoded so.
    fn is_in_order(&self) -> bool {
        let mut stretches = (0..self.rows()).step_by(STRETCH);
        each_width!(self.index, numbers => stretches.all(|from| {
            // Without a way out in between, so that several are looked at in one go.
            let some = from..self.rows().min(from + STRETCH);
            let pairs = numbers.some(some).zip(from as i64..);
            #[allow(clippy::unnecessary_cast)] // Of the widest.
            let differing = pairs.fold(0, |differing, (entry, i)| differing | (entry as i64 ^ i));
            differing == 0
        }))
    }

    /// Shows the entry of each row; of a row that is not there, none. A negative number is that of
    /// no entry that could be.
    #[inline(always)]
    pub fn each_entry(&self, some: Range<usize>, mut see: impl FnMut(Option<usize>)) {
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

//! What an array says of itself, compared with its schema and with the table around it, before any
//! of its buffers is read.
//!
//! The interface has no sizes of buffers. Whether a buffer is as long as the array's length says,
//! whether a pointer leads anywhere, and whether a text ends cannot be seen by a reader.

use crate::c_data::{Array, Schema};
use crate::unread::{Unread, broken, count};

/// The rows of an array: the place of the first in its buffers, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) from: usize,
    pub(crate) rows: usize,
}

/// Compares an array with its schema and with itself.
pub(crate) fn extent(schema: &Schema, array: &Array) -> Result<Extent, Unread> {
    if schema.is_released() || array.is_released() {
        return Err("a part of this Arrow data was released before it was read".into());
    }
    let from = count("the offset", array.offset)?;
    let rows = count("the length", array.length)?;
    // Later sums have room for one more row, as texts have one more end.
    if from.checked_add(rows).is_none_or(|end| end >= isize::MAX as usize) {
        let got = format!("{from} and {rows}");
        return Err(broken(
            "the offset and the length of an Arrow array have a sum below 2^63",
            got,
        ));
    }
    if !(-1..=array.length).contains(&array.null_count) {
        let got = format!("{} of {}", array.null_count, array.length);
        return Err(broken("an Arrow array has at most as many nulls as rows", got));
    }
    if count("the number of buffers", array.n_buffers)? > 0 && array.buffers.is_null() {
        return Err(broken("an Arrow array has the buffers that it counts", "none"));
    }
    if array.n_children != schema.n_children {
        let got = format!("{} and {}", array.n_children, schema.n_children);
        return Err(broken("an Arrow array has as many children as its schema", got));
    }
    let children = count("the number of children", array.n_children)?;
    if children > 0 && (array.children.is_null() || schema.children.is_null()) {
        return Err(broken("an Arrow array has the children that it counts", "none"));
    }
    // Without its dictionary, an array would be read as the numbers of entries.
    if array.dictionary.is_null() != schema.dictionary.is_null() {
        return Err("an Arrow array has a dictionary where its schema has one, and only there; \
                    report it to the producer of this Arrow data"
            .into());
    }
    Ok(Extent { from, rows })
}

/// Refuses an array with another number of buffers than its type has.
pub(crate) fn has_buffers(array: &Array, expected: i64) -> Result<(), Unread> {
    if array.n_buffers == expected {
        return Ok(());
    }
    Err(broken(&format!("an Arrow array of this type has {expected} buffers"), array.n_buffers))
}

impl Extent {
    /// The rows of a child that are rows of the table around it.
    pub(crate) fn within(self, table: Extent) -> Result<Extent, Unread> {
        // Neither sum overflows: `extent` has looked at both.
        if table.from + table.rows > self.rows {
            let got = format!("{} rows for {} from {} on", self.rows, table.rows, table.from);
            let rule = "a column of an Arrow table is as long as the table's offset and length say";
            return Err(broken(rule, got));
        }
        Ok(Extent { from: self.from + table.from, rows: table.rows })
    }

    /// How many bytes there are up to the last row, so many for each.
    pub(crate) fn bytes(self, width: usize) -> Result<usize, Unread> {
        let all = self.from.checked_add(self.rows).and_then(|rows| rows.checked_mul(width));
        all.ok_or_else(|| {
            let got = format!("{} rows of {width} bytes", self.rows);
            broken("the buffer of an Arrow array fits into memory", got)
        })
    }
}

//! A column of one batch, with a key or with the number of a dictionary's entry in each row.

use crate::c_data::{Array, MISSING, Schema};
use crate::checks::{Extent, extent};
use crate::dictionary::Dictionary;
use crate::keys::{Keys, There};
use crate::layout::Layout;
use crate::unread::{OUTSIDE, Unread};
use crate::words::Words;

/// The rows of one batch.
pub enum Column<'a> {
    /// Each has its key.
    Keys(Keys<'a>),
    /// Each has the number of an entry.
    Dictionary(Dictionary<'a>),
}

impl<'a> Column<'a> {
    /// How many rows there are, those without a key included.
    pub fn rows(&self) -> usize {
        match self {
            Column::Keys(keys) => keys.rows(),
            Column::Dictionary(dictionary) => dictionary.rows(),
        }
    }

    /// The rows of a column: of child number `child` of a table, or of the array itself.
    pub fn of(
        schema: &Schema,
        array: &'a Array,
        child: Option<usize>,
    ) -> Result<Column<'a>, Unread> {
        let whole = extent(schema, array)?;
        let Some(i) = child else { return Column::new(schema, array, whole, whole, None) };
        if schema.dictionary().is_some() {
            return Err("a dictionary is indexed by integers".into());
        }
        let schema = schema.child(i).ok_or(MISSING)?;
        let column = array.child(i).ok_or(MISSING)?;
        let all = extent(schema, column)?;
        Column::new(schema, column, all, all.within(whole)?, Some((array, whole)))
    }

    /// Some rows of an array, of which `whole` are all, and the table around it.
    fn new(
        schema: &Schema,
        array: &'a Array,
        whole: Extent,
        rows: Extent,
        table: Option<(&'a Array, Extent)>,
    ) -> Result<Column<'a>, Unread> {
        let format = schema.format()?;
        let mut there = There { rows: rows.rows, valid: Vec::new() };
        // A column of nulls has no bits that say so.
        if format != "n" {
            there.watch(array, rows)?;
        }
        if let Some((table, rows)) = table {
            there.watch(table, rows)?;
        }
        let (Some(entries), Some(values)) = (schema.dictionary(), array.dictionary()) else {
            return Ok(Column::Keys(Keys {
                layout: Layout::of(format, array, whole, rows)?,
                there,
            }));
        };
        let index = Words::of(format, array, rows)?;
        let index = index.ok_or("a dictionary is indexed by integers")?;
        // One that has itself as its dictionary has no end.
        if entries.dictionary().is_some() || values.dictionary().is_some() {
            return Err(Unread::Type("a dictionary of dictionaries has no keys".into()));
        }
        let all = extent(entries, values)?;
        let Column::Keys(entries) = Column::new(entries, values, all, all, None)? else {
            return Err(Unread::Type("a dictionary of dictionaries has no keys".into()));
        };
        if let Layout::Fixed { width: 0, .. } = entries.layout {
            return Err(Unread::Type(
                "the entries of a dictionary have bytes, got a dictionary of width 0; cast it to \
                 text first"
                    .into(),
            ));
        }
        let dictionary = Dictionary { index, there, entries };
        if !dictionary.entries.are_null() {
            return Ok(Column::Dictionary(dictionary));
        }
        // Whatever entry a row has, it has no key. Nulls take no memory, so that their number is no
        // measure of anything, and nothing may be made that is as long.
        if !dictionary.is_inside() {
            return Err(OUTSIDE.into());
        }
        Ok(Column::Keys(Keys { layout: Layout::Null, there: dictionary.there }))
    }
}

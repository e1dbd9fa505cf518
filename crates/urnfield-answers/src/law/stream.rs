//! Long tables, written part by part while the next part is computed.

use crate::{Form, Value};
use std::io::{self, Write};
use urnfield::{Enclosure, Error, Occupancy};

/// So many rows are made at once.
const ROWS: u64 = 2048;

/// A table whose rows are made in parts, the first of them already.
#[derive(Debug, Clone)]
pub struct StreamedTable {
    law: Occupancy,
    form: Form,
    first: Vec<(u64, Enclosure)>,
    rest: Vec<(u64, u64)>,
}

impl StreamedTable {
    /// The table of the whole support, where it has several parts. What is too costly at the
    /// digits that were asked for is refused here, before a row is written.
    pub(super) fn of(law: &Occupancy, form: Form) -> Result<Option<StreamedTable>, Error> {
        let (least, most) = law.support();
        let mut parts = law.clone().precision(form.bits()).window_parts(least, most, ROWS)?;
        if parts.len() < 2 {
            return Ok(None);
        }
        let rest = parts.split_off(1);
        let first = rows(law, form, parts[0])?;
        Ok(Some(StreamedTable { law: law.clone(), form, first, rest }))
    }

    /// Writes the table as tab-separated values, each part as soon as it is there.
    pub(super) fn write(self, out: &mut dyn Write) -> io::Result<()> {
        let StreamedTable { law, form, first, rest } = self;
        let (Form::Text(digits) | Form::Json(digits)) = form;
        let mut write = |rows: Vec<(u64, Enclosure)>| {
            for (i, pmf) in rows {
                let pmf = Value::from(pmf).said(digits).unwrap_or_default();
                writeln!(out, "{i}\t{pmf}")?;
            }
            out.flush()
        };
        write(first)?;
        for part in rest {
            write(rows(&law, form, part).map_err(io::Error::other)?)?;
        }
        Ok(())
    }
}

/// The rows from one value to another, as certain as their reader needs them.
pub(super) fn rows(
    law: &Occupancy,
    form: Form,
    (low, high): (u64, u64),
) -> Result<Vec<(u64, Enclosure)>, Error> {
    let ask = |bits| law.clone().precision(bits).pmf_window(low, high);
    let suffice = |rows: &Vec<(u64, Enclosure)>| rows.iter().all(|(_, pmf)| form.suffices(pmf));
    form.settle("a row of the table", ask, suffice)
}

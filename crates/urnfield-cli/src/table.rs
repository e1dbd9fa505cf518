//! A small table: names at the left, one column for each thing compared.

use std::io::{self, Write};

/// Rows of equal length, the first one the heads of the columns.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(heads: impl IntoIterator<Item = String>) -> Table {
        Table { rows: vec![std::iter::once(String::new()).chain(heads).collect()] }
    }

    /// A row; one in which nothing is known is left out.
    pub(crate) fn push(&mut self, name: &str, cells: impl IntoIterator<Item = Option<String>>) {
        let cells: Vec<Option<String>> = cells.into_iter().collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
            self.rows.push(std::iter::once(name.to_owned()).chain(cells).collect());
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.rows[0].len())
            .map(|column| self.rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
            .collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_rows_left_out() {
        let mut table = Table::new(["standard".into(), "textbook".into()]);
        table.push("bits", [Some("9592957".into()), Some("9585059".into())]);
        table.push("ties", [None, None]);
        table.push("claimed", [None, Some("0.01".into())]);
        let mut out = Vec::new();
        table.write(&mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("text");
        assert_eq!(
            text,
            "         standard  textbook\nbits     9592957   9585059\nclaimed  -         0.01\n"
        );
    }
}

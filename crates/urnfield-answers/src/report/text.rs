//! The renderer for people: aligned lines, small tables, sentences, tab-separated values.

use crate::Value;
use std::io::{self, Write};

/// A part of the page.
pub(crate) enum Part {
    /// Names and values, the values in one column.
    Lines(Vec<(String, Value)>),
    Sentence(Value),
    Table(Table),
    /// The rows of the field at this place.
    Tsv(usize),
    /// Rows under these names.
    Cells(Vec<&'static str>, Vec<Vec<Value>>),
    Later(Later),
}

/// Text that takes its time.
pub(crate) type Later = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

/// A small table: names at the left, one column for each thing compared.
#[derive(Debug, Clone)]
pub struct Table {
    heads: Vec<String>,
    rows: Vec<(String, Vec<Value>)>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new<T: Into<String>>(heads: impl IntoIterator<Item = T>) -> Table {
        Table { heads: heads.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// A row; one in which nothing is known is left out.
    pub fn push(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = Value>) {
        self.rows.push((name.into(), cells.into_iter().collect()));
    }

    fn write(&self, digits: usize, out: &mut dyn Write) -> io::Result<()> {
        let heads = std::iter::once(String::new()).chain(self.heads.iter().cloned());
        let mut rows: Vec<Vec<String>> = vec![heads.collect()];
        for (name, cells) in &self.rows {
            let cells: Vec<Option<String>> = cells.iter().map(|cell| cell.said(digits)).collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
                rows.push(std::iter::once(name.clone()).chain(cells).collect());
            }
        }
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
            .collect();
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Writes the page, an empty line between two parts.
pub(crate) fn write(
    parts: Vec<Part>,
    fields: &[(&'static str, Value)],
    digits: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 && !matches!(part, Part::Later(_)) {
            writeln!(out)?;
        }
        match part {
            Part::Lines(lines) => write_lines(&lines, digits, out)?,
            Part::Sentence(words) => writeln!(out, "{}", words.said(digits).unwrap_or_default())?,
            Part::Table(table) => table.write(digits, out)?,
            Part::Cells(names, rows) => write_tsv(&names, &rows, digits, out)?,
            Part::Tsv(place) => {
                if let Some((_, Value::Rows(names, rows))) = fields.get(place) {
                    write_tsv(names, rows, digits, out)?;
                }
            }
            Part::Later(write) => {
                out.flush()?;
                write(out)?;
            }
        }
    }
    Ok(())
}

fn write_lines(lines: &[(String, Value)], digits: usize, out: &mut dyn Write) -> io::Result<()> {
    let said = |(name, value): &(String, Value)| Some((name.clone(), value.said(digits)?));
    let lines: Vec<(String, String)> = lines.iter().filter_map(said).collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    lines.iter().try_for_each(|(name, value)| writeln!(out, "{name:width$}  {value}"))
}

/// What is not known is an empty cell, which every reader of tables takes for that.
fn write_tsv(
    names: &[&str],
    rows: &[Vec<Value>],
    digits: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", names.join("\t"))?;
    rows.iter().try_for_each(|row| {
        let cells: Vec<String> =
            row.iter().map(|cell| cell.said(digits).unwrap_or_default()).collect();
        writeln!(out, "{}", cells.join("\t"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_rows_left_out() {
        let mut table = Table::new(["standard", "textbook"]);
        table.push("bits", [9592957u64.into(), 9585059u64.into()]);
        table.push("ties", [Value::Null, Value::Null]);
        table.push("claimed", [Value::Null, "0.01".into()]);
        let mut out = Vec::new();
        table.write(7, &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("text");
        assert_eq!(
            text,
            "         standard  textbook\nbits     9592957   9585059\nclaimed  -         0.01\n"
        );
    }
}

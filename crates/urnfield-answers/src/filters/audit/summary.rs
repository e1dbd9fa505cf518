//! A row for each column of several Parquet files.

use crate::filters::audit::report::column_in_words;
use crate::report::numbers::counted;
use crate::{Capped, ParquetAuditAnswer, Report, Table, Value, object, printable, words};
use std::cmp::Ordering;
use std::collections::HashMap;
use urnfield::Enclosure;
use urnfield::filter::ParquetFooter;

/// What is known of the filters of some files, column by column.
#[derive(Debug, Clone, Default)]
pub struct ParquetSummary {
    /// How many files were read.
    pub files: u64,
    /// The columns, in the order in which they come first.
    columns: Vec<Column>,
    places: HashMap<Vec<String>, usize>,
}

/// The filters of one column.
#[derive(Debug, Clone, Default)]
struct Column {
    path: Vec<String>,
    types: Vec<&'static str>,
    created_by: Vec<String>,
    files: u64,
    chunks: u64,
    filters: u64,
    bytes: u64,
    probably_capped: u64,
    /// The least rate, the sum of all, and the greatest.
    fpr: Option<[Enclosure; 3]>,
}

impl ParquetSummary {
    /// Adds what a file says of its columns.
    pub fn add_file(&mut self, footer: &ParquetFooter) {
        self.files += 1;
        for found in &footer.columns {
            let column = self.column(&found.path);
            column.files += 1;
            column.chunks += found.chunks;
        }
    }

    /// Adds a filter.
    pub fn add(&mut self, answer: &ParquetAuditAnswer) {
        let (place, fpr) = (&answer.place, &answer.fpr_given_bits);
        let capped = answer.cap.as_ref().is_some_and(|cap| cap.capped == Capped::Probably);
        let column = self.column(&place.path);
        column.filters += 1;
        column.bytes += answer.design.bits() / 8;
        column.probably_capped += u64::from(capped);
        if !column.types.contains(&place.physical_type) {
            column.types.push(place.physical_type);
        }
        if let Some(created_by) = &answer.created_by
            && !column.created_by.contains(created_by)
        {
            column.created_by.push(created_by.clone());
        }
        column.fpr = Some(match column.fpr.take() {
            None => [fpr.clone(), fpr.clone(), fpr.clone()],
            Some([least, sum, most]) => {
                let replaces = |end: &Enclosure, order| fpr.compare(end) == Some(order);
                let sum = &sum + fpr;
                let least = if replaces(&least, Ordering::Less) { fpr.clone() } else { least };
                let most = if replaces(&most, Ordering::Greater) { fpr.clone() } else { most };
                [least, sum, most]
            }
        });
    }

    fn column(&mut self, path: &[String]) -> &mut Column {
        let place = *self.places.entry(path.to_vec()).or_insert_with(|| {
            self.columns.push(Column { path: path.to_vec(), ..Column::default() });
            self.columns.len() - 1
        });
        &mut self.columns[place]
    }

    /// Says it: a row for each column that has a filter, and how many have none.
    pub fn report(&self) -> Report {
        let (with, without): (Vec<&Column>, Vec<&Column>) =
            self.columns.iter().partition(|column| column.filters > 0);
        let mut report = Report::with_notes();
        report.json("files", self.files);
        report.json("summary", with.iter().map(|column| column.object()).collect::<Value>());
        report.json("columns_without_filters", without.len() as u64);
        let files = counted(self.files, "file", "files");
        let bare = without.len() as u64;
        let columns = counted(bare, "more column has", "more columns have");
        let bare = if bare == 0 { String::new() } else { format!("; {columns} no filters") };
        report.sentence(format!("Filters by column, in {files}{bare}"));
        let heads = "filters,chunks,bytes,least rate,mean,greatest,probably capped,created_by";
        let mut table = Table::new(heads.split(','));
        for column in with {
            table.push(printable(&column_in_words(&column.path)), column.cells());
        }
        report.table(table);
        report
    }
}

impl Column {
    /// The least, the mean and the greatest rate.
    fn rates(&self) -> [Option<Enclosure>; 3] {
        let Some([least, sum, most]) = &self.fpr else { return [None, None, None] };
        let mean = sum.checked_div(&Enclosure::from(self.filters));
        [Some(least.clone()), mean, Some(most.clone())]
    }

    fn object(&self) -> Value {
        let [least, mean, most] = self.rates();
        object! {
            "column" => self.path.join("."),
            "path" => &self.path,
            "types" => self.types.clone(),
            "created_by" => &self.created_by,
            "files" => self.files,
            "chunks" => self.chunks,
            "filters" => self.filters,
            "bytes" => self.bytes,
            "fpr_given_bits" => object! { "least" => least, "mean" => mean, "most" => most },
            "probably_capped" => self.probably_capped,
        }
    }

    fn cells(&self) -> Vec<Value> {
        let [least, mean, most] = self.rates();
        let mut writers: Vec<Value> = Vec::new();
        for (i, writer) in self.created_by.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            writers.push(words![comma, printable(writer)]);
        }
        vec![
            self.filters.into(),
            self.chunks.into(),
            self.bytes.into(),
            least.into(),
            mean.into(),
            most.into(),
            self.probably_capped.into(),
            Value::Words(writers),
        ]
    }
}

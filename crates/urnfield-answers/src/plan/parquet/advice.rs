//! What to ask a writer of Parquet files for.

use crate::ask::reach::Missed;
use crate::plan::parquet::writers::Wish;
use crate::report::size_in_words::counted;
use crate::{AnyLoad, Form, Report, Table, Value, WriterPlan, object, words};
use urnfield::bloom::blocked::BlockSizing;
use urnfield::{Blocked, Enclosure, Error, Rate};

/// The bits of the greatest filter that writers make.
const MOST_WRITTEN: u64 = 1 << 30;

/// What a plan of Parquet's blocks says beside the rest.
#[derive(Debug, Clone)]
pub struct ParquetAdvice {
    /// How many values it is for.
    pub items: u64,
    /// The rate to ask a writer for, so that it keeps the one that is wanted.
    pub ask_writer_for: Option<Enclosure>,
    /// The least power of two of blocks, in bits, and its rate: what some readers want.
    pub power_of_two: (u64, Option<Enclosure>),
    /// What the writers' formula gives for the rate itself up to 128 MiB: its bits, its rate, and whether
    /// that is kept.
    pub writer: (u64, Option<Enclosure>, bool),
    /// What each program makes.
    pub writers: Vec<WriterPlan>,
}

impl ParquetAdvice {
    /// For so many items at that rate.
    pub(crate) fn of(
        items: u64,
        fpr: &Rate,
        form: Form,
        missed: &mut Missed,
    ) -> Result<ParquetAdvice, Error> {
        let sizing = BlockSizing::parquet();
        let least = sizing.smallest(items, fpr)?.load();
        let asked = form.enclose("the rate to ask for", |bits| {
            least.precision(bits).textbook().map(|said| said.value)
        });
        let whole = sizing.smallest_power_of_two(items, fpr)?;
        let written = Blocked::parquet_as_written(items, fpr)?;
        let mut rate = |what: &str, design: Blocked| {
            let found = AnyLoad::Blocked(design.holding(items)).fpr(form);
            missed.take(&format!("fpr of the {what}"), found)
        };
        let power_of_two = (whole.design.bits(), rate("power of two", whole.design)?);
        let kept = written.bits() >= least.design().bits();
        let writer = (written.bits(), rate("filter of a writer", written)?, kept);
        let ask_writer_for = if least.design().bits() > MOST_WRITTEN {
            missed.notes.push("no ask_writer_for: writers make filters of up to 128 MiB".into());
            None
        } else {
            missed.take("ask_writer_for", asked)?
        };
        let wish = Wish::new((items, fpr), least.design(), ask_writer_for.as_ref(), form);
        let writers = wish.rows(missed)?;
        Ok(ParquetAdvice { items, ask_writer_for, power_of_two, writer, writers })
    }

    /// For programs.
    pub(crate) fn fields(&self) -> [(&'static str, Value); 4] {
        let (bits, fpr) = &self.power_of_two;
        let (written, its_rate, kept) = &self.writer;
        [
            ("ask_writer_for", (&self.ask_writer_for).into()),
            ("power_of_two", object! { "bits" => *bits, "fpr" => fpr }),
            ("writer", object! { "bits" => *written, "fpr" => its_rate, "keeps_promise" => *kept }),
            ("writers", self.writers.iter().map(WriterPlan::object).collect()),
        ]
    }

    /// For people: what each program makes when it is asked for the rate, and the options that keep it.
    pub(crate) fn say(&self, fpr: &Rate, report: &mut Report) {
        let rate = crate::report::value::short(fpr);
        if let (bits, Some(at)) = &self.power_of_two {
            report.sentence(words![
                "Readers that want a power of two need ",
                bits / 8,
                " bytes; the rate there is ",
                at,
                "."
            ]);
        }
        let values = counted(self.items, "value", "values");
        report.sentence(format!(
            "What writers make of {values} in a column chunk, asked for {rate}:"
        ));
        let mut made = Table::new(["bytes", "rate", "target"]);
        let mut options = Table::new(["bytes", "rate", "options"]);
        for row in &self.writers {
            made.push(row.writer.title(), row.cells());
            if let Some(cells) = row.advice_cells() {
                options.push(row.writer.title(), cells);
            }
        }
        report.table(made);
        report.sentence(format!("Options that keep {rate}:"));
        report.table(options);
    }
}

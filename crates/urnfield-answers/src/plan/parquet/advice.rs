//! The options to give to a Parquet writer.

use crate::ask::reach::Missed;
use crate::plan::parquet::writers::Wish;
use crate::report::numbers::counted;
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
    /// The least power of two of blocks, in bits, and its rate: what some readers want. `None`
    /// where it is above 2^63 bits.
    pub power_of_two: Option<(u64, Option<Enclosure>)>,
    /// What the writers' formula gives for the rate itself up to 128 MiB: its bits, its rate, and
    /// whether that is kept. `None` where writers, which compute with doubles, may come to either
    /// of two sizes.
    pub writer: Option<(u64, Option<Enclosure>, bool)>,
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
        let whole = match sizing.smallest_power_of_two(items, fpr) {
            Err(error @ Error::Unreachable { .. }) => {
                missed.note("power of two", error);
                None
            }
            found => missed.take("power of two", found)?,
        };
        let written = missed.take("filter of a writer", Blocked::parquet_as_written(items, fpr))?;
        let mut rate = |what: &str, design: Blocked| {
            let found = AnyLoad::Blocked(design.holding(items)).fpr(form);
            missed.take(&format!("fpr of the {what}"), found)
        };
        let power_of_two = match whole {
            Some(plan) => Some((plan.design.bits(), rate("power of two", plan.design)?)),
            None => None,
        };
        let writer = match written {
            Some(made) => {
                let kept = made.bits() >= least.design().bits();
                Some((made.bits(), rate("filter of a writer", made)?, kept))
            }
            None => None,
        };
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

    /// Returns the advice for programs.
    pub(crate) fn fields(&self) -> [(&'static str, Value); 4] {
        let power_of_two = self.power_of_two.as_ref();
        let power_of_two =
            power_of_two.map(|(bits, fpr)| object! { "bits" => *bits, "fpr" => fpr });
        let writer = self.writer.as_ref().map(|(bits, fpr, kept)| {
            object! { "bits" => *bits, "fpr" => fpr, "keeps_promise" => *kept }
        });
        [
            ("ask_writer_for", (&self.ask_writer_for).into()),
            ("power_of_two", power_of_two.into()),
            ("writer", writer.into()),
            ("writers", self.writers.iter().map(WriterPlan::object).collect()),
        ]
    }

    /// Adds the tables of writers for people: the filters they make, and the options that keep the
    /// rate.
    pub(crate) fn say(&self, fpr: &Rate, report: &mut Report) {
        let rate = crate::report::value::short(fpr);
        if let Some((bits, Some(at))) = &self.power_of_two {
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

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    fn advice(items: u64, fpr: &str) -> (ParquetAdvice, Vec<String>) {
        let fpr = Rate::new(fpr.parse::<Rational>().expect("a number")).expect("a rate");
        let mut missed = Missed::default();
        let form = Form::new(false, None);
        let found = ParquetAdvice::of(items, &fpr, form, &mut missed).expect("advice");
        (found, missed.notes)
    }

    /// At this rate −8n/ln(1 − p^(1/8)) is 8193 bits to 50 digits: the doubles of a writer may come
    /// to 8192 bits and 1024 bytes, or to 8193 bits and 2048 bytes.
    #[test]
    fn a_size_at_the_edge_of_doubles_leaves_the_other_advice_standing() {
        let edge = "0.02279633070722666688790452316958741651480200054144813599398181";
        let (advice, notes) = advice(1000, edge);
        assert!(advice.writer.is_none());
        assert!(advice.power_of_two.is_some() && advice.ask_writer_for.is_some());
        assert!(advice.writers.iter().any(|row| row.advice.is_some()));
        assert!(
            notes.iter().any(|note| note.contains("the size that a writer computes")),
            "{notes:?}"
        );
    }

    #[test]
    fn a_size_beside_the_edge_has_all_advice() {
        let (advice, notes) = advice(1000, "0.02280947");
        assert!(advice.writer.is_some() && advice.power_of_two.is_some());
        assert_eq!(notes, Vec::<String>::new());
    }
}

//! What is said of a filter of Parquet's that was made of keys.

use crate::report::size_in_words::behind_bits;
use crate::report::value::shown;
use crate::{Form, Purpose, Question, Report, Unanswered, printable};
use urnfield::{BlockCounts, Enclosure, Error};

/// Keys that were put into an empty filter, whose bytes were written to a file.
#[derive(Debug, Clone)]
pub struct ParquetBuildAnswer {
    /// The file.
    pub file: String,
    /// The filter in it.
    pub counts: BlockCounts,
    /// How many keys came.
    pub keys: u64,
    /// How many of them set a bit.
    pub new_keys: u64,
    /// What the size was chosen for.
    pub purpose: Purpose,
}

impl ParquetBuildAnswer {
    fn rate(&self, form: Form) -> Result<Enclosure, Error> {
        form.enclose("the rate of this filter", |bits| self.counts.fpr_to(bits.max(64)))
    }

    /// A fraction is compared with a fraction.
    fn kept(&self) -> Result<Option<bool>, Error> {
        let rate = self.counts.fpr_exact()?;
        Ok(self.purpose.fpr.as_ref().map(|fpr| rate <= *fpr.value()))
    }

    /// That the filter has not the rate that was wanted, where it has not.
    pub fn warning(&self, digits: usize) -> Result<Option<String>, Error> {
        let (Some(false), Some(fpr)) = (self.kept()?, &self.purpose.fpr) else { return Ok(None) };
        let rate = shown(&self.rate(Form::Text(digits))?, digits);
        Ok(Some(format!(
            "{} has a rate of {rate}, above {fpr}: more keys came than it was sized for; raise --items",
            printable(&self.file)
        )))
    }
}

impl Question for ParquetBuildAnswer {
    type Answer = Report;

    fn answer(&self, form: Form) -> Result<Report, Unanswered> {
        let (design, rate, mut report) =
            (self.counts.design(), self.rate(form)?, Report::default());
        let digits = match form {
            Form::Text(digits) | Form::Json(digits) => digits,
        };
        let asked = self.purpose.fpr.as_ref().map(|fpr| format!("asked {fpr}, this filter: "));
        report.remark(format!(
            "{}: parquet, bytes = {}{}, blocks = {}, keys = {}, {}{}",
            printable(&self.file),
            design.bits() / 8,
            behind_bits(design.bits()),
            design.blocks(),
            self.keys,
            asked.unwrap_or_else(|| "fpr_given_bits = ".into()),
            shown(&rate, digits)
        ));
        report.json("file", self.file.clone());
        report.json("kind", "parquet");
        report.json("bits", design.bits());
        report.json("blocks", design.blocks());
        report.json("hashes", design.hashes());
        report.json("bytes", design.bits() / 8);
        report.json("bits_set", self.counts.bits_set());
        report.json("fpr_given_bits", &rate);
        report.json("keys", self.keys);
        report.json("new_keys", self.new_keys);
        report.json("asked_fpr", &self.purpose.fpr);
        report.json("kept", self.kept()?);
        Ok(report)
    }
}

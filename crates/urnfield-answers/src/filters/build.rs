//! Reports on filters that were built from keys.

use crate::filters::check::useless_at;
use crate::report::numbers::behind_bits;
use crate::report::value::shown;
use crate::{
    Aside, Distinct, Form, Kept, Purpose, Question, Report, Unanswered, printable, written_in_words,
};
use urnfield::filter::Summary;
use urnfield::{BlockCounts, Enclosure, Error};

/// Keys that were put into an empty filter, which was written to a file.
#[derive(Debug, Clone)]
pub struct BuildAnswer {
    /// The file.
    pub file: String,
    /// The filter in it.
    pub filter: Summary,
    /// How many keys came.
    pub keys: u64,
    /// How many of them set a bit.
    pub new_keys: u64,
    /// The noun for keys, where they were counted because --items was left out.
    pub counted: Option<&'static str>,
    /// What the size was chosen for.
    pub purpose: Purpose,
}

impl BuildAnswer {
    /// Compares the exact rate with the requested one.
    pub fn kept(&self, digits: usize) -> Result<Kept, Unanswered> {
        Ok(self.purpose.kept_by(&self.filter, Form::Text(digits))?)
    }

    /// Warns of a rate that is not kept or of no use, and tells where fewer items would do.
    pub fn asides(&self, kept: &Kept, digits: usize) -> Vec<Aside> {
        let BuildAnswer { keys, new_keys, .. } = *self;
        let planned = Some(self.filter.planned_items).filter(|&planned| planned > 0);
        let rate = match planned.filter(|&planned| keys > planned) {
            Some(planned) => {
                let rate = match kept.kept {
                    Some(true) => "this filter keeps its rate nevertheless",
                    Some(false) => "the rate is higher than asked; raise --items",
                    None => "the rate may be higher than planned",
                };
                Some(format!(
                    "{keys} keys were inserted, at least {new_keys} of them different, where \
                     {planned} items were planned: {rate}"
                ))
            }
            None => self.purpose.broken(&self.file, kept, digits),
        };
        let distinct = self.distinct();
        let rate = rate.or_else(|| useless_at(&self.file, &kept.rate));
        let repeated = self.counted.filter(|_| distinct.many_repeat(keys)).map(|noun| {
            let about = distinct.about().unwrap_or(keys);
            format!(
                "{keys} {noun}, at least {new_keys} and about {about} distinct: --items would do \
                 with less"
            )
        });
        rate.map(Aside::Warning).into_iter().chain(repeated.map(Aside::Talk)).collect()
    }

    fn distinct(&self) -> Distinct {
        Distinct::of(&self.filter, self.keys, self.new_keys)
    }

    /// Returns the report for people.
    pub fn in_words(&self, kept: &Kept, digits: usize) -> String {
        let counts = format!("keys = {}", self.keys);
        let rate = self.purpose.in_words(kept, digits);
        written_in_words(&self.file, self.filter.design, &counts, &rate)
    }

    /// Adds the report for programs.
    pub fn tell(&self, kept: &Kept, report: &mut Report) {
        report.json("keys", self.keys);
        report.json("new_keys", self.new_keys);
        self.purpose.tell(kept, &self.distinct(), report);
    }
}

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

    /// Warns when the built filter exceeds the requested rate.
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
        let design = self.counts.design();
        let rate = self.rate(form)?;
        let mut report = Report::default();
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

//! `urnfield parquet audit`: a Bloom filter in a Parquet file, and what its bits say.

use crate::any_filter::AnyLoad;
use crate::estimate::usual_confidence;
use crate::reach::Missed;
use crate::{Form, Question, Report, Unanswered, Value, object, printable, ratio, words};
use urnfield::bloom::blocked::{BlockCounts, BlockSizing, BlockedItems};
use urnfield::filter::{ColumnFilter, ParquetFilter};
use urnfield::{Blocked, Enclosure, Error, Interval, Rate};

/// A filter that was read.
#[derive(Debug, Clone)]
pub struct ParquetAuditQuestion {
    /// The file's name.
    pub file: String,
    /// What the file says of the filter.
    pub place: ColumnFilter,
    /// The filter.
    pub filter: ParquetFilter,
    /// How surely the interval of distinct values holds the truth; 95 % where none is typed.
    pub confidence: Option<Rate>,
}

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct ParquetAuditAnswer {
    /// The file's name.
    pub file: String,
    /// What the file says of the filter.
    pub place: ColumnFilter,
    /// Its blocks.
    pub design: Blocked,
    /// Bits set in all.
    pub bits_set: u64,
    /// Bits set, of all bits.
    pub fill: Enclosure,
    /// The rate of this very filter, from the bits of each block.
    pub fpr_given_bits: Enclosure,
    /// How many distinct values have set these bits.
    pub distinct: Option<BlockedItems>,
    /// The mean rate of filters of this size with the fewest such values, and with the most; `None` where
    /// there is no most.
    pub expected_fpr: Option<(Enclosure, Option<Enclosure>)>,
    /// The rate that a writer who knew its values was asked for: at least what its formula says of the
    /// fewest, and less than what it says of the most in half the size; `None` there where every rate
    /// will do.
    pub claimed: Option<(Enclosure, Option<Enclosure>)>,
    /// Asked for that, a writer surely keeps what it was asked for.
    pub ask_writer_for: Option<Enclosure>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

impl Question for ParquetAuditQuestion {
    type Answer = ParquetAuditAnswer;

    fn answer(&self, form: Form) -> Result<ParquetAuditAnswer, Unanswered> {
        let design = self.filter.design();
        let mut counts = BlockCounts::new(design)?;
        for ones in self.filter.ones_by_word() {
            counts.add(1, &ones)?;
        }
        let mut missed = Missed::default();
        let confidence = match &self.confidence {
            Some(confidence) => confidence.clone(),
            None => usual_confidence()?,
        };
        let distinct = missed.take("distinct", counts.items(&confidence))?;
        let ends = distinct.as_ref().and_then(|found| found.interval.ends());
        let expected_fpr = match ends {
            None => None,
            Some((fewest, most)) => {
                missed.take("expected_fpr", mean(design, fewest, most, form))?
            }
        };
        let ends = ends.and_then(|(fewest, most)| Some((fewest.max(1), most?)));
        let (claimed, ask_writer_for) = match ends.filter(|_| design.blocks().is_power_of_two()) {
            None => {
                missed.notes.push(NOT_MEANT.into());
                (None, None)
            }
            Some(values) => {
                let claimed = missed.take("claimed", claimed(design, values, form))?;
                let least = claimed.as_ref().map(|(least, _)| least);
                let asked = least.map(|least| ask_for(values.1, least, form)).transpose();
                (claimed, missed.take("ask_writer_for", asked)?.flatten())
            }
        };
        let fill = ratio::quotient(counts.bits_set(), design.bits(), form.bits());
        Ok(ParquetAuditAnswer {
            file: self.file.clone(),
            place: self.place.clone(),
            design,
            bits_set: counts.bits_set(),
            fill: fill.unwrap_or_else(Enclosure::zero),
            fpr_given_bits: counts.fpr_to(form.bits().max(64))?,
            distinct,
            expected_fpr,
            claimed,
            ask_writer_for,
            notes: missed.notes,
        })
    }
}

/// The rates at both ends: a mean rate rises with the values.
fn mean(
    design: Blocked,
    fewest: u64,
    most: Option<u64>,
    form: Form,
) -> Result<(Enclosure, Option<Enclosure>), Error> {
    let rate = |values| AnyLoad::Blocked(design.holding(values)).fpr(form);
    Ok((rate(fewest)?, most.map(rate).transpose()?))
}

/// That a file cannot be read as a Parquet file, and why; where the system does not give it, or
/// something else is wrong, nothing.
pub fn no_parquet_in_words(file: &str, error: &Error) -> Option<String> {
    match error {
        Error::Format { rule, got } => {
            Some(format!("{file} cannot be read as a Parquet file ({got}): {rule}"))
        }
        _ => None,
    }
}

const NOT_MEANT: &str = "no claimed and ask_writer_for: they follow from a power of two of blocks \
                         that are not all full";

/// What a writer was asked for that made this filter for so many values, from the fewest to the most:
/// it takes the least power of two at which its formula says no more. The formula rises with the
/// values and falls with the size.
fn claimed(
    design: Blocked,
    (fewest, most): (u64, u64),
    form: Form,
) -> Result<(Enclosure, Option<Enclosure>), Error> {
    let formula = |design: Blocked, values: u64| {
        form.enclose("the writer's formula", |bits| {
            design.holding(values).precision(bits).textbook().map(|said| said.value)
        })
    };
    let half = match design.blocks() {
        // No writer makes a smaller one, whatever it is asked for.
        1 => None,
        blocks => Some(formula(Blocked::parquet(blocks / 2)?, most)?),
    };
    Ok((formula(design, fewest)?, half))
}

/// Digits of a rate that plans are made for.
const DIGITS: usize = 17;

/// What to ask a writer for, with so many values, so that it keeps that rate.
fn ask_for(values: u64, rate: &Enclosure, form: Form) -> Result<Enclosure, Error> {
    // A little less, so that it is a number of few digits.
    let kept: Rate = rate.decimal_bounds(DIGITS).0.to_string().parse()?;
    let plan = BlockSizing::parquet().smallest(values, &kept)?;
    form.enclose("the rate to ask for", |bits| {
        plan.load().precision(bits).textbook().map(|said| said.value)
    })
}

impl From<ParquetAuditAnswer> for Report {
    fn from(answer: ParquetAuditAnswer) -> Report {
        let (place, design) = (answer.place, answer.design);
        let mut report = Report::with_notes();
        report.both("file", answer.file);
        report.both("row_group", place.row_group);
        report.line("column", printable(&place.column));
        report.json("column", place.column);
        report.both("type", place.physical_type);
        report.both("values", place.values);
        report.json("offset", place.offset);
        report.both("bytes", design.bits() / 8);
        report.both("blocks", design.blocks());
        report.both("bits_set", answer.bits_set);
        report.both("fill", answer.fill);
        report.both("fpr_given_bits", answer.fpr_given_bits);
        let distinct = answer.distinct.as_ref();
        report.json(
            "distinct",
            distinct.map(|found| {
                object! {
                    "estimate" => Value::estimate(found.point.clone()),
                    "interval" => &found.interval,
                    "confidence" => &found.confidence,
                }
            }),
        );
        report.line(
            "distinct",
            distinct.map(|found| {
                let about = match Value::estimate(found.point.clone()) {
                    Value::Null => "unknown".into(),
                    about => about,
                };
                words![about, "  ", &found.interval, " with confidence ", &found.confidence]
            }),
        );
        let expected = answer.expected_fpr.as_ref();
        report.json(
            "expected_fpr",
            expected.map(|(fewest, most)| object! { "fewest" => fewest, "most" => most }),
        );
        report.line(
            "expected_fpr",
            expected.map(|(fewest, most)| {
                let most = most.as_ref().map_or("1".into(), Value::from);
                words![fewest, " to ", most, "  the mean of filters with so many values"]
            }),
        );
        let claimed = answer.claimed.as_ref();
        report.json(
            "claimed",
            claimed.map(|(least, most)| object! { "fewest" => least, "most" => most }),
        );
        report.line(
            "claimed",
            claimed.map(|(least, most)| {
                let most = most.as_ref().map_or("1".into(), Value::from);
                words![
                    least,
                    " to ",
                    most,
                    "  what a writer was asked for that makes such a filter"
                ]
            }),
        );
        report.line(
            "ask_writer_for",
            answer.ask_writer_for.as_ref().map(|asked| {
                // Rounded down: less is on the safe side.
                let lower = asked.decimal_bounds(4).0.to_string();
                words![lower, "  to surely keep what was asked for"]
            }),
        );
        report.json("ask_writer_for", answer.ask_writer_for);
        report.notes(answer.notes);
        if distinct.is_some_and(|found| found.interval == Interval::Empty) {
            report.notes(vec![
                "no number of distinct values goes with these bits: they were set by something else \
                 than Parquet's rule, or by rare chance"
                    .into(),
            ]);
        }
        report
    }
}

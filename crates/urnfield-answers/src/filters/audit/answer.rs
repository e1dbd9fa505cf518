//! `urnfield parquet audit`: a Bloom filter in a Parquet file, and what its bits say.

use crate::ask::reach::Missed;
use crate::report::numbers::quotient;
use crate::{
    AnyLoad, Cap, Capped, Form, ParquetWriter, Question, Unanswered, printable, usual_confidence,
};

use urnfield::bloom::blocked::{BlockCounts, BlockSizing, BlockedItems};
use urnfield::filter::{ColumnFilter, ParquetFilter, ParquetFolder, ParquetFooter};
use urnfield::{Blocked, Enclosure, Error, Rate};

/// A filter that was read.
#[derive(Debug, Clone)]
pub struct ParquetAuditQuestion {
    /// The file's name.
    pub file: String,
    /// The program that the file says has written it.
    pub created_by: Option<String>,
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
    /// The program that the file says has written it.
    pub created_by: Option<String>,
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
    /// The mean rate of filters of this size with the fewest such values, and with the most; `None`
    /// without an upper end.
    pub expected_fpr: Option<(Enclosure, Option<Enclosure>)>,
    /// Whether its size is its writer's cap; `None` for writers that are not known.
    pub cap: Option<Cap>,
    /// The rates for which the writers' formula gives this size, if the writer knew its values:
    /// from the formula for the fewest values to the formula for the most values in half the size;
    /// `None` where every rate fits. The requested rate is not in the file.
    pub claimed: Option<(Enclosure, Option<Enclosure>)>,
    /// Asked for that, a writer surely keeps the least of those rates.
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
        let fpr_given_bits = counts.fpr_to(form.bits().max(64))?;
        let writer = self.created_by.as_deref().and_then(ParquetWriter::of);
        let cap = writer.and_then(|writer| Cap::of(writer, design.bits() / 8, &fpr_given_bits));
        let is_capped = cap.as_ref().is_some_and(|cap| cap.capped != Capped::No);
        let (claimed, ask_writer_for) = match ends.filter(|_| design.blocks().is_power_of_two()) {
            Some(_) if is_capped => {
                missed.notes.push(NOT_SIZED.into());
                (None, None)
            }
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
        let fill = quotient(counts.bits_set(), design.bits(), form.bits());
        Ok(ParquetAuditAnswer {
            file: self.file.clone(),
            created_by: self.created_by.clone(),
            place: self.place.clone(),
            design,
            bits_set: counts.bits_set(),
            fill: fill.unwrap_or_else(Enclosure::zero),
            fpr_given_bits,
            distinct,
            expected_fpr,
            cap,
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

/// Explains why a file cannot be read as a Parquet file; `None` for other errors.
pub fn no_parquet_in_words(file: &str, error: &Error) -> Option<String> {
    match error {
        Error::Damaged { what, rule, got } => {
            let got = what.described(got);
            Some(format!("{file} cannot be read as a Parquet file ({got}): {rule}"))
        }
        _ => None,
    }
}

const NOT_MEANT: &str = "no claimed and ask_writer_for: they follow from a power of two of blocks \
                         that are not all full";

const NOT_SIZED: &str = "no claimed and ask_writer_for: the size is the writer's usual cap, so it may not \
                         follow from what was asked for";

/// Says that a file has no filters; and why, where its writer is known for that.
pub fn no_filters_in_words(file: &str, footer: &ParquetFooter) -> String {
    let mut said = format!("{file} has no Bloom filters; column chunks = {}", footer.chunks);
    if let Some(created_by) = &footer.writer {
        said += &format!(", created by {}", printable(created_by));
        if let Some(writer) = ParquetWriter::of(created_by).filter(|w| !w.why_none.is_empty()) {
            said += &format!("; {}", writer.why_none);
        }
    }
    said
}

/// Says what a folder has beside Parquet files, or that it has none.
pub fn other_files_in_words(folder: &ParquetFolder) -> Option<String> {
    let path = folder.path.display();
    match (folder.files, folder.others) {
        (0, 0) => Some(format!("{path} has no Parquet files")),
        (0, others) => Some(format!("{path} has no Parquet files, but others: {others}")),
        (_, 0) => None,
        (_, others) => Some(format!("{path} has files that are no Parquet files: {others}")),
    }
}

/// Returns the rates for which a writer makes this filter from its values. It takes the least power
/// of two at which its formula is at most the rate. The formula rises with the values and falls
/// with the size.
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

/// Returns the rate to ask a writer for, so that it keeps this rate with so many values.
fn ask_for(values: u64, rate: &Enclosure, form: Form) -> Result<Enclosure, Error> {
    // A little less, so that it is a number of few digits.
    let kept: Rate = rate.decimal_bounds(DIGITS).0.to_string().parse()?;
    let plan = BlockSizing::parquet().smallest(values, &kept)?;
    form.enclose("the rate to ask for", |bits| {
        plan.load().precision(bits).textbook().map(|said| said.value)
    })
}

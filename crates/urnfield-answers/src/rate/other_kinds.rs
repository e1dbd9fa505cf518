//! Rates of kinds that other libraries build: double hashing, and slices.

use crate::ask::reach::Missed;
use crate::rate::counters::CounterOverflow;
use crate::rate::question::{check_items, load};
use crate::{Form, RateQuestion, Report, Unanswered, words};
use urnfield::bloom::double::{DoubleHashing, Steps};
use urnfield::bloom::partitioned::Partitioned;
use urnfield::{Design, Enclosure, Error, Kind};

/// What is known of a filter with double hashing.
#[derive(Debug, Clone)]
pub struct DoubleRate {
    /// The filter.
    pub design: DoubleHashing,
    /// How many items it holds.
    pub items: u64,
    /// The false-positive rate.
    pub fpr: Enclosure,
    /// How probably a stranger is told from the items.
    pub one_minus_fpr: Enclosure,
    /// The rate with independent positions, of as many bits and hashes.
    pub independent: Option<Enclosure>,
    /// How many times that rate the rate is.
    pub times_independent: Option<Enclosure>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// What is known of a filter with slices.
#[derive(Debug, Clone)]
pub struct PartitionedRate {
    /// The filter.
    pub filter: Partitioned,
    /// How many items it holds.
    pub items: u64,
    /// The false-positive rate.
    pub fpr: Enclosure,
    /// How probably a stranger is told from the items.
    pub one_minus_fpr: Enclosure,
}

/// Refuses what is known of other kinds only, and returns the hashes.
fn checked(question: &RateQuestion) -> Result<u64, Unanswered> {
    if question.counters.is_some() {
        return Err(CounterOverflow::NOT_KNOWN.into());
    }
    if question.spread {
        return Err("--spread is known of standard and classic filters; leave it out".into());
    }
    check_items(question.items)?;
    Ok(question.hashes.ok_or(RateQuestion::NO_HASHES)?)
}

impl DoubleRate {
    pub(super) fn of(question: &RateQuestion, form: Form) -> Result<DoubleRate, Unanswered> {
        let hashes = checked(question)?;
        let steps = question.steps.unwrap_or(Steps::All);
        let design = DoubleHashing::new(steps, question.bits, hashes)?;
        let (rates, items) = (design.rates()?, question.items);
        let fpr = form.enclose("the rate", |bits| rates.fpr_to(items, bits))?;
        let one_minus_fpr = form.enclose("the rest", |bits| rates.one_minus_fpr_to(items, bits))?;
        let mut missed = Missed::default();
        let plain = load(Design::new(Kind::Standard, question.bits, hashes)?, items)?;
        let independent = form.enclose("the rate", |bits| plain.precision(bits + 8).fpr());
        let independent = missed.take("independent", independent)?;
        let times = independent.as_ref().map(|plain| {
            form.enclose("the ratio", |bits| {
                let ratio = rates.fpr_to(items, bits + 8)?.checked_div(plain);
                ratio.ok_or(Error::domain("a rate above 0 divides", "an empty filter"))
            })
        });
        let times_independent = match times {
            Some(times) => missed.take("times_independent", times)?,
            None => None,
        };
        let notes = missed.notes;
        Ok(DoubleRate { design, items, fpr, one_minus_fpr, independent, times_independent, notes })
    }
}

impl From<DoubleRate> for Report {
    fn from(found: DoubleRate) -> Report {
        let mut report = Report::with_notes();
        report.both("kind", "double");
        report.both("steps", found.design.steps().to_string());
        report.both("bits", found.design.bits());
        report.both("items", found.items);
        report.both("hashes", found.design.hashes());
        report.both("fpr", found.fpr);
        report.both("one_minus_fpr", found.one_minus_fpr);
        let said = |value: &Enclosure| words![value, "  the rate with independent positions"];
        report.line("independent", found.independent.as_ref().map(said));
        report.json("independent", found.independent);
        report.both("times_independent", found.times_independent);
        report.unsaid("no spread: no law of one filter's own rate is known for double hashing");
        report.notes(found.notes);
        report
    }
}

impl PartitionedRate {
    pub(super) fn of(question: &RateQuestion, form: Form) -> Result<PartitionedRate, Unanswered> {
        let hashes = checked(question)?;
        if hashes == 0 || question.bits == 0 || !question.bits.is_multiple_of(hashes) {
            let got = format!("bits = {} with hashes = {hashes}", question.bits);
            let rule = "a partitioned filter needs a multiple of its hashes in bits, its slices";
            return Err(Error::domain(rule, got).into());
        }
        let filter = Partitioned::equal(hashes, question.bits / hashes)?;
        let items = question.items;
        let fpr = form.enclose("the rate", |bits| filter.fpr(items, bits))?;
        let one_minus_fpr = form.enclose("the rest", |bits| filter.one_minus_fpr(items, bits))?;
        Ok(PartitionedRate { filter, items, fpr, one_minus_fpr })
    }
}

impl From<PartitionedRate> for Report {
    fn from(found: PartitionedRate) -> Report {
        let mut report = Report::with_notes();
        report.both("kind", "partitioned");
        report.both("bits", found.filter.bits());
        report.both("slice_bits", found.filter.slices()[0]);
        report.both("items", found.items);
        report.both("hashes", found.filter.slices().len() as u64);
        report.both("fpr", found.fpr);
        report.both("one_minus_fpr", found.one_minus_fpr);
        report.notes(Vec::new());
        report
    }
}

//! One blocked filter with its items, and everything known about its rate.

use crate::any_filter::{AnyLoad, OfAnyKind, blocks_of};
use crate::rate::check_items;
use crate::reach::Missed;
use crate::read::FilterKind;
use crate::{ENDS, Form, RateQuestion, Report, Unanswered, Value, object, words};
use urnfield::bloom::Approximation;
use urnfield::bloom::blocked::BlockedLoad;
use urnfield::{AnyDesign, Blocked, Enclosure, Error, Rational};

/// What is known; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct BlockedRate {
    /// The filter with its items.
    pub load: BlockedLoad,
    /// The false-positive rate.
    pub fpr: Option<Enclosure>,
    /// How probably a stranger is told from the items.
    pub one_minus_fpr: Option<Enclosure>,
    /// Bits of cut-down for each bit of the filter.
    pub efficiency: Option<Enclosure>,
    /// What others print for it, and who.
    pub formulas: Vec<(&'static str, &'static str, Option<Enclosure>)>,
    /// How far one filter's own rate is from the mean: its standard deviation.
    pub deviation: Option<Enclosure>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

type Ask = fn(&BlockedLoad) -> Result<Option<Approximation>, Error>;

/// What others print for a kind.
fn formulas(kind: FilterKind) -> Vec<(&'static str, &'static str, Ask)> {
    let textbook: Ask = |load| load.textbook().map(Some);
    let poisson: Ask = |load| load.poisson().map(Some);
    match kind {
        FilterKind::Parquet => vec![
            ("E", "what writers of Parquet files size by", textbook),
            ("poisson", "loads taken for Poisson's (Impala, Kudu)", poisson),
        ],
        _ => vec![
            ("E", "the textbook's", textbook),
            ("rocksdb", "RocksDB's", BlockedLoad::rocksdb),
            ("boost", "Boost's", BlockedLoad::boost),
            ("poisson", "loads taken for Poisson's", poisson),
        ],
    }
}

impl RateQuestion {
    /// The blocked filter that is asked about, with its items.
    pub(crate) fn blocked(&self, kind: FilterKind) -> Result<BlockedLoad, Unanswered> {
        let blocks = blocks_of(kind, self.bits)?;
        let sizing = kind.blocks().ok_or("a plain filter has no blocks")?;
        let hashes = match (kind, self.hashes) {
            (FilterKind::Parquet, None | Some(8)) => 8,
            (FilterKind::Parquet, Some(hashes)) => {
                let got = format!("hashes = {hashes}");
                return Err(Error::domain("a Parquet filter has 8 hashes", got).into());
            }
            (_, hashes) => hashes.ok_or(RateQuestion::NO_HASHES)?,
        };
        let design = Blocked::new(sizing.layout(), blocks, sizing.block_bits(), hashes)?;
        check_items(self.items)?;
        Ok(design.holding(self.items))
    }

    pub(crate) fn blocked_answer(
        &self,
        kind: FilterKind,
        form: Form,
    ) -> Result<BlockedRate, Unanswered> {
        let load = self.blocked(kind)?;
        let any = AnyLoad::Blocked(load);
        let mut missed = Missed::default();
        let fpr = missed.take("fpr", any.fpr(form))?;
        let one_minus_fpr = missed.take("one_minus_fpr", any.one_minus_fpr(form))?;
        let efficiency = missed.take("efficiency", any.efficiency(form))?;
        let mut found = Vec::new();
        for (name, whose, ask) in formulas(kind) {
            let suffices = |said: &Option<Approximation>| {
                said.as_ref().is_none_or(|said| form.suffices(&said.value))
            };
            let said = form.settle("the formula", |bits| ask(&load.precision(bits)), suffices);
            match missed.take(name, said)? {
                // It has no value here.
                Some(None) => {}
                said => found.push((name, whose, said.flatten().map(|said| said.value))),
            }
        }
        let deviation = form
            .enclose("the deviation", |bits| root(&load.precision(bits + 8).own_rate_variance()?));
        let deviation = missed.take("deviation", deviation)?;
        missed.fail_if(fpr.is_none())?;
        let notes = missed.notes;
        Ok(BlockedRate { load, fpr, one_minus_fpr, efficiency, formulas: found, deviation, notes })
    }
}

/// √x for x ≥ 0.
fn root(square: &Enclosure) -> Result<Enclosure, Error> {
    if square.is_zero() {
        return Ok(Enclosure::zero());
    }
    let half = Enclosure::from(&Rational::new(1, 2)?);
    square.ln().map(|ln| (ln * half).exp()).ok_or(Error::Precision {
        what: "the deviation of this rate",
        bits: square.certain_bits(),
        remedy: "ask with more digits",
    })
}

impl From<BlockedRate> for Report {
    fn from(answer: BlockedRate) -> Report {
        let (load, design) = (answer.load, answer.load.design());
        let mut report = Report::with_notes();
        report.both("kind", AnyDesign::Blocked(design).kind());
        report.both("bits", design.bits());
        report.both("blocks", design.blocks());
        report.both("items", load.items());
        report.both("hashes", design.hashes());
        report.both("fpr", answer.fpr);
        report.both("one_minus_fpr", answer.one_minus_fpr);
        report.both("efficiency", answer.efficiency);
        let mut bounds = Vec::new();
        for (name, whose, value) in answer.formulas {
            let known = |value: &Enclosure| object! { ENDS => value, "is" => "estimate" };
            bounds.push((name, value.as_ref().map(known).into()));
            let said = |value: Enclosure| words![value, "  estimate: ", whose];
            report.line(name, value.map(said));
        }
        report.json("bounds", Value::Object(bounds));
        let said = |value: &Enclosure| words![value, "  of one filter's own rate"];
        report.line("deviation", answer.deviation.as_ref().map(said));
        report.json("deviation", answer.deviation);
        report.json("spread", Value::Null);
        report.unsaid("no spread: of a blocked filter's own rate the deviation is known");
        report.notes(answer.notes);
        report
    }
}

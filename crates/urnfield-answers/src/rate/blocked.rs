//! One blocked filter with its items, and everything known about its rate.

use crate::ask::reach::Missed;
use crate::read::FilterKind;
use crate::{ENDS, Form, OfAnyKind, Report, Value, object, words};
use urnfield::bloom::Approximation;
use urnfield::bloom::blocked::BlockedLoad;
use urnfield::{AnyDesign, Enclosure, Error, Rational};

/// What is known of a blocked filter besides its rate; `None` where it is out of reach.
#[derive(Debug, Clone)]
pub struct BlockedRate {
    /// The formulas of other programs: key, owner and value.
    pub formulas: Vec<(&'static str, &'static str, Option<Enclosure>)>,
    /// How far one filter's own rate is from the mean: its standard deviation.
    pub deviation: Option<Enclosure>,
}

type Formula = fn(&BlockedLoad) -> Result<Option<Approximation>, Error>;

/// Returns the formulas of other programs for a kind.
fn formulas(kind: FilterKind) -> Vec<(&'static str, &'static str, Formula)> {
    let textbook: Formula = |load| load.textbook().map(Some);
    let poisson: Formula = |load| load.poisson().map(Some);
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

impl BlockedRate {
    pub(crate) fn of(
        load: &BlockedLoad,
        form: Form,
        missed: &mut Missed,
    ) -> Result<BlockedRate, Error> {
        let mut found = Vec::new();
        for (name, whose, ask) in formulas(AnyDesign::Blocked(load.design()).kind()) {
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
        Ok(BlockedRate { formulas: found, deviation })
    }

    pub(crate) fn tell(self, report: &mut Report) {
        let mut bounds = Vec::new();
        for (name, whose, value) in self.formulas {
            let known = |value: &Enclosure| object! { ENDS => value, "is" => "estimate" };
            bounds.push((name, value.as_ref().map(known).into()));
            let said = |value: Enclosure| words![value, "  estimate: ", whose];
            report.line(name, value.map(said));
        }
        report.json("bounds", Value::Object(bounds));
        let said = |value: &Enclosure| words![value, "  of one filter's own rate"];
        report.line("deviation", self.deviation.as_ref().map(said));
        report.json("deviation", self.deviation);
        report.json("spread", Value::Null);
        report.unsaid("no spread: of a blocked filter's own rate the deviation is known");
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

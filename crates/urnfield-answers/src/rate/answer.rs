//! One filter with its items, and everything known about its rate.

use crate::ask::reach::Missed;
use crate::rate::counters::CounterOverflow;
use crate::rate::other_kinds::{DoubleRate, PartitionedRate};
use crate::read::{FilterKind, RateKind};
use crate::{
    AnyLoad, BlockedRate, ENDS, Form, OfAnyKind, Question, RateQuestion, Report, Unanswered, Value,
    object, words,
};
use urnfield::bloom::{Approximation, BoundSide};
use urnfield::{AnyDesign, Enclosure, Error, Kind, Load, Rate, Rational};

/// What is known of a filter of any kind.
#[derive(Debug, Clone)]
pub enum RateAnswer {
    /// Of a kind that `build` makes, or a Parquet filter.
    Filter(Box<FilterRate>),
    /// With double hashing.
    Double(Box<DoubleRate>),
    /// With slices.
    Partitioned(Box<PartitionedRate>),
}

/// What is known of a filter; `None` where it is out of reach, and then there is a note.
#[derive(Debug, Clone)]
pub struct FilterRate {
    /// The filter with its items.
    pub load: AnyLoad,
    /// The false-positive rate.
    pub fpr: Option<Enclosure>,
    /// How probably a stranger is told from the items.
    pub one_minus_fpr: Option<Enclosure>,
    /// Bits of cut-down for each bit of the filter.
    pub efficiency: Option<Enclosure>,
    /// What only filters of its sort have.
    pub details: RateDetails,
    /// The chance that a counter overflows, where it was asked for.
    pub counters: Option<CounterOverflow>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// What is known besides, by the sort of filter.
#[derive(Debug, Clone)]
pub enum RateDetails {
    /// Whose items take any bits.
    Plain(PlainRate),
    /// Whose items keep to one block.
    Blocked(BlockedRate),
}

/// What is known of a plain filter besides.
#[derive(Debug, Clone)]
pub struct PlainRate {
    /// The formulas E, M, L and U.
    pub bounds: Vec<(&'static str, Option<Approximation>)>,
    /// `None` where it would take long and was not asked for, else what was found of it.
    pub spread: Option<Option<RateSpread>>,
}

/// Rates that one half, and 999 in 1000, of all filters do not exceed.
#[derive(Debug, Clone)]
pub struct RateSpread {
    /// Of one half.
    pub median: Enclosure,
    /// Of 999 in 1000.
    pub q999: Enclosure,
}

/// Two quantiles of a law of this many cell updates take about 50 ms.
const CHEAP: f64 = 2e6;

type Formula = fn(&Load) -> Result<Approximation, Error>;

const BOUNDS: [(&str, Formula); 4] =
    [("E", Load::exponential), ("M", Load::independent), ("L", Load::lower), ("U", Load::upper)];

impl Question for RateQuestion {
    type Answer = RateAnswer;

    fn answer(&self, form: Form) -> Result<RateAnswer, Unanswered> {
        let kind = self.kind.unwrap_or(RateKind::Filter(FilterKind::Plain(Kind::Standard)));
        if self.steps.is_some() && kind != RateKind::Double {
            return Err("--steps is about double hashing; add --kind double".into());
        }
        Ok(match kind {
            RateKind::Filter(kind) => RateAnswer::Filter(Box::new(self.of_filter(kind, form)?)),
            RateKind::Double => RateAnswer::Double(Box::new(DoubleRate::of(self, form)?)),
            RateKind::Partitioned => {
                RateAnswer::Partitioned(Box::new(PartitionedRate::of(self, form)?))
            }
        })
    }
}

impl RateQuestion {
    fn of_filter(&self, kind: FilterKind, form: Form) -> Result<FilterRate, Unanswered> {
        let load = match kind {
            FilterKind::Plain(kind) => AnyLoad::Plain(self.load(kind)?),
            kind => AnyLoad::Blocked(self.blocked(kind)?),
        };
        let counters = CounterOverflow::of(self, kind)?;
        let mut missed = Missed::default();
        let fpr = missed.take("fpr", load.fpr(form))?;
        let one_minus_fpr = missed.take("one_minus_fpr", load.one_minus_fpr(form))?;
        let efficiency = missed.take("efficiency", load.efficiency(form))?;
        let details = match &load {
            AnyLoad::Plain(load) => {
                let bounds = bounds(load, form, &mut missed)?;
                missed.fail_if(fpr.is_none() && bounds.iter().all(|(_, found)| found.is_none()))?;
                let spread = self.spread_of(load, form, &mut missed)?;
                RateDetails::Plain(PlainRate { bounds, spread })
            }
            AnyLoad::Blocked(load) => {
                let found = BlockedRate::of(load, form, &mut missed)?;
                missed.fail_if(fpr.is_none())?;
                RateDetails::Blocked(found)
            }
        };
        let notes = missed.notes;
        Ok(FilterRate { load, fpr, one_minus_fpr, efficiency, details, counters, notes })
    }

    fn spread_of(
        &self,
        load: &Load,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Option<Option<RateSpread>>, Error> {
        Ok(if self.spread || load.spread()?.cost() <= CHEAP {
            Some(missed.take("spread", RateSpread::of(load, form))?)
        } else {
            None
        })
    }
}

fn bounds(
    load: &Load,
    form: Form,
    missed: &mut Missed,
) -> Result<Vec<(&'static str, Option<Approximation>)>, Error> {
    let mut bounds = Vec::new();
    for (name, ask) in BOUNDS {
        let suffices = |found: &Approximation| form.suffices(&found.value);
        let found = form.settle("the bound", |bits| ask(&load.precision(bits)), suffices);
        bounds.push((name, missed.take(name, found)?));
    }
    Ok(bounds)
}

impl RateSpread {
    fn of(load: &Load, form: Form) -> Result<RateSpread, Error> {
        let share = |numerator, denominator| Rate::new(Rational::new(numerator, denominator)?);
        Ok(RateSpread {
            median: quantile(load, &share(1, 2)?, form)?,
            q999: quantile(load, &share(999, 1000)?, form)?,
        })
    }
}

/// Returns the rate that a share of all filters does not exceed.
pub(crate) fn quantile(load: &Load, share: &Rate, form: Form) -> Result<Enclosure, Error> {
    form.promised("the rate of one filter", load.spread()?.quantile(share)?)
}

impl From<RateAnswer> for Report {
    fn from(answer: RateAnswer) -> Report {
        match answer {
            RateAnswer::Filter(found) => (*found).into(),
            RateAnswer::Double(found) => (*found).into(),
            RateAnswer::Partitioned(found) => (*found).into(),
        }
    }
}

impl From<FilterRate> for Report {
    fn from(answer: FilterRate) -> Report {
        let (design, items) = match answer.load {
            AnyLoad::Plain(load) => (AnyDesign::Plain(load.design()), load.items()),
            AnyLoad::Blocked(load) => (AnyDesign::Blocked(load.design()), load.items()),
        };
        let mut report = Report::with_notes();
        report.both("kind", design.kind());
        report.both("bits", design.bits());
        if let AnyDesign::Blocked(design) = &design {
            report.both("blocks", design.blocks());
        }
        report.both("items", items);
        report.both("hashes", design.hashes());
        report.both("fpr", answer.fpr);
        report.both("one_minus_fpr", answer.one_minus_fpr);
        report.both("efficiency", answer.efficiency);
        match answer.details {
            RateDetails::Plain(found) => found.tell(&mut report),
            RateDetails::Blocked(found) => found.tell(&mut report),
        }
        if let Some(counters) = answer.counters {
            counters.tell(&mut report);
        }
        report.notes(answer.notes);
        report
    }
}

impl PlainRate {
    fn tell(self, report: &mut Report) {
        let mut bounds = Vec::new();
        for (name, found) in self.bounds {
            let found = found.map(|Approximation { value, side, .. }| (value, worth(side)));
            bounds.push((
                name,
                found.clone().map(|(v, (is, _))| object! { ENDS => v, "is" => is }).into(),
            ));
            report.line(name, found.map(|(value, (_, words))| words![value, "  ", words]));
        }
        report.json("bounds", Value::Object(bounds));
        match self.spread {
            Some(found) => {
                if let Some(RateSpread { median, q999 }) = &found {
                    report.line("median", words![median, "  half of all filters are not above"]);
                    report.line("q999", words![q999, "  999 in 1000 are not above"]);
                }
                let object = |spread: RateSpread| object! { "median" => spread.median, "q999" => spread.q999 };
                report.json("spread", found.map(object));
            }
            None => {
                report.json("spread", Value::Null);
                report.line("spread", "may take long at this size; ask with --spread");
                report.unsaid("no spread: it may take long at this size; ask with --spread");
            }
        }
    }
}

/// Returns the side of an approximation, in a word for programs and in words for people.
fn worth(side: BoundSide) -> (&'static str, &'static str) {
    match side {
        BoundSide::Lower => ("lower", "lower bound"),
        BoundSide::Upper => ("upper", "upper bound"),
        BoundSide::Estimate => ("estimate", "estimate"),
    }
}

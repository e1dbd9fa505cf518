//! `urnfield audit`: a filter of another library, and what its bits say.

use crate::ask::reach::Missed;
use crate::filters::foreign::own_rate::{OwnRate, Sampling, own_rate};
use crate::report::numbers::quotient;
use crate::{Form, Question, Unanswered, usual_confidence};
use urnfield::bloom::Sizing;
use urnfield::{Design, Enclosure, Error, Estimate, Interval, Kind, Plan, Point, Rate, Rational};
use urnfield_foreign::{Foreign, Law};

/// A filter that was read.
#[derive(Debug, Clone)]
pub struct AuditQuestion {
    /// The file's name.
    pub file: String,
    /// The filter.
    pub filter: Foreign,
    /// The rate that was asked for, where the caller knows it.
    pub asked: Option<Rate>,
    /// How surely the interval of items holds the truth; 95 % where none is typed.
    pub confidence: Option<Rate>,
    /// The most draws of a sample; 2^24 where none is typed.
    pub draws: Option<u64>,
    /// The seed of a sample.
    pub seed: u64,
}

/// What is known; `None` where it is unknown or out of reach.
#[derive(Debug, Clone)]
pub struct AuditAnswer {
    /// The file's name.
    pub file: String,
    /// The filter.
    pub filter: Foreign,
    /// The library, as people call it.
    pub library: &'static str,
    /// Bits of all layers.
    pub bits: u64,
    /// Bits set in all layers.
    pub bits_set: u64,
    /// Bits set, of all bits.
    pub fill: Enclosure,
    /// The rate that was asked for.
    pub asked: Option<Rate>,
    /// Whether the file says what was asked for.
    pub is_asked_in_file: bool,
    /// The items: with an interval where the law of the bits is known, an estimate elsewhere.
    pub distinct: Option<FilterItems>,
    /// The rate that the filter has.
    pub own_rate: OwnRate,
    /// The rate that follows from the fill alone, as many libraries print it; of one layer.
    pub fpr_by_fill: Option<Enclosure>,
    /// The smallest filter with independent positions that has the rate asked for.
    pub needed: Option<Design>,
    /// A sentence for everything out of reach.
    pub notes: Vec<String>,
}

/// How many items a filter holds.
#[derive(Debug, Clone)]
pub enum FilterItems {
    /// With an exact interval.
    Certified(Estimate),
    /// By the law of independent positions, which is not the filter's own.
    About(Point),
}

/// How surely a sampled interval holds the rate: one wrong in a million.
const SAMPLE_CONFIDENCE: &str = "0.999999";

impl Question for AuditQuestion {
    type Answer = AuditAnswer;

    fn answer(&self, form: Form) -> Result<AuditAnswer, Unanswered> {
        let filter = &self.filter;
        let (mut bits, mut bits_set) = (0, 0);
        for layer in &filter.layers {
            bits += layer.bits.len();
            bits_set += layer.bits.ones();
        }
        let mut missed = Missed::default();
        missed.notes.extend(filter.notes.iter().cloned());
        let format = urnfield_foreign::format(filter.format);
        let reservation = format.map_or("", |format| format.reservation);
        missed.notes.extend((!reservation.is_empty()).then(|| reservation.to_owned()));
        let in_file = filter.stated.asked_rate.and_then(|rate| rate.to_string().parse().ok());
        let asked: Option<Rate> = self.asked.clone().or_else(|| in_file.clone());
        let confidence = self.confidence.clone().map_or_else(usual_confidence, Ok)?;
        let distinct = missed.take_consistent("distinct", distinct(filter, &confidence))?.flatten();
        let sampling = Sampling {
            seed: self.seed,
            most: self.draws.unwrap_or(1 << 24),
            confidence: SAMPLE_CONFIDENCE.parse()?,
        };
        let own_rate = own_rate(filter, &sampling, form)?;
        let needed = match (&asked, items(filter, distinct.as_ref())) {
            (Some(asked), Some(items)) if items > 0 => {
                let sizing = Sizing::of_items(Kind::Standard, items, asked);
                missed.take("needed", Plan::find(&sizing))?.map(|plan| plan.design)
            }
            _ => None,
        };
        let fpr_by_fill = match &filter.layers[..] {
            [layer] => {
                let fill = Rational::from(bits_set).checked_div(&Rational::from(bits));
                let fill = fill.map(|fill| fill.pow(layer.hashes));
                fill.map(|rate| Enclosure::from_rational(&rate, form.bits().max(64)))
            }
            _ => None,
        };
        Ok(AuditAnswer {
            file: self.file.clone(),
            library: format.map_or("", |format| format.library),
            bits,
            bits_set,
            fill: quotient(bits_set, bits, form.bits()).unwrap_or_else(Enclosure::zero),
            is_asked_in_file: in_file.is_some() && self.asked.is_none(),
            asked,
            distinct,
            own_rate,
            fpr_by_fill,
            needed,
            notes: missed.notes,
            filter: filter.clone(),
        })
    }
}

impl AuditAnswer {
    /// Returns the name of the law of positions; of layers, that of the last.
    pub fn law(&self) -> String {
        self.filter.layers.last().map(|layer| layer.law.name()).unwrap_or_default()
    }
}

/// The items of a filter of one layer, from the bits set.
fn distinct(filter: &Foreign, confidence: &Rate) -> Result<Option<FilterItems>, Error> {
    let [layer] = &filter.layers[..] else { return Ok(None) };
    let design = Design::new(Kind::Standard, layer.bits.len(), layer.hashes.into())?;
    let law = design.items_of(layer.bits.ones())?;
    match layer.law {
        Law::Independent => {
            law.estimate(confidence).map(|found| Some(FilterItems::Certified(found)))
        }
        Law::Double(_) | Law::DoubleOf32Bits | Law::Wrapped(_) if filter.stated.added.is_none() => {
            law.moments().map(|point| Some(FilterItems::About(point)))
        }
        _ => Ok(None),
    }
}

/// The number of items to size a filter for: as the file says it, or the most that fit the bits.
fn items(filter: &Foreign, distinct: Option<&FilterItems>) -> Option<u64> {
    let stated = filter.stated.capacity.filter(|_| filter.format != "orc");
    let stated = stated.or(filter.stated.added);
    stated.or_else(|| match distinct? {
        FilterItems::Certified(found) => match found.interval.ends() {
            Some((_, most)) => most,
            None => None,
        },
        FilterItems::About(Point::Value(value)) => value.ceiling(),
        FilterItems::About(_) => None,
    })
}

/// Whether an interval contradicts every number of items.
pub(crate) fn is_contradicted(distinct: Option<&FilterItems>) -> bool {
    matches!(distinct, Some(FilterItems::Certified(found)) if found.interval == Interval::Empty)
}

//! Events of two lists: what they cost, and by which mantissas they are computed.

use crate::error::Error;
use crate::occupancy::law::{Event, Occupancy};
use crate::occupancy::routes::two_lists::law::{TwoLists, hypergeometric};
use crate::occupancy::routes::two_lists::long::{self, SHORT_BITS};
use crate::occupancy::routes::two_lists::rest::Proved;
use crate::occupancy::routes::two_lists::short;
use urnfield_num::Enclosure;

/// The most word operations a tail may take: about a second.
pub(crate) const MOST_WORK: f64 = 1e9;

impl TwoLists {
    /// P(event), for an event on the smaller side of the law or a point inside the support.
    pub(crate) fn event(&self, law: &Occupancy, event: Event) -> Result<Enclosure, Error> {
        self.event_within(law, event, MOST_WORK)
    }

    /// P(event), refused before the first term if it takes more than `most` word operations.
    pub(crate) fn event_within(
        &self,
        law: &Occupancy,
        event: Event,
        most: f64,
    ) -> Result<Enclosure, Error> {
        let needs = self.cost(event, law.precision);
        if needs > most {
            return Err(Error::TooCostly {
                what: "this tail of a two-list overlap",
                needs: needs as u128,
                unit: "word operations".into(),
                limit: most as u128,
                remedy: "ask for a single probability or for moments",
            });
        }
        if law.precision > SHORT_BITS {
            return long::event(self, law.support(), event, law.precision);
        }
        let (low, high) = law.support();
        match event {
            Event::Point(i) => Ok(hypergeometric(self.m, self.a, self.b, i, 4).enclosure()),
            Event::AtLeast(x) => short::tail::<Proved>(self, x, high, true, law.precision),
            Event::AtMost(x) => short::tail::<Proved>(self, x, low, false, law.precision),
        }
    }

    /// Whether an event is within the limit of work.
    pub(crate) fn reaches(&self, event: Event, precision: u64) -> bool {
        self.cost(event, precision) <= MOST_WORK
    }

    /// About how many word operations an event takes.
    pub(crate) fn cost(&self, event: Event, precision: u64) -> f64 {
        let terms = match event {
            Event::Point(_) => 0.0,
            Event::AtLeast(x) => self.terms(x, true, precision),
            Event::AtMost(x) => self.terms(x, false, precision),
        };
        if precision <= SHORT_BITS {
            return 20_000.0 + 25.0 * terms;
        }
        let words = long::words(precision, self.m) as f64;
        2_000.0 * words * words + (60.0 + 30.0 * words) * terms
    }

    /// About how many terms a tail from `x` takes: until the ratio of neighbours has brought them
    /// down, or so many deviations from the mode (in f64: only the refusal rests on it).
    pub(crate) fn terms(&self, x: u64, up: bool, precision: u64) -> f64 {
        let (m, a, b) = (self.m as f64, self.a as f64, self.b as f64);
        let deviation = (a * (b / m) * (1.0 - a / m) * (1.0 - b / m)).sqrt();
        let distance = (x as f64 - a * b / m).abs();
        let nats = (precision as f64 + 16.0) * std::f64::consts::LN_2;
        // ln of the ratio of neighbours is about −distance/variance.
        let fall = distance / (deviation * deviation).max(1.0);
        let range = if up { self.a - x } else { x - self.a.saturating_sub(self.m - self.b) };
        ((2.0 * nats).sqrt() * deviation).min(nats / fall.max(1e-300)).min(range as f64)
    }
}

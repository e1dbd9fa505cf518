//! Events of a law, and what is known of their probabilities beforehand.

use crate::error::Error;
use crate::occupancy::law::Occupancy;
use urnfield_num::Enclosure;

/// What is asked of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// X = i.
    Point(u64),
    /// X ≥ x.
    AtLeast(u64),
    /// X ≤ x.
    AtMost(u64),
}

impl Event {
    /// The first and the last value of X in the event.
    pub(crate) fn range(self) -> (u64, u64) {
        match self {
            Event::Point(i) => (i, i),
            Event::AtLeast(x) => (x, u64::MAX),
            Event::AtMost(x) => (0, x),
        }
    }

    /// The opposite tail; `None` for a point, and where there is nothing beyond.
    pub(crate) fn opposite(self) -> Option<Event> {
        match self {
            Event::Point(_) => None,
            Event::AtLeast(x) => x.checked_sub(1).map(Event::AtMost),
            Event::AtMost(x) => x.checked_add(1).map(Event::AtLeast),
        }
    }
}

/// Returns 0 or 1 if the support decides the event.
pub(crate) fn by_support(law: &Occupancy, event: Event) -> Option<Enclosure> {
    let (least, most) = law.support();
    let (low, high) = event.range();
    if low > most || high < least {
        return Some(Enclosure::zero());
    }
    (low <= least && most <= high).then(Enclosure::one)
}

/// Cuts an enclosure of a probability at 1.
pub(crate) fn at_most_one(probability: Enclosure) -> Enclosure {
    if probability.magnitude() <= 0 { probability } else { probability.min(&Enclosure::one()) }
}

/// The error of a route whose answer has fewer than `bits` certain bits.
pub(crate) fn not_enough(bits: u64) -> Error {
    Error::Precision { what: "this probability", bits, remedy: "ask for fewer digits" }
}

//! The chance that a counter of a counting filter overflows.

use crate::read::FilterKind;
use crate::{ENDS, RateQuestion, Report, Unanswered, object, words};
use urnfield::Kind;
use urnfield::bloom::{Counters, Overflow, Positions};

/// Counters of so many bits, and the chance that one of them overflows.
#[derive(Debug, Clone)]
pub struct CounterOverflow {
    /// The bits of a counter.
    pub counter_bits: u64,
    /// The chance that some counter overflows, and that a given one does.
    pub overflow: Overflow,
}

impl CounterOverflow {
    /// Answers `--counters`; `None` where it was not asked for.
    pub(crate) fn of(
        question: &RateQuestion,
        kind: FilterKind,
    ) -> Result<Option<CounterOverflow>, Unanswered> {
        let Some(counter_bits) = question.counters else { return Ok(None) };
        let positions = match kind {
            FilterKind::Plain(Kind::Standard) => Positions::Independent,
            FilterKind::Plain(Kind::Classic) => Positions::Distinct,
            _ => return Err(CounterOverflow::NOT_KNOWN.into()),
        };
        let hashes = question.hashes.ok_or(RateQuestion::NO_HASHES)?;
        let counters = Counters::new(positions, question.bits, hashes, counter_bits)?;
        Ok(Some(CounterOverflow { counter_bits, overflow: counters.overflow(question.items)? }))
    }

    pub(super) const NOT_KNOWN: &str = "the chance that a counter overflows is known of standard \
                                        and classic filters; leave out --counters or --kind";

    pub(super) fn tell(self, report: &mut Report) {
        let Overflow { chance, of_one, is_counted, .. } = self.overflow;
        let (is, said) = if is_counted {
            ("exact", "the chance that some counter overflows")
        } else {
            ("bounds", "between two bounds: the chance that some counter overflows")
        };
        report.line("overflow", words![&chance, "  ", said]);
        report.line("overflow_of_one", words![&of_one, "  of a given counter"]);
        report.json(
            "counters",
            object! {
                "counter_bits" => self.counter_bits,
                "overflow" => object! { ENDS => chance, "is" => is },
                "overflow_of_one" => of_one,
            },
        );
    }
}

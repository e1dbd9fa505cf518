//! The textbook's filter: its size, the rate it claims, and its actual rate.

use crate::ask::reach::Missed;
use crate::plan::wanted::Wanted;
use crate::report::numbers::quotient;
use crate::{Form, PlanQuestion, RateQuestion};
use urnfield::bloom::Textbook;
use urnfield::{Design, Enclosure, Error, Kind, Load, Rate};
use urnfield_num::until_decided;

/// The textbook's filter, seen closely.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What it proposes.
    pub textbook: Textbook,
    /// The textbook's own formula for the filter it proposes.
    pub claimed: Option<Enclosure>,
    /// The exact rate of a standard filter of that size.
    pub fpr: Option<Enclosure>,
    /// Whether that rate is at most the target; `None` without a target, or where undecided.
    pub keeps_promise: Option<bool>,
}

impl Verdict {
    /// Judges the textbook's filter; `None`, with a note, where it cannot be built.
    pub(super) fn of(
        textbook: Result<Textbook, Error>,
        target: Option<&Rate>,
        form: Form,
        missed: &mut Missed,
    ) -> Result<Option<Verdict>, Error> {
        let built = textbook.and_then(|textbook| {
            let design = Design::new(Kind::Standard, textbook.bits, textbook.hashes)?;
            Ok((textbook, design.holding(textbook.items)?))
        });
        let (textbook, load) = match built {
            Ok(built) => built,
            Err(error) => {
                missed.note("textbook filter", error);
                return Ok(None);
            }
        };
        let claimed = form.certain(&load, |load| load.exponential().map(|found| found.value));
        let claimed = missed.take("claim of the textbook filter", claimed)?;
        let fpr = missed.take("fpr of the textbook filter", form.certain(&load, Load::fpr))?;
        let keeps_promise = match target {
            Some(target) => missed.take("verdict on the textbook filter", keeps(&load, target))?,
            None => None,
        };
        Ok(Some(Verdict { textbook, claimed, fpr, keeps_promise }))
    }

    /// The size in whole bytes.
    pub fn bytes(&self) -> u64 {
        self.textbook.bits.div_ceil(8)
    }

    /// Bits for each item: exact, so that any number of digits is certain.
    pub fn bits_per_item(&self) -> Option<Enclosure> {
        quotient(self.textbook.bits, self.textbook.items, 64)
    }
}

impl PlanQuestion {
    /// What the textbook proposes, with as many hashes as are allowed.
    pub(super) fn textbook(&self, wanted: &Wanted) -> Result<Textbook, Error> {
        let mut found = match wanted {
            Wanted::LeastBits { items, fpr } => Textbook::sizing(*items, fpr),
            Wanted::MostItems { bits, fpr } => Textbook::capacity(*bits, fpr),
            Wanted::BestHashes { bits, items }
            | Wanted::Fits { bits, items, .. }
            | Wanted::Nothing(RateQuestion { bits, items, .. }) => Textbook::tuning(*bits, *items),
        }?;
        let most = self.max_hashes.filter(|most| found.hashes > *most);
        let Some(hashes) = self.hashes.or(most) else { return Ok(found) };
        found.hashes = hashes;
        match wanted {
            Wanted::LeastBits { items, fpr } => {
                let bits = bits_an_item(fpr, hashes).map(|each| each * Enclosure::from(*items));
                found.bits = whole(bits.and_then(|bits| bits.ceiling()))?;
            }
            Wanted::MostItems { bits, fpr } => {
                let items = bits_an_item(fpr, hashes)
                    .and_then(|each| Enclosure::from(*bits).checked_div(&each));
                found.items = whole(items.and_then(|items| items.floor()))?;
            }
            _ => {}
        }
        Ok(found)
    }
}

/// k/−ln(1 − p^(1/k)): where the textbook's rate (1 − e^(−kn/m))^k is p. `None` for no hashes.
fn bits_an_item(fpr: &Rate, hashes: u64) -> Option<Enclosure> {
    const BITS: u64 = 256;
    let hashes = Enclosure::from(hashes);
    let ln = Enclosure::from_rational(fpr.value(), BITS).ln()?;
    let clear = Enclosure::one() - ln.checked_div(&hashes)?.exp();
    hashes.checked_div(&-clear.ln()?)
}

fn whole(found: Option<u64>) -> Result<u64, Error> {
    found.ok_or_else(|| Error::Unreachable {
        what: "the textbook formula needs fewer than 2^63 bits and items, and at least one hash",
        got: "more, or none".into(),
    })
}

/// Whether the rate is at most the target, for certain.
fn keeps(load: &Load, target: &Rate) -> Result<bool, Error> {
    const TRIES: [u64; 3] = [53, 200, 1000];
    let decided = until_decided(TRIES, |bits| {
        let rate = load.precision(bits).fpr()?;
        let keeps = rate.certainly_le(target.value());
        Ok::<_, Error>((keeps || rate.certainly_gt(target.value())).then_some(keeps))
    })?;
    decided.ok_or(Error::Precision {
        what: "whether the textbook filter keeps its promise",
        bits: TRIES[2],
        remedy: "its rate is the target or nearly so",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_obeys_the_hashes_allowed() {
        let fpr: Rate = "1%".parse().expect("a rate");
        let sizing = Wanted::LeastBits { items: 1_000_000, fpr: fpr.clone() };
        let of = |wanted: &Wanted, hashes, max_hashes| {
            let question = PlanQuestion { hashes, max_hashes, ..PlanQuestion::default() };
            let found = question.textbook(wanted)?;
            Ok::<_, Error>((found.bits, found.hashes, found.items))
        };
        assert_eq!(of(&sizing, None, Some(9)), Ok((9_585_059, 7, 1_000_000)));
        // 3/−ln(1 − 0.01^(1/3)) = 12.364166…
        assert_eq!(of(&sizing, None, Some(3)), Ok((12_364_167, 3, 1_000_000)));
        assert_eq!(of(&sizing, Some(3), None), Ok((12_364_167, 3, 1_000_000)));
        let capacity = Wanted::MostItems { bits: 12_364_167, fpr };
        assert_eq!(of(&capacity, Some(3), None), Ok((12_364_167, 3, 1_000_000)));
        let tuning = Wanted::BestHashes { bits: 1000, items: 100 };
        assert_eq!(of(&tuning, None, Some(4)), Ok((1000, 4, 100)));
        assert!(of(&sizing, Some(0), None).is_err());
    }
}

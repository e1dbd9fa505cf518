//! Filters of which each keeps the rate with a confidence, and not only their mean.
//!
//! A filter keeps the rate if no more bits are set than the rate allows. The library finds the
//! smallest size; this file finds the number of items for a size, downward from the plan for the
//! mean. Every answer is certain.

use crate::plan::wanted::Chosen;
use urnfield::{AnyDesign, Design, Error, Plan, Rate, Rational};
use urnfield_num::until_decided;

/// Returns the default confidence: all but one in a million filters keep the rate.
pub fn usual_promise() -> Result<Rate, Error> {
    Ok("0.999999".parse()?)
}

/// A rate, and how surely each single filter is to keep it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise<'a> {
    pub(super) fpr: &'a Rate,
    pub(super) confidence: &'a Rate,
}

impl Promise<'_> {
    /// The most items in a filter with the size and the hashes of the plan for the mean. (Other
    /// hashes may hold a few more where there are few items.)
    pub(super) fn most_items(&self, mean: &Plan) -> Result<Chosen, Error> {
        if *self.confidence.value() < Rational::new(1, 2)? {
            return Err(Error::Domain {
                rule: "a confidence is at least 1/2",
                got: format!("confidence = {}", self.confidence),
            });
        }
        let design = mean.design;
        // More items never make it surer: growing steps down to a number that keeps the promise,
        // or up to one that breaks it, then halves.
        let (mut kept, mut broken) = (0, 1 << 62);
        let (mut at, mut step) = (mean.items, mean.items.isqrt().max(1));
        while broken - kept > 1 {
            at = at.clamp(kept + 1, broken - 1);
            if self.is_kept(design, at)? {
                kept = at
            } else {
                broken = at
            }
            at = match (kept, broken) {
                (0, _) => broken.saturating_sub(step),
                (_, top) if top == 1 << 62 => kept.saturating_add(step),
                _ => kept + (broken - kept) / 2,
            };
            step = step.saturating_mul(2);
        }
        if kept == 0 {
            return Err(Error::Unreachable {
                what: "a filter of that many bits does not keep this promise for even one item",
                got: format!("bits = {} with fpr = {}", design.bits(), self.fpr.value().brief()),
            });
        }
        let ties = vec![design.hashes()];
        Ok(Chosen { design: AnyDesign::Plain(design), items: kept, ties, fpr: None })
    }

    /// Returns whether filters of this design with so many items keep the rate with the confidence.
    pub(super) fn is_kept(&self, design: Design, items: u64) -> Result<bool, Error> {
        const TRIES: [u64; 3] = [53, 160, 640];
        let doubt = self.confidence.complement();
        let load = design.holding(items)?;
        let decided = until_decided(TRIES, |bits| {
            let worse = load.precision(bits).spread()?.above(self.fpr)?;
            let kept = worse.certainly_le(doubt.value());
            Ok::<_, Error>((kept || worse.certainly_gt(doubt.value())).then_some(kept))
        })?;
        decided.ok_or(Error::Precision {
            what: "whether a filter keeps its promise with this confidence",
            bits: TRIES[2],
            remedy: "ask with a slightly different confidence",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Kind;

    #[test]
    fn not_one_item_more_keeps_the_promise() {
        let rate = |text: &str| text.parse::<Rate>().expect("a rate");
        let fpr = rate("1%");
        let confidence = rate("0.999");
        let promise = Promise { fpr: &fpr, confidence: &confidence };
        for (kind, bits) in [(Kind::Standard, 1035), (Kind::Classic, 1034), (Kind::Standard, 20)] {
            let mean = Plan::most_items(kind, bits, &fpr).expect("a plan");
            let most = promise.most_items(&mean).expect("a plan");
            assert_eq!(promise.is_kept(mean.design, most.items), Ok(true));
            assert_eq!(promise.is_kept(mean.design, most.items + 1), Ok(false));
            if bits > 1000 {
                assert_eq!(most.items, 100);
            }
        }
        let evens = rate("0.4");
        let mean = Plan::most_items(Kind::Standard, 1000, &fpr).expect("a plan");
        assert!(Promise { fpr: &fpr, confidence: &evens }.most_items(&mean).is_err());
    }
}

//! Filters that keep their rate themselves, and not only on the average.
//!
//! Whether one does is chance: it happens if no more bits are set than the rate allows. The library
//! finds the smallest size for that where the hashes are open; what is bounded or given besides is
//! found here, upward from the plan for the mean. Every answer is certain to keep its promise.

use super::proposal::Chosen;
use urnfield::bloom::Sizing;
use urnfield::{Design, Error, Kind, Plan, Rate, Rational};
use urnfield_num::until_decided;

/// How surely a filter keeps its own rate where nothing else is said: all but one in a million do.
pub fn usual_promise() -> Result<Rate, Error> {
    "0.999999".parse()
}

/// Which hashes are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    UpTo(u64),
    Only(u64),
}

/// A rate, and how surely each single filter is to keep it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise<'a> {
    pub(super) kind: Kind,
    pub(super) fpr: &'a Rate,
    pub(super) confidence: &'a Rate,
}

impl Promise<'_> {
    /// The smallest filter where the hashes are open; where they are not, the smallest that steps
    /// and halves lead to.
    pub(super) fn smallest(&self, items: u64, allowed: Allowed) -> Result<Chosen, Error> {
        self.check()?;
        let most = match allowed {
            Allowed::Only(hashes) => return self.smallest_with(items, hashes),
            Allowed::UpTo(most) => most,
        };
        let Promise { kind, fpr, confidence } = *self;
        // No item and no hash are refused in the library's words.
        if most == 0 || items == 0 {
            let sizing = Sizing::of_items(kind, items, fpr).at_most_hashes(most);
            return Plan::find(&sizing).map(Chosen::from);
        }
        let open = Plan::find(&Sizing::of_items(kind, items, fpr).with_confidence(confidence))?;
        match open.design.hashes() <= most {
            true => Ok(open.into()),
            // Too few hashes: the more of them, the smaller.
            false => self.smallest_with(items, most),
        }
    }

    fn smallest_with(&self, items: u64, hashes: u64) -> Result<Chosen, Error> {
        let mean = Sizing::of_items(self.kind, items, self.fpr).exactly_hashes(hashes);
        let start = Plan::find(&mean)?.design.bits();
        let least = if self.kind == Kind::Classic { hashes } else { 1 };
        let most = 1 << 63;
        let kept = |bits: u64| self.is_kept(Design::new(self.kind, bits, hashes)?, items);
        let bits = first(start, (least, most), kept)?.ok_or_else(|| Error::Unreachable {
            what: "no filter of up to 2^63 bits keeps this promise with so many hashes",
            got: format!("hashes = {hashes} with items = {items}"),
        })?;
        Ok(Chosen { design: Design::new(self.kind, bits, hashes)?, items, ties: vec![hashes] })
    }

    /// The most items in a filter of this size: of those with the hashes of the plan for the mean,
    /// one more or one less.
    pub(super) fn most_items(&self, bits: u64, allowed: Allowed) -> Result<Chosen, Error> {
        self.check()?;
        let (kind, fpr) = (self.kind, self.fpr);
        let sizing = Sizing::of_bits(kind, bits, fpr);
        let (mean, ties) = match allowed {
            Allowed::Only(k) => (Plan::find(&sizing.exactly_hashes(k))?, k..=k),
            Allowed::UpTo(most) => {
                let mean = Plan::find(&sizing.at_most_hashes(most))?;
                let k = mean.design.hashes();
                (mean, (k - 1).max(1)..=(k + 1).min(most))
            }
        };
        let mut best: Option<Chosen> = None;
        for hashes in ties {
            let Ok(design) = Design::new(kind, bits, hashes) else { continue };
            // More items never make it surer.
            let broken = |items: u64| self.is_kept(design, items).map(|kept| !kept);
            let items = first(mean.items, (1, 1 << 62), broken)?.unwrap_or(1 << 62) - 1;
            if items > best.as_ref().map_or(0, |best| best.items) {
                best = Some(Chosen { design, items, ties: vec![hashes] });
            }
        }
        best.ok_or_else(|| Error::Unreachable {
            what: "a filter of that many bits does not keep this promise for even one item",
            got: format!("bits = {bits} with fpr = {fpr}"),
        })
    }

    /// Whether filters of this design with so many items keep the rate as surely as promised.
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

    fn check(&self) -> Result<(), Error> {
        match *self.confidence.value() < Rational::new(1, 2)? {
            true => Err(Error::Domain {
                rule: "a confidence is at least 1/2",
                got: format!("confidence = {}", self.confidence),
            }),
            false => Ok(()),
        }
    }
}

/// A number in the range that is `reached` while the one before it is not: growing steps from
/// `start`, then halves. The first such number where `reached` never changes back.
fn first(
    start: u64,
    (least, most): (u64, u64),
    mut reached: impl FnMut(u64) -> Result<bool, Error>,
) -> Result<Option<u64>, Error> {
    let start = start.clamp(least, most);
    let mut step = start.isqrt().max(1);
    let (mut below, mut above) = (start, start);
    if reached(start)? {
        loop {
            if above == least {
                return Ok(Some(least));
            }
            below = above.saturating_sub(step).max(least);
            if !reached(below)? {
                break;
            }
            (above, step) = (below, step.saturating_mul(2));
        }
    } else {
        loop {
            if below == most {
                return Ok(None);
            }
            above = below.saturating_add(step).min(most);
            if reached(above)? {
                break;
            }
            (below, step) = (above, step.saturating_mul(2));
        }
    }
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if reached(middle)? { above = middle } else { below = middle }
    }
    Ok(Some(above))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_halves_lead_to_the_first() {
        for wanted in [1, 2, 17, 999, 1000] {
            for start in [1, 5, 500, 1000] {
                let found = first(start, (1, 1000), |x| Ok(x >= wanted));
                assert_eq!(found, Ok(Some(wanted)), "{start}");
            }
        }
        assert_eq!(first(7, (1, 1000), |_| Ok(false)), Ok(None));
    }

    #[test]
    fn given_hashes_cost_bits_and_open_ones_are_the_librarys() {
        let rate = |text: &str| text.parse::<Rate>().expect("a rate");
        let (fpr, confidence) = (rate("1%"), rate("0.999"));
        for kind in [Kind::Standard, Kind::Classic] {
            let promise = Promise { kind, fpr: &fpr, confidence: &confidence };
            let open = promise.smallest(100, Allowed::UpTo(99)).expect("a plan");
            let same = promise.smallest(100, Allowed::Only(open.design.hashes())).expect("a plan");
            let few = promise.smallest(100, Allowed::UpTo(3)).expect("a plan");
            assert!(same.design.bits() >= open.design.bits());
            assert!(same.design.bits() <= open.design.bits() + 2);
            assert!(few.design.hashes() == 3 && few.design.bits() > open.design.bits());
            assert_eq!(promise.is_kept(few.design, 100), Ok(true));
            let most = promise.most_items(open.design.bits(), Allowed::UpTo(99)).expect("a plan");
            assert_eq!(most.items, 100);
        }
    }
}

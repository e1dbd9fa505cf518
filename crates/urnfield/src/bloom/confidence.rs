//! The smallest filter that keeps its promise *itself*, with a stated probability.
//!
//! The chance that a filter's own rate is at most p is P(X ≤ x₀), x₀ = [`Design::most_bits_set`].
//! It is not monotone in m: x₀ moves in steps. But X grows with m (stochastically) and so does x₀,
//! so for all sizes in [a, b] the chance is at most P(X_a ≤ x₀(b)): that excludes whole blocks of
//! smaller sizes, and what remains is looked at one by one.

use super::hashes::{clear_bits_below, median_above};
use super::plan::{Plan, Sought, check_items};
use crate::design::{Design, Kind};
use crate::num::Error;
use crate::num::{Enclosure, Rate, Rational};

struct Promise<'a> {
    kind: Kind,
    items: u64,
    fpr: &'a Rational,
    /// Not below the rate.
    above: f64,
    /// 1 − confidence.
    doubt: Rational,
}

impl Promise<'_> {
    /// The k that can keep the promise at a size in [a, b], as far as cheap bounds tell.
    ///
    /// P(X ≤ x₀) ≥ 1/2 needs x₀ ≥ μ − 1 (the median of a sum of independent indicators is within 1
    /// of its mean), so ((μ_a − 1)/b)^k ≤ p, or with falling factorials; and x₀ ≤ m − 1 needs
    /// E(clear bits) ≥ 1/2, which only smaller k have.
    fn hashes(&self, a: u64, b: u64) -> Vec<u64> {
        let limit = if self.kind == Kind::Classic { b } else { u64::MAX / self.items };
        let saturated = |k: u64| clear_bits_below(self.kind, b, self.items, k) < 0.5;
        let (mut low, mut high) = (1, 1);
        while high < limit && !saturated(high) {
            (low, high) = (high, high.saturating_mul(2).min(limit));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if saturated(middle) { high = middle } else { low = middle }
        }
        let mut found = Vec::new();
        let mut stack = vec![(1, high)];
        while let Some((first, last)) = stack.pop() {
            if median_above(self.kind, (a, b), self.items, (first, last)) > self.above {
                continue;
            }
            if first == last {
                found.push(first);
            } else {
                let middle = first + (last - first) / 2;
                stack.push((middle + 1, last));
                stack.push((first, middle));
            }
        }
        found
    }

    /// The k that keep the promise for sure (a = b), or that no bound excludes on [a, b].
    fn kept(&self, a: u64, b: u64) -> Result<Vec<u64>, Error> {
        let mut kept = Vec::new();
        for k in self.hashes(a, b) {
            if self.kind == Kind::Classic && k > a {
                // No law to bound with: look closer.
                kept.push(k);
                continue;
            }
            let law = Design::new(self.kind, a, k)?.holding(self.items)?.occupancy()?;
            let beyond =
                law.at_least(Design::new(self.kind, b, k)?.most_bits_set(self.fpr)? + 1)?;
            if beyond.certainly_le(&self.doubt) {
                kept.push(k);
            } else if !beyond.certainly_gt(&self.doubt) {
                return Err(Error::Precision {
                    what: "whether a filter keeps its promise with this confidence",
                    bits: 53,
                    remedy: "ask with a slightly different confidence",
                });
            }
        }
        Ok(kept)
    }

    /// The least size in [a, b] that keeps the promise, with its hashes.
    fn least(&self, a: u64, b: u64) -> Result<Option<(u64, Vec<u64>)>, Error> {
        let kept = self.kept(a, b)?;
        if kept.is_empty() {
            return Ok(None);
        }
        if a == b {
            return Ok(Some((a, kept)));
        }
        let middle = a + (b - a) / 2;
        match self.least(a, middle)? {
            Some(found) => Ok(Some(found)),
            None => self.least(middle + 1, b),
        }
    }
}

impl Plan {
    /// The smallest filter whose *own* rate is at most p with probability at least `confidence`
    /// (from 1/2 on), over the random positions of its items.
    ///
    /// Cost: some dozens of tails of the law of the bits set; `TooCostly` beyond its reach.
    ///
    /// ```
    /// use urnfield::{Kind, Plan};
    /// let (fpr, sure) = ("1%".parse()?, "99.9%".parse()?);
    /// let mean = Plan::smallest(Kind::Standard, 100, &fpr)?;
    /// let kept = Plan::smallest_with_confidence(Kind::Standard, 100, &fpr, &sure)?;
    /// assert_eq!((mean.design.bits(), kept.design.bits()), (962, 1035));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn smallest_with_confidence(
        kind: Kind,
        items: u64,
        fpr: &Rate,
        confidence: &Rate,
    ) -> Result<Plan, Error> {
        if *confidence.value() < Rational::new(1, 2)? {
            return Err(Error::domain(
                "a confidence is at least 1/2",
                format!("confidence = {confidence}"),
            ));
        }
        check_items(items)?;
        let promise = Promise {
            kind,
            items,
            fpr: fpr.value(),
            above: Enclosure::from_rational(fpr.value(), 64).hi_f64(),
            doubt: confidence.complement().value().clone(),
        };
        // Upward in blocks of a few percent; the small ones fall to the cheap bounds.
        let mut a = 1u64;
        loop {
            let b = a.saturating_add(a / 64);
            if let Some((bits, hashes)) = promise.least(a, b)? {
                return best_of(kind, bits, items, &hashes);
            }
            if b == u64::MAX {
                return Err(Error::Unreachable {
                    what: "no filter of up to 2^63 bits keeps this promise",
                    got: format!("items = {items} with fpr = {fpr}"),
                });
            }
            a = b + 1;
        }
    }
}

/// Among several k the one whose promise is kept most surely would do; the least rate is what
/// people compare.
fn best_of(kind: Kind, bits: u64, items: u64, hashes: &[u64]) -> Result<Plan, Error> {
    let mut best: Option<Plan> = None;
    for &k in hashes {
        let design = Design::new(kind, bits, k)?;
        let fpr = design.holding(items)?.quick_fpr()?;
        if best.as_ref().is_none_or(|b| fpr.hi_f64() < b.fpr.lo_f64()) {
            best = Some(Plan { design, items, fpr, ties: vec![k], sought: Sought::Confidence });
        }
    }
    best.ok_or(Error::Unreachable {
        what: "no hashes keep this promise",
        got: format!("bits = {bits} with items = {items}"),
    })
}

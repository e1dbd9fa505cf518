//! The smallest filter that meets its target rate *itself* (keeps its promise), with a stated
//! probability.
//!
//! The chance that a filter's own rate is at most p is P(X ≤ x₀), x₀ = [`most_bits_set`]. It is not
//! monotone in m: x₀ moves in steps. But X grows with m (stochastically) and so does x₀, so for all
//! sizes in [a, b] the chance is at most P(X_a ≤ x₀(b)): one tail excludes a block, and a block far
//! below the answer may be long. Near saturation the clear bits say more: m − X grows with m (balls
//! of an urn that is taken away, thrown again, leave no other one clear), and so does m − x₀(m), so
//! the chance is at most P(X_b ≤ b − a + x₀(a)) as well.
//!
//! The search begins at a guess (`promise_guess`, in f64, which decides nothing). It goes up to a
//! size that certainly keeps the promise, and then for each k down to the smallest size, block by
//! block. Cheap bounds exclude sizes far below, and all but a few k.

use crate::bloom::own_rate::most_bits_set::most_bits_set;
use crate::bloom::plan::hash_search::compare_rates;
use crate::bloom::plan::promise_guess::PromiseGuess;
use crate::bloom::plan::sizing::MOST_BITS;
use crate::bloom::rate::cheap_bounds::{clear_bits_upper, median_rate_lower};
use crate::bloom::rate::fpr::quick_fpr;
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use std::cell::Cell;
use urnfield_num::{Enclosure, Rate, Rational, until_decided};

/// More tails than this are refused: about ten seconds.
const MOST_TAILS: u64 = 10_000;

/// More word operations than this are not spent on tails: some seconds.
const MOST_WORK: f64 = 4e9;

/// Word operations of a cell update, in which a law says what it costs.
const CELL_UPDATE: f64 = 3.0;

/// More sizes and hashes than this are not compared with cheap bounds: some seconds.
const MOST_LOOKS: u64 = 1_000_000;

/// With more hashes than this nearly full filters come into question, whose tails take long.
const MOST_HASHES: u64 = 1 << 20;

/// From here on doubles no longer tell sizes apart: blocks are guessed from those before.
const COARSE: u64 = 1 << 50;

/// The promise, and the results of the search so far.
#[derive(Debug)]
pub(crate) struct Promise<'a> {
    kind: Kind,
    items: u64,
    fpr: &'a Rational,
    /// An upper bound of the rate.
    fpr_upper: f64,
    /// 1 − confidence.
    doubt: Rational,
    guess: PromiseGuess,
    /// The least and the greatest k allowed.
    allowed: (u64, u64),
    /// All smaller sizes are saturated whatever k is.
    least: u64,
    /// The smallest size known to keep the promise, and the k for which it does.
    kept: Option<(u64, Vec<u64>)>,
    tails: u64,
    /// About how many word operations they took.
    work: f64,
    /// How often cheap bounds were asked.
    looks: Cell<u64>,
}

impl<'a> Promise<'a> {
    pub(crate) fn new(
        kind: Kind,
        items: u64,
        fpr: &'a Rate,
        confidence: &Rate,
        allowed: (u64, u64),
    ) -> Promise<'a> {
        let fpr = fpr.value();
        let doubt = confidence.complement().value().clone();
        let mut promise = Promise {
            kind,
            items,
            fpr,
            fpr_upper: Enclosure::from_rational(fpr, 64).hi_f64(),
            guess: PromiseGuess::new(kind, items, fpr, &doubt),
            allowed,
            doubt,
            least: 1,
            kept: None,
            tails: 0,
            work: 0.0,
            looks: Cell::new(0),
        };
        // P(X ≤ m − 1) ≤ E(clear bits), which rises with m and falls with k.
        let (mut low, mut high) = (0, MOST_BITS);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if promise.saturated(middle, 1) { low = middle } else { high = middle }
        }
        promise.least = high;
        promise
    }

    /// Returns whether a filter of at most m bits with at least k hashes has a clear bit with a
    /// probability below one half: it breaks every promise.
    fn saturated(&self, m: u64, k: u64) -> bool {
        clear_bits_upper(self.kind, m, self.items, k) < 0.5
    }

    /// Returns whether cheap bounds exclude all sizes in [a, b] for all hashes in the range: P(X ≤
    /// x₀) ≥ 1/2 needs x₀ ≥ μ − 1 (the median of a sum of independent indicators is within 1 of its
    /// mean), so ((μ_a − 1)/b)^k ≤ p, or with falling factorials.
    fn cheaply_excluded(&self, sizes: (u64, u64), hashes: (u64, u64)) -> bool {
        self.looks.set(self.looks.get() + 1);
        median_rate_lower(self.kind, sizes, self.items, hashes) > self.fpr_upper
    }

    /// Returns the smallest size that is a valid design with k hashes and is not saturated.
    fn least(&self, k: u64) -> u64 {
        if self.kind == Kind::Classic { self.least.max(k) } else { self.least }
    }

    /// Goes down from b as far as cheap bounds exclude: all sizes above the result, up to b, are
    /// excluded for all these hashes. `None` where all sizes are excluded.
    fn cheaply_down(&self, mut b: u64, hashes: (u64, u64)) -> Result<Option<u64>, Error> {
        let least = self.least(hashes.0);
        while b >= least && !self.saturated(b, hashes.0) {
            // Before the first look, because ranges that bounds do not exclude are halved again.
            if self.looks.get() > MOST_LOOKS {
                return Err(Error::TooCostly {
                    what: "the smallest filter with this confidence",
                    needs: self.looks.get().into(),
                    unit: "comparisons with bounds".into(),
                    limit: MOST_LOOKS.into(),
                    remedy: "ask for the mean over filters",
                });
            }
            if !self.cheaply_excluded((b, b), hashes) {
                return Ok(Some(b));
            }
            // The longest block that is excluded, among a few.
            let mut a = (b / 2).max(least);
            while a < b && !self.cheaply_excluded((a, b), hashes) {
                a += (b - a).div_ceil(2);
            }
            b = a - 1;
        }
        Ok(None)
    }

    /// Returns whether a size in [a, b] can keep the promise with k hashes, by the better of the
    /// two bounds; for a = b whether the size keeps it.
    fn can_keep(&mut self, a: u64, b: u64, k: u64) -> Result<bool, Error> {
        // Tails of the largest laws take ten times as long.
        self.tails += if b > COARSE { 10 } else { 1 };
        if self.tails > MOST_TAILS {
            return Err(Error::TooCostly {
                what: "the smallest filter with this confidence",
                needs: self.tails as u128,
                unit: "tails of the law of the bits set".into(),
                limit: MOST_TAILS as u128,
                remedy: "ask for a larger rate, or for the mean over filters",
            });
        }
        let mut size = a;
        let mut most = self.most_bits_set(b, k)?;
        if a < b {
            // The second bound is the better one where x₀ grows faster than the clear bits do.
            let least = self.most_bits_set(a, k)?;
            let clear = (b - a) as f64 * self.guess.clear_bits_per_bit(a, k);
            if clear < (most - least) as f64 {
                (size, most) = (b, least + (b - a));
            }
        }
        let law = Design::new(self.kind, size, k)?.holding(self.items)?.occupancy()?;
        self.work += law.cost() * CELL_UPDATE;
        if self.work > MOST_WORK {
            return Err(Error::TooCostly {
                what: "the smallest filter with this confidence",
                needs: self.work as u128,
                unit: "word operations".into(),
                limit: MOST_WORK as u128,
                remedy: "ask for a larger rate, or for the mean over filters",
            });
        }
        let decided = until_decided([53, 160, 640], |bits| {
            let beyond = law.clone().precision(bits).at_least(most + 1)?;
            self.guess.learn((size, k), most, &beyond);
            let kept = beyond.certainly_le(&self.doubt);
            let broken = beyond.certainly_gt(&self.doubt);
            Ok::<_, Error>((kept || broken).then_some(kept))
        })?;
        let kept = decided.ok_or(Error::Precision {
            what: "whether a filter keeps its promise with this confidence",
            bits: 640,
            remedy: "ask with a slightly different confidence",
        })?;
        if kept && a == b {
            self.note(a, k);
        }
        Ok(kept)
    }

    fn most_bits_set(&self, m: u64, k: u64) -> Result<u64, Error> {
        most_bits_set(Design::new(self.kind, m, k)?, self.fpr)
    }

    /// Notes that m bits keep the promise with k hashes.
    fn note(&mut self, m: u64, k: u64) {
        match &mut self.kept {
            Some((size, hashes)) if *size == m => {
                if !hashes.contains(&k) {
                    hashes.push(k);
                }
            }
            Some((size, _)) if *size < m => {}
            _ => self.kept = Some((m, vec![k])),
        }
    }

    /// Returns whether m is the smallest size known to keep the promise, with these hashes among
    /// others.
    fn kept_at(&self, m: u64, k: u64) -> bool {
        self.kept.as_ref().is_some_and(|(size, hashes)| *size == m && hashes.contains(&k))
    }

    /// Finds some size that keeps the promise, near the smallest size if the guess is good.
    fn some_size(&mut self) -> Result<u64, Error> {
        let k = self.guess.hashes(self.allowed);
        if k > MOST_HASHES {
            return Err(Error::TooCostly {
                what: "the smallest filter with this confidence",
                needs: k as u128,
                unit: "hashes".into(),
                limit: MOST_HASHES as u128,
                remedy: "ask with fewer hashes, or for the mean over filters",
            });
        }
        let mut m = self.guess.first_kept(k, self.least(k)).min(MOST_BITS);
        let mut step = 1u64;
        // Every tail improves the guess.
        while !self.can_keep(m, m, k)? {
            if m >= MOST_BITS {
                return Err(Error::Unreachable {
                    what: "no filter of up to 2^63 bits keeps this promise",
                    got: format!("items = {} with fpr = {}", self.items, self.fpr.brief()),
                });
            }
            m = self.guess.first_kept(k, m.saturating_add(step)).min(MOST_BITS);
            step = step.saturating_mul(2);
        }
        loop {
            let lower = self.guess.first_kept(k, self.least(k));
            if step > 1 || lower >= m || !self.can_keep(lower, lower, k)? {
                return Ok(m);
            }
            m = lower;
        }
    }

    /// Excludes or tries every size up to the smallest known size, for all k.
    fn settle(&mut self, size: u64) -> Result<(), Error> {
        let limit = if self.kind == Kind::Classic { size } else { u64::MAX / self.items };
        let first = self.allowed.0;
        let limit = limit.min(self.allowed.1);
        if first > limit {
            return Ok(());
        }
        // From `last` on every k is saturated, or not allowed.
        let mut last = first;
        while last < limit && !self.saturated(size, last) {
            last = last.saturating_mul(2).min(limit);
        }
        let mut open = Vec::new();
        let mut stack = vec![(first, last)];
        while let Some((first, last)) = stack.pop() {
            let Some(b) = self.cheaply_down(size, (first, last))? else { continue };
            if first == last {
                open.push((first, b));
            } else {
                let middle = first + (last - first) / 2;
                stack.push((middle + 1, last));
                stack.push((first, middle));
            }
        }
        // The k that are likely to need the fewest bits come first: they lower the limit for the
        // others.
        open.sort_by_key(|&(k, _)| (self.guess.bits(k), k));
        for (k, b) in open {
            self.down(k, b)?;
        }
        Ok(())
    }

    /// Excludes or finds every size up to b, and up to the smallest known size, for one k.
    fn down(&mut self, k: u64, b: u64) -> Result<(), Error> {
        let least = self.least(k);
        let mut b = self.kept.as_ref().map_or(b, |(size, _)| b.min(*size));
        if self.kept_at(b, k) {
            b -= 1;
        }
        // How many sizes in a row were found to be kept, and excluded at once.
        let (mut found, mut excluded) = (0u32, 0u64);
        while let Some(next) = self.cheaply_down(b, (k, k))? {
            b = next;
            let mut a = if b > COARSE {
                b.saturating_sub(excluded.saturating_mul(3)).max(least)
            } else {
                self.guess.block(least, (b, k), self.most_bits_set(b, k)?)
            };
            while self.can_keep(a, b, k)? && a < b {
                a += (b - a).div_ceil(2);
            }
            excluded = b - a + 1;
            if self.kept_at(b, k) {
                (found, excluded) = (found + 1, 0);
                // Where the guess was far too high, sizes are not tried one by one.
                let lower = b.saturating_sub(1 << found.min(62)).max(least);
                if found > 3 && lower < b {
                    if self.can_keep(lower, lower, k)? {
                        a = lower + 1;
                    } else {
                        found -= 2;
                    }
                }
            }
            b = a - 1;
        }
        Ok(())
    }

    /// Finds the smallest filter that keeps the promise, and its rate. Of several k the k with the
    /// least rate is chosen.
    ///
    /// Cost: about a dozen tails of the law of the bits set, some milliseconds; more for small
    /// filters, where more hashes come into question.
    pub(crate) fn smallest(mut self) -> Result<(Design, Enclosure), Error> {
        let size = self.some_size()?;
        self.settle(size)?;
        let (bits, mut hashes) = self.kept.take().unwrap_or_default();
        hashes.sort_unstable();
        let mut best: Option<(Design, Enclosure)> = None;
        for &k in &hashes {
            let design = Design::new(self.kind, bits, k)?;
            let fpr = quick_fpr(&design.holding(self.items)?)?;
            let better = match &best {
                None => true,
                Some((other, rate)) => {
                    let other = (*other, rate);
                    compare_rates((design, &fpr), other, self.items, Patience::Search)?.is_lt()
                }
            };
            if better {
                best = Some((design, fpr));
            }
        }
        best.ok_or_else(|| Error::Unreachable {
            what: "no hashes keep this promise",
            got: format!("items = {} with fpr = {}", self.items, self.fpr.brief()),
        })
    }
}

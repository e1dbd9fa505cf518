//! The smallest filter with double hashing that keeps a rate.
//!
//! The rate need not fall with m: a size with many small divisors has more steps of small order. So
//! there is no bisection. Sizes are multiples of 64, as libraries take them, and each is checked:
//!
//! **Theorem (states).** A filter of m bits with the mean rate f for n items has m ≥ n·log2(1/f).
//!
//! *Proof.* Let the n items be a uniform set of u keys. The m bits, and which n of the keys that
//! they accept it is, name the set: log2 C(u, n) ≤ m + E log2 C(A, n), A the number of accepted
//! keys. With u → ∞, A/u → R, the own rate, and so n·E log2(1/R) ≤ m; log2(1/x) is convex (Jensen).
//! ∎
//!
//! So no size below n·log2(1/p) is checked. Where there are too many sizes above it, a size is
//! searched upwards from the plan for independent positions, and the answer says that smaller sizes
//! are not excluded.

use crate::bloom::double::hashing::DoubleHashing;
use crate::bloom::double::rates::{DoubleRates, cells};
use crate::bloom::double::steps::Steps;
use crate::bloom::plan::plans::Plan;
use crate::design::plain::Kind;
use crate::error::Error;
use urnfield_num::{Enclosure, Rate, until_decided};

/// Sizes are multiples of this.
const WORD: u64 = 64;

/// A search over so many cells of subsets takes some ten seconds.
const MOST_CELLS: u128 = 1 << 32;

/// A filter with double hashing for a rate.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DoublePlan {
    /// The filter; its size is a multiple of 64.
    pub design: DoubleHashing,
    /// How many items it is for.
    pub items: u64,
    /// Its mean rate.
    pub fpr: Enclosure,
    /// The numbers of hashes that were tried, first and last.
    pub tried: (u64, u64),
    /// Whether every smaller multiple of 64 is proved to miss the rate with every such number of
    /// hashes. Else the size was found by a search upwards, and a smaller one may do.
    pub is_smallest: bool,
}

impl DoublePlan {
    /// The numbers of hashes that are tried, unless others are asked for.
    pub const USUAL_HASHES: (u64, u64) = (1, 16);

    /// Returns the smallest multiple of 64 bits with which some number of hashes, from the first to
    /// the last of `hashes`, keeps the mean rate, and the best of these numbers; where that takes
    /// too long, a filter that keeps the rate.
    ///
    /// ```
    /// use urnfield::bloom::double::{DoublePlan, Steps};
    /// let plan = DoublePlan::find(Steps::All, 50, &"1%".parse()?, (1, 16))?;
    /// assert!(plan.is_smallest && plan.fpr.certainly_le(&"1/100".parse()?));
    /// assert_eq!((plan.design.bits(), plan.design.hashes()), (512, 6));
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn find(
        steps: Steps,
        items: u64,
        fpr: &Rate,
        hashes: (u64, u64),
    ) -> Result<DoublePlan, Error> {
        if items == 0 || hashes.0 == 0 || hashes.0 > hashes.1 {
            let got = format!("items = {items} with hashes from {} to {}", hashes.0, hashes.1);
            return Err(Error::domain("a plan needs at least one item and one hash", got));
        }
        let sought = Sought { steps, items, fpr, hashes };
        match sought.smallest()? {
            Some(plan) => Ok(plan),
            None => sought.upwards(),
        }
    }
}

/// What is to be found.
struct Sought<'a> {
    steps: Steps,
    items: u64,
    fpr: &'a Rate,
    hashes: (u64, u64),
}

impl Sought<'_> {
    fn out_of_range(&self) -> Error {
        Error::Unreachable {
            what: "no filter of fewer than 2^64 bits is known to keep that rate",
            got: format!("items = {} with fpr = {}", self.items, self.fpr),
        }
    }

    /// Checks all sizes from the theorem's bound on; `None` where they are too many.
    fn smallest(&self) -> Result<Option<DoublePlan>, Error> {
        let mut bits = self.least_states()?.next_multiple_of(WORD);
        let mut spent = 0;
        loop {
            for hashes in self.hashes.0..=self.hashes.1 {
                let found = DoubleHashing::new(self.steps, bits, hashes).and_then(|d| cells(&d));
                match found {
                    Ok(cells) => spent += cells,
                    Err(Error::TooCostly { .. }) => return Ok(None),
                    Err(error) => return Err(error),
                }
            }
            if spent > MOST_CELLS {
                return Ok(None);
            }
            if let Some((design, fpr)) = self.best(bits, self.hashes.0..=self.hashes.1)? {
                return Ok(Some(self.plan(design, fpr, true)));
            }
            bits += WORD;
        }
    }

    /// Returns ⌈n·log2(1/p)⌉, or something less.
    fn least_states(&self) -> Result<u64, Error> {
        let log2 = |value: &Enclosure| value.ln();
        let cost = log2(&Enclosure::from(self.fpr.value()));
        let two = log2(&Enclosure::from(&2.into()));
        let each = cost.zip(two).and_then(|(cost, two)| (-&cost).checked_div(&two));
        let bits = each.map(|each| &each * &Enclosure::from(&self.items.into()));
        // The lower end, because the product may be a whole number, which no enclosure decides.
        bits.map(|bits| bits.lo_f64().floor() as u64)
            .filter(|&bits| bits < 1 << 62)
            .map(|bits| bits.max(1))
            .ok_or_else(|| self.out_of_range())
    }

    /// Returns the number of hashes with the least rate, if it keeps the rate.
    fn best(
        &self,
        bits: u64,
        hashes: impl Iterator<Item = u64>,
    ) -> Result<Option<(DoubleHashing, Enclosure)>, Error> {
        let mut best: Option<(DoubleHashing, Enclosure)> = None;
        for hashes in hashes {
            let design = DoubleHashing::new(self.steps, bits, hashes)?;
            let rates = design.rates()?;
            let kept = until_decided([64, 256, 1024], |precision| {
                let rate = rates.fpr_to(self.items, precision)?;
                let kept = rate.certainly_le(self.fpr.value());
                let is_decided = kept || rate.certainly_gt(self.fpr.value());
                Ok::<_, Error>(is_decided.then_some(kept.then_some(rate)))
            })?;
            // Where no enclosure decides, the rate is p itself, mostly; a fraction does.
            let rate = kept.map_or_else(|| self.kept_exactly(&rates), Ok)?;
            let is_less = |rate: &Enclosure| {
                best.as_ref().is_none_or(|(_, least)| rate.nearest_f64() < least.nearest_f64())
            };
            if let Some(rate) = rate.filter(is_less) {
                best = Some((design, rate));
            }
        }
        Ok(best)
    }

    /// Returns the rate if it is at most p, by its exact fraction.
    fn kept_exactly(&self, rates: &DoubleRates) -> Result<Option<Enclosure>, Error> {
        let exact = rates.fpr_exact(self.items)?;
        Ok((exact <= *self.fpr.value()).then(|| Enclosure::from_rational(&exact, 64)))
    }

    /// Searches upwards from the plan for independent positions, in growing steps.
    fn upwards(&self) -> Result<DoublePlan, Error> {
        let start = Plan::smallest(Kind::Standard, self.items, self.fpr)?.design;
        let hashes = start.hashes().clamp(self.hashes.0, self.hashes.1);
        let mut bits = start.bits().next_multiple_of(WORD);
        let mut step = WORD;
        while bits < 1 << 62 {
            let near = (hashes - 1).max(self.hashes.0)..=(hashes + 1).min(self.hashes.1);
            if let Some((design, fpr)) = self.best(bits, near)? {
                return Ok(self.plan(design, fpr, false));
            }
            bits += step;
            step += (step / 2).next_multiple_of(WORD);
        }
        Err(self.out_of_range())
    }

    fn plan(&self, design: DoubleHashing, fpr: Enclosure, is_smallest: bool) -> DoublePlan {
        DoublePlan { design, items: self.items, fpr, tried: self.hashes, is_smallest }
    }
}

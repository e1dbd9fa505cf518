//! Chains of filters: how large each generation is, and the rate of all together. Like `for_items`
//! this knows both halves: [`Chain`] holds the bits, [`bloom`](crate::bloom) the law.

use crate::bloom::own_rate::chain::{ChainBudget, joint_fpr, joint_fpr_bound, keys_met};
use crate::chain::Chain;
use crate::chain::day::Period;
use crate::chain::generation::{Generation, generation_seed};
use crate::chain::summary::{ChainSummary, GenerationSummary};
use crate::filter::Filter;
use crate::filter::hash::digester::{Hashed, Hashing};
use crate::sizing::for_items::{FilterOptions, Guarantee};
use urnfield_num::{Enclosure, Error, Rate, Rational, until_decided};

/// What a [`Chain`] is planned for.
///
/// ```
/// use urnfield::ChainOptions;
/// use urnfield::chain::Period;
/// // A week of days, a million keys a day, one wrong "seen" in a thousand.
/// let options = ChainOptions {
///     keep: Some(7),
///     every: Some(Period::Day),
///     ..ChainOptions::new(1_000_000, "0.1%")?
/// };
/// assert_eq!(options.capacity(3)?, 1_000_000);
/// // Without `keep` sizes double.
/// assert_eq!(ChainOptions::new(1_000, 0.01)?.capacity(3)?, 8_000);
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainOptions {
    /// How many keys fill a generation; without `keep` the first one.
    pub items: u64,
    /// The highest rate of all generations together.
    pub fpr: Rate,
    /// The kind, the seed or the key, and the guarantee. Every generation has a seed of its own,
    /// which follows from this one; keyed generations share their key.
    pub filter: FilterOptions,
    /// How many generations there are at most: beyond them the oldest is dropped. `None` for a
    /// chain that grows.
    pub keep: Option<u64>,
    /// Begin a generation when the date in UTC changes, and not only when one is full. Only with
    /// `keep`.
    pub every: Option<Period>,
}

/// With more generations a manifest would be longer than readers take.
const MOST_KEPT: u64 = 10_000;

impl ChainOptions {
    /// Returns the options of a chain that grows, for so many items in its first generation.
    pub fn new(
        items: u64,
        fpr: impl TryInto<Rate, Error: Into<Error>>,
    ) -> Result<ChainOptions, Error> {
        let (fpr, filter) = (fpr.try_into().map_err(Into::into)?, FilterOptions::default());
        Ok(ChainOptions { items, fpr, filter, keep: None, every: None })
    }

    /// How many keys fill a generation, counted from 0.
    pub fn capacity(&self, generation: u64) -> Result<u64, Error> {
        ChainOptions::capacity_of(self.items, self.keep, generation)
    }

    pub(crate) fn capacity_of(
        items: u64,
        keep: Option<u64>,
        generation: u64,
    ) -> Result<u64, Error> {
        if keep.is_some() {
            return Ok(items);
        }
        let size = u32::try_from(generation).ok().and_then(|doubled| 1_u64.checked_shl(doubled));
        size.and_then(|size| items.checked_mul(size)).ok_or_else(|| {
            Error::domain(
                "a generation holds fewer than 2^64 keys",
                format!("{items} doubled {generation} times"),
            )
        })
    }

    /// Refuses what no chain can be made for.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.items == 0 {
            return Err(Error::domain("a generation holds at least one key", "items = 0"));
        }
        if self.every.is_some() && self.keep.is_none() {
            return Err(Error::domain(
                "a chain that begins a generation every day or week keeps a number of them",
                "no number",
            ));
        }
        if let Some(keep) = self.keep
            && keep > MOST_KEPT
        {
            return Err(Error::domain(
                "a chain keeps at most 10000 generations",
                format!("keep = {keep}"),
            ));
        }
        self.budget().map(|_| ())
    }

    fn budget(&self) -> Result<ChainBudget, Error> {
        let doubt = self.doubt()?;
        match self.keep {
            Some(keep) => ChainBudget::keeping(keep, &self.fpr, &doubt),
            None => Ok(ChainBudget::growing(&self.fpr, &doubt)),
        }
    }

    /// The probability that the promise is broken; that of false positives beyond what is spared,
    /// where only the mean is promised.
    fn doubt(&self) -> Result<Rate, Error> {
        match &self.filter.guarantee {
            Guarantee::ThisFilter { confidence } => Ok(confidence.complement()),
            Guarantee::Mean => "1e-6".parse(),
        }
    }

    /// The empty filter of a generation. Those of a chain that keeps a number of them differ in
    /// their seed only, so that an older one spares the search for the size.
    pub(crate) fn generation(&self, number: u64, older: Option<&Filter>) -> Result<Filter, Error> {
        let hashing = match &self.filter.hashing {
            Hashing::Seed(seed) => Hashing::Seed(generation_seed(*seed, number)),
            key => key.clone(),
        };
        if let (Some(older), Some(_)) = (older, self.keep) {
            let filter = Filter::new(older.design(), hashing)?;
            return Ok(filter.with_planned_items(older.planned_items()));
        }
        let share = self.budget()?.share(number)?;
        let half = Rate::new(share.doubt.value() * &Rational::new(1, 2)?)?;
        let taken = match self.filter.hashing {
            Hashing::Seed(_) => &share.fpr,
            // The digest of a key is the same in every generation.
            _ => &self.fpr,
        };
        let items = keys_met(self.capacity(number)?, taken, &half)?;
        let guarantee = match self.filter.guarantee {
            Guarantee::ThisFilter { .. } => Guarantee::ThisFilter { confidence: half.complement() },
            Guarantee::Mean => Guarantee::Mean,
        };
        let FilterOptions { kind, lines, .. } = self.filter;
        Filter::for_items_with(items, share.fpr, &FilterOptions { kind, lines, hashing, guarantee })
    }
}

/// The rate of all generations of a chain together.
#[derive(Debug, Clone)]
pub struct ChainRate {
    /// The probability that a key which is in none of them passes at least one.
    pub fpr: Enclosure,
    /// The probability is at most that. Generations with the same secret key are not independent.
    pub is_bound: bool,
}

impl Chain {
    /// This chain's own rate of false positives: 1 − ∏(1 − R_i), where R_i is the rate of a
    /// generation given its bits, or Σ R_i, a bound, for a keyed chain.
    ///
    /// Cost: one pass over the bits of every generation.
    pub fn own_fpr(&self) -> Result<ChainRate, Error> {
        self.own_fpr_to(64)
    }

    /// [`Chain::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<ChainRate, Error> {
        let own = |generation: &Generation| generation.filter().own_fpr_to(precision + SPARE);
        let rates = self.generations().iter().map(own).collect::<Result<Vec<_>, _>>()?;
        Ok(ChainRate::of(&rates, self.hashed()))
    }

    /// Whether the rate of all generations together is at most what was asked; `None` where that is
    /// not known, because it is the bound that exceeds it or the two cannot be told apart.
    pub fn keeps_promise(&self) -> Result<Option<bool>, Error> {
        kept(&self.options().fpr, |bits| self.own_fpr_to(bits))
    }
}

impl ChainSummary {
    /// The rate of the chain in these files, as [`Chain::own_fpr`].
    pub fn own_fpr(&self) -> Result<ChainRate, Error> {
        self.own_fpr_to(64)
    }

    /// [`ChainSummary::own_fpr`] with at least so many certain bits.
    pub fn own_fpr_to(&self, precision: u64) -> Result<ChainRate, Error> {
        let own = |generation: &GenerationSummary| generation.filter.own_fpr_to(precision + SPARE);
        let rates = self.generations.iter().map(own).collect::<Result<Vec<_>, _>>()?;
        Ok(ChainRate::of(&rates, self.hashed))
    }

    /// Whether the rate is at most what was asked, as [`Chain::keeps_promise`].
    pub fn keeps_promise(&self) -> Result<Option<bool>, Error> {
        kept(&self.fpr, |bits| self.own_fpr_to(bits))
    }
}

impl ChainRate {
    fn of(rates: &[Enclosure], hashed: Hashed) -> ChainRate {
        let is_bound = matches!(hashed, Hashed::KeyCheck(_)) && rates.len() > 1;
        let fpr = if is_bound { joint_fpr_bound(rates) } else { joint_fpr(rates) };
        ChainRate { fpr, is_bound }
    }
}

fn kept(
    asked: &Rate,
    rate: impl Fn(u64) -> Result<ChainRate, Error>,
) -> Result<Option<bool>, Error> {
    until_decided([64, 256, 1024, 4096], |bits| {
        let ChainRate { fpr, is_bound } = rate(bits)?;
        let kept = fpr.certainly_le(asked.value());
        Ok((kept || fpr.certainly_gt(asked.value()) && !is_bound).then_some(kept))
    })
}

/// Bits that a product or sum of at most 2^20 rates may lose.
const SPARE: u64 = 64;

//! [`ChainOptions`]: how large each generation of a chain is. Like `for_items` this knows both
//! halves of the library: filters, and in [`bloom`](crate::bloom) the law.

use crate::bloom::own_rate::chain::{ChainBudget, keys_met};
use crate::chain::day::Period;
use crate::chain::generation::generation_seed;
use crate::error::Error;
use crate::filter::bloom_filter::Filter;
use crate::filter::hash::digester::Hashing;
use crate::sizing::for_items::{FilterOptions, Guarantee};
use urnfield_num::{Rate, Rational};

/// What a [`Chain`](crate::chain::Chain) is planned for.
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
        let fpr = fpr.try_into().map_err(Into::into)?;
        let filter = FilterOptions::default();
        Ok(ChainOptions { items, fpr, filter, keep: None, every: None })
    }

    /// Returns how many keys fill a generation, counted from 0.
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
            Guarantee::Mean => Ok("1e-6".parse()?),
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

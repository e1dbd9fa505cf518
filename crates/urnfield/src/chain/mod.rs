//! Chains: filters of "seen" keys that rotate, expire or grow, in a folder of `.urn` files.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`Chain`]: its generations, and when one begins |
//! | `options` | [`ChainOptions`]: the size of each generation, and the rate of all of them |
//! | `generation` | [`Generation`]: one filter, and what is known of it |
//! | `asking` | single questions and batches: every generation until one says yes |
//! | `inserting` | keys into the last generation, those that are in any left out |
//! | `day` | `Day` and `Period`: dates in UTC |
//! | `manifest` | the text that names the files, and every check of it |
//! | `folder` | a chain in its folder: created, read |
//! | `summary` | `ChainSummary`: what the files say, without a key |
//! | `update` | `ChainUpdate`: one writer, complete or not at all |

pub use crate::chain::day::{Day, Period};
pub use crate::chain::generation::{Generation, generation_seed};
pub use crate::chain::options::{ChainOptions, ChainRate};
pub use crate::chain::summary::{ChainSummary, GenerationSummary};
pub use crate::chain::update::ChainUpdate;

pub(crate) mod asking;
pub(crate) mod day;
pub(crate) mod folder;
pub(crate) mod generation;
pub(crate) mod inserting;
pub(crate) mod manifest;
pub(crate) mod options;
pub(crate) mod summary;
pub(crate) mod update;

use crate::chain::generation::kinds_of;
use crate::filter::hash::digester::{Digester, Hashed};
use crate::filter::hash::key_kinds::KeyKinds;
use std::fmt;
use urnfield_num::{Enclosure, Error};

/// A chain of filters, called generations: keys go into the last one, and a key is in the chain if
/// it is in any of them.
///
/// A generation begins when the one before is full, or when the date changes
/// ([`Period`]). With [`ChainOptions::keep`] the oldest is then dropped, and its keys are
/// forgotten; without it the chain grows, each generation twice as large as the one before. A key
/// lives from when it was first seen: as long as it is in the chain it does not go in again.
///
/// All generations together keep the rate that was asked, at any moment, with the probability that
/// the options say.
///
/// ```
/// use urnfield::chain::{Chain, Day};
/// use urnfield::ChainOptions;
/// let options = ChainOptions { keep: Some(2), ..ChainOptions::new(100, "1%")? };
/// let mut chain = Chain::new(&options, Day::today())?;
/// for key in 0..250_u32 {
///     chain.insert(key.to_le_bytes())?;
/// }
/// assert_eq!(chain.generations().len(), 2);
/// assert!(chain.contains(249_u32.to_le_bytes())); // in the last generation
/// assert!(chain.own_fpr()?.fpr.certainly_le(options.fpr.value()));
/// # Ok::<(), urnfield::Error>(())
/// ```
///
/// In a folder it is a manifest and one `.urn` file for each generation:
///
/// ```
/// use urnfield::chain::{Chain, Day};
/// use urnfield::ChainOptions;
/// # let seen = std::env::temp_dir().join(format!("urnfield-chain-{}", std::process::id()));
/// # /*
/// let seen = "seen.d";
/// # */
/// Chain::create(&seen, &ChainOptions::new(1_000, "0.1%")?)?;
/// // Locked until it is saved; nothing in the folder changes before.
/// let mut update = Chain::update(&seen, None, Day::today())?;
/// assert!(update.insert("amphora")?);
/// assert!(!update.insert("amphora")?);
/// update.save()?;
/// // Whoever reads has the chain as it was last saved.
/// assert!(Chain::open(&seen, None)?.contains("amphora"));
/// # std::fs::remove_dir_all(&seen).unwrap();
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Clone)]
pub struct Chain {
    options: ChainOptions,
    digester: Digester,
    /// The oldest first.
    generations: Vec<Generation>,
    /// How many were ever begun, which is the number of the next one.
    begun: u64,
    today: Day,
    /// The highest rate that the chain had when a generation was dropped, since it was made or
    /// read.
    highest: Option<Enclosure>,
}

impl Chain {
    /// An empty chain in memory. Its first generation begins with its first key.
    pub fn new(options: &ChainOptions, today: Day) -> Result<Chain, Error> {
        options.check()?;
        let digester = Digester::new(options.filter.hashing.clone());
        let (options, generations) = (options.clone(), Vec::new());
        Ok(Chain { options, digester, generations, begun: 0, today, highest: None })
    }

    /// What it is planned for.
    pub fn options(&self) -> &ChainOptions {
        &self.options
    }

    /// Its generations, the oldest first.
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    /// What may be told of its hashing: the seed that those of its generations follow from, or the
    /// check of their key.
    pub fn hashed(&self) -> Hashed {
        self.digester.hashed()
    }

    /// Which kinds of keys its generations hold, as
    /// [`Filter::key_kinds`](crate::Filter::key_kinds): unknown where those of one that holds keys
    /// are.
    pub fn key_kinds(&self) -> KeyKinds {
        let kinds = |generation: &Generation| (generation.items, generation.filter.key_kinds());
        kinds_of(self.generations.iter().map(kinds))
    }

    /// Tells the chain that the day is this one. Where its period is over, a generation begins; a
    /// day before that of the last generation begins none.
    pub fn turn_to(&mut self, today: Day) -> Result<(), Error> {
        self.today = today;
        let (Some(every), Some(last)) = (self.options.every, self.generations.last()) else {
            return Ok(());
        };
        if today.is_after(last.begun(), every) {
            self.begin()?;
        }
        Ok(())
    }

    /// The highest rate that this chain had since it was made or read: when a generation was
    /// dropped, or now.
    pub fn highest_fpr(&self) -> Result<Enclosure, Error> {
        let now = self.own_fpr()?.fpr;
        Ok(self.highest.as_ref().map_or(now.clone(), |highest| highest.max(&now)))
    }

    /// Begins a generation, and drops the oldest beyond those that are kept.
    fn begin(&mut self) -> Result<(), Error> {
        let number = self.begun;
        let capacity = self.options.capacity(number)?;
        let older = self.generations.last().map(Generation::filter);
        let filter = self.options.generation(number, older)?;
        let keep = self.options.keep.unwrap_or(u64::MAX);
        if self.generations.len() as u64 >= keep {
            self.highest = Some(self.highest_fpr()?);
            self.generations.remove(0);
        }
        self.generations.push(Generation::begun_on(self.today, number, capacity, filter));
        self.begun = number + 1;
        Ok(())
    }

    /// How many more keys the last generation takes: none where there is none.
    fn room(&self) -> u64 {
        self.generations.last().map_or(0, Generation::room)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chain")
            .field("options", &self.options)
            .field("generations", &self.generations)
            .field("begun", &self.begun)
            .finish_non_exhaustive()
    }
}

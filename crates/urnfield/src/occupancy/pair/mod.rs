//! Two lists of one population that need not be independent: odds ratios, their exact intervals,
//! and power.
//!
//! A name that is on one list is on the other with odds that are ω times as high as for a name that
//! is not. Then P_ω(X = y) is proportional to C(a,y)·C(m−a, b−y)·ω^y (Fisher's noncentral
//! hypergeometric law); ω = 1 is chance. P_ω(X ≥ x) and E_ω X rise with ω, as the ratio of two such
//! laws is a power of ω^y, so that each of them passes a level once.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | [`PairOfLists`]: stating the question |
//! | `tilted` | sums of the weights at given odds |
//! | `root` | where something that rises with the odds passes zero, with evidence on both sides |
//! | `guess` | where to look first, in f64 |
//! | `effect` | the odds ratio, its interval, and that of the fold |
//! | `power` | the chance of an overlap at given odds |

pub(crate) mod effect;
pub(crate) mod guess;
pub(crate) mod power;
pub(crate) mod root;
pub(crate) mod tilted;

use crate::error::Error;
use crate::occupancy::law::occupancy::DEFAULT_PRECISION;

/// Two lists of one population that may depend on each other.
///
/// ```
/// use urnfield::occupancy::{PairOfLists, Point};
/// // Eight cups of tea, four of them with the milk first; three of those were told right.
/// let tea = PairOfLists::new(8, [4, 4])?;
/// let Point::Value(odds) = tea.odds_ratio(3)? else { unreachable!("neither none nor all") };
/// assert_eq!(format!("{odds:.7}"), "6.408320"); // ω⁴ = 36ω² + 32ω + 3
/// let effect = tea.intervals(3, &"95%".parse()?)?;
/// assert_eq!(format!("{:.7}", effect.odds.lo), "0.2117356");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairOfLists {
    /// The population.
    m: u64,
    /// The shorter list.
    a: u64,
    /// The longer one.
    b: u64,
    /// Certain bits asked for.
    precision: u64,
}

impl PairOfLists {
    /// Two lists of these sizes out of a population.
    pub fn new(population: u64, sizes: [u64; 2]) -> Result<PairOfLists, Error> {
        let [a, b] = [sizes[0].min(sizes[1]), sizes[0].max(sizes[1])];
        if b > population {
            return Err(Error::domain(
                "a list has at most as many members as the population",
                format!("size = {b} with population = {population}"),
            ));
        }
        Ok(PairOfLists { m: population, a, b, precision: DEFAULT_PRECISION })
    }

    /// Asks for answers with at least `bits` certain bits.
    pub fn precision(mut self, bits: u64) -> PairOfLists {
        self.precision = bits.clamp(FEWEST_BITS, MOST_BITS);
        self
    }

    /// The least and the greatest overlap.
    pub fn support(&self) -> (u64, u64) {
        ((self.a).saturating_sub(self.m - self.b), self.a)
    }

    /// Numerator and denominator of P(y + 1)/P(y) at odds 1, for y below the greatest overlap.
    fn ratio_parts(&self, y: u64) -> ((u64, u64), (u64, u64)) {
        ((self.a - y, self.b - y), (y + 1, (self.m - self.a) - (self.b - y) + 1))
    }

    fn check(&self, x: u64) -> Result<(), Error> {
        let (least, most) = self.support();
        if (least..=most).contains(&x) {
            return Ok(());
        }
        Err(Error::domain(
            "lists share no more names than the shorter one has, and no fewer than must be in \
             both",
            format!("overlap = {x} with sizes {} and {} of {}", self.a, self.b, self.m),
        ))
    }
}

/// The fewest bits that are computed. Ends of intervals are rounded outward, so few digits need
/// few bits.
const FEWEST_BITS: u64 = 20;

/// The most bits that are computed.
const MOST_BITS: u64 = 1 << 13;

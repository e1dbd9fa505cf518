//! Chains: several filters that together keep one rate, whatever their number.
//!
//! Theorem. If P(R_i > p_i) ≤ δ_i when generation i is full, Σ p_i ≤ p and Σ δ_i ≤ δ over the
//! generations that are there, then with probability 1 − δ the rate of all together is at most p,
//! however full they are.
//! Proof. R_i does not fall as bits are set, 1 − ∏(1 − R_i) ≤ Σ R_i, and the union bound. ∎
//!
//! A generation is full when n keys have set bits in it. By then it has met more than n different
//! keys: keys that it took for its own set no bit, but they bear on which bits the other keys set.
//! So it is sized for n + s keys.
//!
//! Proposition. Let R be the rate with n + s keys, P(R > p) ≤ δ/2, and P(Bin(n + s, p) > s) ≤ δ/2.
//! Then the rate of the filter when n keys have set bits is above p with probability at most δ.
//! Proof. Where R ≤ p, each of the first n + s keys is taken for one of the filter's own with
//! probability at most p, given those before. More than s of them are so with probability at most
//! δ/2. Otherwise n of them have set bits, the filter is full, and its rate is at most R. ∎
//!
//! With a secret key, generations have the same positions for a key where their designs agree, and
//! a key reaches one only if the older ones have not taken it: its positions are not uniform. There
//! n + s counts all new keys, those that any generation takes included. While all rates together
//! are at most the chain's p, each of them is taken with probability at most p, so s is sought for
//! that p. The bits of the keys that get through are some of those that all n + s would set, whose
//! positions are uniform.

use crate::error::Error;
use urnfield_num::{Enclosure, Rate, Rational};

/// The budget of a chain: how much of its rate, and of the probability to exceed it, each
/// generation may use.
///
/// A chain that keeps K generations gives each p/K and δ/K. One that grows gives generation i, from
/// 0 on, p·(1 − r)·rⁱ with r = 0.8 and δ/2ⁱ⁺¹, which sum to p and δ over all generations.
///
/// ```
/// use urnfield::bloom::ChainBudget;
/// let (p, doubt) = ("1%".parse()?, "1e-6".parse()?);
/// let week = ChainBudget::keeping(7, &p, &doubt)?;
/// assert_eq!(week.share(12)?.fpr.to_string(), "1/700");
/// let growing = ChainBudget::growing(&p, &doubt);
/// assert_eq!(growing.share(0)?.fpr.to_string(), "1/500");
/// assert_eq!(growing.share(2)?.fpr.to_string(), "4/3125"); // 1 % · 0.2 · 0.8²
/// assert_eq!(growing.share(2)?.doubt.to_string(), "1/8000000");
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainBudget {
    fpr: Rational,
    doubt: Rational,
    /// `None` where the chain grows.
    keep: Option<u64>,
}

/// The share of one generation in the budget of its chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationShare {
    /// The highest rate that the generation may have.
    pub fpr: Rate,
    /// The probability that its own rate is higher when the generation is full.
    pub doubt: Rate,
}

impl ChainBudget {
    /// Returns the budget of a chain of at most so many generations.
    pub fn keeping(keep: u64, fpr: &Rate, doubt: &Rate) -> Result<ChainBudget, Error> {
        if keep == 0 {
            return Err(Error::domain("a chain keeps at least one generation", "keep = 0"));
        }
        Ok(ChainBudget { keep: Some(keep), ..ChainBudget::growing(fpr, doubt) })
    }

    /// Returns the budget of a chain that grows without end.
    pub fn growing(fpr: &Rate, doubt: &Rate) -> ChainBudget {
        ChainBudget { fpr: fpr.value().clone(), doubt: doubt.value().clone(), keep: None }
    }

    /// Returns the share of a generation, counted from 0.
    pub fn share(&self, generation: u64) -> Result<GenerationShare, Error> {
        let (of_fpr, of_doubt) = match self.keep {
            Some(keep) => {
                let share = Rational::one()
                    .checked_div(&Rational::from(keep))
                    .unwrap_or_else(Rational::one);
                (share.clone(), share)
            }
            None => {
                let number = exponent(generation)?;
                let ratio = Rational::new(4, 5)?;
                let fpr = &ratio.complement() * &ratio.pow(number);
                (fpr, Rational::new(1, 2)?.pow(number + 1))
            }
        };
        Ok(GenerationShare {
            fpr: Rate::new(&self.fpr * &of_fpr)?,
            doubt: Rate::new(&self.doubt * &of_doubt)?,
        })
    }
}

/// Checks the number of a generation of a chain that grows. Sizes double, so a few dozen are
/// enough.
fn exponent(generation: u64) -> Result<u32, Error> {
    const MOST: u64 = 64;
    if generation >= MOST {
        return Err(Error::domain(
            "a chain that grows has at most 64 generations",
            format!("generation = {generation}"),
        ));
    }
    Ok(generation as u32)
}

/// Returns the probability 1 − ∏(1 − R_i) that a key which is in no filter passes at least one:
/// exact for filters with independent positions, as different seeds give.
///
/// ```
/// use urnfield::Enclosure;
/// use urnfield::bloom::joint_fpr;
/// let rates = ["1/2", "1/3"].map(|rate| Enclosure::from(&rate.parse().expect("a number")));
/// assert_eq!(joint_fpr(&rates).exact().unwrap().to_string(), "2/3");
/// ```
pub fn joint_fpr<'a>(rates: impl IntoIterator<Item = &'a Enclosure>) -> Enclosure {
    // Sums of positive terms only: no digit of a small rate is lost.
    rates.into_iter().fold(Enclosure::zero(), |joint, rate| &joint + &(&joint.complement() * rate))
}

/// Returns min(1, Σ R_i), an upper bound of [`joint_fpr`] that needs no independence.
///
/// ```
/// use urnfield::Enclosure;
/// use urnfield::bloom::joint_fpr_bound;
/// let rates = ["1/2", "1/3"].map(|rate| Enclosure::from(&rate.parse().expect("a number")));
/// assert_eq!(joint_fpr_bound(&rates).exact().unwrap().to_string(), "5/6");
/// ```
pub fn joint_fpr_bound<'a>(rates: impl IntoIterator<Item = &'a Enclosure>) -> Enclosure {
    let sum = rates.into_iter().fold(Enclosure::zero(), |sum, rate| &sum + rate);
    sum.min(&Enclosure::one())
}

/// Returns n + s, the different keys that a filter may meet until n = `items` of them have set
/// bits: more than s of n + s keys are false positives with probability at most `doubt`, if each is
/// with probability at most p.
///
/// Formula: Bernstein's inequality, P(Bin(N, p) ≥ Np + t) ≤ exp(−t²/(2(Np + t/3))).
///
/// ```
/// use urnfield::bloom::keys_met;
/// // 1000 false positives are expected, and five standard deviations more are allowed for.
/// assert_eq!(keys_met(1_000_000, &"0.1%".parse()?, &"1e-6".parse()?)?, 1_001_173);
/// # Ok::<(), urnfield::Error>(())
/// ```
pub fn keys_met(items: u64, fpr: &Rate, doubt: &Rate) -> Result<u64, Error> {
    let too_many = || {
        Error::domain("a filter is planned for fewer than 2^64 items", format!("items = {items}"))
    };
    // −ln δ, rounded up to a whole number.
    let log = Enclosure::from(doubt.value()).ln().and_then(|ln| (-&ln).ceiling());
    let log = Rational::from(log.ok_or_else(too_many)?);
    let enough = |spare: u64| -> Option<bool> {
        let mean = &Rational::from(items.checked_add(spare)?) * fpr.value();
        let beyond = &Rational::from(spare.checked_add(1)?) - &mean;
        if beyond <= Rational::zero() {
            return Some(false);
        }
        let three = Rational::from(3);
        let needed = &(&Rational::from(2) * &log) * &(&(&three * &mean) + &beyond);
        Some(&three * &beyond.pow(2) >= needed)
    };
    let mut high = 1;
    while !enough(high).ok_or_else(too_many)? {
        high = high.checked_mul(2).ok_or_else(too_many)?;
    }
    let mut low = 0;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle).ok_or_else(too_many)? { high = middle } else { low = middle }
    }
    items.checked_add(high).ok_or_else(too_many)
}

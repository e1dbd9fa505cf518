//! [`ParquetRule`]: how the programs that write Parquet files size a filter. They share one
//! formula, round it in several ways, and some cap it without a warning.
//!
//! The rules are read from the sources of the programs and tested against the programs themselves
//! (`crates/urnfield-python/tests`). All start from the same number,
//!
//! ```text
//! ⌊m⌋, m = −8n/ln(1 − p^(1/8)),
//! ```
//!
//! which they compute in doubles. Here m is enclosed; a size is refused where doubles may round it
//! to the other side of a power of two.

use crate::bloom::blocked::block_terms::law_of;
use crate::bloom::blocked::load::BlockedLoad;
use crate::bloom::plan::sizing::check_items;
use crate::bloom::rate::fpr::RateOrComplement;
use crate::design::blocked::Blocked;
use crate::error::Error;
use urnfield_num::{Rate, Real, until_decided};

/// A rule by which programs that write Parquet files size a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParquetRule {
    /// parquet-mr that knows the number of values (`parquet.bloom.filter.expected.ndv`): ⌊m⌋ + 255
    /// bits without the bit of weight 256, in whole bytes, up to a power of two.
    Mr,
    /// parquet-mr's adaptive filters: the cap and its half, quarter, eighth and sixteenth are
    /// filled side by side, and the smallest one that was made for as many values is written.
    MrAdaptive,
    /// parquet-mr without the number of values: the cap.
    MrUntold,
    /// Arrow C++ (pyarrow): ⌊m⌋ bits, up to a power of two; folded in half as long as the share of
    /// bits set, to the power of eight, is at most p.
    ArrowCpp,
    /// The `parquet` crate (arrow-rs, DataFusion): ⌊⌊m⌋/8⌋ bytes, up to a power of two; folded as
    /// in Arrow C++.
    ArrowRs,
    /// DuckDB: ⌊m/8⌋ bytes, up to a power of two, never folded.
    DuckDb,
}

/// The filter that a program makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFilter {
    /// The filter.
    pub design: Blocked,
    /// Whether it would be larger without the cap.
    pub capped: bool,
    /// Whether the filter may also have half the size, as chance in the bits decides. Where this is
    /// false, less than one filter in a million has it.
    pub may_be_half: bool,
}

/// The least filter: one block.
const LEAST_BYTES: u64 = 32;

/// Sizes in bits are cut here, far above every cap.
const MOST_BITS: u64 = 1 << 40;

/// parquet-mr's adaptive filters try numbers of values in these steps.
const STEP: u64 = 500;

/// parquet-mr's default number of adaptive filters.
const CANDIDATES: u32 = 5;

impl ParquetRule {
    /// Every rule.
    pub const ALL: [ParquetRule; 6] = [
        ParquetRule::Mr,
        ParquetRule::MrAdaptive,
        ParquetRule::MrUntold,
        ParquetRule::ArrowCpp,
        ParquetRule::ArrowRs,
        ParquetRule::DuckDb,
    ];

    /// Returns the filter that a program makes for so many distinct values of a column chunk at
    /// that rate, if its filters have at most `cap` bytes, a power of two from 32 on.
    ///
    /// ```
    /// use urnfield::bloom::blocked::ParquetRule;
    /// let fpr = "1%".parse()?;
    /// let made = ParquetRule::Mr.filter(1_000_000, &fpr, 1 << 20)?; // Spark's default cap
    /// assert!(made.capped && made.design.bits() / 8 == 1 << 20);
    /// assert_eq!(format!("{:.3}", made.design.holding(1_000_000).fpr()?), "0.0273"); // 2.7 times
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn filter(self, items: u64, fpr: &Rate, cap: u64) -> Result<WrittenFilter, Error> {
        check_items(items)?;
        if !cap.is_power_of_two() || cap < LEAST_BYTES {
            return Err(Error::domain(
                "the cap of a Parquet writer is modelled for powers of two from 32 bytes on",
                format!("{cap} bytes"),
            ));
        }
        let (bytes, capped) = match self {
            ParquetRule::MrUntold => (cap, false),
            ParquetRule::MrAdaptive => return adaptive(items, fpr, cap),
            ParquetRule::Mr => sized(items, fpr, |bits| power(mr_bytes(bits)), cap)?,
            ParquetRule::ArrowCpp => sized(items, fpr, |bits| power(bits.div_ceil(8)), cap)?,
            ParquetRule::ArrowRs | ParquetRule::DuckDb => {
                sized(items, fpr, |bits| power(bits / 8), cap)?
            }
        };
        let design = Blocked::parquet(bytes / LEAST_BYTES)?;
        let folds = matches!(self, ParquetRule::ArrowCpp | ParquetRule::ArrowRs);
        let may_be_half = folds && may_fold(&design.holding(items), fpr);
        Ok(WrittenFilter { design, capped, may_be_half })
    }
}

/// Returns the least power of two that is at least so many bytes and at least one block.
fn power(bytes: u64) -> u64 {
    bytes.max(LEAST_BYTES).next_power_of_two()
}

/// Returns parquet-mr's size in bytes before it is rounded up. It should round bits up to whole
/// blocks, but clears the bit of weight 256 instead of all bits below it.
fn mr_bytes(bits: u64) -> u64 {
    /// Above this its sizes do not grow.
    const MOST: u64 = 1 << 30;
    ((bits.min(MOST) + 255) & !256) / 8
}

/// Returns the formula's size, rounded by the rule and cut at the cap, and whether it was cut.
fn sized(
    items: u64,
    fpr: &Rate,
    round: impl Fn(u64) -> u64,
    cap: u64,
) -> Result<(u64, bool), Error> {
    /// Doubles lose at most this over r(1 − r) of m, r = p^(1/8): the power and 1 − r are rounded,
    /// and a logarithm and a quotient by a few units each.
    const SLACK: f64 = 1.0 / (1u64 << 45) as f64;
    let found = until_decided([4, 8, 32], |words| {
        let root = Real::from_rational(fpr.value(), words).ln().shift(-3).exp();
        let edge = root.enclosure();
        let edge = edge.lo_f64() * edge.complement().lo_f64();
        let bits = Real::from_u64(items, words).shift(3).div(&root.negated().log1p());
        let bits = bits.negated().enclosure();
        let slack = (SLACK / edge).min(0.5);
        let lo = bits.lo_f64() * (1.0 - slack);
        let hi = bits.hi_f64() * (1.0 + slack);
        let [lo, hi] = [lo, hi].map(|end| (end as u64).min(MOST_BITS));
        let cut = |bits| (round(bits).min(cap), round(bits) > cap);
        let first = cut(lo);
        // Rules are not monotone over single blocks, so all sizes of a narrow range are tried.
        let all_the_same = match hi - lo {
            0..=16 => (lo..=hi).all(|bits| cut(bits) == first),
            _ => cut(hi) == first,
        };
        Ok::<_, Error>(all_the_same.then_some(first))
    })?;
    found.ok_or(Error::Precision {
        what: "the size that a writer computes",
        bits: 2048,
        remedy: "ask for a slightly different rate",
    })
}

/// Returns the smallest candidate that was made for at least as many values as came.
fn adaptive(items: u64, fpr: &Rate, cap: u64) -> Result<WrittenFilter, Error> {
    let of = |counted: u64| -> Result<(u64, bool), Error> {
        let steps = counted.div_ceil(STEP).max(1) * STEP;
        let (needed, _) = sized(steps, fpr, mr_bytes, MOST_BITS)?;
        let candidates = (0..CANDIDATES).rev().map(|halved| cap >> halved);
        let large = candidates.filter(|bytes| *bytes >= LEAST_BYTES).find(|bytes| *bytes > needed);
        Ok((large.unwrap_or(cap), large.is_none()))
    };
    let (bytes, capped) = of(items)?;
    let design = Blocked::parquet(bytes / LEAST_BYTES)?;
    // Only values are counted that the largest candidate does not seem to hold yet, so some of the
    // first n are missed: on average at most n times its rate, and hardly ever more than twice that
    // and 50.
    let largest = law_of(&Blocked::parquet(cap / LEAST_BYTES)?)?;
    let rate = |n: u64| largest.side(n, RateOrComplement::Rate, 53);
    let (mut n, mut counted) = (items, 0);
    while n > counted {
        let missed = 2.0 * rate(n)?.hi_f64() * n as f64;
        counted = counted.max(n.saturating_sub((missed as u64).saturating_add(50)));
        n /= 2;
    }
    let (fewest, _) = of(counted)?;
    Ok(WrittenFilter { design, capped, may_be_half: fewest < bytes })
}

/// Returns whether a filter of this load may be folded in half for that rate.
///
/// Arrow's test is f ≤ p^(1/8) for the fill 1 − (1 − x)² after a fold, x the share of bits set: so
/// x ≤ t = 1 − √(1 − p^(1/8)). Then one of the eight words of all blocks has at most that share.
/// Word by word the bits set are n balls in u = m/8 urns, a sum of independent indicators (Vatutin
/// and Mikhailov), and Bernstein's bound says P(X ≤ μ − d) ≤ e^(−d²/(2V + 2d/3)). For d² ≥ 32(V +
/// d/3) the eight together have at most 8·e^−16, less than one in a million.
fn may_fold(load: &BlockedLoad, fpr: &Rate) -> bool {
    const WORDS: usize = 8;
    let BlockedLoad { design, items, .. } = *load;
    if design.blocks() == 1 {
        return false;
    }
    let urns = design.bits() / design.hashes();
    let one = Real::from_u64(1, WORDS);
    let all = Real::from_u64(urns, WORDS);
    let root = Real::from_rational(fpr.value(), WORDS).ln().shift(-3).exp();
    let most_clear = root.negated().log1p().shift(-1).exp().mul(&all);
    let clear = one.sub(&Real::from_ratio(1, urns, WORDS)).pow(items).mul(&all);
    // The clear bits fall short of the number that a fold needs by d.
    let distance = most_clear.sub(&clear);
    let pairs = one.sub(&Real::from_ratio(2, urns, WORDS)).pow(items);
    let variance = pairs.mul(&all).mul_word(urns - 1).add(&clear).sub(&clear.mul(&clear));
    let square = distance.mul(&distance);
    let needed = variance.add(&distance.div_word(3)).shift(5);
    let far = distance.enclosure().certainly_gt(&urnfield_num::Rational::zero())
        && square.sub(&needed).enclosure().certainly_ge(&urnfield_num::Rational::zero());
    !far
}

impl Blocked {
    /// Returns the filter that Arrow C++ makes for so many values at that rate, before it folds:
    /// −8n/ln(1 − p^(1/8)) bits, rounded up to a power of two, from 32 bytes to 128 MiB. Other
    /// writers have other caps: [`ParquetRule::filter`].
    ///
    /// ```
    /// use urnfield::Blocked;
    /// let written = Blocked::parquet_as_written(1_000_000, &"0.001".parse()?)?;
    /// assert_eq!(written.bits() / 8, 2_097_152);
    /// assert_eq!(format!("{:.4}", written.holding(1_000_000).fpr()?), "0.001035"); // missed
    /// # Ok::<(), urnfield::Error>(())
    /// ```
    pub fn parquet_as_written(items: u64, fpr: &Rate) -> Result<Blocked, Error> {
        Ok(ParquetRule::ArrowCpp.filter(items, fpr, 1 << 27)?.design)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parquet_mr_clears_one_bit_and_not_eight() {
        // Up to eight bits above a power of two are lost, and up to 247 below one are doubled.
        let sizes = [
            (1, 32),
            (256, 32),
            (264, 64),
            (265, 128),
            (520, 64),
            (521, 128),
            (776, 128),
            (777, 256),
            (4096 - 248, 512),
            (4096 - 247, 1024),
            (4096 + 8, 512),
            (4096 + 9, 1024),
            (1 << 40, 1 << 28),
        ];
        for (bits, bytes) in sizes {
            assert_eq!(power(mr_bytes(bits)), bytes, "{bits}");
        }
    }

    #[test]
    fn a_size_at_the_edge_of_doubles_is_refused() {
        let fpr: Rate = "0.5".parse().expect("a rate");
        let edge = |round: fn(u64) -> u64| sized(1000, &fpr, round, MOST_BITS);
        assert!(edge(|bits| bits).is_ok());
        // A rate so small that doubles lose a millionth of 1 − p^(1/8).
        let tiny: Rate = "1e-60".parse().expect("a rate");
        assert!(sized(1000, &tiny, |bits| bits, MOST_BITS).is_err());
        assert_eq!(sized(1_000_000, &tiny, power, 1 << 20).map(|(bytes, _)| bytes), Ok(1 << 20));
    }
}

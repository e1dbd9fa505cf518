//! Efficiency ε = (n/m)·log2(1/f): how many bits of cut-down a filter gives per bit it takes.

use crate::bloom::load::Load;
use crate::bloom::rate::fpr::{fpr_within, one_minus_fpr};
use crate::bloom::rate::route::Patience;
use crate::design::plain::{Design, Kind};
use crate::error::Error;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use urnfield_num::combinatorics::binomial;
use urnfield_num::{Enclosure, Real};

/// Returns ε of a load; refused where its rate would take longer than that.
pub(crate) fn efficiency(load: &Load, patience: Patience) -> Result<Enclosure, Error> {
    let longer = load.precision(load.precision + 16);
    let rate = fpr_within(&longer, patience)?;
    cut_down(load.items, load.design.bits(), &rate, || one_minus_fpr(&longer), load.precision)
}

/// Returns (n/m)·log2(1/f) for a rate f, with `less` = 1 − f for rates near 1; both have 16 bits
/// more than `precision`.
pub(crate) fn cut_down(
    items: u64,
    bits: u64,
    rate: &Enclosure,
    less: impl FnOnce() -> Result<Enclosure, Error>,
    precision: u64,
) -> Result<Enclosure, Error> {
    if items == 0 || rate.exact().is_some_and(|f| *f == urnfield_num::Rational::one()) {
        return Ok(Enclosure::zero());
    }
    let words = (precision / 64 + 3) as usize;
    let scale = |log: Real| log.div(&Real::ln2(words)).mul_word(items).div_word(bits);
    // Near 1 the logarithm comes from 1 − f.
    if rate.lo_f64() > 0.5 {
        let [low, high] = less()?.reals(words);
        let log = |less: &Real| scale(less.clone().negated().log1p().negated());
        return Ok(Enclosure::between(&log(&low), &log(&high)));
    }
    let [low, high] = rate.reals(words);
    Ok(Enclosure::between(&scale(high.ln().negated()), &scale(low.ln().negated())))
}

/// Returns ⌈log2 C(m,k)⌉ and log2 C(m,k)/⌈log2 C(m,k)⌉.
pub(crate) fn compressed_item(design: Design) -> Result<(u64, Enclosure), Error> {
    let m = design.bits();
    let k = design.hashes();
    if design.kind() != Kind::Classic || m > 100_000 {
        return Err(Error::domain(
            "a compressed item needs a classic filter of at most 100000 bits",
            format!("{} with bits = {m}", design.kind()),
        ));
    }
    let ways = binomial(m, k);
    if ways == UBig::ONE {
        return Ok((0, Enclosure::zero()));
    }
    let bits = (&ways - UBig::ONE).bit_len() as u64;
    let log = Real::from_big(&ways, 0, 4).ln().div(&Real::ln2(4));
    Ok((bits, log.div_word(bits).enclosure()))
}

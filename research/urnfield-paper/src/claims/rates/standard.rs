//! Section 3: rates of standard filters.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, right};
use crate::claims::models::{exact_rate, load, loads, rate};
use crate::formulas::balls;
use crate::formulas::exact::{Exact, choose, falling, ratio, sign, signed, stirling_row, whole};
use crate::formulas::table::Law;
use urnfield::{Design, Enclosure, Error, Kind};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("subsec:false-positive/rate", chance_of_a_query),
    right("subsec:standard-false-positive/given", given),
    right("eq:bloom-false-positive", by_law),
    right("eq:standard-fp-in-m", by_stirling),
    misprinted("eqn:standard-bloom-recurrence", recurrence),
    right("eqn:standard-bloom-recurrence/identity", identity),
    right("thm:new-false-positive", double_sum),
    right("eqn:standard-bloom-fp", double_sum),
    right("eq:fp-occupy-moments", by_differences),
    conditional("eq:taylors-series-estimate", taylor),
    right("eqn:standard-fp-lower-bound", bounds),
    right("eqn:exp-fp-lower-bound", bounds),
    right("eqn:exp-fp-lower-bound/chain", bounds),
];

/// The law of the bits set, ball by ball.
fn law(m: u64, n: u64, k: u64) -> Law {
    Law(balls::law_by_recurrence(m, n * k))
}

/// Every query counted: m^k of them, those that hit set bits only.
fn chance_of_a_query(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in (1..=5u64).flat_map(|m| (1..=4u64).map(move |k| (m, k))) {
        for set in 0..=m {
            let passing = (0..m.pow(k as u32))
                .filter(|query| (0..k).all(|i| query / m.pow(i as u32) % m < set))
                .count() as u64;
            let counted = ratio(passing, m.pow(k as u32));
            let form = if set == 0 { whole(0) } else { ratio(set, m).pow(k) };
            e.same(&counted, &form, || format!("m = {m}, k = {k}, {set} bits"));
        }
    }
    Ok(())
}

fn given(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in [(5u64, 2u64), (7, 9), (64, 3), (100, 20)] {
        for set in (1..=m).step_by(3) {
            let answer = Design::new(Kind::Standard, m, k)?.fpr_given(set)?;
            e.encloses(&answer, &ratio(set, m).pow(k), || format!("m = {m}, k = {k}, {set}"));
        }
    }
    chance_of_a_query(e)
}

fn by(e: &mut Evidence, form: impl Fn(u64, u64, u64) -> Exact) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let truth = exact_rate(Kind::Standard, m, n, k)?;
        e.same(&form(m, n, k), &truth, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn by_law(e: &mut Evidence) -> Result<(), Error> {
    by(e, |m, n, k| law(m, n, k).raw(k) / whole(m).pow(k))
}

fn by_stirling(e: &mut Evidence) -> Result<(), Error> {
    by(e, |m, n, k| {
        let row = stirling_row(n * k);
        let sum: Exact = (1..=m)
            .filter_map(|i| Some(row.get(i as usize)? * falling(&whole(m), i) * whole(i).pow(k)))
            .sum();
        sum / whole(m).pow((n + 1) * k)
    })
}

/// ψ(h,s) = ψ(h−1,s) − clear(h,s)·ψ(h−1,s−1), ψ(0,·) = 1.
pub(super) fn psi(h: u64, s: u64, clear: &dyn Fn(u64, u64) -> Exact) -> Exact {
    if h == 0 {
        return whole(1);
    }
    let kept = psi(h - 1, s, clear);
    let factor = clear(h, s);
    if factor.is_zero() { kept } else { kept - factor * psi(h - 1, s - 1, clear) }
}

/// B8: the exponent is kn + h − 1.
fn recurrence(e: &mut Evidence) -> Result<(), Error> {
    let with = |m: u64, n: u64, k: u64, shift: u64| {
        psi(k, m, &|h, s| (whole(1) - ratio(1, s)).pow(k * n + h + shift - 1))
    };
    e.differs("m = 2, n = k = 1", &with(2, 1, 1, 2), &exact_rate(Kind::Standard, 2, 1, 1)?);
    by(e, |m, n, k| with(m, n, k, 0))
}

fn identity(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let fewer = |r: u64| Law(balls::law_by_recurrence(m - 1, n * k)).raw(r);
        let all = law(m, n, k);
        let left = all.raw(k) / whole(m).pow(k);
        let right = all.raw(k + 1) / whole(m).pow(k + 1)
            + (whole(1) - ratio(1, m)).pow(n * k + k) * fewer(k) / whole(m - 1).pow(k);
        e.same(&left, &right, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn double_sum(e: &mut Evidence) -> Result<(), Error> {
    by(e, |m, n, k| {
        let inner = |i: u64| -> Exact {
            (0..=i).map(|j| sign(j) * choose(i, j) * signed(m as i64 - j as i64).pow(n * k)).sum()
        };
        let terms = (0..=k.min(m)).zip(stirling_row(k));
        let sum: Exact = terms.map(|(i, s)| s * falling(&whole(m), i) * inner(i)).sum();
        sum / whole(m).pow((n + 1) * k)
    })?;
    // Also for k > m.
    let truth = exact_rate(Kind::Standard, 3, 2, 5)?;
    e.same(&(law(3, 2, 5).raw(5) / whole(3).pow(5)), &truth, || "m = 3, n = 2, k = 5".into());
    Ok(())
}

fn by_differences(e: &mut Evidence) -> Result<(), Error> {
    by(e, |m, n, k| balls::raw_by_differences(m, n * k, k) / whole(m).pow(k))
}

/// B20: close only while k²/m is small.
fn taylor(e: &mut Evidence) -> Result<(), Error> {
    let relative = |m, n, k| -> Result<f64, Error> {
        let estimate = load(Kind::Standard, m, n, k)?.taylor()?.value;
        Ok(estimate.lo_f64() / rate(Kind::Standard, m, n, k)?.lo_f64() - 1.0)
    };
    let far = relative(1024, 5, 133)?;
    e.fails(far < -0.7, format!("m = 1024, n = 5, k = 133: {:.0} % off", 100.0 * far));
    for (m, n, k, most) in [(100, 20, 4, 2e-5), (10_000, 1000, 7, 1e-7), (1000, 20, 34, 0.012)] {
        let off = relative(m, n, k)?;
        e.holds(off.abs() < most, || format!("m = {m}, n = {n}, k = {k}: {off}"));
    }
    // φ(μ) + σ²φ''(μ)/2 in fractions.
    for (m, n, k) in loads().into_iter().filter(|(_, _, k)| *k >= 2) {
        let mu = balls::mean(m, n * k);
        let var = balls::variance(m, n * k);
        let form = mu.pow(k) / whole(m).pow(k)
            + var / whole(2) * whole(k * (k - 1)) * mu.pow(k - 2) / whole(m).pow(k);
        let answer = load(Kind::Standard, m, n, k)?.taylor()?.value;
        e.encloses(&answer, &form, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

/// E ≤ M ≤ f_S, and M = f_S for one hash.
fn bounds(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let load = load(Kind::Standard, m, n, k)?;
        let mean: Exact = (whole(1) - ratio(m - 1, m).pow(n * k)).pow(k);
        let truth = exact_rate(Kind::Standard, m, n, k)?;
        let what = || format!("m = {m}, n = {n}, k = {k}");
        e.holds(if k == 1 { mean == truth } else { mean < truth }, what);
        e.encloses(&load.independent()?.value, &mean, what);
        let exponential: Enclosure = load.exponential()?.value;
        e.holds(exponential.certainly_lt(&mean.0), what);
    }
    Ok(())
}

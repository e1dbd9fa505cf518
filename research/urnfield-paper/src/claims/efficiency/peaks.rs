//! Section 4: peaks and maxima, compressed filters.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models::{best, exact_rate, load, peak};
use crate::formulas::exact::{Exact, choose, whole};
use crate::formulas::table::Law;
use crate::formulas::{balls, outcomes};
use std::cmp::Ordering;
use std::f64::consts::LN_2;
use urnfield::bloom::Peak;
use urnfield::{Design, Error, Kind};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("thm:decreasing-efficiency", falls_at_fixed_balls),
    right("eq:false-positive-power", power_means),
    right("eq:holders-inequality", power_means),
    refuted("thm:decreasing-efficiency/equality", equality),
    right("thm:decreasing-efficiency/proof", falls_at_fixed_balls),
    right("fig:standard-efficiency", standard_figure),
    conditional("cor:standard-max-efficiency", standard_maximum),
    right("cor:standard-max-efficiency/one-hash", one_hash),
    right("cor:standard-max-efficiency/derivative", derivative),
    refuted("sec:classic-bloom-efficiency/least-peak", one_is_not_least),
    refuted("con:classic-max-efficiency", conjecture),
    conditional("sec:classic-bloom-efficiency/n-star", best_items),
    conditional("sec:classic-bloom-efficiency/k-star", best_hashes),
    right("fig:classic-efficiency", classic_figure),
    right("cor:asymp-eff", limits),
    right("cor:asymp-eff/classic", limits),
    right("cor:asymp-eff/standard", limits),
    misprinted("sec:compressed-bloom-efficiency/integers", integers),
    conditional("sec:compressed-bloom-efficiency/limit", whole_bits),
];

/// ε(m, N/k, k) falls with k: f(k)^(1/k) rises, for k that divide 12.
pub(in crate::claims) fn falls_at_fixed_balls(e: &mut Evidence) -> Result<(), Error> {
    for m in 2..=12 {
        for pair in [1, 2, 3, 4, 6, 12].windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let f = exact_rate(Kind::Standard, m, 12 / a, a)?;
            let g = exact_rate(Kind::Standard, m, 12 / b, b)?;
            e.holds(f.pow(b) < g.pow(a), || format!("m = {m}, 12 balls, k = {a} and {b}"));
        }
    }
    Ok(())
}

/// (E X^k)^(1/k) rises with k, from the law.
fn power_means(e: &mut Evidence) -> Result<(), Error> {
    for (m, n) in (2..=5u64).flat_map(|m| (2..=6u64).map(move |n| (m, n))) {
        let law = Law(balls::law_by_recurrence(m, n));
        for k in 1..=5 {
            let rises = law.raw(k).pow(k + 1) < law.raw(k + 1).pow(k);
            e.holds(rises, || format!("m = {m}, {n} balls, k = {k}"));
        }
    }
    Ok(())
}

/// B18: equality is for a constant X, not for a uniform one.
fn equality(e: &mut Evidence) -> Result<(), Error> {
    // m = 2 with two balls: X is 1 or 2 with probability 1/2 each.
    let law = outcomes::balls(2, 2);
    e.holds(law.0[1] == law.0[2], || "X is uniform".into());
    e.fails(law.raw(1).pow(2) < law.raw(2), "m = 2, two balls: X is uniform on 1, 2, yet strict");
    for m in 1..=5u64 {
        let one = outcomes::balls(m, 1);
        e.same(&one.raw(1).pow(2), &one.raw(2), || format!("one ball, m = {m}"));
    }
    Ok(())
}

fn standard_figure(e: &mut Evidence) -> Result<(), Error> {
    let top = Peak::highest(Kind::Standard, 100)?;
    e.holds(top.ties == [(69, 1)], || format!("{:?}", top.ties));
    e.shows("efficiency", &top.efficiency, "0.69");
    for k in 1..=20 {
        let other = peak(Kind::Standard, 100, k)?.efficiency;
        e.holds(other.compare(&top.efficiency) != Some(Ordering::Greater), || format!("k = {k}"));
    }
    Ok(())
}

/// B17: a supremum over real n; at whole n it is not attained for m > 2.
fn standard_maximum(e: &mut Evidence) -> Result<(), Error> {
    let design = Design::new(Kind::Standard, 100, 1)?;
    let real = Peak::of_independent(design)?;
    let at = Peak::of(design)?;
    let lower = at.efficiency.compare(&real.efficiency) == Some(Ordering::Less);
    e.fails(
        lower,
        format!(
            "m = 100: {:.9} at n = {:.4}, but {:.9} at n = 69",
            real.efficiency, real.items, at.efficiency
        ),
    );
    let two = Peak::highest(Kind::Standard, 2)?;
    e.holds(two.ties == [(1, 1)], || "m = 2: attained".into());
    e.shows("efficiency, m = 2", &two.efficiency, "0.5");
    for m in 3..=40 {
        let design = Design::new(Kind::Standard, m, 1)?;
        let real = Peak::of_independent(design)?;
        let at = Peak::of(design)?;
        e.below(&at.efficiency, &real.efficiency, || format!("m = {m}"));
    }
    Ok(())
}

fn one_hash(e: &mut Evidence) -> Result<(), Error> {
    for (m, n) in (2..=8u64).flat_map(|m| (1..=8u64).map(move |n| (m, n))) {
        let form: Exact = whole(1) - (whole(m - 1) / whole(m)).pow(n);
        e.same(&form, &exact_rate(Kind::Standard, m, n, 1)?, || format!("m = {m}, n = {n}"));
    }
    Ok(())
}

/// y ln y = (1−y) ln(1−y) in (0,1) at 1/2 alone: the difference changes sign there once.
fn derivative(e: &mut Evidence) -> Result<(), Error> {
    let difference = |y: f64| y * y.ln() - (1.0 - y) * (1.0 - y).ln();
    for i in 1..=199 {
        let y = f64::from(i) / 400.0;
        e.holds(difference(y) < 0.0 && difference(1.0 - y) > 0.0, || format!("y = {y}"));
    }
    let peak = Peak::of_independent(Design::new(Kind::Standard, 100, 1)?)?;
    let clear = (1.0f64 - 0.01).powf(peak.items.lo_f64());
    e.holds((clear - 0.5).abs() < 1e-12, || format!("x^n = {clear}"));
    Ok(())
}

/// B7.
fn one_is_not_least(e: &mut Evidence) -> Result<(), Error> {
    for m in [9, 12, 29] {
        let [one, two] =
            [peak(Kind::Classic, m, 1)?.efficiency, peak(Kind::Classic, m, 2)?.efficiency];
        let how = format!("m = {m}: {one:.6} at k = 1, {two:.6} at k = 2");
        e.fails(two.compare(&one) == Some(Ordering::Less), how);
    }
    for m in [20, 50, 100] {
        let [one, half] =
            [peak(Kind::Classic, m, 1)?.efficiency, peak(Kind::Classic, m, m / 2)?.efficiency];
        e.below(&one, &half, || format!("m = {m}, k = 1 and m/2"));
    }
    Ok(())
}

/// B4, B5, and the corrected maximum for all m ≤ 100.
fn conjecture(e: &mut Evidence) -> Result<(), Error> {
    let [one, two] = [peak(Kind::Classic, 9, 1)?, peak(Kind::Classic, 9, 2)?];
    let falls = two.efficiency.compare(&one.efficiency) == Some(Ordering::Less);
    e.fails(
        falls,
        format!("m = 9: {:.6} at k = 1, {:.6} at k = 2", one.efficiency, two.efficiency),
    );
    let [three, middle] =
        [load(Kind::Classic, 3, 2, 1)?.efficiency()?, load(Kind::Classic, 3, 1, 1)?.efficiency()?];
    let above = middle.compare(&three) == Some(Ordering::Less);
    e.fails(above, format!("m = 3: {three:.5} at n = 2, k = 1, but {middle:.5} at n = 1"));
    let (corrected, examined) = crate::conjecture::corrected_second(100)?;
    e.holds(corrected == 0, || format!("{corrected} counterexamples to the corrected maximum"));
    e.seen(format!("corrected maximum: {examined} pairs (m,k), none against it"));
    Ok(())
}

/// B29: for k well below 0.23·m.
fn best_items(e: &mut Evidence) -> Result<(), Error> {
    let predicted = |m: f64, k: f64| (m / k - 1.0) * LN_2;
    let truth = peak(Kind::Classic, 100, 25)?.items;
    e.fails(
        truth == 1,
        format!("m = 100, k = 25: predicted {:.2}, truth 1", predicted(100.0, 25.0)),
    );
    for (m, k) in [(100u64, 1u64), (100, 5), (100, 10), (1000, 7), (1000, 50), (1000, 100)] {
        let truth = peak(Kind::Classic, m, k)?.items as f64;
        let near = (truth - predicted(m as f64, k as f64)).abs() < 1.0;
        e.holds(near, || format!("m = {m}, k = {k}: {truth}"));
    }
    Ok(())
}

/// B30: for n ≥ 2; for n = 1 it is m/2.
fn best_hashes(e: &mut Evidence) -> Result<(), Error> {
    let predicted = |m: f64, n: f64| m * LN_2 / (n + LN_2);
    let truth = best(Kind::Classic, 100, 1)?[0];
    e.fails(
        truth == 50,
        format!("m = 100, n = 1: predicted {:.1}, truth 50", predicted(100.0, 1.0)),
    );
    for (m, n) in [(100u64, 2u64), (100, 10), (347, 2), (347, 40), (1000, 20), (1024, 5)] {
        let off = best(Kind::Classic, m, n)?[0] as f64 - predicted(m as f64, n as f64);
        let most = if m <= 360 { 1.71 } else { 2.0 };
        e.holds(off > -0.75 && off < most, || format!("m = {m}, n = {n}: {off}"));
    }
    Ok(())
}

fn classic_figure(e: &mut Evidence) -> Result<(), Error> {
    let top = Peak::highest(Kind::Classic, 100)?;
    e.holds(top.ties == [(1, 50)], || format!("{:?}", top.ties));
    e.shows("efficiency", &top.efficiency, "0.96");
    for k in 1..=99 {
        let other = peak(Kind::Classic, 100, k)?.efficiency;
        e.holds(other.compare(&top.efficiency) != Some(Ordering::Greater), || format!("k = {k}"));
    }
    Ok(())
}

/// Both rise with m; ln 2 and 1 are above and near.
fn limits(e: &mut Evidence) -> Result<(), Error> {
    for kind in [Kind::Standard, Kind::Classic] {
        for m in 2..=60 {
            let [here, next] =
                [Peak::highest(kind, m)?.efficiency, Peak::highest(kind, m + 1)?.efficiency];
            e.below(&here, &next, || format!("{kind}, m = {m}"));
        }
    }
    e.shows("standard, m = 10^6", &Peak::highest(Kind::Standard, 1_000_000)?.efficiency, "0.6931");
    let classic = Peak::highest(Kind::Classic, 4000)?.efficiency;
    e.holds(classic.lo_f64() > 0.998 && classic.hi_f64() < 1.0, || format!("classic: {classic}"));
    Ok(())
}

/// B15: between 1 and C(m,k).
fn integers(e: &mut Evidence) -> Result<(), Error> {
    e.differs("m = 4, k = 2, C(k,k)", &choose(2, 2), &choose(4, 2));
    for (m, k) in (1..=8u64).flat_map(|m| (1..=m).map(move |k| (m, k))) {
        let counted = outcomes::committees(m, k).len() as u64;
        e.same(&whole(counted), &choose(m, k), || format!("m = {m}, k = {k}"));
    }
    Ok(())
}

/// B16: bits are whole.
fn whole_bits(e: &mut Evidence) -> Result<(), Error> {
    let item = |m, k| Design::new(Kind::Classic, m, k)?.compressed_item();
    let (bits, efficiency) = item(4, 2)?;
    e.fails(
        bits == 3 && efficiency.certainly_lt(&whole(1).0),
        format!("m = 4, k = 2: {bits} bits, {efficiency:.3}"),
    );
    for a in 1..=10 {
        let (bits, efficiency) = item(1 << a, 1)?;
        e.holds(bits == a && efficiency.contains(&whole(1).0), || format!("m = 2^{a}, k = 1"));
    }
    Ok(())
}

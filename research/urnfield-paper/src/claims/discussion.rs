//! Section 5: the numbers of the discussion.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models::{best, exact_rate, load, rate};
use crate::figures::values;
use crate::formulas::exact::{Exact, number, whole};
use urnfield::bloom::{Peak, Textbook};
use urnfield::{Blocked, Design, Enclosure, Error, Kind, Layout, Plan};

pub(super) const CLAIMS: &[Claim] = &[
    right("sec:discuss/hashes", hashes),
    right("sec:discuss/worse", worse),
    right("sec:discuss/efficiency", efficiency),
    misprinted("sec:discuss/order", order),
    misprinted("sec:discuss/figure", figure),
    conditional("sec:discuss/half", half),
    conditional("sec:discuss/overfilling", overfilling),
    refuted("sec:discuss/bloom-g", bloom_g),
];

const M: u64 = 1024;
const N: u64 = 5;
const BEST: [(Kind, u64); 2] = [(Kind::Standard, 133), (Kind::Classic, 124)];

fn hashes(e: &mut Evidence) -> Result<(), Error> {
    for (kind, k) in BEST {
        e.holds(best(kind, M, N)? == [k], || format!("{kind}: {k}"));
    }
    e.holds(Textbook::tuning(M, N)?.hashes == 142, || "142".into());
    let estimate = Peak::of_exponential(Design::new(Kind::Standard, M, N)?).items;
    e.shows("(m/n) ln 2", &estimate, "141.957");
    Ok(())
}

fn certified(value: &Exact) -> Enclosure {
    Enclosure::from_rational(&value.0, 64)
}

fn worse(e: &mut Evidence) -> Result<(), Error> {
    for ((kind, k), quoted) in BEST.into_iter().zip(["15.7", "106.9"]) {
        let ratio = exact_rate(kind, M, N, 142)? / exact_rate(kind, M, N, k)?;
        let percent = (ratio - whole(1)) * whole(100);
        e.shows(&format!("{kind}, percent"), &certified(&percent), quoted);
    }
    Ok(())
}

fn efficiency(e: &mut Evidence) -> Result<(), Error> {
    for ((kind, k), quoted) in BEST.into_iter().zip([0.2, 0.7]) {
        let at = |k| Ok::<_, Error>(load(kind, M, N, k)?.efficiency()?.lo_f64());
        let drop = 100.0 * (1.0 - at(142)? / at(k)?);
        e.holds((drop - quoted).abs() < 0.05, || format!("{kind}: {drop} %"));
        e.seen(format!("{kind}: {drop:.4} %"));
    }
    Ok(())
}

/// B24: of the classic filter only.
fn order(e: &mut Evidence) -> Result<(), Error> {
    let standard = rate(Kind::Standard, M, N, 133)?;
    e.fails(standard.certainly_gt(&number("2e-42").0), format!("f_S = {standard:.4} at k = 133"));
    for (kind, k, quoted) in [
        (Kind::Standard, 133, "2.9e-42"),
        (Kind::Standard, 142, "3.4e-42"),
        (Kind::Classic, 124, "9.1e-44"),
        (Kind::Classic, 142, "1.9e-43"),
    ] {
        e.shows(&format!("f({kind}, {k})"), &rate(kind, M, N, k)?, quoted);
    }
    Ok(())
}

/// B25: it is the figure over n, and there k* does come near the estimate.
fn figure(e: &mut Evidence) -> Result<(), Error> {
    let [over_hashes, over_items] =
        ["fp-vs-k", "optimal-k"].map(|name| values(name, "n").map_or(0, |items| items.len()));
    e.fails(over_hashes == 1, "fig:fp-vs-k, which has a single n; it is fig:optimal-k");
    e.holds(over_items == 20, || format!("fig:optimal-k has {over_items} n"));
    let mut before = f64::INFINITY;
    for n in [1, 2, 5, 10, 20] {
        let gap =
            M as f64 * std::f64::consts::LN_2 / n as f64 - best(Kind::Standard, M, n)?[0] as f64;
        e.holds(gap < before, || format!("n = {n}: {gap}"));
        before = gap;
    }
    Ok(())
}

/// B23: true of real k; whole k can fill more than half.
fn half(e: &mut Evidence) -> Result<(), Error> {
    let fill = |m: u64, n: u64, k: u64| -> Result<f64, Error> {
        Ok(load(Kind::Standard, m, n, k)?.occupancy()?.mean()?.lo_f64() / m as f64)
    };
    let k = best(Kind::Standard, 10_000, 1000)?[0];
    let share = fill(10_000, 1000, k)?;
    e.fails(k == 7 && share > 0.5, format!("m = 10n, k* = 7: {share:.4} of the bits"));
    for (m, n) in [(1024, 5), (1000, 20), (64, 4), (512, 3)] {
        let share = fill(m, n, best(Kind::Standard, m, n)?[0])?;
        e.holds(share < 0.5, || format!("m = {m}, n = {n}: {share}"));
    }
    Ok(())
}

/// B34: ε over n, each with its mean fill, and which of an overfilled and an underfilled filter
/// loses more.
fn overfilling(e: &mut Evidence) -> Result<(), Error> {
    // By items the opposite: the same number of items above and below the best, one hash.
    let at = |m: u64, n: u64, k: u64| load(Kind::Standard, m, n, k)?.efficiency();
    let [over, under] = [at(1000, 693 + 300, 1)?, at(1000, 693 - 300, 1)?];
    e.fails(
        over.compare(&under) == Some(std::cmp::Ordering::Greater),
        format!(
            "k = 1, m = 1000: {over:.4} at 300 items more than the best, {under:.4} at 300 less"
        ),
    );
    let fill = |m: u64, n: u64, k: u64, kind: Kind| match kind {
        Kind::Standard => 1.0 - (1.0 - 1.0 / m as f64).powf((n * k) as f64),
        _ => 1.0 - (1.0 - k as f64 / m as f64).powf(n as f64),
    };
    // One hash: ε = ln p·ln(1−p)/(−m ln(1−1/m)·ln 2) at mean fill p, the same at p and 1 − p.
    for n in (50..=1500).step_by(50) {
        let p = fill(1000, n, 1, Kind::Standard);
        let form = -p.ln() * (-p).ln_1p() / (1000.0 * (-1.0 / 1000.0f64).ln_1p());
        let off = form / std::f64::consts::LN_2 - at(1000, n, 1)?.lo_f64();
        e.holds(off.abs() < 1e-11, || format!("m = 1000, n = {n}: {off}"));
    }
    // More hashes: a filter that is at least as far above half loses more, and so do some that are
    // nearer.
    for (kind, m, k) in [
        (Kind::Standard, 100, 2),
        (Kind::Standard, 100, 4),
        (Kind::Standard, 400, 5),
        (Kind::Classic, 100, 2),
        (Kind::Classic, 100, 4),
        (Kind::Classic, 400, 5),
    ] {
        let mut points = Vec::new();
        for n in 1..=2 * m / k {
            points.push((fill(m, n, k, kind) - 0.5, load(kind, m, n, k)?.efficiency()?.lo_f64()));
        }
        let near = |distance: f64| (0.02..0.3).contains(&distance);
        let mut nearer = 0;
        for &(over, above) in points.iter().filter(|point| near(point.0)) {
            for &(under, below) in points.iter().filter(|point| near(-point.0)) {
                if over >= -under {
                    e.holds(above < below, || format!("{kind}, m = {m}, k = {k}: {over} {under}"));
                } else {
                    nearer += u64::from(above < below);
                }
            }
        }
        e.holds(nearer > 0, || format!("{kind}, m = {m}, k = {k}: none nearer loses more"));
    }
    Ok(())
}

/// B31: with one line an item (Bloom-1) and the best k of each, the rate in the same bits is
/// higher.
fn bloom_g(e: &mut Evidence) -> Result<(), Error> {
    let items = 1_000_000;
    for blocks in [11_719, 19_531, 31_250] {
        let plain = Plan::best_hashes(Kind::Standard, blocks * Blocked::LINE, items)?.fpr;
        for k in 1..=14 {
            let rate = Blocked::lines(Layout::Classic, blocks, k)?.holding(items).fpr()?;
            e.below(&plain, &rate, || format!("{blocks} lines, {k} bits an item"));
        }
    }
    let line = Blocked::lines(Layout::Classic, 19_531, 6)?.holding(items).fpr()?;
    let plain = rate(Kind::Standard, 19_531 * Blocked::LINE, items, 7)?;
    e.fails(
        plain.hi_f64() < line.lo_f64(),
        format!("10^6 items in 19531 lines: {line:.4} against {plain:.4}"),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sec_discuss_overfilling_loses_more_by_fill_and_with_several_hashes() {
        let claim = CLAIMS.iter().find(|claim| claim.label == "sec:discuss/overfilling");
        assert!(claim.is_some_and(|claim| claim.check().confirmed));
    }
}

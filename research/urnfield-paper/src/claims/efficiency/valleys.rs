//! Section 4: valleys, where k and k + 1 hashes are equally good.

use crate::claims::evidence::{Claim, Evidence, conditional, right};
use crate::claims::models::{load, rate};
use crate::formulas::exact::{Exact, whole};
use std::cmp::Ordering;
use urnfield::bloom::valley;
use urnfield::{Error, Kind};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    conditional("subsec:valley-efficiency/lowest", lowest),
    right("lem:hashing-efficency", one_valley),
    right("eq:hashes-equal", valleys),
    right("lem:hashing-efficency/radical", radical),
    right("lem:hashing-efficency/root", root),
    right("lem:hashing-efficency/left", valleys),
    right("lem:hashing-efficency/right", valleys),
];

/// The efficiency by E at load x = n/m: −x·k·log2(1 − e^(−kx)).
fn by_formula(x: f64, k: f64) -> f64 {
    -x * k * (-(-k * x).exp()).ln_1p() / std::f64::consts::LN_2
}

/// The highest efficiency over k by E, at n items in m bits.
fn highest(m: u64, n: u64) -> f64 {
    let x = n as f64 / m as f64;
    let last = 2 * m / n + 2;
    (1..=last).map(|k| by_formula(x, k as f64)).fold(0.0, f64::max)
}

/// The local minima over n ≤ m are the valleys; the least of all is at n = m, and beyond n = m it
/// is lower still. Of exact rates the least up to m can be a single item.
fn lowest(e: &mut Evidence) -> Result<(), Error> {
    let m = 5000;
    let heights: Vec<f64> = (1..=2 * m).map(|n| highest(m, n)).collect();
    let at = |n: u64| heights[n as usize - 1];
    let [here, beyond] = [at(m), at(2 * m)];
    e.fails(beyond < here, format!("E, n = 2m: {beyond:.4} < {here:.4} at n = m"));
    let exact = |n: u64, k: u64| -> Result<f64, Error> {
        let log = rate(Kind::Standard, 100, n, k)?.log10().map_or(0.0, |log| log.lo_f64());
        Ok(-(n as f64) / 100.0 * log * std::f64::consts::LOG2_10)
    };
    let mut single: f64 = 0.0;
    for k in 1..=150 {
        single = single.max(exact(1, k)?);
    }
    let crowded = exact(100, 1)?;
    e.fails(single < crowded, format!("f_S, m = 100: {single:.4} at n = 1, {crowded:.4} at n = m"));
    for k in 1..=8 {
        let crossing = (m as f64 * valley(k)?.lo_f64()).round() as u64;
        let near = crossing - 2..=crossing + 2;
        let least = near.clone().min_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap_or(crossing);
        let local = at(least) < at(crossing - 8) && at(least) < at(crossing + 8);
        e.holds(local && least.abs_diff(crossing) <= 1, || format!("valley of k = {k}: {least}"));
        e.holds(at(least) > here, || format!("valley of k = {k}: {}", at(least)));
    }
    // No other local minimum from the eighth valley to m.
    let first = (m as f64 * valley(8)?.lo_f64()) as u64;
    let minima = (first - 8..m).filter(|&n| at(n) < at(n - 1) && at(n) < at(n + 1)).count();
    e.holds(minima == 8, || format!("{minima} local minima"));
    Ok(())
}

/// One valley for every real k > 0: z^(k+1) = z + 1 has one root z > 1, and E(k) = E(k+1) there
/// alone.
fn one_valley(e: &mut Evidence) -> Result<(), Error> {
    for k in [0.05, 0.3, 0.5, 1.0, 1.5, std::f64::consts::PI, 7.25, 40.5] {
        let excess = |z: f64| z.powf(k + 1.0) - z - 1.0;
        let (mut low, mut high) = (1.0, 2f64.powf(2.0 / k + 1.0));
        for _ in 0..200 {
            let middle = low + (high - low) / 2.0;
            if excess(middle) < 0.0 { low = middle } else { high = middle }
        }
        let x = low.ln();
        // ln E(k) is minus the efficiency, divided by x.
        let [here, next] = [by_formula(x, k), by_formula(x, k + 1.0)];
        e.holds((here / next - 1.0).abs() < 1e-9, || format!("k = {k}: {here} {next}"));
        // More hashes are better below the valley, and fewer above, at every load of a grid.
        for i in (-60..=60).filter(|&i| i != 0) {
            let load = x * 1.07f64.powi(i);
            let order = by_formula(load, k).total_cmp(&by_formula(load, k + 1.0));
            let expected = if i < 0 { Ordering::Less } else { Ordering::Greater };
            let far = by_formula(load, k) < 1e-12;
            e.holds(far || order == expected, || format!("k = {k}, load {load}"));
        }
    }
    valleys(e)
}

/// The order of E(k) and E(k+1) changes at the valley.
fn valleys(e: &mut Evidence) -> Result<(), Error> {
    for k in 1..=7 {
        let (m, x) = (1_000_000_000u64, valley(k)?);
        let crossing = (m as f64 * x.lo_f64()) as u64;
        let order = |n: u64| -> Result<_, Error> {
            let at = |k| Ok::<_, Error>(load(Kind::Standard, m, n, k)?.exponential()?.value);
            Ok(at(k)?.compare(&at(k + 1)?))
        };
        e.holds(order(crossing - 2)? == Some(Ordering::Greater), || format!("k = {k}, below"));
        e.holds(order(crossing + 2)? == Some(Ordering::Less), || format!("k = {k}, above"));
        // Both sides are z^(−k(k+1)).
        let z = x.lo_f64().exp();
        let side = z.powf(-((k * (k + 1)) as f64));
        let left = (1.0 - z.powf(-(k as f64))).powi(k as i32);
        let right = (1.0 - z.powf(-((k + 1) as f64))).powi(k as i32 + 1);
        e.holds((left / side - 1.0).abs() < 1e-9 && (right / side - 1.0).abs() < 1e-9, || {
            format!("k = {k}: {left} {right} {side}")
        });
    }
    Ok(())
}

fn radical(e: &mut Evidence) -> Result<(), Error> {
    for k in 1..=7u64 {
        let z = (0..200).fold(1.0f64, |z, _| (1.0 + z).powf(1.0 / (k + 1) as f64));
        let x = valley(k)?.lo_f64();
        e.holds((z.ln() - x).abs() < 1e-14, || format!("k = {k}: {} against {x}", z.ln()));
    }
    e.shows("m/n at k = 1", &inverse(1)?, "2.0781");
    Ok(())
}

/// 1/x between two decimals.
fn inverse(k: u64) -> Result<urnfield::Enclosure, Error> {
    let (low, _) = valley(k)?.decimal_bounds(20);
    let low = Exact(low.parse()?);
    Ok(urnfield::Enclosure::from_rational(&(whole(1) / low).0, 60))
}

/// z^(k+1) − z − 1 is negative before the root and positive after, in fractions.
fn root(e: &mut Evidence) -> Result<(), Error> {
    for k in 1..=12 {
        let low = valley(k)?.lo_f64().exp() - 1e-9;
        let high = valley(k)?.hi_f64().exp() + 1e-9;
        let value = |z: &Exact| z.pow(k + 1) - z - whole(1);
        let low = Exact::from_f64(low);
        let high = Exact::from_f64(high);
        e.holds(value(&low) < whole(0) && value(&high) > whole(0), || format!("k = {k}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::claims::confirmed;

    #[test]
    fn lem_hashing_efficency_holds_for_every_real_k() {
        assert!(confirmed("lem:hashing-efficency"));
    }

    #[test]
    fn subsec_valley_efficiency_lowest_needs_few_items_and_the_formula() {
        assert!(confirmed("subsec:valley-efficiency/lowest"));
    }
}

//! Section 4: efficiency, and what the formulas M and E say of it.
//!
//! | file | claims of |
//! |---|---|
//! | `peaks` | the most efficient loads |
//! | `valleys` | the least efficient ones |

pub(super) mod peaks;
pub(super) mod valleys;

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models::{KINDS, exact_rate, load, loads, peak, rate};
use crate::formulas::exact::{choose, whole};
use std::cmp::Ordering;
use std::f64::consts::LN_2;
use urnfield::bloom::Peak;
use urnfield::{Design, Enclosure, Error, Kind};

pub(super) const CLAIMS: &[Claim] = &[
    right("sec:filter-efficiency/efficiency", definition),
    right("sec:filter-efficiency/of-load", definition),
    right("sec:filter-efficiency/moments", from_moments),
    right("sec:filter-efficiency/maximum", maximum),
    conditional("sec:filter-efficiency/independent", independent),
    right("sec:filter-efficiency/independent-peak", independent_peak),
    conditional("sec:filter-efficiency/exponential", exponential),
    right("sec:filter-efficiency/exponential-peak", exponential_peak),
    misprinted("sec:filter-efficiency/logarithm", logarithm),
    refuted("sec:filter-efficiency/monotone", not_monotone),
];

/// −(n/m) log2 f of an exact rate, in doubles.
fn by_rate(m: u64, n: u64, f: &Enclosure) -> f64 {
    let log = f.log10().map_or(0.0, |log| log.lo_f64());
    -(n as f64) / m as f64 * log * std::f64::consts::LOG2_10
}

/// ε by its definition; 0 ≤ ε ≤ 1.
fn definition(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        for (m, n, k) in loads() {
            let load = load(kind, m, n, k)?;
            let efficiency = load.efficiency()?;
            let by_rate = by_rate(m, n, &load.fpr()?);
            let what = || format!("{kind}, m = {m}, n = {n}, k = {k}: {efficiency}");
            e.holds((efficiency.lo_f64() - by_rate).abs() < 1e-13, what);
            let within =
                efficiency.certainly_ge(&whole(0).0) && efficiency.certainly_le(&whole(1).0);
            e.holds(within, what);
        }
    }
    Ok(())
}

/// With the moments of the bits set, and not their cumulants (B26).
fn from_moments(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let efficiency = |kind| Ok::<_, Error>(load(kind, m, n, k)?.efficiency()?.lo_f64());
        let log = |x: f64| n as f64 / m as f64 * x.log2();
        let moment = |kind| -> Result<(f64, f64), Error> {
            let law = load(kind, m, n, k)?.occupancy()?;
            Ok((law.raw_moment(k)?.lo_f64(), law.binomial_moment(k)?.lo_f64()))
        };
        let standard = log((m as f64).powi(k as i32)) - log(moment(Kind::Standard)?.0);
        let ways = Enclosure::from_rational(&choose(m, k).0, 64).lo_f64();
        let classic = log(ways) - log(moment(Kind::Classic)?.1);
        for (kind, form) in [(Kind::Standard, standard), (Kind::Classic, classic)] {
            let truth = efficiency(kind)?;
            e.holds((form - truth).abs() < 1e-12, || {
                format!("{kind}, {m}, {n}, {k}: {form} {truth}")
            });
        }
    }
    Ok(())
}

/// The greatest of all loads, each looked at.
fn maximum(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        for m in [2, 3, 4, 7, 10, 16] {
            let top = Peak::highest(kind, m)?;
            for k in 1..=m {
                for n in 1..=2 * m {
                    let other = load(kind, m, n, k)?.efficiency()?;
                    let above = other.compare(&top.efficiency) == Some(Ordering::Greater);
                    e.holds(!above, || format!("{kind}, m = {m}, n = {n}, k = {k}"));
                }
            }
        }
    }
    Ok(())
}

/// B21: M is a lower bound of f_S, and on no certain side of f_C.
fn independent(e: &mut Evidence) -> Result<(), Error> {
    let mean = |m, n, k| Ok::<_, Error>(load(Kind::Standard, m, n, k)?.independent()?.value);
    let far = mean(1024, 5, 133)?.lo_f64() / rate(Kind::Standard, 1024, 5, 133)?.lo_f64();
    e.fails(
        far < 0.1,
        format!("m = 1024, n = 5, k = 133: M is {:.1} % too low", 100.0 * (1.0 - far)),
    );
    for kind in KINDS {
        for (m, n, k, most) in [(10_000, 1000, 7, 1e-3), (100_000, 10_000, 7, 1e-4)] {
            let off = mean(m, n, k)?.lo_f64() / rate(kind, m, n, k)?.lo_f64() - 1.0;
            e.holds(off.abs() < most, || format!("{kind}, m = {m}, n = {n}, k = {k}: {off}"));
        }
    }
    Ok(())
}

/// The greatest −(n/m) log2 M over a fine grid of n is where the closed form says.
fn peak_of(e: &mut Evidence, m: u64, k: u64, clear: f64, items: f64, height: f64) {
    let at = |n: f64| -(n / m as f64) * k as f64 * (-(clear * n * k as f64).exp()).ln_1p() / LN_2;
    e.holds((at(items) - height).abs() < 1e-12, || format!("m = {m}, k = {k}: {}", at(items)));
    for shift in [0.5, 0.9, 0.99, 1.01, 1.1, 2.0] {
        e.holds(at(items * shift) < height, || format!("m = {m}, k = {k}, n·{shift}"));
    }
}

fn independent_peak(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in [(2u64, 1u64), (10, 3), (100, 1), (100, 7), (1024, 20)] {
        let peak = Peak::of_independent(Design::new(Kind::Standard, m, k)?)?;
        let clear = (-1.0 / m as f64).ln_1p();
        peak_of(e, m, k, clear, peak.items.lo_f64(), peak.efficiency.lo_f64());
    }
    Ok(())
}

/// B20 again.
fn exponential(e: &mut Evidence) -> Result<(), Error> {
    let value = |m, n, k| Ok::<_, Error>(load(Kind::Standard, m, n, k)?.exponential()?.value);
    let far = value(1024, 5, 133)?.lo_f64() / rate(Kind::Standard, 1024, 5, 133)?.lo_f64();
    e.fails(
        far < 0.1,
        format!("m = 1024, n = 5, k = 133: E is {:.1} % too low", 100.0 * (1.0 - far)),
    );
    let off =
        value(100_000, 10_000, 7)?.lo_f64() / rate(Kind::Standard, 100_000, 10_000, 7)?.lo_f64();
    e.holds((off - 1.0).abs() < 1e-4, || format!("m = 100000: {off}"));
    Ok(())
}

fn exponential_peak(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in [(10u64, 3u64), (100, 1), (1024, 20)] {
        let peak = Peak::of_exponential(Design::new(Kind::Standard, m, k)?);
        peak_of(e, m, k, -1.0 / m as f64, peak.items.lo_f64(), peak.efficiency.lo_f64());
    }
    Ok(())
}

/// B14: ≈ 1/m.
fn logarithm(e: &mut Evidence) -> Result<(), Error> {
    let log = |m: f64| (1.0 / (m - 1.0)).ln_1p();
    e.fails(log(100.0) < 0.011, "m = 100: 0.01005, not 100");
    for m in [100.0, 1e4, 1e6] {
        e.holds((log(m) * m - 1.0).abs() < 0.6 / m, || format!("m = {m}"));
    }
    Ok(())
}

/// B6, B4: neither kind's peaks are monotone over whole n.
fn not_monotone(e: &mut Evidence) -> Result<(), Error> {
    for (kind, m, k, order) in
        [(Kind::Standard, 7, 3, Ordering::Less), (Kind::Classic, 9, 1, Ordering::Greater)]
    {
        let [here, next] = [peak(kind, m, k)?.efficiency, peak(kind, m, k + 1)?.efficiency];
        let how = format!("{kind}, m = {m}: {here:.6} at k = {k}, {next:.6} at k = {}", k + 1);
        e.fails(here.compare(&next) == Some(order), how);
    }
    // One hash: both kinds are the same filter.
    for (m, n) in [(5, 3), (9, 6), (20, 14)] {
        let [s, c] = [exact_rate(Kind::Standard, m, n, 1)?, exact_rate(Kind::Classic, m, n, 1)?];
        e.same(&s, &c, || format!("m = {m}, n = {n}, k = 1"));
    }
    peaks::falls_at_fixed_balls(e)
}

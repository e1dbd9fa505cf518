//! Section 1: what the introduction promises.

use crate::claims::evidence::{Claim, Evidence, conditional, refuted, right};
use crate::claims::models::{KINDS, best, peak};
use crate::formulas::exact::whole;
use urnfield::{Design, Error, Filter, Kind};

pub(super) const CLAIMS: &[Claim] = &[
    right("subsec:intro-Bloom/no-false-negatives", no_false_negatives),
    conditional("subsec:contributions/overestimates", overestimates),
    refuted("subsec:contributions/standard", standard_falls),
    refuted("subsec:contributions/classic", classic_rises),
];

fn no_false_negatives(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        for (m, k) in [(11, 3), (64, 7), (1000, 5)] {
            let mut filter = Filter::new(Design::new(kind, m, k)?, 7)?;
            for i in 0u64..60 {
                filter.insert(i.to_le_bytes());
            }
            let all = (0u64..60).all(|i| filter.contains(i.to_le_bytes()));
            e.holds(all, || format!("{kind}, m = {m}, k = {k}"));
        }
    }
    Ok(())
}

/// (m/n) ln 2 is too much for small filters, but rounding can make the best k larger.
fn overestimates(e: &mut Evidence) -> Result<(), Error> {
    e.fails(best(Kind::Standard, 8, 3)? == [2], "m = 8, n = 3: k_S* = 2 > 1.848");
    for (m, n) in [(64, 4), (1000, 20), (1024, 5), (1024, 1), (512, 3), (2000, 10)] {
        for kind in KINDS {
            let k = best(kind, m, n)?[0];
            let estimate = m as f64 * std::f64::consts::LN_2 / n as f64;
            e.holds((k as f64) < estimate, || format!("{kind}, m = {m}, n = {n}: {k}"));
        }
    }
    Ok(())
}

/// B6: not for whole n; it does at a fixed number of balls.
fn standard_falls(e: &mut Evidence) -> Result<(), Error> {
    let [three, four] = [peak(Kind::Standard, 7, 3)?, peak(Kind::Standard, 7, 4)?];
    let rises = three.efficiency.compare(&four.efficiency) == Some(std::cmp::Ordering::Less);
    e.fails(
        rises,
        format!("m = 7: peak {:.5} at k = 3, {:.5} at k = 4", three.efficiency, four.efficiency),
    );
    crate::claims::efficiency::peaks::falls_at_fixed_balls(e)
}

/// B4: not for whole n; the maximum does approach 1.
fn classic_rises(e: &mut Evidence) -> Result<(), Error> {
    let [one, two] = [peak(Kind::Classic, 9, 1)?, peak(Kind::Classic, 9, 2)?];
    let falls = two.efficiency.compare(&one.efficiency) == Some(std::cmp::Ordering::Less);
    e.fails(
        falls,
        format!("m = 9: peak {:.6} at k = 1, {:.6} at k = 2", one.efficiency, two.efficiency),
    );
    let mut before = None;
    for m in [10u64, 100, 1000, 4000] {
        let top = urnfield::bloom::Peak::highest(Kind::Classic, m)?.efficiency;
        if let Some(before) = &before {
            e.below(before, &top, || format!("m = {m}"));
        }
        e.holds(top.certainly_lt(&whole(1).0), || format!("m = {m}: {top}"));
        before = Some(top);
    }
    Ok(())
}

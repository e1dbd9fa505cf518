//! Section 3: filters as occupancy problems, their unions and intersections.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models::{KINDS, load};
use crate::formulas::exact::{Exact, falling, number, sign, signed, whole};
use crate::formulas::table::Law;
use crate::formulas::{balls, departments, outcomes, unions};
use urnfield::{Committees, Design, Error, Filter, Kind, Occupancy};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("sec:bloom/empty", empty),
    right("sec:bloom/hash", positions),
    right("sec:bloom/test", membership),
    right("fig:bloom-filter", figure),
    misprinted("tab:bloom-as-occupancy", table),
    right("sec:bloom/collision-free", collision_free),
    right("sec:union-intersection-bloom-filters/or", or_keeps),
    refuted("fig:bloom-int-union", no_filter),
    conditional("cor:filter-intersection", disjoint),
    misprinted("eqn:expected_intersection", mean),
    misprinted("eqn:var_intersection", variance),
];

fn empty(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        for (m, k) in [(1, 1), (11, 3), (1000, 7)] {
            let filter = Filter::new(Design::new(kind, m, k)?, 0)?;
            e.holds(filter.bits_set() == 0, || format!("{kind}, m = {m}"));
            e.holds((0u64..50).all(|i| !filter.contains(i.to_le_bytes())), || format!("{kind}"));
        }
    }
    Ok(())
}

/// One item sets at most k bits, and exactly k in a classic filter.
fn positions(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        for (m, k) in [(11, 3), (64, 20), (1000, 7)] {
            for i in 0u64..20 {
                let mut filter = Filter::new(Design::new(kind, m, k)?, 0)?;
                filter.insert(i.to_le_bytes());
                let set = filter.bits_set();
                let fits = set >= 1 && set <= k && (kind == Kind::Standard || set == k);
                e.holds(fits, || format!("{kind}, m = {m}, k = {k}: {set} bits"));
            }
        }
    }
    Ok(())
}

/// An item passes exactly if storing it would set no new bit.
fn membership(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        let mut filter = Filter::new(Design::new(kind, 40, 3)?, 0)?;
        for i in 0u64..8 {
            filter.insert(i.to_le_bytes());
        }
        for i in 0u64..200 {
            let mut with = filter.clone();
            with.insert(i.to_le_bytes());
            let no_new = with.bits_set() == filter.bits_set();
            e.holds(filter.contains(i.to_le_bytes()) == no_new, || format!("{kind}, item {i}"));
        }
    }
    Ok(())
}

fn figure(e: &mut Evidence) -> Result<(), Error> {
    let drawn = [0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0];
    let (one, two, asked) = ([3, 2, 8], [3, 9, 5], [5, 3, 8]);
    e.holds(drawn.len() == 11, || "m = 11".into());
    let mut bits = [0; 11];
    one.iter().chain(&two).for_each(|&i| bits[i] = 1);
    e.holds(bits == drawn, || "the arrows and the bits".into());
    e.holds(asked.iter().all(|&i| drawn[i] == 1), || "x3 passes".into());
    e.seen(format!("{} of 11 bits set", drawn.iter().sum::<i32>()));
    Ok(())
}

/// E8: the classic column has k balls a batch, and n batches.
fn table(e: &mut Evidence) -> Result<(), Error> {
    let printed = outcomes::union(2, &[1, 1]).mean();
    e.differs("m = 2, n = 1, k = 2: batches of n = 1", &printed, &unions::mean(2, 1, 2));
    for (m, n, k) in [(2, 1, 2), (3, 2, 1), (4, 2, 2), (4, 3, 2), (5, 2, 3)] {
        let batches = outcomes::union(m, &vec![k; n as usize]);
        let single = Law(balls::law_by_stirling(m, n * k));
        for (kind, law) in [(Kind::Classic, batches), (Kind::Standard, single)] {
            let answer = load(kind, m, n, k)?.occupancy()?;
            for (i, p) in (0..).zip(&law.0) {
                e.same(&Exact(answer.pmf_exact(i)?), p, || format!("{kind}, {m}, {n}, {k}, {i}"));
            }
        }
    }
    Ok(())
}

fn collision_free(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in (1..=6u64).flat_map(|m| (1..=m.min(5)).map(move |k| (m, k))) {
        let form = falling(&whole(m), k) / whole(m).pow(k);
        e.same(&form, &outcomes::balls(m, k).0[k as usize], || format!("m = {m}, k = {k}"));
    }
    // 1 − k²/m is below it, and tends to 1.
    for m in [100u64, 10_000, 1_000_000] {
        let form = falling(&whole(m), 7) / whole(m).pow(7);
        e.holds(form > whole(1) - whole(49) / whole(m), || format!("m = {m}, k = 7"));
    }
    Ok(())
}

/// What passes one filter passes the OR, and something may pass the OR alone.
fn or_keeps(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        let design = Design::new(kind, 60, 3)?;
        let [mut one, mut other] = [Filter::new(design, 0)?, Filter::new(design, 0)?];
        for i in 0u64..8 {
            one.insert(i.to_le_bytes());
            other.insert((i + 100).to_le_bytes());
        }
        let mut both = one.clone();
        both.union_with(&other)?;
        let mut kept = 0;
        let mut new = 0;
        for i in 1000u64..9000 {
            let key = i.to_le_bytes();
            let before = one.contains(key) || other.contains(key);
            e.holds(!before || both.contains(key), || format!("{kind}, item {i}"));
            kept += u64::from(before);
            new += u64::from(!before && both.contains(key));
        }
        e.holds(kept > 0 && new > 0, || format!("{kind}: {kept} kept, {new} new"));
        e.seen(format!("{kind}: {kept} false positives kept, {new} new"));
    }
    Ok(())
}

/// E19: the AND has too few bits to be a filter of anything.
fn no_filter(e: &mut Evidence) -> Result<(), Error> {
    let (a, b): (u32, u32) = (0b011, 0b110);
    e.fails((a & b).count_ones() == 1, "classic, k = 2: {1,2} AND {2,3} has one bit");
    let drawn = ["1010010101", "0011010011", "0010010011", "1011010011"];
    let column = |i: usize| drawn.map(|row| row.as_bytes()[i] == b'1');
    let or: String = (0..10).map(|i| if column(i).contains(&true) { '1' } else { '0' }).collect();
    let and: String = (0..10).map(|i| if column(i).contains(&false) { '0' } else { '1' }).collect();
    e.holds(or == "1011010111" && and == "0010010001", || format!("drawn: {or}, {and}"));
    // The OR is the filter of the union.
    let design = Design::new(Kind::Classic, 64, 3)?;
    let mut left = Filter::new(design, 0)?;
    let mut right = Filter::new(design, 0)?;
    let mut both = Filter::new(design, 0)?;
    for i in 0u64..9 {
        if i < 5 {
            left.insert(i.to_le_bytes())
        } else {
            right.insert(i.to_le_bytes())
        };
        both.insert(i.to_le_bytes());
    }
    left.union_with(&right)?;
    e.holds(left.bits_set() == both.bits_set(), || "the OR of two filters".into());
    Ok(())
}

/// The AND of standard filters of disjoint sets, by enumeration.
fn shared(m: u64, k: u64, items: &[u64]) -> Law {
    let departments: Vec<Vec<u64>> = items.iter().map(|&n| vec![1; (n * k) as usize]).collect();
    outcomes::intersection(m, &departments)
}

fn cases() -> impl Iterator<Item = (u64, u64, Vec<u64>)> {
    let items = [vec![2], vec![0, 1], vec![1, 1], vec![1, 2], vec![1, 1, 2]];
    (1..=3).flat_map(move |m| {
        let items = items.clone();
        (1..=2).flat_map(move |k| items.clone().into_iter().map(move |items| (m, k, items)))
    })
}

fn corrected(e: &mut Evidence) -> Result<(), Error> {
    for (m, k, items) in cases() {
        let (law, what) = (shared(m, k, &items), || format!("m = {m}, k = {k}, n = {items:?}"));
        e.same(&departments::filter_mean(m, k, &items), &law.mean(), what);
        e.same(&departments::filter_variance(m, k, &items), &law.variance(), what);
    }
    Ok(())
}

/// E15: with shared items the filters are not independent.
fn disjoint(e: &mut Evidence) -> Result<(), Error> {
    let formula = departments::filter_mean(2, 1, &[1, 1]);
    e.differs("m = 2, k = 1, the same item twice", &formula, &whole(1));
    let both = [[Committees { count: 1, size: 1 }], [Committees { count: 2, size: 1 }]];
    let answer = Occupancy::intersection(3, &[&both[0], &both[1]])?;
    e.encloses(&answer.mean()?, &departments::filter_mean(3, 1, &[1, 2]), || "m = 3".into());
    corrected(e)
}

/// E7: the product is over both terms.
fn mean(e: &mut Evidence) -> Result<(), Error> {
    // Read as written: the product of the powers, less the last power.
    let printed = |m: u64, items: [u64; 2]| {
        let product = whole(m).pow(items[0] + items[1]);
        whole(m) * (product - whole(m - 1).pow(items[1])) / whole(m).pow(items[0] + items[1])
    };
    e.differs("m = 2, k = 1, n = (1,1)", &printed(2, [1, 1]), &shared(2, 1, &[1, 1]).mean());
    corrected(e)
}

/// E6: no (−1)^c, and the last term is subtracted.
fn variance(e: &mut Evidence) -> Result<(), Error> {
    let (m, items) = (2, [1, 1]);
    let [one, two] = departments::filter_products(m, 1, &items);
    let outcomes = whole(m).pow(2);
    let squares = (sign(2) * one + whole(m - 1) * two) * whole(m) / outcomes;
    let printed = squares + signed(1) * departments::filter_mean(m, 1, &items).pow(2);
    e.same(&printed, &number("3/4"), || "the printed value".into());
    e.differs("m = 2, k = 1, n = (1,1)", &printed, &shared(m, 1, &items).variance());
    corrected(e)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sec_union_intersection_or_keeps_false_positives() {
        let mut evidence = Evidence::default();
        or_keeps(&mut evidence).expect("filters of one kind");
        assert!(evidence.confirms(crate::claims::evidence::Verdict::Right));
    }
}

//! Section 2: means, variances and estimators.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models;
use crate::claims::occupancy::unions::batch_mean;
use crate::formulas::exact::{Exact, falling, ratio, whole};
use crate::formulas::table::Law;
use crate::formulas::{balls, outcomes, statistics, unions};
use urnfield::{Committees, Error};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    misprinted("lem:batch-mean-and-variance", exchanged),
    right("eq:batch-mean", batch_mean),
    misprinted("eq:batch-variance", variance),
    right("cor:classic-mean-and-variance", of_balls),
    right("eq:classic-mean", of_balls),
    right("eq:classic-variance", of_balls),
    refuted("cor:method-of-moments", not_likeliest),
    conditional("eq:moments-n", method_of_moments),
    misprinted("cor:method-of-moments/proof", wrong_mean),
    right("subsec:estimators/mvue-committees", urns_from_committees),
    refuted("subsec:estimators/mvue-balls", urns_from_balls),
];

/// E3: n batches of k balls.
fn exchanged(e: &mut Evidence) -> Result<(), Error> {
    let printed = outcomes::union(2, &[1, 1]).mean();
    e.differs("m = 2, n = 1, k = 2: k batches of n", &printed, &unions::mean(2, 1, 2));
    batch_mean(e)?;
    corrected_variance(e)
}

fn corrected_variance(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k, law) in models::batches() {
        let form = unions::variance(m, n, k);
        e.same(&form, &law.variance(), || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

/// E2: q for 1 − q.
fn variance(e: &mut Evidence) -> Result<(), Error> {
    let (m, n, k) = (2, 2, 1);
    let set = whole(1) - ratio(m - k, m).pow(n);
    let rest = (whole(1) - ratio(k, m - 1)).pow(n);
    let printed = whole(m) * &set * (whole(1) - whole(m) * &set + whole(m - 1) * rest);
    e.differs("m = n = 2, k = 1", &printed, &outcomes::union(2, &[1, 1]).variance());
    corrected_variance(e)
}

fn of_balls(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        e.same(&balls::mean(m, n), &law.mean(), || format!("m = {m}, n = {n}"));
        e.same(&balls::variance(m, n), &law.variance(), || format!("m = {m}, n = {n}"));
    }
    Ok(())
}

/// P(X = x) of n batches of k in m urns.
fn likelihood(m: u64, k: u64, x: u64, n: u64) -> Exact {
    unions::pmf_by_exclusion(m, &[Committees { count: n, size: k }], x)
}

/// All n with the greatest likelihood, of those up to 40.
fn likeliest(m: u64, k: u64, x: u64) -> Vec<u64> {
    let all: Vec<Exact> = (1..=40).map(|n| likelihood(m, k, x, n)).collect();
    let most = all.iter().max();
    (1..).zip(&all).filter(|(_, p)| Some(*p) == most).map(|(n, _)| n).collect()
}

/// E10: the formula is not the likeliest n, nor is its rounding.
fn not_likeliest(e: &mut Evidence) -> Result<(), Error> {
    let formula = statistics::batches_by_moments(3, 1, 2);
    let most = likeliest(3, 1, 2);
    e.fails(
        most == [2, 3],
        format!("m = 3, k = 1, x = 2: formula {formula:.4}, likeliest 2 and 3"),
    );
    let formula = statistics::batches_by_moments(7, 1, 3);
    let most = likeliest(7, 1, 3);
    e.fails(
        most == [3] && formula > 3.5,
        format!("m = 7, k = 1, x = 3: formula {formula:.3}, likeliest 3"),
    );
    next_to_likeliest(e)
}

/// Seen, not proved: floor or ceiling.
fn next_to_likeliest(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in [(4, 1), (5, 2), (6, 1), (6, 3)] {
        for x in k..m {
            let formula = statistics::batches_by_moments(m, k, x);
            let near = likeliest(m, k, x)
                .iter()
                .any(|&n| n as f64 >= formula.floor() && n as f64 <= formula.ceil());
            e.holds(near, || format!("m = {m}, k = {k}, x = {x}: {formula}"));
        }
    }
    Ok(())
}

fn method_of_moments(e: &mut Evidence) -> Result<(), Error> {
    let formula = statistics::batches_by_moments(3, 3, 1);
    e.fails(formula == 0.0 || !formula.is_finite(), "m = k = 3: division by ln 0");
    // The mean of n batches gives n back: the powers are exact.
    for (m, k, n) in
        (2..=6u64).flat_map(|m| (1..m).flat_map(move |k| (1..=4u64).map(move |n| (m, k, n))))
    {
        let clear = whole(1) - unions::mean(m, n, k) / whole(m);
        e.same(&clear, &ratio(m - k, m).pow(n), || format!("m = {m}, k = {k}, n = {n}"));
    }
    Ok(())
}

/// E23: the mean it needs is that of batches.
fn wrong_mean(e: &mut Evidence) -> Result<(), Error> {
    e.differs(
        "m = 3, n = 1, k = 2, by the mean it cites",
        &balls::mean(3, 1),
        &unions::mean(3, 1, 2),
    );
    batch_mean(e)
}

/// The mean of an estimate, which exists for values that X can take.
fn expected(law: &Law, estimate: impl Fn(u64) -> Exact) -> Exact {
    let possible = (0..).zip(&law.0).filter(|(_, p)| !p.is_zero());
    possible.map(|(x, p)| estimate(x) * p).sum()
}

fn urns_from_committees(e: &mut Evidence) -> Result<(), Error> {
    for (n, k) in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (1, 3)] {
        for m in k..=(n * k).min(6) {
            let law = outcomes::union(m, &vec![k; n as usize]);
            let mean = expected(&law, |x| statistics::urns_by_committees(n, k, x));
            e.same(&mean, &whole(m), || format!("n = {n}, k = {k}, m = {m}"));
        }
    }
    Ok(())
}

/// E9: for m > n it is biased, and nothing can be unbiased.
fn urns_from_balls(e: &mut Evidence) -> Result<(), Error> {
    let law = outcomes::balls(2, 1);
    let mean = expected(&law, |x| statistics::urns_by_balls(1, x)[0].clone());
    e.differs("m = 2, n = 1, mean of the estimate", &mean, &whole(2));
    for n in 1..=5u64 {
        for m in 1..=6u64 {
            let law = Law(balls::law_by_stirling(m, n));
            for branch in [0, 1] {
                let mean = expected(&law, |x| statistics::urns_by_balls(n, x)[branch].clone());
                let short = if m > n {
                    whole(m - n) * falling(&whole(m), n) / whole(m).pow(n)
                } else {
                    whole(0)
                };
                e.same(&mean, &(whole(m) - short), || format!("m = {m}, n = {n}, branch {branch}"));
            }
        }
    }
    Ok(())
}

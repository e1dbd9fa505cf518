//! Section 2: intersections in general, and the bounds on moments.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models;
use crate::formulas::exact::{Exact, number, ratio, sign, stirling_row, whole};
use crate::formulas::statistics::bounds;
use crate::formulas::{departments, unions};
use urnfield::{Committees, Error, Occupancy};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("eqn:two-color-factorial-moments", two_colours),
    right("eqn:two-color-factorial-moments/binomial", two_colours),
    misprinted("thm:mutual-batch-occupy-moment", second_line),
    right("thm:mutual-batch-occupy-moment/pmf-1", first_line),
    misprinted("thm:mutual-batch-occupy-moment/pmf-2", second_line),
    right("eq:mutual-batch-expected", moments),
    conditional("eqn:multinomial", raw_moments),
    right("thm:mutual-batch-occupy-moment/proof", moments),
    right("thm:mutual-batch-occupy-moment/varying-pmf", first_line),
    right("thm:mutual-batch-occupy-moment/varying-moments", moments),
    right("thm:batch-occupancy-bounds", chain),
    right("thm:batch-occupancy-bounds/proof-upper-step", upper_step),
    right("thm:batch-occupancy-bounds/proof-upper", upper),
    right("thm:batch-occupancy-bounds/proof-middle", middle),
    refuted("thm:batch-occupancy-bounds/proof-right-step", right_step),
    right("thm:batch-occupancy-bounds/proof-right", balls_step),
];

fn committees(shape: &[Vec<u64>]) -> Vec<Vec<Committees>> {
    shape.iter().map(|sizes| models::single(sizes)).collect()
}

fn two_colours(e: &mut Evidence) -> Result<(), Error> {
    for m in 1..=4u64 {
        for (a, b) in (0..=3u64).flat_map(|a| (0..=3u64).map(move |b| (a, b))) {
            let shape = [vec![1; a as usize], vec![1; b as usize]];
            let law = crate::formulas::outcomes::intersection(m, &shape);
            for r in 0..=m {
                let form = departments::two_colour_factorial_moment(m, [a, b], r);
                e.same(&form, &law.factorial(r), || format!("m = {m}, n = ({a},{b}), r = {r}"));
                let binomial = form / crate::formulas::exact::factorial(r);
                e.same(&binomial, &law.binomial(r), || format!("m = {m}, n = ({a},{b}), r = {r}"));
            }
        }
    }
    Ok(())
}

fn first_line(e: &mut Evidence) -> Result<(), Error> {
    for (m, shape, law) in models::departments() {
        let form = departments::law_by_differences(m, &committees(&shape));
        e.holds(form == law.0, || format!("m = {m}, {shape:?}"));
        let committees = committees(&shape);
        let slices: Vec<&[Committees]> = committees.iter().map(|d| &d[..]).collect();
        let answer = Occupancy::intersection(m, &slices)?;
        for (i, p) in (0..).zip(&law.0) {
            e.same(&Exact(answer.pmf_exact(i)?), p, || format!("m = {m}, {shape:?}, i = {i}"));
        }
    }
    Ok(())
}

/// E5: the inner sign.
fn second_line(e: &mut Evidence) -> Result<(), Error> {
    let one = [vec![Committees { count: 1, size: 1 }]];
    let printed = departments::law_by_exclusion(1, &one, |s, l| sign(s - l));
    e.differs("m = 1, one committee of 1, P(0)", &printed[0], &whole(0));
    for (m, shape, law) in models::departments() {
        let form = departments::law_by_exclusion(m, &committees(&shape), |_, l| sign(l));
        e.holds(form == law.0, || format!("m = {m}, {shape:?}"));
    }
    Ok(())
}

fn moments(e: &mut Evidence) -> Result<(), Error> {
    for (m, shape, law) in models::departments() {
        let forms = departments::binomial_moments(m, &committees(&shape));
        for (r, form) in (0..).zip(forms) {
            e.same(&form, &law.binomial(r), || format!("m = {m}, {shape:?}, r = {r}"));
        }
    }
    Ok(())
}

/// E24: the sum is empty at r = 0.
fn raw_moments(e: &mut Evidence) -> Result<(), Error> {
    e.differs("r = 0", &whole(0), &models::departments()[0].2.raw(0));
    for (m, shape, law) in models::departments() {
        let joint = departments::joint(m, &committees(&shape));
        for r in 0..=3 {
            let form: Exact = stirling_row(r)
                .into_iter()
                .zip(&joint)
                .zip(0..)
                .map(|((s, p), i)| s * crate::formulas::exact::falling(&whole(m), i) * p)
                .sum();
            e.same(&form, &law.raw(r), || format!("m = {m}, {shape:?}, r = {r}"));
        }
    }
    Ok(())
}

/// (m, n, k) of the bounds.
fn batches() -> impl Iterator<Item = (u64, u64, u64)> {
    (1..=6).flat_map(|m| (1..=3).flat_map(move |n| (1..=m).map(move |k| (m, n, k))))
}

/// The printed range and the larger one, and where each part ends (E14).
fn chain(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in batches() {
        for (r, b) in (0..).zip(bounds(m, n, k)) {
            let what = || format!("m = {m}, n = {n}, k = {k}, r = {r}");
            e.holds(b.upper >= b.joint, what);
            if r <= k + 1 {
                e.holds(b.joint >= b.jensen, what);
            }
            if r <= k {
                e.holds(b.jensen >= b.balls, what);
            }
        }
    }
    let beyond = &bounds(4, 2, 1)[4];
    e.holds(beyond.joint < beyond.jensen, || "it ends at r = k + 1".into());
    let beyond = &bounds(2, 2, 1)[2];
    e.holds(beyond.jensen < beyond.balls, || "it ends at r = k".into());
    Ok(())
}

fn upper_step(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in batches() {
        let share = unions::mean(m, n, k) / whole(m);
        let joint = unions::joint_by_differences(m, &[Committees { count: n, size: k }]);
        for (r, pair) in (1..).zip(joint.windows(2)) {
            let holds = pair[1] <= &share * &pair[0];
            e.holds(holds, || format!("m = {m}, n = {n}, k = {k}, r = {r}"));
        }
    }
    Ok(())
}

fn upper(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in batches() {
        for (r, b) in bounds(m, n, k).iter().enumerate() {
            e.holds(b.joint <= b.upper, || format!("m = {m}, n = {n}, k = {k}, r = {r}"));
        }
    }
    Ok(())
}

fn middle(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in batches() {
        for (r, b) in (0..=k + 1).zip(bounds(m, n, k)) {
            e.holds(b.joint >= b.jensen, || format!("m = {m}, n = {n}, k = {k}, r = {r}"));
        }
    }
    Ok(())
}

/// E14: two steps of the induction are false inside the printed range.
fn right_step(e: &mut Evidence) -> Result<(), Error> {
    let balls = |m: u64, n: u64| whole(1) - ratio(m - 1, m).pow(n);
    let left = whole(1) - ratio(1, 2).pow(0);
    e.fails(left < balls(2, 1), "m = 2, k = 1, n = 1: 0 >= 1/2 is asserted");
    let left = (unions::mean(4, 1, 2) - whole(1)) / whole(3);
    e.fails(left < balls(4, 2), format!("m = 4, k = 2, n = 1, i = 1: {left:?} >= 7/16"));
    e.same(&left, &number("1/3"), || "the whole step".into());
    // What does hold: the product of the steps.
    for (m, n, k) in batches() {
        for (r, b) in (0..=k).zip(bounds(m, n, k)) {
            e.holds(b.jensen >= b.balls, || format!("m = {m}, n = {n}, k = {k}, r = {r}"));
        }
    }
    Ok(())
}

/// For single balls: d(i+1) ≤ (1 − (1−1/m)^N) d(i).
fn balls_step(e: &mut Evidence) -> Result<(), Error> {
    for (m, n) in (1..=6u64).flat_map(|m| (1..=6u64).map(move |n| (m, n))) {
        let joint = crate::formulas::balls::joint_by_differences(m, n);
        let share = whole(1) - ratio(m - 1, m).pow(n);
        for (i, pair) in joint.windows(2).enumerate() {
            e.holds(pair[1] <= &share * &pair[0], || format!("m = {m}, N = {n}, i = {i}"));
        }
    }
    Ok(())
}

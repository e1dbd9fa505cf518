//! Section 2: intersections of single committees.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, refuted, right};
use crate::claims::models::{self, Sizes};
use crate::formulas::exact::{Exact, choose, number, signed, whole};
use crate::formulas::{lists, outcomes, unions};
use urnfield::Error;

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    misprinted("lem:intersect-union-complement", complement),
    refuted("lem:intersect-union-complement/fsd", no_factorial_series),
    conditional("thm:committee-intersection", series),
    right("eqn:committee-intersection-finite-pmf", differences),
    conditional("eqn:committee-intersection-gh-pmf", series),
    right("eqn:committee-intersection-binom-moment", moments),
    right("thm:committee-intersection/proof-binomial", proof_binomial),
    misprinted("thm:committee-intersection/proof-joint", proof_joint),
    right("thm:ghfd", generating_function),
    right("thm:ghfd/proof", factorial_moment_series),
    right("eqn:unoccupied-pgf", generating_function),
    right("thm:ghfd/unoccupied", unoccupied),
    conditional("eqn:recursive-pmf", downwards),
    conditional("eqn:recursive-pmf/q", downwards),
    conditional("eqn:recursive-pmf/moments", moment_recurrences),
    right("eqn:ghfmd-diff-eqn", differential_equation),
    misprinted("eqn:ghfmd-diff-eqn/recurrence", recurrence),
    right("eqn:ghfmd-diff-eqn/solved", solved),
];

/// E1: with the complementary sizes.
fn complement(e: &mut Evidence) -> Result<(), Error> {
    let printed = unions::pmf_of_sizes(1, &[0], 1);
    e.differs("m = 1, k = (0), i = 0", &printed, &outcomes::intersection(1, &[vec![0]]).0[0]);
    by(e, lists::pmf_by_complement)
}

fn by(e: &mut Evidence, form: fn(u64, &[u64], u64) -> Exact) -> Result<(), Error> {
    for model in models::sizes() {
        let answer = model.lists_law()?;
        for (i, p) in (0..).zip(&model.lists().0) {
            let what = || format!("{}, i = {i}", model.what());
            e.same(&form(model.m, &model.sizes, i), p, what);
            e.same(&Exact(answer.pmf_exact(i)?), p, what);
        }
    }
    Ok(())
}

/// E12: P(1)/(m·P(0)) would not depend on m.
fn no_factorial_series(e: &mut Evidence) -> Result<(), Error> {
    let at = |m: u64| {
        let law = Sizes { m, sizes: vec![1, 1] }.lists().0;
        &law[1] / (whole(m) * &law[0])
    };
    e.differs("k = (1,1), a_1/a_0 at m = 3, from m = 2", &at(2), &at(3));
    // The number left out is one, the sizes m − k held fixed.
    for m in 2..=5 {
        let mut law = Sizes { m, sizes: vec![m - 1, m - 1] }.lists().0;
        law.reverse();
        let constant = &law[2] / (whole(m - 1) * &law[1]);
        e.same(&constant, &whole(1), || format!("m - X, m = {m}"));
    }
    Ok(())
}

fn differences(e: &mut Evidence) -> Result<(), Error> {
    by(e, lists::pmf_by_differences)
}

/// E17: undefined above the sizes.
fn series(e: &mut Evidence) -> Result<(), Error> {
    let undefined = lists::pmf_by_open_series(4, &[1, 2], 3).is_none();
    e.fails(undefined, "m = 4, k = (1,2), i = 3: the series is undefined, P = 0");
    by(e, lists::pmf_by_series)
}

fn moments(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.lists();
        for r in 0..=model.m {
            let form = lists::binomial_moment(model.m, &model.sizes, r);
            e.same(&form, &law.binomial(r), || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

fn proof_binomial(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in (1..=8).flat_map(|m| (0..=m).map(move |k| (m, k))) {
        for i in k..=m {
            let left = choose(i, k) / choose(m, k);
            let right = choose(m - k, i - k) / choose(m, i);
            e.same(&left, &right, || format!("m = {m}, k = {k}, i = {i}"));
        }
    }
    Ok(())
}

/// E22: the product over the urns starts at 1.
fn proof_joint(e: &mut Evidence) -> Result<(), Error> {
    // From l = i = 2 to r = 2 the printed product is one urn: P = 1/2; two urns of one member: 0.
    e.differs("m = 2, k = (1), r = i = 2", &number("1/2"), &lists::binomial_moment(2, &[1], 2));
    for model in models::sizes() {
        let law = model.lists();
        for r in 0..=model.m {
            let ways: Exact =
                model.sizes.iter().map(|&k| choose(k, r) / choose(model.m, r)).product();
            let joint = law.binomial(r) / choose(model.m, r);
            e.same(&ways, &joint, || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

const POINTS: [&str; 4] = ["1/2", "2", "-3/4", "0"];

fn generating_function(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.lists();
        let answer = model.lists_law()?;
        for z in POINTS.map(number) {
            let form = lists::pgf_by_series(model.m, &model.sizes, &z);
            e.same(&form, &law.pgf(&z), || format!("{}, z = {z:?}", model.what()));
            e.encloses(&answer.pgf(&z.0)?, &form, || model.what());
        }
    }
    Ok(())
}

fn factorial_moment_series(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        for t in POINTS.map(number) {
            let sum: Exact = (0..=model.m)
                .map(|r| lists::binomial_moment(model.m, &model.sizes, r) * t.pow(r))
                .sum();
            let series = lists::pgf_by_series(model.m, &model.sizes, &(whole(1) + &t));
            e.same(&sum, &series, || format!("{}, t = {t:?}", model.what()));
        }
    }
    Ok(())
}

fn unoccupied(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let left_out: Vec<u64> = model.sizes.iter().map(|&k| model.m - k).collect();
        let law = model.union();
        for z in POINTS.map(number) {
            let form = lists::pgf_by_series(model.m, &left_out, &z);
            let truth: Exact = (0..).zip(&law.0).map(|(i, p)| p * z.pow(model.m - i)).sum();
            e.same(&form, &truth, || format!("{}, z = {z:?}", model.what()));
        }
    }
    Ok(())
}

/// E16: nothing is said at a size.
fn downwards(e: &mut Evidence) -> Result<(), Error> {
    let [above, below] = lists::pmf_from_above(3, &[2], 2, |_| whole(0));
    e.fails(above.is_zero() && below.is_zero(), "m = 3, k = (2), i = 2: 0/0, P = 1");
    for model in models::sizes() {
        let law = lists::law_downwards(model.m, &model.sizes);
        e.holds(law == model.lists().0, || model.what());
    }
    Ok(())
}

fn moment_recurrences(e: &mut Evidence) -> Result<(), Error> {
    let left_over = |m: i64, r: i64| signed(m - r);
    e.fails(left_over(2, 2).is_zero(), "r = m = 2: division by m - r = 0");
    for model in models::sizes() {
        let law = model.lists();
        let factorial = lists::factorial_moments(model.m, &model.sizes);
        let binomial = lists::binomial_moments(model.m, &model.sizes);
        for r in 0..=model.m {
            let what = || format!("{}, r = {r}", model.what());
            e.same(&factorial[r as usize], &law.factorial(r), what);
            e.same(&binomial[r as usize], &law.binomial(r), what);
        }
    }
    Ok(())
}

/// r(r−m−1)^(c−1) b_r and −∏((r−1) − k_j) b_(r−1): the coefficients of the two sides.
fn sides(model: &Sizes, r: u64) -> [Exact; 2] {
    let b = |r: u64| lists::binomial_moment(model.m, &model.sizes, r);
    let c = model.sizes.len() as u64;
    let left = whole(r) * signed(r as i64 - model.m as i64 - 1).pow(c - 1) * b(r);
    let factors: Exact = model.sizes.iter().map(|&k| signed(r as i64 - 1 - k as i64)).product();
    [left, -(factors * b(r - 1))]
}

fn differential_equation(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        for r in 1..=model.m {
            let [left, right] = sides(&model, r);
            e.same(&left, &right, || format!("{}, t^{r}", model.what()));
        }
    }
    Ok(())
}

/// E7: the product is over both terms.
fn recurrence(e: &mut Evidence) -> Result<(), Error> {
    let model = Sizes { m: 1, sizes: vec![1, 1] };
    let [left, _] = sides(&model, 1);
    // −(∏_j (r−1) − k_j)·b_0 read as written: −(0·0 − 1).
    let printed = -(whole(0) - whole(1));
    e.differs("m = 1, k = (1,1), r = 1", &printed, &left);
    differential_equation(e)
}

fn solved(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let b = |r: u64| lists::binomial_moment(model.m, &model.sizes, r);
        for r in 1..=model.m {
            let left = signed(model.m as i64 - r as i64 + 1);
            let step: Exact =
                model.sizes.iter().map(|&k| signed(k as i64 - r as i64 + 1) / &left).product();
            let form = &left / whole(r) * step * b(r - 1);
            e.same(&form, &b(r), || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

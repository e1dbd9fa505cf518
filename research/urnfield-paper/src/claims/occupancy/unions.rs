//! Section 2: committees and their unions.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, right};
use crate::claims::models;
use crate::formulas::exact::{Exact, choose, number, ratio, whole};
use crate::formulas::unions;
use crate::formulas::{differences, outcomes};
use urnfield::{Committees, Error, Occupancy};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("fig:committee-occupancy", one_colour),
    right("eq:batch-probability", batch_law),
    conditional("eqn:batch-factorial-moments", batch_moments),
    right("eqn:batch-occupancy-mean", batch_mean),
    right("eqn:variable-committee-sizes", variable_sizes),
    misprinted("subsec:multivariate-committee/figure", two_colours),
    right("eqn:committee-union-pmf", union_law),
    right("eqn:committee-union-binom", union_moments),
    misprinted("sec:committee-union-problem/reindexing", reindexing),
    conditional("thm:psi-formulas", rho_range),
    conditional("thm:psi-formulas/definition", rho_range),
    misprinted("thm:psi-formulas/recursion", rho_recursion),
    right("thm:psi-formulas/series", rho_series),
    right("thm:psi-formulas/proof-recursion", rho_step),
    right("thm:psi-formulas/proof-series", rho_series),
    right("eqn:committee-union-gh-pmf", series_law),
    right("eqn:committee-union-gh-pmf/moments", rho_series),
    misprinted("eqn:committee-union-gh-pmf/proof-delta", missing_product),
    right("eqn:committee-union-gh-pmf/proof-rho", by_rho),
    right("cor:committee-union-pgf", generating_function),
    misprinted("eqn:fsd-series/values", zeros),
    right("eqn:fsd-series", factorial_series),
    misprinted("eqn:fsd-series/pgf", fsd_pgf),
    right("eqn:fsd-series/pmf", fsd_pmf),
    right("sec:committee-union-problem/fsd", is_factorial_series),
];

/// Urns A to E as the bits of a mask.
fn any(batches: &[&str]) -> u32 {
    batches.iter().flat_map(|b| b.bytes()).fold(0, |mask, letter| mask | 1 << (letter - b'A'))
}

fn one_colour(e: &mut Evidence) -> Result<(), Error> {
    let drawn = ["ABD", "ADE"];
    e.holds(drawn.iter().all(|b| b.len() == 3), || "batches of 3".into());
    e.holds(any(&drawn).count_ones() == 4, || "four occupied urns".into());
    let p = Occupancy::union(5, &[Committees { count: 2, size: 3 }])?.pmf_exact(4)?;
    e.same(&Exact(p), &outcomes::union(5, &[3, 3]).0[4], || "P(X = 4)".into());
    e.seen("2 batches of 3 in 5 urns, 4 occupied: probability 3/5");
    Ok(())
}

/// E18: the picture has cyan batches of two.
fn two_colours(e: &mut Evidence) -> Result<(), Error> {
    let (red, cyan) = (["ABD", "ADE"], ["BD", "BC", "AC"]);
    e.differs("cyan balls in a batch", &whole(3), &whole(cyan[0].len() as u64));
    e.holds(red.iter().all(|b| b.len() == 3), || "red batches".into());
    e.holds(cyan.iter().all(|b| b.len() == 2), || "cyan batches".into());
    e.holds((any(&red) | any(&cyan)).count_ones() == 5, || "union".into());
    e.holds((any(&red) & any(&cyan)).count_ones() == 3, || "intersection".into());
    Ok(())
}

fn batch_law(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k, law) in models::batches() {
        let committees = [Committees { count: n, size: k }];
        for (i, p) in (0..).zip(unions::law_by_differences(m, &committees)) {
            let what = || format!("m = {m}, n = {n}, k = {k}, i = {i}");
            e.same(&p, &law.0[i as usize], what);
            e.same(&unions::pmf_by_exclusion(m, &committees, i), &p, what);
        }
    }
    Ok(())
}

fn batch_moments(e: &mut Evidence) -> Result<(), Error> {
    e.fails(choose(1, 2).is_zero(), "m = 1, r = 2: 0/0");
    for (m, n, k, law) in models::batches() {
        let committees = [Committees { count: n, size: k }];
        for (r, p) in (0..).zip(unions::joint_by_differences(m, &committees)) {
            let what = || format!("m = {m}, n = {n}, k = {k}, r = {r}");
            e.same(&(law.binomial(r) / choose(m, r)), &p, what);
            e.same(&unions::joint_by_exclusion(m, &committees, r), &p, what);
        }
    }
    Ok(())
}

pub(super) fn batch_mean(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k, law) in models::batches() {
        e.same(&unions::mean(m, n, k), &law.mean(), || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn variable_sizes(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        for (i, p) in (0..).zip(&model.union().0) {
            let form = unions::pmf_of_sizes(model.m, &model.sizes, i);
            e.same(&form, p, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

fn union_law(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        for (i, p) in (0..).zip(unions::law_by_differences(model.m, &model.committees())) {
            e.same(&p, &law.0[i as usize], || format!("{}, i = {i}", model.what()));
            let sum = unions::pmf_by_exclusion(model.m, &model.committees(), i);
            e.same(&sum, &p, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

fn union_moments(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        for (r, p) in (0..).zip(unions::joint_by_differences(model.m, &model.committees())) {
            let form = choose(model.m, r) * p;
            e.same(&form, &law.binomial(r), || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

/// E20: the sizes are k_1 to k_c; the display itself is right.
fn reindexing(e: &mut Evidence) -> Result<(), Error> {
    let several = [Committees { count: 2, size: 1 }, Committees { count: 1, size: 3 }];
    // Ending the lists with the running index d = 1 would drop the second size.
    let short = unions::ways(4, &several[..1]);
    e.differs("sizes 1, 1, 3 in 4 urns, lists ended at d = 1", &short, &unions::ways(4, &several));
    for x in 0..=6 {
        let one_by_one: Exact = unions::sizes(&several).iter().map(|&k| choose(x, k)).product();
        e.same(&one_by_one, &unions::ways(x, &several), || format!("x = {x}"));
    }
    Ok(())
}

/// E13: s must not be below max k; r may be.
fn rho_range(e: &mut Evidence) -> Result<(), Error> {
    e.fails(choose(0, 1).is_zero(), "k = (1), s = 0: rho(0,0) is 0/0");
    rho_series(e)
}

fn rho_series(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        for r in 0..=model.m {
            let truth = law.binomial(r) / choose(model.m, r);
            let series = unions::rho_by_series(r, model.m, &model.sizes);
            e.same(&series, &truth, || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

fn rho_step(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        for (r, rho) in (0..).zip(unions::rho_by_recursion(model.m, &model.sizes)) {
            let truth = law.binomial(r) / choose(model.m, r);
            e.same(&rho, &truth, || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

/// E7: the product is over both terms.
fn rho_recursion(e: &mut Evidence) -> Result<(), Error> {
    // k = (1,1), r = 1, s = 2: ∏ 1 − k/s read as written is 1 − 1/2.
    let printed = whole(1) - (whole(1) - ratio(1, 2));
    let truth = unions::rho_by_series(1, 2, &[1, 1]);
    e.differs("k = (1,1), r = 1, s = 2", &printed, &truth);
    rho_step(e)
}

fn series_law(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        for (i, p) in (0..).zip(&model.union().0) {
            let form = unions::pmf_by_series(model.m, &model.sizes, i);
            e.same(&form, p, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

/// E21: one factor alone is not the product.
fn missing_product(e: &mut Evidence) -> Result<(), Error> {
    let ways = |x: i64| choose(x as u64, 0) * choose(x as u64, 1);
    let one = differences::delta(1, 0, |x| choose(x as u64, 0));
    e.differs("m = 1, k = (0,1), i = 1, first committee", &one, &differences::delta(1, 0, ways));
    for model in models::sizes() {
        let committees = model.committees();
        for i in 0..=model.m {
            let left = differences::delta(i, 0, |x| unions::ways(x as u64, &committees));
            let right = differences::nabla(i, i as i64, |x| unions::ways(x as u64, &committees));
            e.same(&left, &right, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

fn by_rho(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let (law, m) = (model.union(), model.m);
        let largest = model.sizes.iter().copied().max().unwrap_or(0);
        for i in largest..=m {
            let chance: Exact = model.sizes.iter().map(|&k| choose(i, k) / choose(m, k)).product();
            let rho = unions::rho_by_recursion(i, &model.sizes)[i as usize].clone();
            let form = choose(m, i) * chance * rho;
            e.same(&form, &law.0[i as usize], || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

fn generating_function(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        let answer = model.union_law()?;
        for z in ["1/2", "2", "-3/4"].map(number) {
            let form = unions::pgf_by_series(model.m, &model.sizes, &z);
            e.same(&form, &law.pgf(&z), || format!("{}, z = {z:?}", model.what()));
            e.encloses(&answer.pgf(&z.0)?, &form, || model.what());
        }
    }
    Ok(())
}

/// E26: A is zero below the largest committee.
fn zeros(e: &mut Evidence) -> Result<(), Error> {
    let one = [Committees { count: 1, size: 1 }];
    e.fails(unions::ways(0, &one).is_zero(), "A(x) = C(x,1): A(0) = 0, not above 0");
    for model in models::sizes() {
        let largest = model.sizes.iter().copied().max().unwrap_or(0);
        for x in 0..=model.m {
            let zero = unions::ways(x, &model.committees()).is_zero();
            e.holds(zero == (x < largest), || format!("{}, x = {x}", model.what()));
        }
    }
    Ok(())
}

fn factorial_series(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let committees = model.committees();
        let a = unions::factorial_series(model.m, &committees);
        let sum = unions::factorial_series_at(model.m, &a, &whole(1));
        e.same(&sum, &unions::ways(model.m, &committees), || model.what());
        e.holds(a.iter().all(|a| *a >= whole(0)), || model.what());
    }
    Ok(())
}

/// E4: the generating function is to be divided by A(m).
fn fsd_pgf(e: &mut Evidence) -> Result<(), Error> {
    let one = [Committees { count: 1, size: 1 }];
    let a = unions::factorial_series(2, &one);
    let printed = unions::factorial_series_at(2, &a, &whole(1));
    e.differs("m = 2, one committee of 1, G(1)", &printed, &whole(1));
    for model in models::sizes() {
        let law = model.union();
        for z in ["1/2", "2", "-3/4"].map(number) {
            let form = unions::pgf_by_factorial_series(model.m, &model.committees(), &z);
            e.same(&form, &law.pgf(&z), || format!("{}, z = {z:?}", model.what()));
        }
    }
    Ok(())
}

fn fsd_pmf(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        let committees = model.committees();
        let a = unions::factorial_series(model.m, &committees);
        for (i, a) in (0..).zip(a) {
            let falling = crate::formulas::exact::falling(&whole(model.m), i);
            let form = falling * a / unions::ways(model.m, &committees);
            e.same(&form, &law.0[i as usize], || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

/// The coefficients do not depend on m, and give the law for every m.
fn is_factorial_series(e: &mut Evidence) -> Result<(), Error> {
    for sizes in [vec![1], vec![1, 2], vec![2, 2], vec![0, 1, 1]] {
        let committees = models::single(&sizes);
        let long = unions::factorial_series(6, &committees);
        for m in 2..=5 {
            let short = unions::factorial_series(m, &committees);
            e.holds(short[..] == long[..=m as usize], || format!("k = {sizes:?}, m = {m}"));
        }
    }
    fsd_pmf(e)
}

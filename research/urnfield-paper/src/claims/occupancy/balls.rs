//! Section 2, up to committees: any exchangeable law, balls, finite differences.

use crate::claims::evidence::{Claim, Evidence, conditional, refuted, right};
use crate::claims::models;
use crate::formulas::exact::{
    Exact, choose, choose_at, falling, number, signed, stirling_row, whole,
};
use crate::formulas::table::Law;
use crate::formulas::{balls, differences, outcomes};
use urnfield::{Error, Occupancy};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("eq:occupancy-event", library_is_enumeration),
    right("sec:occupy/exchangeable", exchangeable),
    conditional("sec:occupy/number", number_of_urns),
    right("eqn:binom-moment", binomial_moments),
    right("sec:occupy/pmf", pmf_from_joint),
    right("sec:classic-occupancy/figure", figure),
    right("eqn:occupy-probability", by_stirling),
    conditional("eq:classic-moments-1", raw_from_law),
    conditional("eq:moment-1", raw_from_factorial),
    right("sec:finite-differences/nabla", nabla),
    conditional("sec:finite-differences/nabla-binomial", nabla_binomial),
    right("sec:finite-differences/nabla-sum", nabla),
    right("sec:finite-differences/nabla-at", nabla),
    right("sec:finite-differences/delta", nabla),
    right("sec:finite-differences/delta-nabla", nabla),
    refuted("lem:classic-moments-2", not_independent),
    right("lem:classic-moments-2/joint", joint),
    conditional("eqn:classic-moments-2", raw_from_differences),
    conditional("eqn:binom-fac-moments", ratios),
    right("cor:stirling-identity", stirling_identity),
    right("eq:stirling-identity", stirling_identity),
    right("cor:stirling-identity/polynomials", stirling_identity),
    right("cor:stirling-identity/double-count", double_count),
    right("eqn:classic-recurrence", recurrence),
    conditional("thm:recursive-moments", recursive_moments),
    conditional("thm:recursive-moments/proof", recursive_moments),
];

fn library_is_enumeration(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        let answer = Occupancy::balls(m, n)?;
        for (i, p) in (0..).zip(&law.0) {
            e.same(&Exact(answer.pmf_exact(i)?), p, || format!("m = {m}, n = {n}, i = {i}"));
        }
    }
    for model in models::sizes() {
        let answer = model.union_law()?;
        for (i, p) in (0..).zip(&model.union().0) {
            e.same(&Exact(answer.pmf_exact(i)?), p, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

/// Every set of urns of one size is as likely to be occupied, counted for two committees.
fn exchangeable(e: &mut Evidence) -> Result<(), Error> {
    for m in 2..=4u64 {
        for (a, b) in [(1, 1), (1, 2), (2, 2)] {
            let outcomes: Vec<u32> = outcomes::committees(m, a)
                .iter()
                .flat_map(|x| outcomes::committees(m, b).into_iter().map(move |y| x | y))
                .collect();
            for s in 1..=m {
                let counts: Vec<usize> = outcomes::committees(m, s)
                    .iter()
                    .map(|urns| outcomes.iter().filter(|set| *set & urns == *urns).count())
                    .collect();
                let same = counts.iter().all(|c| c == &counts[0]);
                e.holds(same, || format!("m = {m}, sizes {a} and {b}, {s} urns"));
            }
        }
    }
    Ok(())
}

/// E29: as integers, not in Z_2.
fn number_of_urns(e: &mut Evidence) -> Result<(), Error> {
    e.fails((1 + 1) % 2 != 2, "m = 2, both urns occupied: 0 in Z_2, X = 2");
    library_is_enumeration(e)
}

fn binomial_moments(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        let answer = model.union_law()?;
        for r in 0..=model.m {
            e.encloses(&answer.binomial_moment(r)?, &law.binomial(r), || {
                format!("{}, r = {r}", model.what())
            });
        }
    }
    Ok(())
}

fn inverted(law: &Law, m: u64, i: u64) -> Exact {
    let joint = |s: u64| law.binomial(s) / choose(m, s);
    let sum: Exact = (0..=m - i)
        .map(|j| crate::formulas::exact::sign(j) * choose(m - i, j) * joint(i + j))
        .sum();
    choose(m, i) * sum
}

fn pmf_from_joint(e: &mut Evidence) -> Result<(), Error> {
    for model in models::sizes() {
        let law = model.union();
        for (i, p) in (0..).zip(&law.0) {
            e.same(&inverted(&law, model.m, i), p, || format!("{}, i = {i}", model.what()));
        }
    }
    Ok(())
}

fn figure(e: &mut Evidence) -> Result<(), Error> {
    // A holds 2, 5, 6; B holds 3; D holds 1, 4.
    let drawn = ["D", "A", "B", "D", "A", "A"];
    let mut occupied = drawn.to_vec();
    occupied.sort_unstable();
    occupied.dedup();
    e.holds((drawn.len(), occupied.len()) == (6, 3), || "the picture".into());
    let p = Occupancy::balls(5, 6)?.pmf_exact(3)?;
    e.same(&Exact(p), &outcomes::balls(5, 6).0[3], || "P(X = 3)".into());
    e.seen("6 balls in 5 urns, 3 occupied: probability 216/625");
    Ok(())
}

fn by_stirling(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        for (i, p) in (0..).zip(balls::law_by_stirling(m, n)) {
            e.same(&p, &law.0[i as usize], || format!("m = {m}, n = {n}, i = {i}"));
        }
    }
    Ok(())
}

/// The sum from i = 1 of a form that is right from i = 0.
fn without_zero(all: Exact, at_zero: Exact) -> Exact {
    all - at_zero
}

fn raw_from_law(e: &mut Evidence) -> Result<(), Error> {
    // E24: without balls and at r = 0 the term i = 0 is everything.
    let law = balls::law_by_stirling(3, 0);
    let printed = without_zero(balls::raw_by_stirling(3, 0, 0), law[0].clone());
    e.differs("m = 3, n = 0, r = 0", &printed, &whole(1));
    raw(e, balls::raw_by_stirling)
}

fn raw(e: &mut Evidence, form: fn(u64, u64, u64) -> Exact) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        for r in 0..=4 {
            e.same(&form(m, n, r), &law.raw(r), || format!("m = {m}, n = {n}, r = {r}"));
        }
    }
    Ok(())
}

fn raw_from_factorial(e: &mut Evidence) -> Result<(), Error> {
    // E24: the printed sum from i = 1 is empty at r = 0.
    e.differs("r = 0", &whole(0), &Law(balls::law_by_stirling(2, 2)).raw(0));
    for model in models::sizes() {
        let law = model.union();
        for r in 0..=3 {
            let by_inversion: Exact =
                (0..).zip(stirling_row(r)).map(|(i, s)| s * law.factorial(i)).sum();
            e.same(&by_inversion, &law.raw(r), || format!("{}, r = {r}", model.what()));
        }
    }
    Ok(())
}

fn raw_from_differences(e: &mut Evidence) -> Result<(), Error> {
    e.differs("m = 2, n = 2, r = 0", &whole(0), &balls::raw_by_differences(2, 2, 0));
    raw(e, balls::raw_by_differences)
}

/// Differences of x^4 and 1/(x + 20), by definition, as sums, and as each other.
fn nabla(e: &mut Evidence) -> Result<(), Error> {
    let functions: [fn(i64) -> Exact; 2] = [|x| signed(x).pow(4), |x| whole(1) / signed(x + 20)];
    for f in functions {
        for (i, a) in (0..=6u64).flat_map(|i| (-3..=3i64).map(move |a| (i, a))) {
            let by_definition = differences::nabla(i, a, f);
            e.same(&by_definition, &differences::nabla_as_sum(i, a, f), || {
                format!("i = {i}, a = {a}")
            });
            let forward = differences::delta(i, a - i as i64, f);
            e.same(&by_definition, &forward, || format!("i = {i}, a = {a}"));
        }
    }
    let once = differences::nabla(1, 5, |x| signed(x).pow(2));
    e.same(&once, &whole(9), || "5² − 4²".into());
    let once = differences::delta(1, 5, |x| signed(x).pow(2));
    e.same(&once, &whole(11), || "6² − 5²".into());
    Ok(())
}

fn nabla_binomial(e: &mut Evidence) -> Result<(), Error> {
    let cut_off = |x: i64| if x < 0 { whole(0) } else { choose(x as u64, 0) };
    e.differs("x = k = 0, i = 1, with C(-1,0) = 0", &whole(0), &differences::nabla(1, 0, cut_off));
    for (x, k, i) in
        (-3..=4i64).flat_map(|x| (0..=4u64).flat_map(move |k| (0..=k).map(move |i| (x, k, i))))
    {
        let left = differences::nabla(i, x, |x| choose_at(&signed(x), k));
        let right = choose_at(&signed(x - i as i64), k - i);
        e.same(&left, &right, || format!("x = {x}, k = {k}, i = {i}"));
    }
    Ok(())
}

fn not_independent(e: &mut Evidence) -> Result<(), Error> {
    let p = balls::joint_by_differences(2, 1);
    e.differs("m = 2, n = 1, both occupied, if independent", &p[1].pow(2), &p[2]);
    joint(e)
}

fn joint(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        for (i, p) in (0..).zip(balls::joint_by_differences(m, n)) {
            let truth = law.binomial(i) / choose(m, i);
            e.same(&p, &truth, || format!("m = {m}, n = {n}, i = {i}"));
            e.same(&balls::joint_by_exclusion(m, n, i), &truth, || format!("{m}, {n}, {i}"));
        }
    }
    Ok(())
}

fn ratios(e: &mut Evidence) -> Result<(), Error> {
    e.fails(choose(2, 3).is_zero() && falling(&whole(2), 3).is_zero(), "m = 2, r = 3: 0/0");
    for (m, n, law) in models::balls() {
        for r in 0..=m {
            let by_differences = balls::binomial_moment(m, n, r);
            e.same(&by_differences, &law.binomial(r), || format!("m = {m}, n = {n}, r = {r}"));
            let factorial = law.factorial(r) / falling(&whole(m), r);
            e.same(&factorial, &(by_differences / choose(m, r)), || format!("{m}, {n}, {r}"));
        }
    }
    Ok(())
}

fn stirling_identity(e: &mut Evidence) -> Result<(), Error> {
    for z in ["0", "1", "5/2", "-3/7", "-2", "6"] {
        let z = number(z);
        for (n, r) in (1..=5).flat_map(|n| (0..=4).map(move |r| (n, r))) {
            let left = balls::stirling_identity_left(n, r, &z);
            let right = balls::stirling_identity_right(n, r, &z);
            e.same(&left, &right, || format!("z = {z:?}, n = {n}, r = {r}"));
        }
    }
    Ok(())
}

fn double_count(e: &mut Evidence) -> Result<(), Error> {
    for (m, n) in (1..=5u64).flat_map(|m| (1..=m).map(move |n| (m, n))) {
        let law = outcomes::balls(m, n);
        for r in 1..=4 {
            let counted = law.raw(r) * whole(m).pow(n);
            let f = balls::stirling_identity_left(n, r, &whole(m));
            let g = balls::stirling_identity_right(n, r, &whole(m));
            e.same(&f, &counted, || format!("f, m = {m}, n = {n}, r = {r}"));
            e.same(&g, &counted, || format!("g, m = {m}, n = {n}, r = {r}"));
        }
    }
    Ok(())
}

fn recurrence(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, law) in models::balls() {
        let by_recurrence = balls::law_by_recurrence(m, n);
        for (i, p) in by_recurrence.iter().enumerate() {
            e.same(p, &law.0[i], || format!("m = {m}, n = {n}, i = {i}"));
        }
    }
    Ok(())
}

fn recursive_moments(e: &mut Evidence) -> Result<(), Error> {
    e.fails(Occupancy::balls(0, 1).is_err(), "m = 1: it refers to a law of 0 urns");
    for (m, n, law) in models::balls().into_iter().filter(|(m, ..)| *m >= 2) {
        for r in 0..=4 {
            let right = balls::raw_by_recursion(m, n, r);
            e.same(&right, &law.raw(r), || format!("m = {m}, n = {n}, r = {r}"));
        }
    }
    Ok(())
}

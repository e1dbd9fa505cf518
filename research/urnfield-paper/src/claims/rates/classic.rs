//! Section 3: rates of classic filters, and the bounds of both kinds.

use crate::claims::evidence::{Claim, Evidence, conditional, misprinted, right};
use crate::claims::models::{KINDS, best, exact_rate, load, loads, rate};
use crate::claims::rates::standard::psi;
use crate::formulas::differences::{hypergeometric, nabla};
use crate::formulas::exact::{Exact, choose, choose_at, falling, ratio, sign, stirling_row, whole};
use crate::formulas::table::Law;
use crate::formulas::{balls, outcomes, unions};
use std::cmp::Ordering;
use urnfield::bloom::{Peak, Textbook};
use urnfield::{Committees, Design, Enclosure, Error, Kind};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    right("fig:fp-vs-k", over_hashes),
    right("subsec:classic-false-positive/given", given),
    right("eqn:classic-fp-factorial-moments", by_law),
    right("eqn:classic-bloom-fp", three_lines),
    misprinted("eqn:classic-bloom-recurrence", recurrence),
    right("cor:fp-upper-lower-bounds", between),
    conditional("eqn:fp-lower-bound", lower),
    right("eqn:fp-upper-bound", upper),
    right("cor:fp-upper-lower-bounds/proof-upper", upper_expanded),
    right("cor:fp-upper-lower-bounds/proof-step", upper_by_terms),
    right("cor:fp-upper-lower-bounds/proof-jensen", jensen),
    right("cor:fp-upper-lower-bounds/proof-recursion", lower_recursion),
    conditional("fig:fp-bounds", among_bounds),
    conditional("subsec:classic-false-positive/better", not_always_better),
];

fn over_hashes(e: &mut Evidence) -> Result<(), Error> {
    for kind in KINDS {
        e.holds(best(kind, 100, 20)? == [3], || format!("{kind}: minimum at k = 3"));
        e.shows(
            &format!("f({kind}, 3)"),
            &rate(kind, 100, 20, 3)?,
            if kind == Kind::Standard { "0.0938" } else { "0.0924" },
        );
    }
    for k in 1..=40 {
        let [standard, classic] =
            [rate(Kind::Standard, 100, 20, k)?, rate(Kind::Classic, 100, 20, k)?];
        match k {
            1 => e.holds(standard.overlaps(&classic), || "k = 1".into()),
            2..=4 => e.below(&classic, &standard, || format!("k = {k}")),
            _ => e.below(&standard, &classic, || format!("k = {k}")),
        }
    }
    Ok(())
}

/// Every query of k different positions counted.
fn given(e: &mut Evidence) -> Result<(), Error> {
    for (m, k) in (1..=6u64).flat_map(|m| (1..=m).map(move |k| (m, k))) {
        for set in 0..=m {
            let filter = (1u32 << set) - 1;
            let queries = outcomes::committees(m, k);
            let passing = queries.iter().filter(|query| *query & filter == **query).count() as u64;
            let counted = ratio(passing, queries.len() as u64);
            e.same(&counted, &(choose(set, k) / choose(m, k)), || format!("{m}, {k}, {set}"));
            let answer = Design::new(Kind::Classic, m, k)?.fpr_given(set)?;
            e.encloses(&answer, &counted, || format!("m = {m}, k = {k}, {set} bits"));
        }
    }
    Ok(())
}

fn by(e: &mut Evidence, form: impl Fn(u64, u64, u64) -> Exact) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let truth = exact_rate(Kind::Classic, m, n, k)?;
        e.same(&form(m, n, k), &truth, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn by_law(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads().into_iter().filter(|(m, n, _)| *m <= 5 && *n <= 3) {
        let law = outcomes::union(m, &vec![k; n as usize]);
        let form = law.binomial(k) / choose(m, k);
        e.same(&form, &exact_rate(Kind::Classic, m, n, k)?, || format!("{m}, {n}, {k}"));
    }
    Ok(())
}

fn three_lines(e: &mut Evidence) -> Result<(), Error> {
    by(e, |m, n, k| {
        (0..=k).map(|i| sign(i) * choose(k, i) * (choose(m - i, k) / choose(m, k)).pow(n)).sum()
    })?;
    by(e, |m, n, k| nabla(k, m as i64, |x| choose(x as u64, k).pow(n)) / choose(m, k).pow(n))?;
    by(e, |m, n, k| {
        let mut upper = vec![k as i64 - m as i64; n as usize];
        upper.push(-(k as i64));
        let lower = vec![-(m as i64); n as usize];
        hypergeometric(&upper, &lower, &whole(1)).unwrap_or_else(|| whole(0))
    })
}

/// B9: f_C = ψ(k,m).
fn recurrence(e: &mut Evidence) -> Result<(), Error> {
    let clear = |k: u64, n: u64| move |_: u64, s: u64| (whole(1) - ratio(k, s)).pow(n);
    let swapped = psi(7, 2, &|_, s| if s < 2 { whole(0) } else { clear(2, 3)(0, s) });
    e.differs("m = 7, n = 3, k = 2, psi(m,k)", &swapped, &exact_rate(Kind::Classic, 7, 3, 2)?);
    by(e, |m, n, k| psi(k, m, &clear(k, n)))
}

/// L, U and C(μ,k)/C(m,k) as fractions.
fn lower_bound(m: u64, n: u64, k: u64) -> Exact {
    balls::joint_by_differences(m, n * k)[k as usize].clone()
}

fn upper_bound(m: u64, n: u64, k: u64) -> Exact {
    (unions::mean(m, n, k) / whole(m)).pow(k)
}

fn at_mean(m: u64, mean: &Exact, k: u64) -> Exact {
    choose_at(mean, k) / choose(m, k)
}

fn between(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        for kind in KINDS {
            let f = exact_rate(kind, m, n, k)?;
            let inside = lower_bound(m, n, k) <= f && f <= upper_bound(m, n, k);
            e.holds(inside, || format!("{kind}, m = {m}, n = {n}, k = {k}"));
        }
    }
    Ok(())
}

/// B19: the simpler bound needs μ_S ≥ k − 1.
fn lower(e: &mut Evidence) -> Result<(), Error> {
    let simple = at_mean(12, &balls::mean(12, 12), 12);
    let bound = lower_bound(12, 1, 12);
    e.fails(bound < simple, "m = 12, n = 1, k = 12: L = 5.372e-5 < 8.617e-5");
    for (m, n, k) in loads() {
        let mean = balls::mean(m, n * k);
        if mean >= whole(k - 1) {
            let holds = lower_bound(m, n, k) >= at_mean(m, &mean, k);
            e.holds(holds, || format!("m = {m}, n = {n}, k = {k}"));
        }
        let classic = at_mean(m, &unions::mean(m, n, k), k) <= exact_rate(Kind::Classic, m, n, k)?;
        e.holds(classic, || format!("classic, m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn upper(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let answer = load(Kind::Classic, m, n, k)?.upper()?.value;
        e.encloses(&answer, &upper_bound(m, n, k), || format!("m = {m}, n = {n}, k = {k}"));
    }
    between(e)
}

fn upper_expanded(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let mean = unions::mean(m, n, k);
        let sum: Exact = (0..).zip(stirling_row(k)).map(|(i, s)| s * falling(&mean, i)).sum();
        let form = sum / whole(m).pow(k);
        e.same(&form, &upper_bound(m, n, k), || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn upper_by_terms(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let mean = unions::mean(m, n, k);
        for (i, joint) in (0..=k).zip(balls::joint_by_differences(m, n * k)) {
            let holds = falling(&mean, i) >= falling(&whole(m), i) * joint;
            e.holds(holds, || format!("m = {m}, n = {n}, k = {k}, i = {i}"));
        }
    }
    Ok(())
}

fn jensen(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let holds =
            exact_rate(Kind::Standard, m, n, k)? >= (balls::mean(m, n * k) / whole(m)).pow(k);
        e.holds(holds, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

fn lower_recursion(e: &mut Evidence) -> Result<(), Error> {
    for (m, n, k) in loads() {
        let joint = balls::joint_by_differences(m, n * k);
        let share = balls::mean(m, n * k) / whole(m);
        for (i, pair) in joint.windows(2).enumerate() {
            e.holds(pair[1] <= &share * &pair[0], || format!("{m}, {n}, {k}, i = {i}"));
        }
        let law = Law(balls::law_by_recurrence(m, n * k));
        let moment = law.factorial(k) / falling(&whole(m), k);
        e.same(&joint[k as usize], &moment, || format!("m = {m}, n = {n}, k = {k}"));
    }
    Ok(())
}

/// B21: the numbers are right; the order of the curves holds up to k = 34.
fn among_bounds(e: &mut Evidence) -> Result<(), Error> {
    let (m, n) = (1000, 20);
    e.holds(best(Kind::Classic, m, n)? == [33], || "k_C* = 33".into());
    e.holds(best(Kind::Standard, m, n)? == [34], || "k_S* = 34".into());
    let estimate = Peak::of_exponential(Design::new(Kind::Standard, m, n)?).items;
    e.shows("(m/n) ln 2", &estimate, "34.7");
    e.holds(Textbook::tuning(m, n)?.hashes == 35, || "rounded".into());
    let curves = |k: u64| -> Result<[Enclosure; 5], Error> {
        let standard = load(Kind::Standard, m, n, k)?;
        Ok([
            standard.upper()?.value,
            standard.fpr()?,
            standard.independent()?.value,
            rate(Kind::Classic, m, n, k)?,
            standard.lower()?.value,
        ])
    };
    for k in 25..=34 {
        for pair in curves(k)?.windows(2) {
            e.below(&pair[1], &pair[0], || format!("k = {k}"));
        }
    }
    let [_, standard, mean, classic, _] = curves(35)?;
    e.fails(
        mean.compare(&classic) == Some(Ordering::Less),
        "m = 1000, n = 20: f_C > M from k = 35 on",
    );
    e.below(&classic, &standard, || "k = 35".into());
    let [_, standard, _, classic, _] = curves(50)?;
    e.fails(standard.compare(&classic) == Some(Ordering::Less), "k = 50: f_C > f_S");
    Ok(())
}

/// B22: only while nk is below about m.
fn not_always_better(e: &mut Evidence) -> Result<(), Error> {
    let [standard, classic] =
        [exact_rate(Kind::Standard, 5, 2, 2)?, exact_rate(Kind::Classic, 5, 2, 2)?];
    e.fails(classic > standard, "m = 5, n = k = 2: f_C = 0.3700 > f_S = 0.3664");
    for m in 4..=14 {
        for (n, k) in (2..=6).flat_map(|n| (2..=m.min(6)).map(move |k| (n, k))) {
            if n * k > m {
                let better =
                    exact_rate(Kind::Classic, m, n, k)? > exact_rate(Kind::Standard, m, n, k)?;
                e.holds(better, || format!("m = {m}, n = {n}, k = {k}: nk > m"));
            }
        }
    }
    for (m, n, k) in [(100, 10, 4), (1000, 20, 34), (1024, 5, 124), (64, 4, 9)] {
        let [classic, standard] = [rate(Kind::Classic, m, n, k)?, rate(Kind::Standard, m, n, k)?];
        e.below(&classic, &standard, || format!("m = {m}, n = {n}, k = {k}: nk < m"));
    }
    let committees = [Committees { count: 2, size: 2 }];
    e.same(&unions::joint_by_differences(5, &committees)[2], &classic, || "f_C(5,2,2)".into());
    Ok(())
}

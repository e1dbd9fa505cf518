//! What must hold between the answers of one law, or of two, where no exact law is at hand.

use super::{
    ball_problems, faculty_problems, list_problems, of_balls, of_batches, of_departments, of_lists,
    of_union, union_problems,
};
use std::cmp::Ordering;
use urnfield::{Committees, Enclosure, Occupancy, Rate};
use urnfield_paper::formulas::exact::{Exact, ratio, whole};
use urnfield_paper::formulas::table::{Law, add_up, ends};

fn committees(pairs: &[(u64, u64)]) -> Vec<Committees> {
    pairs.iter().map(|&(count, size)| Committees { count, size }).collect()
}

/// Laws of every kind with hundreds to thousands of urns.
fn large_laws() -> Vec<Occupancy> {
    vec![
        of_balls(500, 700),
        of_balls(1500, 2000),
        of_batches(1500, 6, 250),
        of_union(1000, &committees(&[(5, 100), (2, 300), (40, 1)])),
        of_lists(3000, &[1000, 1500]),
        of_lists(2000, &[700, 800, 900, 1100]),
        of_departments(600, &[committees(&[(3, 100)]), committees(&[(2, 200), (9, 1)])]),
        of_departments(300, &[committees(&[(200, 1)]), committees(&[(350, 1)])]),
    ]
}

/// Values from deep in one tail to deep in the other, inside the support.
fn probes(law: &Occupancy) -> Vec<u64> {
    let mean = law.mean().expect("a mean").hi_f64();
    let deviation = law.variance().expect("a variance").hi_f64().sqrt();
    let (least, most) = law.support();
    let mut probes: Vec<u64> = [-12.0, -5.0, -1.0, 0.0, 2.0, 6.0, 11.0]
        .iter()
        .map(|step| ((mean + step * deviation).max(0.0) as u64).clamp(least, most))
        .collect();
    probes.dedup();
    probes
}

fn ask(answer: Result<Enclosure, urnfield::Error>) -> Enclosure {
    answer.expect("within the limits")
}

#[test]
fn exact_probabilities_add_up_to_exactly_one() {
    let unions = union_problems(50).into_iter().map(|(m, c)| of_union(m, &c));
    let lists = list_problems(51).into_iter().map(|(m, l)| of_lists(m, &l));
    let faculties = faculty_problems(52).into_iter();
    let faculties = faculties.map(|(m, f)| of_departments(m, &f));
    let balls = ball_problems(53).into_iter().map(|(m, n)| of_balls(m, n));
    for law in balls.chain(unions).chain(lists).chain(faculties) {
        assert_eq!(Law::of(&law).at_least(0), whole(1), "{law:?}");
    }
}

/// Below, between and above: three disjoint events that are everything.
#[test]
fn windows_and_tails_add_up_to_one() {
    for law in large_laws() {
        let probes = probes(&law);
        let (low, high) = (probes[1].max(1), probes[probes.len() - 2]);
        let window = law.pmf_window(low, high).expect("within the limits");
        assert_eq!(window.len() as u64, high - low + 1);
        let tails = [ask(law.at_most(low - 1)), ask(law.at_least(high + 1))];
        let parts = window.iter().map(|(_, p)| p).chain(&tails);
        add_up(parts, &whole(1), &format!("{law:?}"));
    }
}

/// All that is not negligible adds up to one, short of what was left out.
#[test]
fn probabilities_above_a_threshold_add_up_to_nearly_one() {
    let threshold = ratio(1, 1 << 60).pow(2);
    for law in large_laws() {
        let above = law.pmf_above(&threshold.0).expect("within the limits");
        let (lo, hi) = above.iter().fold((whole(0), whole(0)), |(lo, hi), (_, p)| {
            let [a, b] = ends(p);
            (lo + a, hi + b)
        });
        let left_out = whole(law.urns()) * &threshold;
        assert!(lo <= whole(1) && hi + left_out >= whole(1), "{law:?}");
        assert!(lo >= whole(1) - ratio(1, 1 << 40), "{law:?}");
    }
}

/// Σ i·P(X = i) over the whole support is the mean that the kernel gives.
#[test]
fn the_whole_law_has_its_mean() {
    for law in [of_balls(500, 700), of_lists(400, &[200, 250, 300])] {
        let (least, most) = law.support();
        let window = law.pmf_window(least, most).expect("within the limits");
        let sum = |end: usize| -> Exact {
            let terms = window.iter().map(|(i, p)| whole(*i) * &ends(p)[end]);
            terms.sum()
        };
        let [lo, hi] = ends(&ask(law.mean()));
        assert!(sum(0) <= hi && lo <= sum(1), "{law:?}");
        assert!(sum(1) - sum(0) <= ratio(1, 1 << 30), "{law:?}");
    }
}

#[test]
fn the_two_tails_are_complements() {
    for law in large_laws() {
        for i in probes(&law).into_iter().filter(|&i| i > 0) {
            let (at_least, below) = (ask(law.at_least(i)), ask(law.at_most(i - 1)));
            add_up([&at_least, &below], &whole(1), &format!("{i} of {law:?}"));
            // P(X ≥ i) = P(X = i) + P(X ≥ i + 1), and the same below.
            let (here, more) = (ask(law.pmf(i)), ask(law.at_least(i + 1)));
            consists_of(&at_least, [&here, &more], &law, i);
            consists_of(&ask(law.at_most(i)), [&here, &below], &law, i);
        }
    }
}

fn consists_of(whole: &Enclosure, parts: [&Enclosure; 2], law: &Occupancy, i: u64) {
    let ([a, b], [c, d]) = (ends(parts[0]), ends(parts[1]));
    let [lo, hi] = ends(whole);
    assert!(a + c <= hi && lo <= b + d, "{i} of {law:?}");
}

/// P(X < q) < p ≤ P(X ≤ q), as far as enclosures can tell.
#[test]
fn quantiles_split_the_law() {
    for law in large_laws() {
        for p in ["1e-9", "1/2", "0.975"] {
            let rate: Rate = p.parse().expect("a rate");
            let q = law.quantile(&rate).expect("within the limits");
            let (least, _) = law.support();
            let (below, here) = (q.checked_sub(1).filter(|_| q > least), ask(law.at_most(q)));
            assert!(!here.certainly_lt(rate.value()), "{p} of {law:?}: {q}");
            if let Some(below) = below {
                let below = ask(law.at_most(below));
                assert!(!below.certainly_ge(rate.value()), "{p} of {law:?}: {q}");
            }
        }
    }
}

#[test]
fn no_value_is_likelier_than_the_mode() {
    for law in large_laws() {
        let modes = law.mode().expect("within the limits");
        let peak = ask(law.pmf(modes[0]));
        let (least, most) = law.support();
        for i in modes[0].saturating_sub(3).max(least)..=(modes[0] + 3).min(most) {
            if !modes.contains(&i) {
                let order = ask(law.pmf(i)).compare(&peak);
                assert_eq!(order, Some(Ordering::Less), "{i} of {law:?}");
            }
        }
    }
}

/// P(X ≥ i) of the first law is nowhere above that of the second.
fn nowhere_above(less: &Occupancy, more: &Occupancy) {
    for i in probes(less).into_iter().chain(probes(more)) {
        let (a, b) = (ask(less.at_least(i)), ask(more.at_least(i)));
        let order = a.compare(&b);
        assert_ne!(order, Some(Ordering::Greater), "{i}: {less:?} and {more:?}");
    }
}

#[test]
fn more_balls_or_more_urns_occupy_more_urns() {
    let large = [(700, 900), (2000, 300)];
    for (m, n) in ball_problems(54).into_iter().chain(large) {
        nowhere_above(&of_balls(m, n), &of_balls(m, n + 1));
        nowhere_above(&of_balls(m, n), &of_balls(m + 1, n));
    }
}

#[test]
fn more_or_larger_committees_occupy_more_urns() {
    for (m, n, k) in [(2, 1, 1), (9, 3, 4), (65, 4, 20), (700, 5, 100), (1500, 3, 600)] {
        let law = of_batches(m, n, k);
        nowhere_above(&law, &of_batches(m, n + 1, k));
        nowhere_above(&law, &of_batches(m, n, k + 1));
        nowhere_above(&law, &of_batches(m + 1, n, k));
    }
}

#[test]
fn longer_lists_share_more_and_more_lists_share_less() {
    for (m, sizes) in [
        (2, vec![1, 1]),
        (64, vec![20, 30, 40]),
        (900, vec![500, 600, 700]),
        (2000, vec![300, 1000]),
    ] {
        let law = of_lists(m, &sizes);
        let mut longer = sizes.clone();
        longer[0] += 1;
        nowhere_above(&law, &of_lists(m, &longer));
        let mut more = sizes.clone();
        more.push(m - 1);
        nowhere_above(&of_lists(m, &more), &law);
        nowhere_above(&of_lists(m + 1, &sizes), &law);
    }
}

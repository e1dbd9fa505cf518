//! Tiny laws against literal enumeration: every placement of balls, every tuple of committees.
//!
//! Nothing is assumed but the definition of the problem, so these are the ground that the other
//! tests stand on. All probabilities and moments are equal as rationals.

use urnfield::{Committees, Occupancy, Rate};
use urnfield_paper::formulas::exact::{Exact, number, ratio, whole};
use urnfield_paper::formulas::outcomes;
use urnfield_paper::formulas::table::{Law, encloses, same_law, same_moments, same_tails};

/// Everything that a law can be asked for.
fn agrees(law: &Occupancy, truth: &Law) {
    same_law(law, &truth.0);
    same_tails(law, truth);
    same_moments(law, truth, 5);
    assert_eq!(law.support(), truth.support(), "{law:?}");
    assert_eq!(law.mode().expect("small"), truth.modes(), "{law:?}");
    for p in thresholds(truth) {
        let rate = Rate::new(p.0.clone()).expect("strictly between 0 and 1");
        let quantile = law.quantile(&rate).expect("small");
        assert_eq!(quantile, truth.quantile(&p), "{p:?}-quantile of {law:?}");
    }
    for z in ["0", "1", "-1", "2", "1/3", "-5/2"] {
        let z = number(z);
        encloses(law.pgf(&z.0), &truth.pgf(&z), &format!("G({z:?}) {law:?}"));
    }
    beyond(law);
}

/// Probabilities to ask quantiles for: all that P(X ≤ i) attains, a hair to both sides, and some.
fn thresholds(truth: &Law) -> Vec<Exact> {
    let hair = ratio(1, 1 << 40);
    let attained = (0..truth.0.len() as u64).map(|i| truth.at_most(i));
    attained
        .flat_map(|p| [&p - &hair, p.clone(), p + &hair])
        .chain([ratio(1, 2), ratio(1, 20), ratio(19, 20)])
        .filter(|p| *p > whole(0) && *p < whole(1))
        .collect()
}

/// No value lies outside 0..=m.
fn beyond(law: &Occupancy) {
    for i in [law.urns() + 1, u64::MAX] {
        assert!(law.pmf(i).expect("decided").is_zero(), "{law:?}");
        assert!(law.pmf_exact(i).expect("decided").is_zero(), "{law:?}");
        assert!(law.at_least(i).expect("decided").is_zero(), "{law:?}");
        encloses(law.at_most(i), &whole(1), "everything");
    }
}

/// The sizes as an argument for the library: equal neighbours as one entry, or one entry each.
fn stated(sizes: &[u64], grouped: bool) -> Vec<Committees> {
    let mut committees: Vec<Committees> = Vec::new();
    for &size in sizes {
        match committees.last_mut() {
            Some(last) if grouped && last.size == size => last.count += 1,
            _ => committees.push(Committees { count: 1, size }),
        }
    }
    committees
}

/// All lists of up to `most` sizes out of 0..=m; each order of them, or the ascending one only.
fn size_lists(m: u64, most: usize, every_order: bool) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new()];
    let mut longest: Vec<Vec<u64>> = lists.clone();
    for _ in 0..most {
        longest = longest
            .iter()
            .flat_map(|list| {
                let first = list.last().copied().filter(|_| !every_order).unwrap_or(0);
                (first..=m).map(move |k| list.iter().copied().chain([k]).collect())
            })
            .collect();
        lists.extend(longest.iter().cloned());
    }
    lists
}

/// All choices of 1 to `most` of the departments, with repetition.
fn faculties(departments: &[Vec<u64>], most: usize) -> Vec<Vec<Vec<u64>>> {
    if most == 0 {
        return vec![Vec::new()];
    }
    let mut all = faculties(departments, most - 1);
    let longest: Vec<_> = all.iter().filter(|f| f.len() == most - 1).cloned().collect();
    for faculty in longest {
        let from = faculty
            .last()
            .map_or(0, |last| departments.iter().position(|d| d == last).expect("listed"));
        for department in &departments[from..] {
            let mut larger = faculty.clone();
            larger.push(department.clone());
            all.push(larger);
        }
    }
    all
}

fn check_intersections(m: u64, committees: usize, departments: usize) {
    let choices = size_lists(m, committees, false);
    for (count, faculty) in faculties(&choices, departments).iter().enumerate() {
        if faculty.is_empty() {
            continue;
        }
        let stated: Vec<Vec<Committees>> =
            faculty.iter().map(|sizes| stated(sizes, count % 2 == 0)).collect();
        let slices: Vec<&[Committees]> = stated.iter().map(|d| &d[..]).collect();
        let law = Occupancy::intersection(m, &slices).expect("in the domain");
        agrees(&law, &outcomes::intersection(m, faculty));
    }
}

#[test]
fn balls_are_every_placement() {
    for m in 1..=4 {
        for n in 0..=5 {
            let law = Occupancy::balls(m, n).expect("in the domain");
            agrees(&law, &outcomes::balls(m, n));
        }
    }
}

#[test]
fn unions_are_every_tuple_of_committees() {
    for m in 1..=4 {
        for sizes in size_lists(m, 3, true) {
            let truth = outcomes::union(m, &sizes);
            for grouped in [true, false] {
                let law = Occupancy::union(m, &stated(&sizes, grouped)).expect("in the domain");
                agrees(&law, &truth);
            }
        }
    }
}

#[test]
fn intersections_in_three_urns_are_every_tuple_of_committees() {
    for m in 1..=3 {
        check_intersections(m, 2, 3);
    }
}

#[test]
fn intersections_in_four_urns_are_every_tuple_of_committees() {
    check_intersections(4, 2, 3);
}

#[test]
fn intersections_of_two_departments_with_three_committees() {
    for m in 1..=4 {
        check_intersections(m, 3, 2);
    }
}

#[test]
fn lists_in_five_urns_are_every_tuple_of_committees() {
    check_intersections(5, 1, 4);
}

/// Committees that cannot be chosen, or no urns at all, are refused rather than answered.
#[test]
fn impossible_problems_are_refused() {
    let too_large = [Committees { count: 1, size: 4 }];
    assert!(Occupancy::balls(0, 1).is_err());
    assert!(Occupancy::union(3, &too_large).is_err());
    assert!(Occupancy::intersection(3, &[&too_large]).is_err());
    assert!(Occupancy::intersection(3, &[]).is_err());
}

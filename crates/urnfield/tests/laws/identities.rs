//! Random laws, biased to corners, by the paper's own forms: two routes, one value.
//!
//! Each test is named after the label of the form that it compares with the library. The forms
//! are those of `urnfield_paper::formulas`, corrected where the audit found them wrong; `paper.rs` has the printed ones.

mod balls;
mod bounds;
mod intersections;
mod large;
mod unions;

use urnfield::{Committees, Occupancy};
use urnfield_paper::draws::{Draws, multiplier};
use urnfield_paper::formulas::exact::{Exact, choose, factorial, number};
use urnfield_paper::formulas::table::encloses;

/// Numbers of urns where a machine word ends, and the least ones.
const CORNERS: [u64; 5] = [1, 2, 63, 64, 65];

fn urns(draws: &mut Draws) -> u64 {
    match draws.below(12) {
        corner @ 0..5 => CORNERS[corner as usize],
        _ => 1 + draws.below(24),
    }
}

/// Urns and balls: all corners, and random ones.
fn ball_problems(seed: u64) -> Vec<(u64, u64)> {
    let mut draws = Draws::new(seed);
    let corners = CORNERS.iter().flat_map(|&m| [0, 1, 2, m].map(|n| (m, n)));
    let random = (0..30 * multiplier()).map(|_| {
        let m = urns(&mut draws);
        (m, draws.corner(2 * m))
    });
    corners.chain(random).collect()
}

/// Urns, batches and their size: all corners, and random ones.
fn batch_problems(seed: u64) -> Vec<(u64, u64, u64)> {
    let mut draws = Draws::new(seed);
    let sizes = CORNERS.map(|m| [0, 1, m / 2, m - 1, m].map(|k| (m, k)));
    let corners = sizes.iter().flatten();
    let corners = corners.flat_map(|&(m, k)| [0, 1, 3].map(|n| (m, n, k)));
    let random = (0..20 * multiplier()).map(|_| {
        let m = urns(&mut draws);
        (m, draws.below(7), draws.corner(m))
    });
    corners.chain(random).collect()
}

fn department(draws: &mut Draws, m: u64) -> Vec<Committees> {
    let kinds = draws.below(4);
    (0..kinds).map(|_| Committees { count: draws.below(4), size: draws.corner(m) }).collect()
}

fn union_problems(seed: u64) -> Vec<(u64, Vec<Committees>)> {
    let mut draws = Draws::new(seed);
    (0..40 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            (m, department(&mut draws, m))
        })
        .collect()
}

/// Urns and the sizes of one to five lists.
fn list_problems(seed: u64) -> Vec<(u64, Vec<u64>)> {
    let mut draws = Draws::new(seed);
    (0..50 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            let lists = 1 + draws.below(5);
            (m, (0..lists).map(|_| draws.corner(m)).collect())
        })
        .collect()
}

fn faculty_problems(seed: u64) -> Vec<(u64, Vec<Vec<Committees>>)> {
    let mut draws = Draws::new(seed);
    (0..40 * multiplier())
        .map(|_| {
            let m = urns(&mut draws);
            let count = 1 + draws.below(3);
            (m, (0..count).map(|_| department(&mut draws, m)).collect())
        })
        .collect()
}

fn of_balls(m: u64, n: u64) -> Occupancy {
    Occupancy::balls(m, n).expect("in the domain")
}

fn of_union(m: u64, committees: &[Committees]) -> Occupancy {
    Occupancy::union(m, committees).expect("in the domain")
}

fn of_batches(m: u64, n: u64, k: u64) -> Occupancy {
    of_union(m, &[Committees { count: n, size: k }])
}

fn of_departments(m: u64, departments: &[Vec<Committees>]) -> Occupancy {
    let slices: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
    Occupancy::intersection(m, &slices).expect("in the domain")
}

fn of_lists(m: u64, sizes: &[u64]) -> Occupancy {
    let single = |&size| vec![Committees { count: 1, size }];
    of_departments(m, &sizes.iter().map(single).collect::<Vec<_>>())
}

/// The first binomial and factorial moments are those given.
fn same_binomial_moments(law: &Occupancy, moments: &[Exact]) {
    for (r, b) in (0..6).zip(moments) {
        encloses(law.binomial_moment(r), b, &format!("E C(X,{r}) of {law:?}"));
        let f = b * factorial(r);
        encloses(law.factorial_moment(r), &f, &format!("order {r} of {law:?}"));
    }
}

/// P(the first r urns are occupied) to E C(X,r), `eqn:binom-moment`.
fn binomial_from_joint(m: u64, joint: &[Exact]) -> Vec<Exact> {
    (0..).zip(joint).map(|(r, p)| choose(m, r) * p).collect()
}

fn pgf_points() -> Vec<Exact> {
    ["-2", "-1/2", "1/7", "1", "3/2", "5"].map(number).to_vec()
}

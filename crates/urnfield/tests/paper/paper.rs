//! What the paper prints about occupancy: every number, and every erratum both ways.
//!
//! Each test is named after the LaTeX label it is about. An erratum's test shows that the printed
//! form is wrong at a named counterexample, that the corrected form is right there, and that the
//! library says the same. Truth comes from enumeration of every outcome.

mod claims;
mod figures;
mod filters;
mod misprints;
mod statistics;

use urnfield::{Committees, Occupancy};

fn of_batches(m: u64, n: u64, k: u64) -> Occupancy {
    Occupancy::union(m, &[Committees { count: n, size: k }]).expect("in the domain")
}

fn of_sizes(m: u64, sizes: &[u64]) -> Occupancy {
    Occupancy::union(m, &single(sizes)).expect("in the domain")
}

fn of_lists(m: u64, sizes: &[u64]) -> Occupancy {
    let committees = single(sizes);
    let departments: Vec<&[Committees]> = committees.chunks(1).collect();
    Occupancy::intersection(m, &departments).expect("in the domain")
}

/// Departments of single balls.
fn of_colours(m: u64, balls: &[u64]) -> Occupancy {
    let departments = balls.iter().map(|&count| [Committees { count, size: 1 }]);
    let departments: Vec<_> = departments.collect();
    let slices: Vec<&[Committees]> = departments.iter().map(|d| &d[..]).collect();
    Occupancy::intersection(m, &slices).expect("in the domain")
}

/// One committee of each size.
fn single(sizes: &[u64]) -> Vec<Committees> {
    sizes.iter().map(|&size| Committees { count: 1, size }).collect()
}

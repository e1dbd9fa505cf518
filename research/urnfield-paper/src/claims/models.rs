//! Small models in numbers enough, each with its law by enumeration of every outcome.

use crate::formulas::exact::Exact;
use crate::formulas::outcomes;
use crate::formulas::table::Law;
use urnfield::bloom::Peak;
use urnfield::{Committees, Design, Enclosure, Error, Kind, Load, Occupancy};

pub(super) const KINDS: [Kind; 2] = [Kind::Standard, Kind::Classic];

/// Urns and sizes of the committees of a union, or of lists.
pub(super) struct Sizes {
    pub(super) m: u64,
    pub(super) sizes: Vec<u64>,
}

impl Sizes {
    pub(super) fn what(&self) -> String {
        format!("m = {}, k = {:?}", self.m, self.sizes)
    }

    pub(super) fn committees(&self) -> Vec<Committees> {
        single(&self.sizes)
    }

    pub(super) fn union(&self) -> Law {
        outcomes::union(self.m, &self.sizes)
    }

    pub(super) fn lists(&self) -> Law {
        let departments: Vec<Vec<u64>> = self.sizes.iter().map(|&k| vec![k]).collect();
        outcomes::intersection(self.m, &departments)
    }

    pub(super) fn union_law(&self) -> Result<Occupancy, Error> {
        Occupancy::union(self.m, &self.committees())
    }

    pub(super) fn lists_law(&self) -> Result<Occupancy, Error> {
        let committees = self.committees();
        let departments: Vec<&[Committees]> = committees.chunks(1).collect();
        Occupancy::intersection(self.m, &departments)
    }
}

/// One committee of each size.
pub(super) fn single(sizes: &[u64]) -> Vec<Committees> {
    sizes.iter().map(|&size| Committees { count: 1, size }).collect()
}

/// All ascending lists of one to three sizes in up to four urns.
pub(super) fn sizes() -> Vec<Sizes> {
    let mut all = Vec::new();
    for m in 1..=4 {
        for a in 0..=m {
            all.push(Sizes { m, sizes: vec![a] });
            for b in a..=m {
                all.push(Sizes { m, sizes: vec![a, b] });
                all.extend((b..=m).map(|c| Sizes { m, sizes: vec![a, b, c] }));
            }
        }
    }
    all
}

/// Urns, balls and their law.
pub(super) fn balls() -> Vec<(u64, u64, Law)> {
    let pairs = (1..=5).flat_map(|m| (0..=5).map(move |n| (m, n)));
    pairs.map(|(m, n)| (m, n, outcomes::balls(m, n))).collect()
}

/// Urns, committees, their size and their law.
pub(super) fn batches() -> Vec<(u64, u64, u64, Law)> {
    let mut all = Vec::new();
    for m in 1..=4 {
        for (n, k) in (0..=3u64).flat_map(|n| (0..=m).map(move |k| (n, k))) {
            all.push((m, n, k, outcomes::union(m, &vec![k; n as usize])));
        }
    }
    all
}

/// Departments of committees, as sizes, and the law of their intersection.
pub(super) fn departments() -> Vec<(u64, Vec<Vec<u64>>, Law)> {
    let shapes: [&[&[u64]]; 8] = [
        &[&[1]],
        &[&[1, 2]],
        &[&[1, 1], &[2]],
        &[&[1, 2], &[1, 1]],
        &[&[1], &[1], &[2]],
        &[&[1, 1], &[1, 2], &[2]],
        &[&[0], &[1, 2]],
        &[&[2, 2], &[1, 1, 1]],
    ];
    let mut all = Vec::new();
    for m in 2..=4 {
        for shape in shapes {
            let departments: Vec<Vec<u64>> = shape.iter().map(|d| d.to_vec()).collect();
            let law = outcomes::intersection(m, &departments);
            all.push((m, departments, law));
        }
    }
    all
}

/// Small loads (m, n, k), k ≤ m.
pub(super) fn loads() -> Vec<(u64, u64, u64)> {
    let mut all = Vec::new();
    for m in 2..=7 {
        for n in 1..=4 {
            all.extend((1..=m.min(5)).map(|k| (m, n, k)));
        }
    }
    all
}

pub(super) fn load(kind: Kind, m: u64, n: u64, k: u64) -> Result<Load, Error> {
    Design::new(kind, m, k)?.holding(n)
}

/// f, exactly.
pub(super) fn exact_rate(kind: Kind, m: u64, n: u64, k: u64) -> Result<Exact, Error> {
    load(kind, m, n, k)?.fpr_exact().map(Exact)
}

/// f, certified.
pub(super) fn rate(kind: Kind, m: u64, n: u64, k: u64) -> Result<Enclosure, Error> {
    load(kind, m, n, k)?.fpr()
}

/// The peak over whole n.
pub(super) fn peak(kind: Kind, m: u64, k: u64) -> Result<Peak, Error> {
    Peak::of(Design::new(kind, m, k)?)
}

/// The best hashes.
pub(super) fn best(kind: Kind, m: u64, n: u64) -> Result<Vec<u64>, Error> {
    crate::conjecture::best(kind, m, n)
}

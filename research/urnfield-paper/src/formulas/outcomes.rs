//! Every outcome, one by one: urns are the bits of a mask.

use super::exact::whole;
use super::table::Law;

/// All committees of k out of m, as masks.
pub fn committees(m: u64, k: u64) -> Vec<u32> {
    (0..1u32 << m).filter(|mask| u64::from(mask.count_ones()) == k).collect()
}

/// Every placement of n balls, written as an n-digit number to base m.
pub fn balls(m: u64, n: u64) -> Law {
    let outcomes = m.pow(n as u32);
    let mut tally = vec![0; m as usize + 1];
    for outcome in 0..outcomes {
        let mut digits = outcome;
        let occupied = (0..n).fold(0u32, |occupied, _| {
            let urn = digits % m;
            digits /= m;
            occupied | 1 << urn
        });
        tally[occupied.count_ones() as usize] += 1;
    }
    law(&tally)
}

/// Every tuple of committees of the given sizes; urns in at least one.
pub fn union(m: u64, sizes: &[u64]) -> Law {
    intersection(m, &[sizes.to_vec()])
}

/// Every tuple of committees; urns in at least one committee of every department, each department
/// given by the sizes of its committees.
pub fn intersection(m: u64, departments: &[Vec<u64>]) -> Law {
    let choices: Vec<Vec<Vec<u32>>> =
        departments.iter().map(|sizes| sizes.iter().map(|&k| committees(m, k)).collect()).collect();
    let mut tally = vec![0; m as usize + 1];
    choose_next(&choices, 0, 0, (1 << m) - 1, &mut tally);
    law(&tally)
}

/// Chooses the committees one after the other: `serving` in this department so far, `shared` by
/// all departments before it.
fn choose_next(
    departments: &[Vec<Vec<u32>>],
    committee: usize,
    serving: u32,
    shared: u32,
    tally: &mut [u64],
) {
    let Some((department, rest)) = departments.split_first() else {
        tally[shared.count_ones() as usize] += 1;
        return;
    };
    let Some(choices) = department.get(committee) else {
        return choose_next(rest, 0, 0, shared & serving, tally);
    };
    for mask in choices {
        choose_next(departments, committee + 1, serving | mask, shared, tally);
    }
}

fn law(tally: &[u64]) -> Law {
    let outcomes = whole(tally.iter().sum());
    Law(tally.iter().map(|&t| whole(t) / &outcomes).collect())
}

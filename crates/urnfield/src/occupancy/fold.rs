//! Running the recursion: committees one after another, departments one inside another.

use super::chain::Chain;
use super::rows::{
    OwnedRow, RowWindow, ball_row, balls_at_once, hypergeometric_row, inverse_power,
};
use super::{Committees, Department};

/// The most cell updates (products of a cell and a row entry) one answer may take.
pub(super) const LARGEST_WORK: f64 = 2e9;

/// The law of the union of a department's committees among m urns, on the states `asked`.
///
/// A union never shrinks, so states above the highest asked for never matter, nor those from
/// which the remaining members cannot reach the lowest.
pub(super) fn union(m: u64, department: &Department, cut: i32, asked: (u64, u64)) -> Chain {
    let mut remaining = department.members;
    let mut chain = Chain::certain(0, cut);
    for (place, &Committees { count, size }) in department.committees.iter().enumerate() {
        let mut count = count;
        if place == 0 {
            chain = Chain::certain(size, cut);
            remaining -= size;
            count -= 1;
        }
        if size == 1 {
            let at_once = balls_at_once(m, count.max(1));
            for (balls, times) in [
                (at_once, count / at_once as u64),
                ((count % at_once as u64) as u32, 1),
            ] {
                if balls == 0 || times == 0 {
                    continue;
                }
                let inverse = inverse_power(m, balls);
                let rows = RowWindow::new(|i| ball_row(m, i, balls, inverse));
                chain = repeat(chain, rows, balls as u64, times, &mut remaining, asked);
            }
        } else {
            let rows = RowWindow::new(|i| hypergeometric_row(m, m - i, size, cut, i));
            chain = repeat(chain, rows, size, count, &mut remaining, asked);
        }
    }
    chain
}

fn repeat<F: Fn(u64) -> OwnedRow>(
    mut chain: Chain,
    mut rows: RowWindow<F>,
    members: u64,
    times: u64,
    remaining: &mut u64,
    asked: (u64, u64),
) -> Chain {
    for _ in 0..times {
        *remaining -= members;
        rows.cover(chain.first, chain.last());
        let keep = (asked.0.saturating_sub(*remaining), asked.1);
        let widest = members.min(1 << 40) as usize + 1;
        chain = chain.step(widest, keep, |state| rows.row(state));
    }
    chain
}

/// The law of the overlap of lists, smallest first, on the states `asked`: an intersection never
/// grows, so states below the lowest asked for never matter.
pub(super) fn lists(m: u64, sizes: &[u64], cut: i32, asked: (u64, u64)) -> Chain {
    let mut chain = Chain::certain(sizes[0], cut);
    let last = sizes.len() - 1;
    for (place, &size) in sizes.iter().enumerate().skip(1) {
        let mut rows = RowWindow::new(|a| hypergeometric_row(m, a, size, cut, 0));
        rows.cover(chain.first, chain.last());
        let keep = (asked.0, if place == last { asked.1 } else { u64::MAX });
        chain = chain.step(usize::MAX, keep, |state| rows.row(state));
    }
    chain
}

/// The law of the intersection of departments, on the states `asked`.
///
/// Within the a urns common to the departments so far, the next one covers y with the law of its
/// own union z, seen through the hypergeometric law of a z-subset: a step inside each row.
pub(super) fn general(m: u64, departments: &[Department], cut: i32, asked: (u64, u64)) -> Chain {
    // Lists are one point each: first. Then the department with the fewest members.
    let mut order: Vec<&Department> = departments.iter().collect();
    order.sort_by_key(|d| (d.single().is_none(), d.members));
    let mut chain: Option<Chain> = None;
    for d in order {
        let whole = (0, m);
        let Some(so_far) = chain else {
            let asked = (asked.0, u64::MAX);
            chain = Some(match d.single() {
                Some(size) => Chain::certain(size, cut),
                None => union(m, d, cut, asked),
            });
            continue;
        };
        let keep = (asked.0, u64::MAX);
        let next = match d.single() {
            Some(size) => {
                let mut rows = RowWindow::new(|a| hypergeometric_row(m, a, size, cut, 0));
                rows.cover(so_far.first, so_far.last());
                so_far.step(usize::MAX, keep, |state| rows.row(state))
            }
            None => {
                let covered = union(m, d, cut, whole);
                let mut rows = RowWindow::new(|a| mixed_row(m, a, &covered));
                rows.cover(so_far.first, so_far.last());
                so_far.step(usize::MAX, keep, |state| rows.row(state))
            }
        };
        chain = Some(next);
    }
    chain.unwrap_or_else(|| Chain::certain(0, cut))
}

/// How many of a given urns a random union with the law `covered` takes.
fn mixed_row(m: u64, a: u64, covered: &Chain) -> OwnedRow {
    let cut = covered.loss.cut;
    let mut rows = RowWindow::new(|z| hypergeometric_row(m, a, z, cut, 0));
    rows.cover(covered.first, covered.last());
    let mixed = covered.step(usize::MAX, (0, u64::MAX), |state| rows.row(state));
    OwnedRow::from_parts(
        mixed.first,
        mixed.mantissas().to_vec(),
        mixed.exponents().to_vec(),
        mixed.loss.units,
        mixed.loss.dropped,
    )
}

//! Running the recursion: committees one after another, departments one inside another.

use crate::occupancy::law::{Committees, Department};
use crate::occupancy::routes::recursion::chain::{Cells, Chain};
use crate::occupancy::routes::recursion::steps::{
    ball_steps, balls_at_once, list_step, union_steps,
};
use crate::occupancy::routes::rounded_down::RoundedDown;

/// The most cell updates (products of a cell and a row entry) one answer may take.
pub(crate) const LARGEST_WORK: f64 = 2e9;

/// Committees larger than this take their steps as lists, which visit a window of the row.
pub(crate) const WIDE: u64 = 512;

/// The law of the union of a department's committees among m urns, on the states `asked`.
///
/// A union never shrinks, so states above the highest asked for never matter, nor those from
/// which the remaining members cannot reach the lowest.
pub(crate) fn union(m: u64, department: &Department, cut: i32, asked: (u64, u64)) -> Chain {
    let mut remaining = department.members;
    let mut chain = Chain::certain(0, cut);
    for (place, &Committees { count, size }) in department.committees.iter().enumerate() {
        let mut count = count;
        if place == 0 {
            chain = Chain::certain(size, cut);
            remaining -= size;
            count -= 1;
        }
        let mut keep_after = |members: u64| {
            remaining -= members;
            (asked.0.saturating_sub(remaining), asked.1)
        };
        if size > WIDE {
            // The vacant urns are the overlap with a list of m − size: only a window of the row.
            for _ in 0..count {
                let (low, high) = keep_after(size);
                let vacant = chain.mirror(m);
                let keep = (m - high.min(m), m - low.min(m));
                chain = list_step(&vacant, m, m - size, keep).mirror(m);
            }
            continue;
        }
        if size > 1 {
            chain = union_steps(chain, m, size, count, || keep_after(size));
            continue;
        }
        let at_once = balls_at_once(m, count.max(1));
        let rest = (count % at_once as u64) as u32;
        chain =
            ball_steps(chain, m, at_once, count / at_once as u64, || keep_after(at_once as u64));
        if rest > 0 {
            chain = ball_steps(chain, m, rest, 1, || keep_after(rest as u64));
        }
    }
    chain
}

/// The law of the overlap of lists, smallest first, on the states `asked`: an intersection never
/// grows, so states below the lowest asked for never matter.
pub(crate) fn lists(m: u64, sizes: &[u64], cut: i32, asked: (u64, u64)) -> Chain {
    let mut chain = Chain::certain(sizes[0], cut);
    let last = sizes.len() - 1;
    for (place, &size) in sizes.iter().enumerate().skip(1) {
        let keep = (asked.0, if place == last { asked.1 } else { u64::MAX });
        chain = list_step(&chain, m, size, keep);
    }
    chain
}

/// The law of the intersection of departments, on the states `asked`.
///
/// Lists first, as they are one point each, then the department with the fewest members.
pub(crate) fn general(m: u64, departments: &[Department], cut: i32, asked: (u64, u64)) -> Chain {
    let mut order: Vec<&Department> = departments.iter().collect();
    order.sort_by_key(|d| (d.single().is_none(), d.members));
    let keep = (asked.0, u64::MAX);
    let mut chain: Option<Chain> = None;
    for d in order {
        chain = Some(match (chain, d.single()) {
            (None, Some(size)) => Chain::certain(size, cut),
            (None, None) => union(m, d, cut, keep),
            (Some(so_far), Some(size)) => list_step(&so_far, m, size, keep),
            (Some(so_far), None) => within(&so_far, m, &union(m, d, cut, (0, m)), keep),
        });
    }
    chain.unwrap_or_else(|| Chain::certain(0, cut))
}

/// One more department whose union has the law `covered`: of a common urns it takes y with the
/// law of a list of random size z, and a z-subset meets a given urns as an a-subset meets z.
fn within(so_far: &Chain, m: u64, covered: &Chain, keep: (u64, u64)) -> Chain {
    let mut loss = so_far.loss;
    let mut inner_units = 0;
    let (mut first, mut sums) = (0, Vec::<RoundedDown>::new());
    for a in so_far.first..=so_far.last() {
        let weight = so_far.cell(a);
        if weight.mantissa == 0 {
            continue;
        }
        let row = list_step(covered, m, a, keep);
        // What the row lost of probability one is lost to this state at the most.
        loss.dropped += row.loss.dropped;
        inner_units = inner_units.max(row.loss.units);
        if sums.is_empty() {
            first = row.first;
        }
        if row.first < first {
            sums.splice(0..0, (row.first..first).map(|_| RoundedDown::ZERO));
            first = row.first;
        }
        let needed = (row.last() - first + 1) as usize;
        sums.resize(sums.len().max(needed), RoundedDown::ZERO);
        for y in row.first..=row.last() {
            let slot = &mut sums[(y - first) as usize];
            *slot = slot.plus(row.cell(y).times(weight));
        }
    }
    // A product and two roundings an addition, over at most all states.
    loss.units += inner_units + 2 * so_far.cells.len() as u128 + 1;
    if sums.is_empty() {
        sums.push(RoundedDown::ZERO);
    }
    Chain { first, cells: sums.into_iter().collect::<Cells>(), loss }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Occupancy;
    use urnfield_num::Rational;

    /// Runs small laws with a high cut and counts the cells whose enclosure misses the exact
    /// probability, after `forget` has taken something off the loss.
    fn misses(cut: i32, forget: impl Fn(&mut Chain)) -> usize {
        let mut count = 0;
        for (m, committees) in [
            (30, vec![Committees { count: 9, size: 1 }]),
            (40, vec![Committees { count: 4, size: 7 }, Committees { count: 6, size: 1 }]),
            (25, vec![Committees { count: 3, size: 11 }]),
        ] {
            let law = Occupancy::union(m, &committees).expect("in the domain");
            let department = Department::new(&committees, m).expect("in the domain");
            let mut chain = union(m, &department, cut, (0, m));
            forget(&mut chain);
            count += wrong(&law, &chain);
        }
        let sizes = [9, 12, 20, 33];
        let lists = sizes.map(|size| [Committees { count: 1, size }]);
        let law = Occupancy::intersection(50, &lists.each_ref().map(|l| &l[..]));
        let mut chain = super::lists(50, &sizes, cut, (0, 50));
        forget(&mut chain);
        count + wrong(&law.expect("in the domain"), &chain)
    }

    fn wrong(law: &Occupancy, chain: &Chain) -> usize {
        let misses = |i: &u64| {
            let exact: Rational = law.pmf_exact(*i).expect("small");
            !chain.probability((*i, *i)).contains(&exact)
        };
        (0..=law.urns()).filter(misses).count()
    }

    #[test]
    fn the_loss_covers_what_is_cut_off_and_what_is_dropped() {
        for cut in [-8, -20, -60, -200] {
            assert_eq!(misses(cut, |_| {}), 0, "cut {cut}");
        }
    }

    #[test]
    fn forgetting_the_units_is_caught() {
        assert!(misses(-200, |chain| chain.loss.units = 0) > 0);
    }

    #[test]
    fn forgetting_what_was_dropped_is_caught() {
        assert!(misses(-8, |chain| chain.loss.dropped = 0) > 0);
        // A 64th of it is caught as well. Half of it would not be: each dropped cell counts for
        // twice 2^cut, and most of them are far below that.
        assert!(misses(-8, |chain| chain.loss.dropped /= 64) > 0);
    }
}

//! Random laws, biased to corners.

use super::counted::Stated;
use urnfield::{Committees, Error, Occupancy};
use urnfield_paper::draws::Draws;

impl Stated {
    pub(crate) fn law(&self) -> Result<Occupancy, Error> {
        let departments: Vec<&[Committees]> = self.departments.iter().map(|d| &d[..]).collect();
        match &departments[..] {
            [[Committees { count, size: 1 }]] => Occupancy::balls(self.urns, *count),
            [one] => Occupancy::union(self.urns, one),
            several => Occupancy::intersection(self.urns, several),
        }
    }

    pub(crate) fn name(&self) -> String {
        let committees = |c: &Committees| format!("{}x{}", c.count, c.size);
        let department =
            |d: &Vec<Committees>| d.iter().map(committees).collect::<Vec<_>>().join(",");
        let all = self.departments.iter().map(department).collect::<Vec<_>>().join(" and ");
        format!("{} urns, {all}", self.urns)
    }
}

/// Balls, a union, lists or departments, by the sizes and numbers that are drawn.
fn stated(
    draws: &mut Draws,
    urns: u64,
    mut size: impl FnMut(&mut Draws) -> u64,
    mut count: impl FnMut(&mut Draws) -> u64,
) -> Stated {
    let mut group = |draws: &mut Draws| Committees { count: count(draws), size: size(draws) };
    let departments = match draws.below(4) {
        0 => vec![vec![Committees { size: 1, ..group(draws) }]],
        1 => vec![(0..1 + draws.below(3)).map(|_| group(draws)).collect()],
        2 => {
            let lists = 2 + draws.below(3);
            (0..lists).map(|_| vec![Committees { count: 1, ..group(draws) }]).collect()
        }
        _ => {
            let departments = 2 + draws.below(2);
            let mut department =
                |draws: &mut Draws| (0..1 + draws.below(2)).map(|_| group(draws)).collect();
            (0..departments).map(|_| department(draws)).collect()
        }
    };
    Stated { urns, departments }
}

/// Up to forty urns.
pub(crate) fn small(draws: &mut Draws) -> Stated {
    let urns = 1 + draws.below(40);
    stated(draws, urns, |draws| draws.corner(urns), |draws| draws.below(7))
}

/// Any number of urns.
pub(crate) fn urns(draws: &mut Draws) -> u64 {
    let power = draws.below(64);
    let near = (1u64 << power).wrapping_add(draws.between(-1, 1) as u64);
    let ten = 10u64.pow(draws.below(20) as u32);
    let any = draws.word() >> draws.below(60);
    draws.one_of(&[near, ten, any, u64::MAX, u64::MAX - 1, (1 << 53) + 1]).max(1)
}

/// At most some dozens of members in any number of urns.
pub(crate) fn few_members(draws: &mut Draws) -> Stated {
    let urns = urns(draws);
    let most = urns.min(12);
    stated(draws, urns, |draws| draws.corner(most), |draws| draws.below(5))
}

/// Hundreds to some thousands of urns, at any load.
pub(crate) fn middle(draws: &mut Draws) -> Stated {
    let urns = 30 + draws.below(700);
    let size = draws.one_of(&[1, 2, urns / 50 + 1, urns / 9 + 1, urns / 2]);
    let load = draws.one_of(&[0.05, 0.4, 1.0, 2.0, 5.0]);
    let count = ((urns as f64 * load / size as f64) as u64).clamp(1, 3000);
    stated(
        draws,
        urns,
        |draws| draws.one_of(&[size, size, size + 1]),
        |draws| draws.one_of(&[count, count, 1 + count / 2]),
    )
}

/// A union of at least 10^4 urns and as many members, at loads from a thousandth to fifteen.
pub(crate) fn large(draws: &mut Draws) -> Option<Stated> {
    let urns = urns(draws).max(10_000);
    let size = draws.one_of(&[1, 1, 2, 7, 10, 30]);
    let load = (draws.between(-69, 27) as f64 / 10.0).exp();
    let members = urns as f64 * load;
    let count = (members / size as f64).min(1e19) as u64;
    let count = count.checked_add(draws.below(1000))?;
    let other = Committees { count: 1 + draws.below(count / 2 + 1), size: 1 + draws.below(40) };
    let mut department = vec![Committees { count, size }];
    if draws.below(4) == 0 {
        department.push(other);
    }
    (count > 100).then_some(Stated { urns, departments: vec![department] })
}

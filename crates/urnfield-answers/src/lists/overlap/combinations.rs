//! The combinations of lists.

use crate::Unanswered;
use crate::read::Degrees;
use urnfield::Error;

/// The most rows of a table: more would take many minutes.
const MOST_ROWS: u128 = 100_000;

/// Every set of `least` to `most` of the lists, as a mask: pairs first, and in the order of the
/// lists among sets of one size.
pub(crate) fn combinations(lists: usize, degrees: Option<Degrees>) -> Result<Vec<u64>, Unanswered> {
    let lists = lists as u32;
    let Degrees { least, most } = degrees.unwrap_or(Degrees { least: 2, most: lists });
    if least > lists {
        return Err(Unanswered::Unclear(format!(
            "--degree: there are no combinations of {least} lists among {lists}; ask for at most \
             {lists}"
        )));
    }
    let sizes = least..=most.min(lists);
    let needs: u128 = sizes.clone().map(|size| choose(lists, size)).sum();
    if needs > MOST_ROWS {
        return Err(Unanswered::Library(Error::TooCostly {
            what: "a table of these combinations",
            needs,
            unit: "rows".into(),
            limit: MOST_ROWS,
            remedy: "limit it with --degree 2 or --degree 2-3",
        }));
    }
    Ok(sizes.flat_map(|size| of_size(lists, size)).collect())
}

/// C(n, k), exactly: n is at most 62, so that nothing overflows.
fn choose(n: u32, k: u32) -> u128 {
    (0..k.min(n - k)).fold(1, |c, i| c * u128::from(n - i) / u128::from(i + 1))
}

/// All sets of `size` of the lists: the last one that can move up does, those behind it follow.
fn of_size(lists: u32, size: u32) -> Vec<u64> {
    let (n, k) = (lists as usize, size as usize);
    let mut chosen: Vec<usize> = (0..k).collect();
    let mut sets = Vec::new();
    loop {
        sets.push(chosen.iter().fold(0, |set, &list| set | 1 << list));
        let Some(moved) = (0..k).rev().find(|&i| chosen[i] < n - k + i) else {
            return sets;
        };
        let next = chosen[moved] + 1;
        chosen.iter_mut().skip(moved).zip(next..).for_each(|(list, to)| *list = to);
    }
}

/// The lists of a set, ascending.
pub(crate) fn members(set: u64) -> Vec<usize> {
    (0..u64::BITS as usize).filter(|list| set >> list & 1 == 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn pairs_first_and_in_the_order_of_the_lists() {
        let all = combinations(3, None).expect("few");
        assert_eq!(all, [0b011, 0b101, 0b110, 0b111]);
        let shown: Vec<Vec<usize>> = combinations(4, Some(Degrees { least: 3, most: 9 }))
            .expect("few")
            .into_iter()
            .map(members)
            .collect();
        assert_eq!(
            shown,
            [vec![0, 1, 2], vec![0, 1, 3], vec![0, 2, 3], vec![1, 2, 3], vec![0, 1, 2, 3]]
        );
    }

    #[test]
    fn all_of_them_and_each_once() {
        for lists in 2..=12u32 {
            for least in 2..=lists {
                let sets = combinations(lists as usize, Some(Degrees { least, most: lists }));
                let sets = sets.expect("few");
                let expected: HashSet<u64> =
                    (0..1u64 << lists).filter(|set| set.count_ones() >= least).collect();
                assert_eq!(sets.len(), expected.len());
                assert_eq!(sets.into_iter().collect::<HashSet<_>>(), expected);
            }
        }
        assert_eq!(combinations(62, Some(Degrees { least: 61, most: 62 })).expect("few").len(), 63);
    }

    #[test]
    fn too_many_are_refused_with_a_remedy() {
        assert_eq!(combinations(16, None).expect("65519 rows").len(), 65_519);
        let said = combinations(17, None).unwrap_err().to_string();
        assert_eq!(
            said,
            "a table of these combinations needs about 131054 rows, more than the limit of 100000; \
             limit it with --degree 2 or --degree 2-3"
        );
        assert!(combinations(62, None).is_err());
        assert!(combinations(3, Some(Degrees { least: 4, most: 5 })).is_err());
    }
}

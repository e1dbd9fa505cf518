//! Drawing occupancy numbers, exactly distributed.
//!
//! The committees are drawn member by member. Which urns they take does not matter, only how many
//! of them were vacant: the next of the r members that are left is one of the v vacant urns with
//! probability v/r. So a draw needs no memory, and one uniform number for each member (or for each
//! non-member, of which there are fewer in a large committee).

use crate::error::Error;
use crate::occupancy::law::{Committees, Occupancy, Shape};
use rand_core::Rng;

/// The most members that one draw may visit.
const MOST_MEMBERS: u128 = 10_000_000_000;

/// Computes [`Occupancy::sample_cost`].
pub(crate) fn sample_cost(law: &Occupancy) -> u128 {
    let m = law.urns;
    let one = |count: u64, size: u64| u128::from(count) * u128::from(size.min(m - size));
    match &law.shape {
        Shape::Certain(_) => 0,
        Shape::Union(d) => d.committees.iter().map(|c| one(c.count, c.size)).sum(),
        Shape::Lists(lists) => lists.iter().skip(1).map(|&k| one(1, k)).sum(),
        Shape::General(departments) => {
            let all = departments.iter().flat_map(|d| &d.committees);
            all.map(|c| one(c.count, c.size)).sum()
        }
    }
}

/// Computes [`Occupancy::sample`].
pub(crate) fn sample(law: &Occupancy, generator: &mut impl Rng) -> Result<u64, Error> {
    let needs = sample_cost(law);
    if needs > MOST_MEMBERS {
        return Err(Error::TooCostly {
            what: "drawing a value of this law",
            needs,
            unit: "members".into(),
            limit: MOST_MEMBERS,
            remedy: "ask for quantiles of uniform numbers instead",
        });
    }
    let m = law.urns;
    Ok(match &law.shape {
        Shape::Certain(x) => *x,
        Shape::Union(d) => reached(m, m, &d.committees, generator),
        Shape::Lists(lists) => lists[1..].iter().fold(lists[0], |common, &size| {
            reached(m, common, &[Committees { count: 1, size }], generator)
        }),
        Shape::General(departments) => {
            departments.iter().fold(m, |common, d| reached(m, common, &d.committees, generator))
        }
    })
}

/// Draws how many of `common` given urns, of m, are in at least one committee.
fn reached(m: u64, common: u64, committees: &[Committees], generator: &mut impl Rng) -> u64 {
    let mut vacant = common;
    for c in committees {
        for _ in 0..c.count {
            if vacant == 0 {
                return common;
            }
            vacant = if c.size <= m - c.size {
                vacant - met(m, vacant, c.size, generator)
            } else {
                // The urns that the non-members take stay vacant.
                met(m, vacant, m - c.size, generator)
            };
        }
    }
    common - vacant
}

/// Draws how many of `marked` urns a random choice of `size` out of m contains.
fn met(m: u64, marked: u64, size: u64, generator: &mut impl Rng) -> u64 {
    let mut left = marked;
    for chosen in 0..size {
        if left == 0 {
            break;
        }
        left -= u64::from(below(m - chosen, generator) < left);
    }
    marked - left
}

/// Draws a uniform number below n ≥ 1: the upper word of a product, drawn again in the few cases
/// that would make some numbers likelier than others (Lemire 2019).
fn below(n: u64, generator: &mut impl Rng) -> u64 {
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(n);
        let low = product as u64;
        // 2^64 mod n of all words are too many; below n it is worth looking.
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator that says what it is told, then counts.
    struct Told(Vec<u64>);

    impl rand_core::TryRng for Told {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(0)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(self.0.pop().expect("enough was told"))
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            Ok(())
        }
    }

    /// In words of 64 bits, each of n numbers has ⌊2^64/n⌋ words: the first that are left over are
    /// drawn again.
    #[test]
    fn numbers_below_have_equally_many_words() {
        let n = 3u64 << 62;
        // 2^64 = n + 2^62: of every three numbers one has two words, but for the rejected ones.
        // The words 0, 1, 2, 3 go to 0, 0, 1, 2.
        let low = |word: u64| (u128::from(word) * u128::from(n)) as u64;
        let kept: Vec<bool> = (0..4).map(|word| low(word) >= n.wrapping_neg() % n).collect();
        assert_eq!(kept, [false, true, true, true]);
        for (word, value) in [(1, 0), (2, 1), (3, 2), (u64::MAX, n - 1)] {
            assert_eq!(below(n, &mut Told(vec![word])), value);
        }
        // Rejected: the next word is taken.
        assert_eq!(below(n, &mut Told(vec![2, 0])), 1);
        assert_eq!(below(1, &mut Told(vec![u64::MAX])), 0);
        for n in [1, 2, 1 << 63] {
            assert_eq!(below(n, &mut Told(vec![0])), 0);
        }
    }

    #[test]
    fn a_draw_too_large_is_refused() {
        let law = Occupancy::balls(1 << 60, 1 << 50).expect("in the domain");
        assert!(matches!(law.sample(&mut Told(vec![])), Err(Error::TooCostly { .. })));
    }
}

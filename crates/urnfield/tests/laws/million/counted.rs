//! Laws by counting outcomes in whole numbers: no probability, no alternating sum, no route of the library.

use dashu_int::UBig;
use std::collections::BTreeMap;
use urnfield::{Committees, Rational};

/// A law as it is stated: departments of committees. One department is a union.
pub(crate) struct Stated {
    pub(crate) urns: u64,
    pub(crate) departments: Vec<Vec<Committees>>,
}

/// How many outcomes have so many occupied urns.
pub(crate) struct Counted {
    pub(crate) values: BTreeMap<u64, UBig>,
    pub(crate) total: UBig,
}

/// C(n, k) for a small k.
fn choose(n: u64, k: u64) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    (0..k.min(n - k)).fold(UBig::ONE, |c, i| c * UBig::from(n - i) / UBig::from(i + 1))
}

/// One committee after another: j of its members find an urn that is vacant.
fn union(m: u64, committees: &[Committees]) -> BTreeMap<u64, UBig> {
    let mut counts = BTreeMap::from([(0, UBig::ONE)]);
    for c in committees {
        for _ in 0..c.count {
            let mut next: BTreeMap<u64, UBig> = BTreeMap::new();
            for (&i, count) in &counts {
                for j in c.size.saturating_sub(i)..=c.size.min(m - i) {
                    let ways = choose(m - i, j) * choose(i, c.size - j);
                    *next.entry(i + j).or_insert(UBig::ZERO) += count * ways;
                }
            }
            counts = next;
        }
    }
    counts
}

impl Counted {
    pub(crate) fn of(stated: &Stated) -> Counted {
        let m = stated.urns;
        let mut departments = stated.departments.iter().map(|d| union(m, d));
        let mut values = departments.next().unwrap_or_default();
        for other in departments {
            let mut next: BTreeMap<u64, UBig> = BTreeMap::new();
            for (&b, ways) in &other {
                // Every set of b urns is this often the union of the department.
                let each = ways / choose(m, b);
                for (&a, count) in &values {
                    for j in b.saturating_sub(m - a)..=a.min(b) {
                        let overlaps = choose(a, j) * choose(m - a, b - j);
                        *next.entry(j).or_insert(UBig::ZERO) += count * &each * overlaps;
                    }
                }
            }
            values = next;
        }
        values.retain(|_, count| *count != UBig::ZERO);
        let total = values.values().fold(UBig::ZERO, |sum, count| sum + count);
        Counted { values, total }
    }

    /// The share of all outcomes.
    pub(crate) fn share(&self, count: &UBig) -> Rational {
        Rational::from_integers(count.clone().into(), self.total.clone())
    }

    /// The outcomes with values from `low` to `high`.
    pub(crate) fn within(&self, low: u64, high: u64) -> UBig {
        self.values.range(low..=high).fold(UBig::ZERO, |sum, (_, count)| sum + count)
    }
}

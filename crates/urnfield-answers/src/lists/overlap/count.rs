//! The number of names that every combination shares, and the names themselves.

use std::collections::HashMap;
use std::collections::HashSet;

/// Up to so many lists all combinations are summed up at once: 2^20 counts are 8 MiB.
const SUMMED_AT_ONCE: usize = 20;

/// Names by the set of lists they are in.
pub(crate) struct Counts {
    /// How many names are in exactly these lists; sets without names are left out.
    exactly: HashMap<u64, u64>,
    /// For every set, how many names are in all its lists; where there are few enough sets.
    shared: Option<Vec<u64>>,
}

impl Counts {
    /// One mask a name: the lists that it is in.
    pub(crate) fn of(lists: usize, names: impl IntoIterator<Item = u64>) -> Counts {
        let mut exactly = HashMap::new();
        for mask in names {
            *exactly.entry(mask).or_insert(0) += 1;
        }
        let shared = (lists <= SUMMED_AT_ONCE).then(|| supersets(lists, &exactly));
        Counts { exactly, shared }
    }

    /// Names in these lists and in no other.
    pub(crate) fn exclusive(&self, set: u64) -> u64 {
        self.exactly.get(&set).copied().unwrap_or(0)
    }

    /// Names in all of these lists, wherever else they are.
    pub(crate) fn observed(&self, set: u64) -> u64 {
        match &self.shared {
            Some(shared) => shared[set as usize],
            None => {
                self.exactly.iter().filter(|(mask, _)| *mask & set == set).map(|(_, n)| n).sum()
            }
        }
    }
}

/// f(S) = Σ over T ⊇ S of the names in exactly T. List by list, a set without the list takes over
/// what the set with it has: c·2^c additions, where pairs of sets would be 3^c.
fn supersets(lists: usize, exactly: &HashMap<u64, u64>) -> Vec<u64> {
    let mut sums = vec![0; 1 << lists];
    for (&mask, &names) in exactly {
        sums[mask as usize] = names;
    }
    for list in 0..lists {
        for set in (0..sums.len()).filter(|set| set >> list & 1 == 0) {
            sums[set] += sums[set | 1 << list];
        }
    }
    sums
}

/// A name and the list it came in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListedName {
    /// What the list is called.
    pub list: String,
    /// The name.
    pub name: String,
}

/// Every name with the set of lists that it is in.
#[derive(Debug, Clone, Default)]
pub struct Members(Vec<(u64, Box<[u8]>)>);

impl Members {
    /// Names by their lists; those in no list are left out.
    pub(crate) fn new(names: impl IntoIterator<Item = (Box<[u8]>, u64)>) -> Members {
        let listed = names.into_iter().filter(|(_, lists)| *lists != 0);
        Members(listed.map(|(name, lists)| (lists, name)).collect())
    }

    /// The lists that each name is in.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|(lists, _)| *lists)
    }

    /// Names in all of these lists, wherever else they are, in alphabetical order.
    pub(crate) fn shared(&self, lists: &[usize]) -> Vec<String> {
        let set = set_of(lists);
        self.chosen(|its| its & set == set)
    }

    /// Names in these lists and in no other, in alphabetical order.
    pub(crate) fn exclusive(&self, lists: &[usize]) -> Vec<String> {
        let set = set_of(lists);
        self.chosen(|its| its == set)
    }

    fn chosen(&self, of: impl Fn(u64) -> bool) -> Vec<String> {
        let chosen = self.0.iter().filter(|(lists, _)| of(*lists));
        let mut names: Vec<&[u8]> = chosen.map(|(_, name)| &**name).collect();
        names.sort_unstable();
        names.into_iter().map(text).collect()
    }
}

fn set_of(lists: &[usize]) -> u64 {
    lists.iter().fold(0, |set, list| set | 1 << list)
}

/// A name as text.
pub(crate) fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// Names with their lists, each once.
pub(crate) fn listed<'a>(
    titles: &[String],
    names: impl IntoIterator<Item = (usize, &'a [u8])>,
) -> Vec<ListedName> {
    let mut seen = HashSet::new();
    let named = names.into_iter().filter(|one| seen.insert(*one)).collect::<Vec<_>>();
    let one =
        |(list, name): (usize, &[u8])| ListedName { list: titles[list].clone(), name: text(name) };
    named.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// By sets and their intersections, as the question is asked.
    fn naive(lists: &[HashSet<u16>], set: u64) -> (u64, u64) {
        let inside = |name: &u16| {
            (0..lists.len()).filter(|i| set >> i & 1 == 1).all(|i| lists[i].contains(name))
        };
        let outside = |name: &u16| {
            (0..lists.len()).filter(|i| set >> i & 1 == 0).all(|i| !lists[i].contains(name))
        };
        let all: HashSet<u16> = lists.iter().flatten().copied().collect();
        let shared: Vec<&u16> = all.iter().filter(|name| inside(name)).collect();
        (shared.len() as u64, shared.into_iter().filter(|name| outside(name)).count() as u64)
    }

    fn masks(lists: &[HashSet<u16>]) -> Vec<u64> {
        let all: HashSet<u16> = lists.iter().flatten().copied().collect();
        let mask = |name: &u16| {
            (0..lists.len()).fold(0, |m, i| m | u64::from(lists[i].contains(name)) << i)
        };
        all.iter().map(mask).collect()
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_sets(
            lists in prop::collection::vec(prop::collection::hash_set(0u16..40, 0..40), 2..7),
        ) {
            let counts = Counts::of(lists.len(), masks(&lists));
            let one_by_one = Counts { exactly: counts.exactly.clone(), shared: None };
            for set in 1..1u64 << lists.len() {
                let (observed, exclusive) = naive(&lists, set);
                prop_assert_eq!(counts.observed(set), observed);
                prop_assert_eq!(one_by_one.observed(set), observed);
                prop_assert_eq!(counts.exclusive(set), exclusive);
            }
        }
    }

    #[test]
    fn many_lists_are_counted_one_by_one() {
        let top = 1u64 << 61;
        let counts = Counts::of(62, [top | 1, top | 1, top | 3, 1, 0]);
        assert!(counts.shared.is_none());
        assert_eq!((counts.observed(top | 1), counts.exclusive(top | 1)), (3, 2));
        assert_eq!((counts.observed(1), counts.exclusive(1)), (4, 1));
        assert_eq!((counts.observed(2 | 4), counts.exclusive(2 | 4)), (0, 0));
    }
}

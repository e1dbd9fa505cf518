//! Which names are behind the counts.

use std::collections::HashSet;

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

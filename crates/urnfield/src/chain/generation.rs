//! [`Generation`]: one filter of a chain, and what is known of it.

use crate::chain::day::Day;
use crate::filter::bloom_filter::Filter;
use crate::filter::hash::key_kinds::KeyKinds;
use std::fmt;

/// One filter of a [`Chain`](crate::chain::Chain).
#[derive(Clone)]
pub struct Generation {
    number: u64,
    begun: Day,
    /// How many keys fill it.
    capacity: u64,
    /// How many keys have set bits in it.
    pub(crate) items: u64,
    pub(crate) filter: Filter,
    /// Its file, if it has one that it is still the same as.
    pub(crate) stored: Option<Stored>,
    /// The number of the last file that it was written to, 0 for none.
    pub(crate) revision: u64,
}

/// A generation's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stored {
    /// How many times it had been written.
    pub(crate) revision: u64,
    /// The checksum that ends its header, which covers its bits too.
    pub(crate) checksum: u32,
}

impl Generation {
    /// An empty one.
    pub(crate) fn begun_on(begun: Day, number: u64, capacity: u64, filter: Filter) -> Generation {
        Generation { number, begun, capacity, items: 0, filter, stored: None, revision: 0 }
    }

    /// Its number, counted from 0 over all that the chain ever began.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The day on which it began.
    pub fn begun(&self) -> Day {
        self.begun
    }

    /// Returns how many keys fill it.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Returns how many keys went in.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// Its filter, which was planned for more items than go in: for the false positives among them.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The name of its file in the chain's folder; `None` where it changed since it was read.
    pub fn file_name(&self) -> Option<String> {
        self.stored.map(|stored| file_name(self.number, stored.revision))
    }

    /// Returns how many more keys it takes.
    pub(crate) fn room(&self) -> u64 {
        self.capacity.saturating_sub(self.items)
    }

    /// Notes that so many keys have gone in.
    pub(crate) fn count(&mut self, new: u64) {
        if new > 0 {
            self.items += new;
            self.stored = None;
        }
    }
}

impl fmt::Debug for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generation")
            .field("number", &self.number)
            .field("begun", &self.begun)
            .field("capacity", &self.capacity)
            .field("items", &self.items)
            .field("filter", &self.filter)
            .finish_non_exhaustive()
    }
}

/// The kinds of keys of filters that hold so many keys each: unknown where those of one are that
/// holds any.
pub(crate) fn kinds_of(filters: impl Iterator<Item = (u64, KeyKinds)>) -> KeyKinds {
    let held = filters.filter(|(items, _)| *items > 0).map(|(_, kinds)| kinds);
    let both = |all: KeyKinds, kinds: KeyKinds| {
        let known = all.is_known() && kinds.is_known();
        if known { all | kinds } else { KeyKinds::UNKNOWN }
    };
    held.reduce(both).unwrap_or_default()
}

/// Returns the name of the file of a generation. No two states of a generation share a name, so
/// that a file that the manifest names never changes.
pub(crate) fn file_name(number: u64, revision: u64) -> String {
    format!("{number}-{revision}.urn")
}

/// The generation and the revision in the name of a generation's file; `None` for other names.
pub(crate) fn parse_file_name(name: &str) -> Option<(u64, u64)> {
    let (number, revision) = name.strip_suffix(".urn")?.split_once('-')?;
    let found = (number.parse().ok()?, revision.parse().ok()?);
    (file_name(found.0, found.1) == name).then_some(found)
}

/// The seed of a generation, which follows from the chain's and differs for any two generations:
/// the sequence of SplitMix64 from the chain's seed on. The `.urn` file states it as well.
pub fn generation_seed(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number.wrapping_add(1)));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_form_are_files_of_generations() {
        assert_eq!(parse_file_name("12-3.urn"), Some((12, 3)));
        assert_eq!(parse_file_name(&file_name(u64::MAX, 0)), Some((u64::MAX, 0)));
        for other in
            ["12.urn", "012-3.urn", "12-3", "a-3.urn", "12-+3.urn", ".12-3.urn", "1-2-3.urn"]
        {
            assert_eq!(parse_file_name(other), None, "{other}");
        }
    }

    /// The first numbers of SplitMix64 from 0 on, as published.
    #[test]
    fn seeds_are_those_of_splitmix64() {
        let seeds = [0, 1, 2].map(|number| generation_seed(0, number));
        assert_eq!(seeds, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}

//! How full the lines of a filter are. Its rate follows from that, and not from how many bits are
//! set in all.

use crate::design::blocked::Blocked;

/// How many lines of a filter have 0, 1, …, 512 bits set.
///
/// [`BlockCounts::of_lines`](crate::BlockCounts::of_lines) finds the filter's own
/// rate and how many items it holds.
///
/// ```
/// use urnfield::{Blocked, Filter, Layout};
/// let mut filter = Filter::new(Blocked::lines(Layout::Classic, 3, 6)?, 0)?;
/// filter.insert("urn");
/// let loads = filter.line_loads().expect("it has lines");
/// assert_eq!(loads.iter().collect::<Vec<_>>(), [(0, 2), (6, 1)]);
/// assert_eq!((loads.lines(), loads.bits_set()), (3, 6));
/// # Ok::<(), urnfield::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineLoads(Vec<u64>);

impl LineLoads {
    pub(crate) fn none() -> LineLoads {
        LineLoads(vec![0; Blocked::LINE as usize + 1])
    }

    /// Takes note of lines, of which these are the words.
    pub(crate) fn add(&mut self, words: &[u64]) {
        for line in words.as_chunks::<8>().0 {
            self.0[crate::filter::probe::line::rule::ones(line) as usize] += 1;
        }
    }

    pub(crate) fn of(words: &[u64]) -> LineLoads {
        let mut loads = LineLoads::none();
        loads.add(words);
        loads
    }

    /// Returns how many lines there are.
    pub fn lines(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns how many bits are set in all.
    pub fn bits_set(&self) -> u64 {
        (0..).zip(&self.0).map(|(bits, lines)| bits * lines).sum()
    }

    /// Returns each number of bits set with how many lines have so many, where there are any.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..).zip(self.0.iter().copied()).filter(|(_, lines)| *lines > 0)
    }
}

//! A rolling window: the lines of the item some places ahead are under way while one is done.

use crate::filter::hash::digest::Digest;
use std::ops::Range;

/// For every item in order, `fetch` its lines and, when `AHEAD` more have been fetched, `act`.
/// Both are shown `state`, as the one looks at what the other changes.
#[inline(always)]
pub(crate) fn rolling<const AHEAD: usize, S: ?Sized>(
    state: &mut S,
    some: Range<usize>,
    mut digest: impl FnMut(usize) -> Digest,
    fetch: impl Fn(&S, Digest),
    mut act: impl FnMut(&mut S, usize, Digest),
) {
    let mut window = [Digest { low: 0, high: 0 }; AHEAD];
    for i in 0..some.len() + AHEAD {
        let place = i % AHEAD;
        if i >= AHEAD {
            act(state, some.start + i - AHEAD, window[place]);
        }
        if i < some.len() {
            window[place] = digest(some.start + i);
            fetch(state, window[place]);
        }
    }
}

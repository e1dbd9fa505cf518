//! Questions to a chain: the last generation first, as what comes again mostly came lately, and
//! every other one until the first that says yes.

use crate::chain::generation::Generation;
use crate::filter::bloom_filter::Filter;
use crate::filter::flags::Flags;

/// Items that are asked at once: what is left of them after each generation stays in the caches.
const BATCH: usize = 1 << 14;

/// Which items a filter is asked for.
pub(crate) enum Asked<'a> {
    /// So many in a row.
    All { from: usize, len: usize },
    /// These.
    Some(&'a [usize]),
}

/// Returns whether each item is in some generation. None is asked for an item that a later one has.
pub(crate) fn in_any(
    generations: &[Generation],
    count: usize,
    ask: impl Fn(&Filter, Asked<'_>) -> Flags,
) -> Flags {
    let mut found = Flags::none(count);
    let mut left: Vec<usize> = Vec::new();
    for from in (0..count).step_by(BATCH) {
        let len = BATCH.min(count - from);
        let mut asked_all = false;
        left.clear();
        for generation in generations.iter().rev() {
            let all = !std::mem::replace(&mut asked_all, true);
            let which = if all { Asked::All { from, len } } else { Asked::Some(&left) };
            let answers = ask(&generation.filter, which);
            if all {
                left.extend(
                    (from..from + len).zip(answers.iter()).filter(|(_, yes)| !yes).map(|(i, _)| i),
                );
                let words = answers.as_words();
                found.words[from / 64..from / 64 + words.len()].copy_from_slice(words);
            } else {
                keep_those_not_found(&mut left, &answers, &mut found);
            }
            if left.is_empty() {
                break;
            }
        }
    }
    found
}

/// Marks the items that were found, and leaves the others.
fn keep_those_not_found(left: &mut Vec<usize>, answers: &Flags, found: &mut Flags) {
    // Strangers are the rule.
    if answers.as_words().iter().all(|word| *word == 0) {
        return;
    }
    let mut i = 0;
    left.retain(|item| {
        let yes = answers.as_words()[i >> 6] >> (i & 63) & 1 == 1;
        found.words[item >> 6] |= u64::from(yes) << (item & 63);
        i += 1;
        !yes
    });
}

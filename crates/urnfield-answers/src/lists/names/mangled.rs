//! Names that a program has changed: lists that would share more names if case, white space, quotes
//! or versions were ignored.

use crate::lists::overlap::combinations::members;
use crate::{Missing, Note, Noticed, Remedy, Spelling};
use std::collections::{HashMap, HashSet};

/// Returns the fewest switches beside those of `asked` under which `count` is what it is under the
/// loosest spelling.
pub(crate) fn least<T: PartialEq>(asked: Spelling, count: impl Fn(Spelling) -> T) -> Spelling {
    let most = count(Spelling::LOOSEST);
    let (mut spelling, mut more) = (Spelling::LOOSEST, Spelling::default());
    for (switch, ..) in Spelling::PARTS {
        if *switch(&mut asked.clone()) {
            continue;
        }
        let mut stricter = spelling;
        *switch(&mut stricter) = false;
        if count(stricter) == most {
            spelling = stricter;
        } else {
            *switch(&mut more) = true;
        }
    }
    more
}

/// Every name with the lists it is in.
pub(crate) type Masks = HashMap<Box<[u8]>, u64>;

/// Returns a note about the pair of lists that would gain most, if any would.
pub(crate) fn pairs(masks: &Masks, called: &[&str], asked: Spelling) -> Option<Note> {
    // Words for a missing value have a note of their own: sharing more of them is no gain.
    let names = || masks.iter().filter(|(name, _)| Missing::word(name).is_none());
    let count = |spelling: Spelling| {
        let mut folded: HashMap<Vec<u8>, u64> = HashMap::with_capacity(masks.len());
        let mut buffer = Vec::new();
        for (name, mask) in names() {
            // Whether two lists meet is asked of those that do not yet.
            *folded.entry(spelling.of(name, &mut buffer).to_vec()).or_default() |= mask;
        }
        shared(folded.into_values(), called.len())
    };
    let now = shared(names().map(|(_, mask)| *mask), called.len());
    let most = count(Spelling::LOOSEST);
    let gains = || now.iter().zip(&most).enumerate().filter(|(_, (now, most))| most > now);
    let (pair, (now, most)) = gains().max_by_key(|(_, (now, most))| *most - *now)?;
    let all = shared(masks.values().copied(), called.len())[pair];
    let about = [called[pair / called.len()], called[pair % called.len()]].map(str::to_owned);
    let others = gains().count() - 1;
    Some(Note {
        about: about.to_vec(),
        noticed: Noticed::Pair { shared: all, would: all + most - now, others },
        remedy: Some(Remedy::Spelling(least(asked, count))),
    })
}

/// How many names each pair of lists shares, at `a * lists + b`.
fn shared(masks: impl Iterator<Item = u64>, lists: usize) -> Vec<u64> {
    let mut shared = vec![0; lists * lists];
    for mask in masks.filter(|mask| mask.count_ones() > 1) {
        let members = members(mask);
        for (at, a) in members.iter().enumerate() {
            members[at + 1..].iter().for_each(|b| shared[a * lists + b] += 1);
        }
    }
    shared
}

/// Returns how many of the names outside a universe would be in it, and by which switches.
pub(crate) fn outside(
    universe: &[&[u8]],
    outside: &[&[u8]],
    asked: Spelling,
) -> Option<(usize, Spelling)> {
    let count = |spelling: Spelling| {
        let mut buffer = Vec::new();
        let mut spell = |name: &[u8]| spelling.of(name, &mut buffer).to_vec();
        let known: HashSet<Vec<u8>> = universe.iter().map(|name| spell(name)).collect();
        outside.iter().filter(|name| known.contains(&spell(name))).count()
    };
    let most = count(Spelling::LOOSEST);
    (most > 0).then(|| (most, least(asked, count)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Words;

    fn said(names: &[(&str, u64)], lists: usize) -> Option<String> {
        let called: Vec<String> = (0..lists).map(|list| format!("l{list}")).collect();
        let called: Vec<&str> = called.iter().map(String::as_str).collect();
        let masks = names.iter().map(|(name, mask)| (name.as_bytes().into(), *mask)).collect();
        pairs(&masks, &called, Spelling::default()).map(|note| note.sentence(Words::Shell))
    }

    #[test]
    fn the_options_are_those_that_help_and_no_more() {
        let case = said(&[("TP53", 1), ("Tp53", 2), ("BAX", 3), (" MDM2", 1)], 2);
        assert_eq!(
            case.as_deref(),
            Some("l0 and l1: 1 shared, 2 would be, ignoring case: --ignore-case")
        );
        let two = said(&[("\"TP53\"", 1), ("Tp53", 2), ("MDM2", 4)], 3);
        assert_eq!(
            two.as_deref(),
            Some(
                "l0 and l1: 0 shared, 1 would be, ignoring case and quotes: --ignore-case --unquote"
            )
        );
        let three = said(&[("a", 1), ("a ", 2), ("a  ", 4)], 3).expect("a gain");
        assert!(three.ends_with("ignoring white space: --trim; 2 other pairs gain too"), "{three}");
        let version = said(&[("ENSG00000141510.3", 1), ("ENSG00000141510", 2)], 2);
        assert!(version.expect("a gain").ends_with("ignoring versions: --drop-version"));
    }

    #[test]
    fn what_gains_nothing_is_not_said() {
        assert_eq!(said(&[("a", 1), ("A", 1), ("b", 2), ("c", 3)], 2), None);
        assert_eq!(said(&[], 2), None);
        assert_eq!(said(&[("NA", 1), ("\"NA\"", 2)], 2), None);
        let beside = said(&[("NA", 3), ("a", 1), ("A", 2)], 2).expect("a gain");
        assert!(beside.starts_with("l0 and l1: 1 shared, 2 would be, ignoring case"), "{beside}");
    }

    #[test]
    fn a_universe_may_be_mangled_too() {
        let universe: [&[u8]; 2] = [b"TP53", b"BAX"];
        let (names, gain) =
            outside(&universe, &[b"tp53", b"bax", b"x"], Spelling::default()).expect("two");
        assert_eq!((names, gain.switches()), (2, vec!["ignore-case"]));
        assert!(outside(&universe, &[b"x"], Spelling::default()).is_none());
    }
}

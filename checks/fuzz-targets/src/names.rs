//! Lists of names: what they share is what sets of names share.

use crate::bytes::Bytes;
use std::collections::BTreeSet;
use std::convert::Infallible;
use urnfield_answers::{NameLists, Population, Reading, Spelling, Words};

/// Two to four lists of names, separated by NUL, with one name per line, and their population.
pub fn read_names(data: &[u8]) {
    let mut bytes = Bytes(data);
    let how = bytes.byte();
    let population = match how & 3 {
        0 => Population::Universe { restrict: false },
        1 => Population::Universe { restrict: true },
        _ => Population::Count(u64::from(bytes.byte()) * 40),
    };
    let spelling = Spelling {
        ignore_case: how & 4 == 4,
        trim: how & 8 == 8,
        unquote: how & 16 == 16,
        drop_version: how & 32 == 32,
    };
    // The byte has no bit left for `drop_missing`, `universe_header` and `words`: each follows from
    // two other bits, so that stored inputs keep their meaning.
    let reading = Reading {
        spelling,
        drop_missing: how & 36 == 36,
        header: how & 64 == 64,
        universe_header: how & 192 == 128,
        table: how & 192 == 192,
        words: if how & 24 == 24 { Words::Python } else { Words::Shell },
    };
    let mut parts: Vec<&[u8]> = bytes.rest().splitn(5, |byte| *byte == 0).collect();
    let universe = matches!(population, Population::Universe { .. }).then(|| parts.remove(0));
    let titles = (0..parts.len()).map(|list| format!("list {list}")).collect();
    let Ok(lists) = NameLists::new(titles, population, None) else { return };
    let mut lists = lists.reading(reading);
    let add = |part: &[u8], add: &mut dyn FnMut(&[u8])| {
        part.split(|byte| *byte == b'\n').for_each(add);
        Ok::<_, Infallible>(())
    };
    if let Some(universe) = universe {
        let Ok(()) = lists.universe("universe", |see| add(universe, see));
    }
    for (number, part) in parts.iter().enumerate() {
        let Ok(()) = lists.list(&format!("list {number}"), |see| add(part, see));
    }
    for said in lists.remarks() {
        assert!(!said.is_empty());
    }
    let question = match lists.question() {
        Ok(question) => question,
        Err(refused) => return assert!(!refused.to_string().is_empty()),
    };
    let plain = |part: &[u8]| part.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'\n'));
    let same = reading == Reading::default() && parts.iter().all(|part| plain(part));
    let same = same && universe.is_none_or(plain);
    let sets: Vec<BTreeSet<&[u8]>> = parts.iter().map(|part| set(part, universe)).collect();
    for combination in &question.combinations {
        let sizes = combination.lists.iter().map(|list| question.lists[*list].size);
        assert!(combination.observed <= sizes.min().unwrap_or(0));
        assert!(combination.exclusive <= combination.observed);
        if same {
            let inside =
                |name: &&[u8]| combination.lists.iter().all(|list| sets[*list].contains(name));
            let all: BTreeSet<&[u8]> = sets.iter().flatten().copied().collect();
            let shared: Vec<_> = all.into_iter().filter(inside).collect();
            assert_eq!(combination.observed, shared.len() as u64);
            let elsewhere = |name: &&&[u8]| {
                (0..sets.len())
                    .all(|list| combination.lists.contains(&list) || !sets[list].contains(**name))
            };
            assert_eq!(combination.exclusive, shared.iter().filter(elsewhere).count() as u64);
        }
    }
}

/// The names of a part that are in the universe; an empty line is no name.
fn set<'a>(part: &'a [u8], universe: Option<&'a [u8]>) -> BTreeSet<&'a [u8]> {
    let names = |part: &'a [u8]| part.split(|byte| *byte == b'\n').filter(|name| !name.is_empty());
    let all: Option<BTreeSet<&[u8]>> = universe.map(|part| names(part).collect());
    names(part).filter(|name| all.as_ref().is_none_or(|all| all.contains(name))).collect()
}

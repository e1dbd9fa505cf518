//! What a list adds to what the others share.
//!
//! A triple is surprising where a pair in it is. So each list is asked apart: of the names that the
//! *other* lists of a combination share, so many are on it too; is that more than a random list of
//! its size would have?

use crate::ask::reach::Missed;
use crate::lists::overlap::count::Counts;
use crate::lists::test::case::Case;
use crate::lists::test::shared_out::{each_once, shared_out};
use crate::{Asking, Form, Given, Members, NamedList, OverlapRow};
use urnfield::Error;

/// Adds to every row of three lists or more what each list adds to the others.
pub(crate) fn tell(
    rows: &mut [OverlapRow],
    members: &Members,
    (population, lists): (u64, &[NamedList]),
    (asking, form): (&Asking, Form),
    missed: &mut Missed,
) -> Result<(), Error> {
    let counts = Counts::of(lists.len(), members.sets());
    let mut cases = Vec::new();
    for row in rows.iter_mut().filter(|row| row.combination.lists.len() > 2) {
        let all = row.combination.lists.clone();
        for &list in &all {
            let rest: Vec<usize> = all.iter().copied().filter(|other| *other != list).collect();
            let shared = counts.observed(rest.iter().fold(0, |set, list| set | 1 << list));
            cases.push(Case::new(vec![shared, lists[list].size], row.combination.observed));
            row.given.push(Given { list, rest, shared, p: None, log10_p: None });
        }
    }
    let (cases, places) = each_once(cases);
    let ask = |case: &Case| case.tested(population, asking.alternative.tail(), form);
    let found = shared_out(&cases, ask, |_, _| {})?;
    let given = rows.iter_mut().flat_map(|row| &mut row.given);
    for (given, at) in given.zip(places) {
        let (p, log) = &found[at];
        given.p = missed.take("p given the other lists", p.clone())?;
        given.log10_p = missed.take("log10_p given the other lists", log.clone())?;
    }
    Ok(())
}

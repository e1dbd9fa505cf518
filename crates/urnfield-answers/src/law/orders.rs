//! Lists of all orders up to one, which end where they are out of reach.

use crate::ask::reach::in_reach;
use urnfield::Error;

/// Lists of all moments up to an order stop here: the whole list costs the fourth power of the
/// order, and takes three seconds here.
const LARGEST_ORDER: u64 = 200;

/// Values for r = 0 … R, and where and why they end early.
#[derive(Debug, PartialEq)]
pub(super) struct Listed<T> {
    pub(super) values: Vec<Option<T>>,
    pub(super) missed: Option<(u64, Error)>,
}

/// Asks for every order up to `most`; the first one out of reach stands for all higher orders.
pub(super) fn listed<T>(
    most: u64,
    ask: impl Fn(u64) -> Result<T, Error>,
) -> Result<Listed<T>, Error> {
    if most > LARGEST_ORDER {
        return Err(Error::TooCostly {
            what: "a list of all orders up to this one",
            needs: most.into(),
            unit: "orders",
            limit: LARGEST_ORDER.into(),
            remedy: "ask for a lower order",
        });
    }
    let (mut values, mut missed) = (Vec::new(), None);
    for r in 0..=most {
        let value = match &missed {
            Some(_) => None,
            None => in_reach(ask(r))?.map_err(|error| missed = Some((r, error))).ok(),
        };
        values.push(value);
    }
    match missed {
        // Not even order 0: there is no list.
        Some((0, error)) => Err(error),
        missed => Ok(Listed { values, missed }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costly() -> Error {
        Error::TooCostly { what: "it", needs: 2, unit: "steps", limit: 1, remedy: "do not" }
    }

    #[test]
    fn a_list_ends_where_it_is_out_of_reach() {
        let upto = |last: u64| move |r: u64| if r > last { Err(costly()) } else { Ok(r) };
        let whole = Listed { values: vec![Some(0), Some(1)], missed: None };
        assert_eq!(listed(1, upto(5)), Ok(whole));
        let part = Listed { values: vec![Some(0), None, None], missed: Some((1, costly())) };
        assert_eq!(listed(2, upto(0)), Ok(part));
        assert_eq!(listed(2, |_| Err::<u64, _>(costly())), Err(costly()));
        assert!(listed(LARGEST_ORDER + 1, Ok).is_err());
    }

    #[test]
    fn what_is_wrong_ends_the_command() {
        let wrong = Error::Domain { rule: "no", got: "it".into() };
        let ask = |r: u64| if r == 2 { Err(wrong.clone()) } else { Ok(r) };
        assert_eq!(listed(3, ask), Err(wrong.clone()));
    }
}

//! The work that all probabilities of one search may take together.

use crate::error::Error;

/// More word operations than this are refused: some seconds.
const MOST_WORK: f64 = 4e9;

/// A probability of at most so many word operations is not refused: a search asks for some hundred.
const UNCOUNTED: f64 = 1e7;

/// The work of one search so far, in word operations.
#[derive(Debug)]
pub(crate) struct Budget {
    what: &'static str,
    spent: f64,
}

impl Budget {
    /// Creates a budget of which nothing is spent. Errors name what is searched for.
    pub(crate) fn of(what: &'static str) -> Budget {
        Budget { what, spent: 0.0 }
    }

    /// Adds the work of the next probability. It is refused if `times` probabilities like it take
    /// too long together.
    pub(crate) fn spend(&mut self, work: f64, times: f64) -> Result<(), Error> {
        let needs = self.spent + work * times.max(1.0);
        if work > UNCOUNTED && needs > MOST_WORK {
            return Err(Error::TooCostly {
                what: self.what,
                needs: needs as u128,
                unit: "word operations".into(),
                limit: MOST_WORK as u128,
                remedy: "ask for single probabilities",
            });
        }
        self.spent += work;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_takes_long_is_refused_at_its_beginning() {
        let mut budget = Budget::of("it");
        assert!(budget.spend(1e9, 5.0).is_err());
        assert!(budget.spend(1e9, 3.0).is_ok());
        assert!(budget.spend(1e9, 0.0).is_ok() && budget.spend(1e9, 0.0).is_ok());
        assert!(budget.spend(1.5e9, 1.0).is_err());
        // Quick probabilities are never refused.
        assert!((0..1000).all(|_| budget.spend(1e7, 30.0).is_ok()));
    }
}

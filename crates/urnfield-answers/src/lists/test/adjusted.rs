//! P-values of many rows, adjusted and as certain as their reader needs them.

use crate::Form;
use crate::lists::test::p_value::positive;
use urnfield::occupancy::{AdjustedP, Adjustment, PValue};
use urnfield::{Enclosure, Error};

/// Cases with their p-values, and which of them every row is.
pub(crate) struct Adjusting<'a, A: Fn(usize, u64) -> Result<Enclosure, Error>> {
    /// One for each case.
    pub(crate) p: Vec<Enclosure>,
    /// The case of every row.
    pub(crate) which: &'a [usize],
    pub(crate) form: Form,
    /// The p-value of a case once more, with so many bits.
    pub(crate) again: A,
}

impl<A: Fn(usize, u64) -> Result<Enclosure, Error>> Adjusting<'_, A> {
    /// Holm's and Benjamini and Hochberg's values, one for each case.
    pub(crate) fn adjusted(&self) -> Result<[Vec<Enclosure>; 2], Error> {
        let mut shared = Vec::new();
        for p in &self.p {
            shared.push(PValue { p: positive(p.clone(), self.form.bits())?, times: 0 });
        }
        self.which.iter().for_each(|&case| shared[case].times += 1);
        let holm = self.by(Adjustment::Holm, &shared)?;
        Ok([holm, self.by(Adjustment::BenjaminiHochberg, &shared)?])
    }

    fn by(&self, adjustment: Adjustment, shared: &[PValue]) -> Result<Vec<Enclosure>, Error> {
        let first = adjustment.adjust(shared);
        let each = first.into_iter().enumerate().map(|(at, AdjustedP { value, from })| {
            self.form.settle_from(value, "an adjusted p-value", |bits| {
                // What it is a multiple of is asked again; the rest is known well enough.
                let mut better = shared.to_vec();
                for case in from {
                    better[case].p = positive((self.again)(case, bits)?, bits)?;
                }
                Ok(adjustment.adjust(&better).swap_remove(at).value)
            })
        });
        each.collect()
    }
}

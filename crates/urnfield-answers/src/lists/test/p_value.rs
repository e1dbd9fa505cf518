//! P-values: never 0, with their logarithms because most programs read numbers below 1e-308 as 0,
//! and adjusted for many rows.

use crate::Form;
use std::cmp::Ordering;
use urnfield::occupancy::{AdjustedP, Adjustment, PValue};
use urnfield::{Enclosure, Error};

/// A p-value that was asked for with `bits` bits. Every overlap that is possible has a probability,
/// so that it is above zero unless it is too small to be told from that.
pub(crate) fn positive(p: Enclosure, bits: u64) -> Result<Enclosure, Error> {
    match p.lo().sign() {
        Ordering::Greater => Ok(p),
        _ => Err(Error::Precision {
            what: "the p-value, which is smaller than any number here,",
            bits,
            remedy: "ask for a smaller population",
        }),
    }
}

/// min(1, 2·min(P(≥), P(≤))).
pub(crate) fn doubled(more: &Enclosure, less: &Enclosure) -> Enclosure {
    (&more.min(less) * &Enclosure::from(2)).min(&Enclosure::one())
}

/// log10 of a p-value; `again` asks for it with more bits, as next to 1 little is left of it.
pub(crate) fn log10(
    p: &Result<Enclosure, Error>,
    form: Form,
    again: impl Fn(u64) -> Result<Enclosure, Error>,
) -> Result<Enclosure, Error> {
    let log = |p: &Enclosure, bits| {
        if p.exact() == Enclosure::one().exact() {
            Ok(Enclosure::zero())
        } else {
            positive(p.clone(), bits).map(|p| p.log10().unwrap_or_else(Enclosure::unknown))
        }
    };
    let first = log(p.as_ref().map_err(Clone::clone)?, form.bits())?;
    form.settle_from(first, "log10 of the p-value", |bits| log(&again(bits)?, bits))
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield::Rational;

    fn value(n: i64, d: u64) -> Enclosure {
        Enclosure::from_rational(&Rational::new(n, d).expect("p"), 60)
    }

    #[test]
    fn two_sides_are_twice_the_smaller_one_and_at_most_one() {
        let both = |a: &Enclosure, b: &Enclosure| doubled(a, b).exact().map(ToString::to_string);
        assert_eq!(both(&value(1, 7), &value(6, 7)), Some("2/7".into()));
        assert_eq!(both(&value(6, 7), &value(1, 7)), Some("2/7".into()));
        assert_eq!(both(&value(5, 7), &value(6, 7)), Some("1".into()));
        assert!(positive(Enclosure::zero(), 60).is_err());
    }

    #[test]
    fn logarithms_are_certain_next_to_one_too() {
        let form = Form::Json(15);
        let near = "0.99999999999999999999".parse::<Rational>().expect("a number");
        let ask = |bits| Ok(Enclosure::from_rational(&near, bits));
        let found = log10(&ask(57), form, ask).expect("more bits tell");
        assert!(found.certain_bits() >= 53, "{found:?}");
        assert_eq!(format!("{found:.5}"), "-4.3429e-21");
        let one = Ok(Enclosure::one());
        assert!(log10(&one, form, |_| Ok(Enclosure::one())).expect("log 1 = 0").is_zero());
        assert!(log10(&Ok(Enclosure::zero()), form, |_| Ok(Enclosure::zero())).is_err());
    }
}

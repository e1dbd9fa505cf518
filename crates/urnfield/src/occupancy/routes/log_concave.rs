//! What lies beyond the end of a piece of a log-concave sequence.
//!
//! Where p(y−1)·p(y+1) ≤ p(y)², the quotient p(y)/p(y+1) grows with y. So p(y−1)/p(y) is at most
//! r = p(f)/p(f+1) for every y ≤ f, and what lies below f is at most p(f)·(r + r² + …) =
//! p(f)·r/(1 − r), the geometric series that starts like p. Above a piece the bound
//! follows from its last two values.

use urnfield_num::Real;

/// An upper bound of all that lies beyond the outermost value of a piece, of an upper bound of that
/// value and a lower bound of the one next to it, inside; `None` where the values may not fall
/// outwards.
pub(crate) fn beyond(outermost: &Real, next: &Real) -> Option<Real> {
    let ratio = outermost.div(next);
    let gap = Real::from_u64(1, outermost.words()).sub(&ratio);
    let falls = !gap.is_zero() && gap.certain_bits() > 0 && !gap.is_negative();
    falls.then(|| outermost.mul(&ratio).div(&gap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occupancy::law::Occupancy;
    use urnfield_num::{Enclosure, Rational};

    /// What lies beyond a value is at most the bound, and half of that would be too little.
    #[test]
    fn what_is_left_is_below_its_bound_and_a_smaller_one_is_caught() {
        let (mut seen, mut more_than_half) = (0, 0);
        for m in (20..80).step_by(4) {
            let sizes = [m / 3 + m % 7, m / 2, 3 * m / 4 - m % 5];
            let law = Occupancy::lists(m, &sizes).expect("a law");
            let (least, most) = law.support();
            let mut below = Rational::zero();
            for f in least..most {
                let [here, next] = [f, f + 1].map(|y| law.pmf_exact(y).expect("small"));
                let [p, q] = [&here, &next].map(|p| Enclosure::from_rational(p, 200).reals(4));
                if here < next {
                    let bound = beyond(&p[1], &q[0]).expect("rising").enclosure().hi();
                    let bound = bound.to_rational().expect("short");
                    assert!(below <= bound, "{m} {sizes:?} {f}");
                    more_than_half += u32::from(below > bound.shift(-1));
                    seen += 1;
                }
                below = &below + &here;
            }
        }
        assert!(more_than_half > 20 && seen > 90, "{more_than_half} of {seen}");
    }

    /// Of values that rise outwards, or stay the same, nothing follows.
    #[test]
    fn what_does_not_fall_has_no_bound() {
        let [two, three] = [2, 3].map(|value| Real::from_u64(value, 2));
        assert!(beyond(&three, &two).is_none() && beyond(&two, &two).is_none());
        assert!(beyond(&two, &three).is_some());
    }
}

//! The bound of the terms that a walk outward leaves out, with tests that a smaller bound is wrong.

use urnfield_num::Real;

/// A bound of the terms beyond those that were summed.
pub(crate) trait Rest {
    /// At most this is left, the next term and all beyond it, where `one_minus_ratio` is 1 − r and
    /// r is the ratio of the next term to the last one.
    fn beyond(next: &Real, one_minus_ratio: &Real) -> Real;
}

/// The bound that holds.
pub(crate) struct Proved;

impl Rest for Proved {
    /// The ratio of neighbours (a−x)(b−x)/((x+1)(m−a−b+x+1)) falls with x, and its inverse on the
    /// way down falls as well: from the next term w on every ratio is at most r < 1, and the sum at
    /// most w·(1 + r + r² + …) = w/(1 − r).
    ///
    /// Coq: `two_lists.tail_rest`.
    fn beyond(next: &Real, one_minus_ratio: &Real) -> Real {
        next.div(one_minus_ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::occupancy::law::{Event, Occupancy};
    use crate::occupancy::routes::two_lists::TwoLists;
    use crate::occupancy::routes::two_lists::event::MOST_WORK;
    use crate::occupancy::routes::two_lists::long::relative_sum;
    use crate::occupancy::routes::two_lists::short::{tail, walk};
    use urnfield_num::{Enclosure, Rational};

    /// The next term alone.
    struct OneTerm;
    impl Rest for OneTerm {
        fn beyond(next: &Real, _: &Real) -> Real {
            next.clone()
        }
    }

    /// Half of it.
    struct Half;
    impl Rest for Half {
        fn beyond(next: &Real, one_minus_ratio: &Real) -> Real {
            Proved::beyond(next, one_minus_ratio).shift(-1)
        }
    }

    /// Nothing.
    struct Nothing;
    impl Rest for Nothing {
        fn beyond(next: &Real, _: &Real) -> Real {
            Real::zero(next.words())
        }
    }

    /// Σ P(x)/P(start) from `start` to `end` in fractions, from the far end on, so that every sum
    /// is a product more.
    fn exactly(two: &TwoLists, start: u64, end: u64, up: bool) -> Rational {
        let values: Vec<u64> =
            if up { (start..end).collect() } else { (end + 1..=start).rev().collect() };
        values.into_iter().rev().fold(Rational::one(), |beyond, x| {
            let ((a, b), (c, d)) = two.outward(x, up);
            let ratio = Rational::from(a * b).checked_div(&Rational::from(c * d)).expect("not 0");
            &Rational::one() + &(&ratio * &beyond)
        })
    }

    /// In how many of some cases a tail lies where it is said to: by short numbers, and by long
    /// ones.
    fn holds<R: Rest>() -> [(u32, u32); 2] {
        let mut seen = [(0, 0); 2];
        let mut count = |long: usize, inside: bool| {
            seen[long].0 += u32::from(inside);
            seen[long].1 += 1;
        };
        for (m, a, b) in [
            (400, 130, 190),
            (1000, 500, 500),
            (1200, 100, 1100),
            (1500, 400, 1000),
            (2000, 300, 300),
        ] {
            let two = TwoLists { m, a, b };
            let (least, most) = (a.saturating_sub(m - b), a);
            let mode = two.modes()[0];
            for far in [0, 1, 20] {
                for (start, end, up) in [
                    ((mode + far).min(most), most, true),
                    (mode.saturating_sub(far).max(least), least, false),
                ] {
                    let truth = exactly(&two, start, end, up);
                    let point = tail::<R>(&two, start, start, up, 53).expect("one term");
                    let short = tail::<R>(&two, start, end, up, 53).expect("few terms");
                    // In units of the first term.
                    let law = Occupancy::lists(m, &[a, b]).expect("a law");
                    let first = law.pmf_exact(start).expect("small");
                    assert!(point.contains(&first));
                    count(0, short.contains(&(&truth * &first)));
                    let long = relative_sum::<R>(&two, start, end, up, (100, 4));
                    count(1, Enclosure::from_real(&long).contains(&truth));
                }
            }
        }
        seen
    }

    #[test]
    fn tails_are_enclosed_and_smaller_bounds_of_the_rest_are_caught() {
        for (right, all) in holds::<Proved>() {
            assert_eq!(right, all);
        }
        for (what, seen) in [
            ("one term", holds::<OneTerm>()),
            ("half", holds::<Half>()),
            ("nothing", holds::<Nothing>()),
        ] {
            for (right, all) in seen {
                assert!(right < all, "{what} was not caught");
            }
        }
    }

    /// The cap is about terms that are really walked: about as many as the estimate says, near the
    /// mean and far from it.
    #[test]
    fn the_terms_of_a_tail_are_those_of_its_estimate() {
        let mut most_of_all = 0;
        for (m, a, b) in [
            (1000, 300, 500),
            (1_000_000, 1000, 400_000),
            (100_000_000, 40_000_000, 50_000_000),
            (10_000_000_000, 30_000_000, 9_000_000_000),
            (u64::MAX, 1_000_000, u64::MAX / 2),
        ] {
            let two = TwoLists { m, a, b };
            let (least, most) = (a.saturating_sub(m - b), a);
            let mode = two.modes()[0];
            let (m, a, b) = (m as f64, a as f64, b as f64);
            let deviation = (a * (b / m) * (1.0 - a / m) * (1.0 - b / m)).sqrt();
            for far in [0.0, 0.1, 1.0, 5.0, 30.0, 100.0] {
                let far = (far * deviation) as u64;
                for (start, end, up) in [
                    ((mode + far).min(most), most, true),
                    (mode.saturating_sub(far).max(least), least, false),
                ] {
                    let walked = walk::<Proved>(&two, start, end, up, 53).expect("an answer").terms;
                    let estimate = two.terms(start, up, 53);
                    assert!(
                        (walked as f64) < 1.3 * estimate + 64.0,
                        "{m} {a} {b} from {start}: {walked} terms, {estimate} estimated"
                    );
                    most_of_all = most_of_all.max(walked);
                }
            }
        }
        assert!(most_of_all > 20_000, "{most_of_all}");
    }

    /// One word operation less than a tail needs, and it is refused with its sentence; just as
    /// many, and it is answered.
    #[test]
    fn a_tail_of_too_many_terms_is_refused_before_the_first() {
        for precision in [53, 200] {
            let law = Occupancy::lists(1_000_000, &[300_000, 40_000]).expect("a law");
            let (law, two) = (law.clone().precision(precision), TwoLists::of(&law).expect("two"));
            for event in [Event::AtLeast(12_100), Event::AtMost(11_900)] {
                let needs = two.cost(event, precision);
                assert!(two.event_within(&law, event, needs).is_ok());
                let refused = two.event_within(&law, event, needs - 1.0).expect_err("too many");
                assert!(matches!(refused, Error::TooCostly { .. }));
                assert_eq!(
                    refused.to_string(),
                    format!(
                        "this tail of a two-list overlap needs about {} word operations, more than the limit of {}; \
                         ask for a single probability or for moments",
                        needs as u128,
                        (needs - 1.0) as u128
                    )
                );
            }
            // 2^62 terms or so would take years: this returns.
            let law = Occupancy::lists(u64::MAX - 1, &[u64::MAX / 2; 2]).expect("a law");
            let two = TwoLists::of(&law).expect("two lists");
            let event = Event::AtLeast((1 << 62) + 1);
            assert!(two.cost(event, precision) > MOST_WORK);
            assert!(two.event(&law.precision(precision), event).is_err());
        }
    }
}

//! Sums of powers against the same sums term by term.

use urnfield_num::{PowerSums, Proved, Real, Rules};
use urnfield_paper::draws::Draws;

/// Whether Σ_{i<n} (z + i)^-k·s^k, term by term, lies in the difference of the sums for z and z + n, for
/// many z, most of them so small that little is known.
fn holds<R: Rules>() -> bool {
    let mut draws = Draws::new(6);
    (0..600).all(|_| {
        let words = 2 + draws.below(3) as usize;
        let (z, n) = (1 + draws.below(40), 1 + draws.below(60));
        let whole = |n: u64, words| Real::from_u64(n, words);
        // Halves as well, and a scale that is a little less than z.
        let z = |words| whole(2 * z + 1, words).shift(-1);
        let scale = |words| z(words).mul(&Real::from_ratio(3, 4, words));
        let least = -draws.between(1, 150) as i128;
        let mut near = PowerSums::new(z(words), &scale(words), least);
        let mut far = PowerSums::new(z(words).add(&whole(n, words)), &scale(words), least);
        (1..12).all(|k| {
            let sum = near.next_sum_by::<R>().sub(&far.next_sum_by::<R>());
            let term = |i: u64| scale(8).div(&z(8).add(&whole(i, 8))).pow(k);
            let truth = (0..n).fold(Real::zero(8), |sum, i| sum.add(&term(i))).enclosure();
            sum.enclosure().overlaps(&truth)
        })
    })
}

#[test]
fn sums_of_powers_are_those_of_their_terms() {
    assert!(holds::<Proved>());
}

#[test]
fn sums_of_powers_need_half_of_their_remainder() {
    struct Half;
    impl Rules for Half {
        fn power_sum_remainder() -> (u64, u64) {
            (1, 2)
        }
    }
    assert!(!holds::<Half>());
}

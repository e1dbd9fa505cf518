//! Lemmas 1 to 3: real zeros, the rates r_i, one step of balls.

use crate::model::*;
use urnfield_paper::formulas::exact::{Exact, choose, ratio, whole};

type Polynomial = Vec<Exact>;

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(Exact::is_zero) {
        p.pop();
    }
    p
}

fn derivative(p: &Polynomial) -> Polynomial {
    (1..).zip(p.iter().skip(1)).map(|(i, c)| whole(i) * c).collect()
}

/// The remainder of a division of polynomials.
fn remainder(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut rest = a.clone();
    while rest.len() >= b.len() {
        let shift = rest.len() - b.len();
        let factor = &rest[rest.len() - 1] / &b[b.len() - 1];
        for (i, c) in b.iter().enumerate() {
            rest[shift + i] = &rest[shift + i] - &(c * &factor);
        }
        rest.pop();
        rest = trimmed(rest);
    }
    rest
}

/// Sturm: whether all zeros are real and at most 0. The polynomial p and its derivative have a
/// chain whose changes of sign count the distinct real zeros; the zeros of p with multiplicity are
/// those distinct ones and the zeros of the greatest common divisor, which has the same property.
fn zeros_are_real_and_not_positive(p: &Polynomial) -> bool {
    let p = trimmed(p.clone());
    if p.len() <= 1 {
        return true;
    }
    let mut chain = vec![p.clone(), derivative(&p)];
    loop {
        let [.., a, b] = &chain[..] else { unreachable!("two at least") };
        let rest = remainder(a, b);
        if rest.is_empty() {
            break;
        }
        chain.push(rest.into_iter().map(|c| -c).collect());
    }
    let changes = |sign: &dyn Fn(&Polynomial) -> bool| {
        let signs: Vec<bool> = chain.iter().map(sign).collect();
        signs.windows(2).filter(|two| two[0] != two[1]).count()
    };
    let positive = |c: &Exact| *c > whole(0);
    let at_minus_infinity = |p: &Polynomial| positive(&p[p.len() - 1]) == (p.len() % 2 == 1);
    let at_infinity = |p: &Polynomial| positive(&p[p.len() - 1]);
    let distinct = changes(&at_minus_infinity) - changes(&at_infinity);
    let common = &chain[chain.len() - 1];
    // Coefficients are not negative, so no zero is positive.
    distinct == p.len() - common.len() && p.iter().all(|c| *c >= whole(0))
}

#[test]
fn lemma_1_all_zeros_are_real() {
    for m in 2..=6u64 {
        for start in 0..=m {
            for sizes in [vec![1; 4], vec![2, 2], vec![1, m], vec![m - 1, 1, 2], vec![2, 1, 1, 2]] {
                let law = fill(m, start, &sizes);
                let empty: Polynomial = law.iter().rev().cloned().collect();
                assert!(zeros_are_real_and_not_positive(&empty), "m = {m}, {start}, {sizes:?}");
                let lowest = law.iter().position(|p| !p.is_zero()).expect("some outcome");
                let filled = trimmed(law[lowest..].to_vec());
                assert!(zeros_are_real_and_not_positive(&filled), "m = {m}, {start}, {sizes:?}");
            }
        }
    }
}

#[test]
fn the_test_of_zeros_knows_complex_ones() {
    let polynomial = |c: &[u64]| c.iter().map(|&c| whole(c)).collect::<Polynomial>();
    assert!(zeros_are_real_and_not_positive(&polynomial(&[1, 2, 1])));
    assert!(zeros_are_real_and_not_positive(&polynomial(&[0, 2, 3, 1])));
    assert!(!zeros_are_real_and_not_positive(&polynomial(&[1, 1, 1])));
    assert!(!zeros_are_real_and_not_positive(&polynomial(&[1, 1, 1, 1])));
}

#[test]
fn lemma_2_bounds_the_rates_r_and_w() {
    for m in 2..=9u64 {
        for count in 1..=m {
            let law = balls(m, count);
            let r = |i: u64| power(m, &law, i + 1) / power(m, &law, i);
            let [load, keep] = [ratio(count, m), ratio(count - 1, count)];
            let x = whole(1) - clear(m, count);
            assert_eq!(r(0), x);
            for i in 0..=6 {
                let what = || format!("m = {m}, N = {count}, i = {i}");
                let [here, next] = [r(i), r(i + 1)];
                assert!(here <= next, "{}", what());
                assert!(&load - &next >= &keep * (&load - &here), "{}", what());
                let u = &x + (whole(1) - keep.pow(i)) * (&load - &x);
                assert!(here <= u, "{}", what());
                let [w, w_next] = [whole(1) - here, whole(1) - next];
                assert!(w_next >= ratio(m - 1, m) * w, "{}", what());
            }
        }
    }
}

/// The variance, the third moment and the step of Taylor, for every number of occupied urns.
#[test]
fn lemma_3_bounds_one_step_of_balls() {
    for m in 2..=8u64 {
        for n in 1..=4 {
            let q = clear(m, n);
            for start in 1..=m {
                let a = ratio(start, m);
                let law = fill(m, start, &vec![1; n as usize]);
                let b = whole(1) - &q * (whole(1) - &a);
                assert_eq!(power(m, &law, 1), b);
                let centred = |r| mean(&law, |x| (whole(x) - whole(m) * &b).pow(r));
                let variance = centred(2);
                let share = ratio(n, m - 1) * &a * (whole(1) - &a) * q.pow(2);
                let what = || format!("m = {m}, n = {n}, {start} occupied");
                assert!(variance >= whole(m) * &share, "{}", what());
                assert!(centred(3) + &variance >= whole(0), "{}", what());
                for k in 2..=6 {
                    let c = ratio(k - 1, 3 * m);
                    let third = (whole(1) - c / &b).max(whole(0));
                    let gain = choose(k + 1, 2) * &share / whole(m) * b.pow(k - 1) * third;
                    assert!(power(m, &law, k + 1) >= b.pow(k + 1) + gain, "{} k = {k}", what());
                }
            }
        }
    }
}

/// What Lemma 3 says of 1/Q and of (1 − 2/m)^n.
#[test]
fn lemma_3_rests_on_these_two_bounds() {
    for m in 2..=40u64 {
        for n in 1..=12 {
            let q = clear(m, n);
            assert!(whole(1) / &q >= whole(1) + ratio(n, m - 1), "m = {m}, n = {n}");
            let two = ratio(m - 2, m).pow(n);
            let bound = q.pow(2) * (whole(1) - ratio(n, (m - 1) * (m - 1)));
            assert!(two >= bound, "m = {m}, n = {n}");
        }
    }
}

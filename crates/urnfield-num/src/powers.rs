//! Products of powers of whole numbers: whether two are equal, without multiplying them out.
//!
//! Over pairwise coprime numbers a product has one list of exponents only. Such a base is made by
//! splitting off common divisors: a·b → g·(a/g)·(b/g) with g = gcd(a, b), until none is left.

/// Whether ∏ a^e over `left` is ∏ a^e over `right`; no base is 0.
pub fn equal_products(left: &[(u64, u64)], right: &[(u64, u64)]) -> bool {
    let mut base: Vec<(u64, i128)> = Vec::new();
    for &(a, e) in left {
        insert(&mut base, a, i128::from(e));
    }
    for &(a, e) in right {
        insert(&mut base, a, -i128::from(e));
    }
    base.iter().all(|&(_, exponent)| exponent == 0)
}

/// Multiplies a^e into the product. The bases stay above 1 and pairwise coprime.
fn insert(base: &mut Vec<(u64, i128)>, a: u64, e: i128) {
    // The product of all bases, the waiting ones included, falls with every split: this ends.
    let mut waiting = vec![(a, e)];
    while let Some((a, e)) = waiting.pop() {
        if a == 1 {
            continue;
        }
        let common = base.iter().map(|&(b, _)| gcd(a, b));
        match common.enumerate().find(|&(_, g)| g > 1) {
            None => base.push((a, e)),
            Some((at, g)) => {
                let (b, f) = base.swap_remove(at);
                waiting.extend([(g, e + f), (a / g, e), (b / g, f)]);
            }
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    #[test]
    fn equal_is_equal_and_nearly_is_not() {
        assert!(equal_products(&[], &[(1, 7)]));
        assert!(equal_products(&[(6, 10)], &[(2, 10), (3, 10)]));
        assert!(equal_products(&[(12, 5), (18, 5)], &[(6, 15)]));
        assert!(!equal_products(&[(12, 5), (18, 5)], &[(6, 14)]));
        // Far beyond anything that could be written out.
        let n = u64::MAX / 4;
        assert!(equal_products(&[(4, n)], &[(2, 2 * n)]));
        assert!(!equal_products(&[(4, n)], &[(2, 2 * n - 1)]));
        assert!(!equal_products(&[(u64::MAX, n)], &[(u64::MAX - 1, n)]));
    }

    /// Every pair of small products, against the products themselves.
    #[test]
    fn it_is_the_equality_of_the_products() {
        let product = |factors: &[(u64, u64)]| {
            factors.iter().fold(UBig::ONE, |p, &(a, e)| p * UBig::from(a).pow(e as usize))
        };
        let mut all = Vec::new();
        for a in 1..=12 {
            for b in 1..=12 {
                all.push(vec![(a, 1), (b, 2)]);
                all.push(vec![(a, 3), (b, 1)]);
            }
        }
        let mut equal = 0;
        for left in &all {
            for right in &all {
                let same = product(left) == product(right);
                assert_eq!(equal_products(left, right), same, "{left:?} {right:?}");
                equal += usize::from(same && left != right);
            }
        }
        assert!(equal > 100);
    }
}

//! C(p, i) while p walks down, as limbs: a number number times a small one over a small one, where
//! the division is known to come out even. That is one pass from the lowest limb up, three times
//! as fast as a multiplication and a division.

use urnfield_num::combinatorics::binomial;

/// A whole number: limbs of 64 bits, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Natural(Vec<u64>);

impl Natural {
    /// C(n, k).
    pub(crate) fn binomial(n: u64, k: u64) -> Natural {
        Natural::from_bytes(&binomial(n, k).to_le_bytes())
    }

    /// The number that these bytes make, the lowest first.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Natural {
        let limb =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |limb, byte| (limb << 8) | u64::from(*byte));
        let mut number = Natural(bytes.chunks(8).map(limb).collect());
        number.trim();
        number
    }

    /// Its lowest bytes, as many as asked for.
    pub(crate) fn to_bytes(&self, length: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        bytes.resize(length, 0);
        bytes
    }

    /// ⌈log2 of it⌉, of 1 and more: so many bits tell so many numbers apart.
    pub(crate) fn bits_to_count(&self) -> usize {
        let power = self.0.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
        let top = self.0.last().map_or(0, |limb| 64 - limb.leading_zeros() as usize);
        (64 * self.0.len().saturating_sub(1) + top).saturating_sub(usize::from(power))
    }

    pub(crate) fn is_at_least(&self, other: &Natural) -> bool {
        let length = self.0.len().cmp(&other.0.len());
        length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_ge()
    }

    pub(crate) fn add(&mut self, other: &Natural) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = false;
        for (i, limb) in self.0.iter_mut().enumerate() {
            let added = other.0.get(i).copied().unwrap_or(0);
            let (sum, first) = limb.overflowing_add(added);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, first || second);
        }
        self.trim();
    }

    /// Takes away what is at most as large.
    pub(crate) fn subtract(&mut self, other: &Natural) {
        let mut borrow = false;
        for (i, limb) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(i).copied().unwrap_or(0);
            let (rest, first) = limb.overflowing_sub(taken);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (rest, first || second);
        }
        self.trim();
    }

    /// Times `by`, over `over`, which comes out even; both are below 2^32 and `over` is not 0.
    pub(crate) fn scale(&mut self, by: u64, over: u64) {
        let twos = over.trailing_zeros();
        let odd = over >> twos;
        // Newton: 3·odd ^ 2 inverts five bits, and every round doubles them.
        let mut inverse = (3 * odd) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        self.0.push(0);
        let (mut carry, mut borrow) = (0, 0);
        // The quotient's limbs come out from below, and each waits for the bits of the next.
        let mut waiting = 0;
        for i in 0..self.0.len() {
            let product = u128::from(self.0[i]) * u128::from(by) + u128::from(carry);
            carry = (product >> 64) as u64;
            let (rest, under) = (product as u64).overflowing_sub(borrow);
            let limb = rest.wrapping_mul(inverse);
            borrow = ((u128::from(limb) * u128::from(odd)) >> 64) as u64 + u64::from(under);
            if i > 0 {
                self.0[i - 1] = (((u128::from(limb) << 64) | waiting) >> twos) as u64;
            }
            waiting = u128::from(limb);
        }
        if let Some(top) = self.0.last_mut() {
            *top = (waiting >> twos) as u64;
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "whole numbers only, and very many")]
    fn scaling_walks_along_pascal_s_triangle() {
        for n in [1, 2, 3, 64, 65, 200, 1024] {
            for k in [0, 1, 2.min(n), n / 3, n / 2, n - 1, n] {
                let mut number = Natural::binomial(n, k);
                let mut left = k;
                for m in (1..=n).rev() {
                    // Now C(m, left); then C(m − 1, left) or C(m − 1, left − 1).
                    let found = left > 0 && (m % 3 == 0 || m == left);
                    number.scale(if found { left } else { m - left }, m);
                    left -= u64::from(found);
                    assert_eq!(number, Natural::binomial(m - 1, left), "{m} of {n}, {left} of {k}");
                }
            }
        }
    }

    #[test]
    fn sums_and_differences_undo_each_other() {
        for (n, k) in [(64, 32), (65, 30), (67, 33), (128, 64), (1000, 1), (1000, 500)] {
            let (mut number, one) = (Natural::binomial(n, k), Natural::from_bytes(&[1]));
            let (whole, half) = (number.clone(), Natural::binomial(n - 1, k));
            assert!(number.is_at_least(&half) && !half.is_at_least(&number));
            number.subtract(&half);
            assert_eq!(number, Natural::binomial(n - 1, k - 1));
            number.add(&half);
            assert_eq!(number, whole);
            number.subtract(&one);
            assert!(whole.is_at_least(&number) && !number.is_at_least(&whole));
            number.subtract(&number.clone());
            assert_eq!(number, Natural::from_bytes(&[0; 9]));
        }
        let mut all = Natural::from_bytes(&[255; 16]);
        all.add(&Natural::from_bytes(&[1]));
        assert_eq!(all.to_bytes(17), [[0; 16].as_slice(), &[1]].concat());
        assert_eq!(all.bits_to_count(), 128);
    }

    #[test]
    fn so_many_bits_tell_so_many_apart() {
        for (count, bits) in [(1_u8, 0), (2, 1), (3, 2), (4, 2), (5, 3), (128, 7), (129, 8)] {
            assert_eq!(Natural::from_bytes(&[count]).bits_to_count(), bits);
        }
    }
}

//! Little-endian words as one long integer: the few loops that [`Real`](super::Real) is made of.
//!
//! A mantissa of L words is worked on together with one *guard* word below it, so that every
//! operation is computed exactly to L + 1 words and rounded once, in one place.

use crate::real::mantissa::INLINE;

/// `a·b` shifted right by L − 1 words: L words into `out`, the guard word below them returned.
/// Everything below the guard is dropped, so the result is at most one guard unit too small.
///
/// Row by row, with the finished lowest word of each row falling off: loops of constant length,
/// which the compiler unrolls for arrays (column by column took three times as long on 4 words).
#[inline(always)]
pub(crate) fn multiply(a: &[u64], b: &[u64], out: &mut [u64]) -> u64 {
    let len = out.len();
    let (a, b) = (&a[..len], &b[..len]);
    out.fill(0);
    let mut guard = 0;
    for &x in a {
        let p = x as u128 * b[0] as u128 + out[0] as u128;
        guard = p as u64;
        let mut carry = (p >> 64) as u64;
        for j in 1..len {
            let p = x as u128 * b[j] as u128 + out[j] as u128 + carry as u128;
            out[j - 1] = p as u64;
            carry = (p >> 64) as u64;
        }
        out[len - 1] = carry;
    }
    guard
}

/// `a·b` shifted right by L − 1 − `lower` words: L words into `out`, the guard word below them
/// returned. Everything below the guard is dropped, so the result is at most one guard unit too
/// small; what would be above `out` is zero, the caller knows.
pub(crate) fn multiply_lower(a: &[u64], b: &[u64], out: &mut [u64], lower: usize) -> u64 {
    let len = out.len();
    let (a, b) = (&a[..len], &b[..len]);
    let (mut low, mut high) = (0u128, 0u64);
    let mut guard = 0;
    for column in 0..2 * len {
        let first = (column + 1).saturating_sub(len);
        for i in first..len.min(column + 1) {
            let (sum, carry) = low.overflowing_add(a[i] as u128 * b[column - i] as u128);
            low = sum;
            high += carry as u64;
        }
        if column + 1 + lower == len {
            guard = low as u64;
        } else if column + lower >= len && column + lower < 2 * len {
            out[column + lower - len] = low as u64;
        }
        low = (low >> 64) | ((high as u128) << 64);
        high = 0;
    }
    guard
}

/// `a·w` exactly: the upper L words into `out`, the lowest returned as the guard.
#[inline(always)]
pub(crate) fn multiply_word(a: &[u64], w: u64, out: &mut [u64]) -> u64 {
    let mut carry = 0u64;
    let mut guard = 0;
    for (i, &word) in a.iter().enumerate() {
        let p = word as u128 * w as u128 + carry as u128;
        if i == 0 {
            guard = p as u64;
        } else {
            out[i - 1] = p as u64;
        }
        carry = (p >> 64) as u64;
    }
    out[a.len() - 1] = carry;
    guard
}

/// `a·2^64 / w` rounded down: quotient words into `out`, guard word and remainder returned.
#[inline(always)]
pub(crate) fn divide_word(a: &[u64], w: u64, out: &mut [u64]) -> (u64, u64) {
    let mut rem = 0u64;
    for i in (0..a.len()).rev() {
        let n = ((rem as u128) << 64) | a[i] as u128;
        out[i] = (n / w as u128) as u64;
        rem = (n % w as u128) as u64;
    }
    let n = (rem as u128) << 64;
    ((n / w as u128) as u64, (n % w as u128) as u64)
}

/// `a + b` in place on words and guard; returns the carry out of the top.
#[inline(always)]
pub(crate) fn add(a: &mut [u64], a_guard: &mut u64, b: &[u64], b_guard: u64) -> bool {
    let (g, mut carry) = a_guard.overflowing_add(b_guard);
    *a_guard = g;
    for (x, &y) in a.iter_mut().zip(b) {
        let (s, c1) = x.overflowing_add(y);
        let (s, c2) = s.overflowing_add(carry as u64);
        *x = s;
        carry = c1 | c2;
    }
    carry
}

/// `a − b` in place on words and guard; needs a ≥ b.
#[inline(always)]
pub(crate) fn subtract(a: &mut [u64], a_guard: &mut u64, b: &[u64], b_guard: u64) {
    let (g, mut borrow) = a_guard.overflowing_sub(b_guard);
    *a_guard = g;
    for (x, &y) in a.iter_mut().zip(b) {
        let (s, c1) = x.overflowing_sub(y);
        let (s, c2) = s.overflowing_sub(borrow as u64);
        *x = s;
        borrow = c1 | c2;
    }
    debug_assert!(!borrow, "subtract needs a >= b");
}

/// `b ← a − b` on words and guard, where a has no guard; needs a ≥ b.
#[inline(always)]
pub(crate) fn subtract_from(a: &[u64], b: &mut [u64], b_guard: &mut u64) {
    let (g, mut borrow) = 0u64.overflowing_sub(*b_guard);
    *b_guard = g;
    for (y, &x) in b.iter_mut().zip(a) {
        let (s, c1) = x.overflowing_sub(*y);
        let (s, c2) = s.overflowing_sub(borrow as u64);
        *y = s;
        borrow = c1 | c2;
    }
    debug_assert!(!borrow, "subtract_from needs a >= b");
}

/// Compares words and guards as integers.
#[inline(always)]
pub(crate) fn compare(a: &[u64], a_guard: u64, b: &[u64], b_guard: u64) -> std::cmp::Ordering {
    for (x, y) in a.iter().rev().zip(b.iter().rev()) {
        if x != y {
            return x.cmp(y);
        }
    }
    a_guard.cmp(&b_guard)
}

/// Zero bits above the highest set bit of words and guard.
#[inline(always)]
pub(crate) fn leading_zeros(a: &[u64], guard: u64) -> u32 {
    let mut zeros = 0;
    for &word in a.iter().rev() {
        if word != 0 {
            return zeros + word.leading_zeros();
        }
        zeros += 64;
    }
    zeros + guard.leading_zeros()
}

/// Shifts words and guard left; bits beyond the top are lost (the caller knows they are zero).
#[inline(always)]
pub(crate) fn shift_left(a: &mut [u64], guard: &mut u64, by: u32) {
    let (jump, bits) = ((by / 64) as usize, by % 64);
    if jump > 0 {
        let len = a.len();
        for i in (0..len).rev() {
            a[i] = match i as isize - jump as isize {
                j if j >= 0 => a[j as usize],
                -1 => *guard,
                _ => 0,
            };
        }
        *guard = 0;
    }
    shift_left_bits(a, guard, bits);
}

/// Shifts left by fewer than 64 bits.
#[inline(always)]
pub(crate) fn shift_left_bits(a: &mut [u64], guard: &mut u64, bits: u32) {
    if bits > 0 {
        let mut below = *guard;
        *guard <<= bits;
        for word in a.iter_mut() {
            let next = *word;
            *word = (*word << bits) | (below >> (64 - bits));
            below = next;
        }
    }
}

/// Shifts words and guard right; returns whether a set bit fell off the end.
#[inline(always)]
pub(crate) fn shift_right(a: &mut [u64], guard: &mut u64, by: u32) -> bool {
    let (jump, bits) = ((by / 64) as usize, by % 64);
    let len = a.len();
    let mut lost = false;
    if jump > 0 {
        lost = *guard != 0 || a.iter().take(jump - 1).any(|&w| w != 0);
        *guard = if jump <= len { a[jump - 1] } else { 0 };
        for i in 0..len {
            a[i] = if i + jump < len { a[i + jump] } else { 0 };
        }
    }
    if bits > 0 {
        lost |= *guard << (64 - bits) != 0;
        *guard >>= bits;
        let mut above = 0;
        for word in a.iter_mut().rev() {
            let next = *word;
            *word = (*word >> bits) | above;
            above = next << (64 - bits);
        }
        // `above` now holds what left the lowest word: it belongs to the guard.
        *guard |= above;
    }
    lost
}

/// `a·2^(64(L+1)) / b` rounded down, for a < b and b's top bit set (Knuth's algorithm D, one
/// quotient word at a time): quotient words into `out`, guard word and "inexact" returned.
#[inline(always)]
pub(crate) fn divide(a: &[u64], b: &[u64], out: &mut [u64]) -> (u64, bool) {
    let len = b.len();
    // One word longer than b; long mantissas alone take memory for it.
    let (mut short, mut long) = ([0; INLINE + 1], Vec::new());
    let rem = if len <= INLINE {
        &mut short[..=len]
    } else {
        long.resize(len + 1, 0);
        &mut long[..]
    };
    rem[..len].copy_from_slice(a);
    let mut guard = 0;
    for position in (0..=len).rev() {
        // rem ← rem·2^64, one word longer than b; the digit is rem / b.
        let top = ((rem[len] as u128) << 64) | rem[len - 1] as u128;
        debug_assert!(rem[len] == 0, "the remainder stays below the divisor");
        let lead = top as u64;
        let next = if len >= 2 { rem[len - 2] } else { 0 };
        let mut digit = if lead >= b[len - 1] {
            u64::MAX
        } else {
            let n = ((lead as u128) << 64) | next as u128;
            (n / b[len - 1] as u128) as u64
        };
        for i in (1..=len).rev() {
            rem[i] = rem[i - 1];
        }
        rem[0] = 0;
        let mut borrow = 0u64;
        let mut carry = 0u64;
        for i in 0..len {
            let p = digit as u128 * b[i] as u128 + carry as u128;
            carry = (p >> 64) as u64;
            let (d, b1) = rem[i].overflowing_sub(p as u64);
            let (d, b2) = d.overflowing_sub(borrow);
            rem[i] = d;
            borrow = (b1 | b2) as u64;
        }
        let (d, b1) = rem[len].overflowing_sub(carry);
        let (d, b2) = d.overflowing_sub(borrow);
        rem[len] = d;
        let mut negative = b1 | b2;
        while negative {
            // The estimate was one or two too large: put one divisor back.
            digit -= 1;
            let mut carry = false;
            for i in 0..len {
                let (s, c1) = rem[i].overflowing_add(b[i]);
                let (s, c2) = s.overflowing_add(carry as u64);
                rem[i] = s;
                carry = c1 | c2;
            }
            let (s, c) = rem[len].overflowing_add(carry as u64);
            rem[len] = s;
            negative = !c;
        }
        if position == 0 {
            guard = digit;
        } else {
            out[position - 1] = digit;
        }
    }
    (guard, rem.iter().any(|&w| w != 0))
}

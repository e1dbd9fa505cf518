// 64-bit words as pairs of 32-bit halves, because BigInt is some fifty times slower.

/** The last product, 128 bits, the lowest half first. Functions that multiply leave their result here. */
export const P = new Int32Array(4);

const HALF = 4294967296;

/**
 * Multiplies (ah, al) by (bh, bl); the 128 bits of the product are in P.
 *
 * The high half of a 32-bit product is (x*y - low) / 2^32. The double x*y is off by at most 2^10
 * and the true difference is a multiple of 2^32, so adding one half and cutting off the fraction
 * gives the exact quotient.
 */
export function multiply(ah, al, bh, bl) {
  const a1 = ah >>> 0, a0 = al >>> 0, b1 = bh >>> 0, b0 = bl >>> 0;
  const low = Math.imul(a0, b0) >>> 0;
  const first = Math.imul(a0, b1) >>> 0;
  const second = Math.imul(a1, b0) >>> 0;
  const high = Math.imul(a1, b1) >>> 0;
  const middle = ((a0 * b0 - low) / HALF + 0.5 >>> 0) + first + second;
  const middleLow = middle >>> 0;
  const upper = ((a0 * b1 - first) / HALF + 0.5 >>> 0) + ((a1 * b0 - second) / HALF + 0.5 >>> 0) + high +
    (middle - middleLow) / HALF;
  const upperLow = upper >>> 0;
  P[0] = low;
  P[1] = middleLow;
  P[2] = upperLow;
  P[3] = ((a1 * b1 - high) / HALF + 0.5 >>> 0) + (upper - upperLow) / HALF;
}

/** Multiplies modulo 2^64; the product is in P[1], P[0]. */
export function multiplyLow(ah, al, bh, bl) {
  const a0 = al >>> 0, b0 = bl >>> 0;
  const low = Math.imul(a0, b0) >>> 0;
  P[0] = low;
  P[1] = ((a0 * b0 - low) / HALF + 0.5 >>> 0) + Math.imul(ah, bl) + Math.imul(al, bh);
}

/** The carry of the sum of two 32-bit halves. */
export function carry(a, b) {
  return (a >>> 0) + (b >>> 0) >= HALF ? 1 : 0;
}

/**
 * Returns the place of the word (h, l) below m: the high 64 bits of its product with m, exact for m
 * < 2^53.
 */
export function place(h, l, m) {
  if (m < HALF) {
    const h1 = h >>> 0, l1 = l >>> 0;
    const low = Math.imul(h1, m) >>> 0;
    const below = Math.imul(l1, m) >>> 0;
    const carried = low + ((l1 * m - below) / HALF + 0.5 >>> 0) >= HALF ? 1 : 0;
    return ((h1 * m - low) / HALF + 0.5 >>> 0) + carried;
  }
  multiply(h, l, m / HALF, m >>> 0);
  return (P[3] >>> 0) * HALF + (P[2] >>> 0);
}

/** Reads 32 little-endian bits. */
export function read(bytes, at) {
  return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24;
}

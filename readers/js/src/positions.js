// Probe rules 1 and 2: from a digest to the bits of an item.

import { P, carry, multiplyLow, place } from "./words.js";

/** The sequence of words y_0, y_1, … of a digest, one pair of halves at a time. */
const Y = new Int32Array(4);

function begin(d) {
  Y[0] = d[0];
  Y[1] = d[1];
  Y[2] = d[2];
  Y[3] = d[3];
}

/** Moves on to the next word: y_{i+2} = rotl(y_i, 27) + y_{i+1}. */
function step() {
  const l = Y[0], h = Y[1];
  const low = l << 27 | h >>> 5, high = h << 27 | l >>> 5;
  const sum = high + Y[3] + carry(low, Y[2]);
  Y[0] = Y[2];
  Y[1] = Y[3];
  Y[2] = low + Y[0];
  Y[3] = sum;
}

/** Whether the bit at a position is set. */
function isSet(bits, position) {
  return bits[Math.floor(position / 8)] >> position % 8 & 1;
}

/** Whether an item of a standard filter of fewer than 2^32 bits may have been inserted. */
export function standard(bits, m, k, d) {
  begin(d);
  for (let left = k; left > 0; left -= 2) {
    const l = Y[0], h = Y[1];
    const p = place(h, l, m);
    if ((bits[p >>> 3] >> (p & 7) & 1) === 0) return false;
    if (left > 1) {
      const q = place(l, h, m);
      if ((bits[q >>> 3] >> (q & 7) & 1) === 0) return false;
    }
    step();
  }
  return true;
}

/** Shows the first k draws below m to `see`, until it says false; returns whether it never did. */
function draws(m, k, d, see) {
  begin(d);
  for (let left = k; left > 0; left -= 2) {
    const l = Y[0], h = Y[1];
    if (!see(place(h, l, m)) || left > 1 && !see(place(l, h, m))) return false;
    step();
  }
  return true;
}

/** The replacement sequence z_{e+1} = z_e * 0xd1342543de82ef95 + (c | 1). */
class Replacements {
  constructor(z0, z1, c0, c1) {
    this.low = z0;
    this.high = z1;
    this.addLow = c0 | 1;
    this.addHigh = c1;
  }

  next(m) {
    const found = place(this.high, this.low, m);
    this.step();
    return found;
  }

  step() {
    multiplyLow(this.high, this.low, 0xd1342543, 0xde82ef95);
    const low = P[0];
    this.high = P[1] + this.addHigh + carry(low, this.addLow) | 0;
    this.low = low + this.addLow | 0;
  }
}

/** Whether an item of a filter by probe rule 1 may have been inserted, for any kind and size below 2^40 bits. */
export function anywhere(bits, m, k, classic, d) {
  if (classic && 2 * k > m) return leftOut(bits, m, k, d);
  if (!classic) return draws(m, k, d, (position) => isSet(bits, position));
  const seen = new Set();
  const all = draws(m, k, d, (position) => {
    seen.add(position);
    return isSet(bits, position);
  });
  if (!all || seen.size === k) return all;
  const more = new Replacements(Y[0], Y[1], Y[2], Y[3]);
  while (seen.size < k) {
    const position = more.next(m);
    if (!seen.has(position)) {
      if (!isSet(bits, position)) return false;
      seen.add(position);
    }
  }
  return true;
}

/** A classic filter with k > m/2: the positions that are drawn are those that the item does not have. */
function leftOut(bits, m, k, d) {
  const out = new Set();
  const drawn = new Replacements(d[0], d[1], d[2], d[3]);
  while (out.size < m - k) out.add(drawn.next(m));
  for (let position = 0; position < m; position++) {
    if (!out.has(position) && !isSet(bits, position)) return false;
  }
  return true;
}

/** Whether an item of a filter by probe rule 2 may have been inserted: all its bits are in one line of 512. */
export function line(bits, m, k, classic, d) {
  const first = 64 * place(d[1], d[0], m / 512);
  let low = d[2], high = d[3], different = 0;
  const seen = classic ? new Uint8Array(512) : null;
  for (let j = 0; j < k; j++) {
    if (j === 7) {
      multiplyLow(d[1], d[0], 0x9e3779b9, 0x7f4a7c15);
      low = P[0];
      high = P[1];
    }
    const p = high >>> 23;
    if ((bits[first + (p >>> 3)] >> (p & 7) & 1) === 0) return false;
    if (classic && !seen[p]) {
      seen[p] = 1;
      different++;
    }
    high = high << 9 | low >>> 23;
    low <<= 9;
  }
  if (!classic) return true;
  const more = new Replacements(d[0], d[1], d[2], d[3]);
  while (different < k) {
    more.step();
    const p = more.high >>> 23;
    if (!seen[p]) {
      if ((bits[first + (p >>> 3)] >> (p & 7) & 1) === 0) return false;
      seen[p] = 1;
      different++;
    }
  }
  return true;
}

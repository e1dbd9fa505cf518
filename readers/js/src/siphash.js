// SipHash-2-4-128 with a secret key of 16 bytes (digest 2 of the format).

import { carry, read } from "./words.js";

/** The four words of the state, each low half first. */
const V = new Int32Array(8);

/** Adds word b to word a. */
function add(a, b) {
  const high = V[a + 1] + V[b + 1] + carry(V[a], V[b]);
  V[a] += V[b];
  V[a + 1] = high;
}

/** Rotates word a to the left by fewer than 32 bits, and combines it with word b. */
function turn(a, by, b) {
  const low = V[a], high = V[a + 1];
  V[a] = (low << by | high >>> 32 - by) ^ V[b];
  V[a + 1] = (high << by | low >>> 32 - by) ^ V[b + 1];
}

/** Exchanges the halves of a word. */
function exchange(a) {
  const low = V[a];
  V[a] = V[a + 1];
  V[a + 1] = low;
}

function rounds(count) {
  for (let i = 0; i < count; i++) {
    add(0, 2);
    turn(2, 13, 0);
    exchange(0);
    add(4, 6);
    turn(6, 16, 4);
    add(0, 6);
    turn(6, 21, 0);
    add(4, 2);
    turn(2, 17, 4);
    exchange(4);
  }
}

/** Makes digests under one secret key. */
export class SipHash {
  /** @param {Uint8Array} key 16 bytes */
  constructor(key) {
    this.start = new Int32Array(8);
    const text = new TextEncoder().encode("uespemosmodnarodarenegylsetybdet");
    for (let i = 0; i < 8; i++) this.start[i] = read(text, 4 * i) ^ read(key, 4 * (i & 3));
    this.start[2] ^= 0xee;
  }

  /** Digests the first `length` bytes. */
  digest(bytes, length, out) {
    V.set(this.start);
    let at = 0;
    for (; at + 8 <= length; at += 8) absorb(read(bytes, at), read(bytes, at + 4));
    let low = 0, high = length << 24;
    for (let i = 0; at + i < length; i++) {
      if (i < 4) low |= bytes[at + i] << 8 * i;
      else high |= bytes[at + i] << 8 * (i - 4);
    }
    absorb(low, high);
    V[4] ^= 0xee;
    rounds(4);
    result(out, 0);
    V[2] ^= 0xdd;
    rounds(4);
    result(out, 2);
  }

  /** The first eight bytes of S(S("urnfield key check 1")), as a number. */
  check() {
    const text = new TextEncoder().encode("urnfield key check 1");
    const out = new Int32Array(4);
    this.digest(text, text.length, out);
    this.digest(new Uint8Array(out.slice().buffer), 16, out);
    return BigInt(out[1] >>> 0) << 32n | BigInt(out[0] >>> 0);
  }
}

function absorb(low, high) {
  V[6] ^= low;
  V[7] ^= high;
  rounds(2);
  V[0] ^= low;
  V[1] ^= high;
}

function result(out, at) {
  out[at] = V[0] ^ V[2] ^ V[4] ^ V[6];
  out[at + 1] = V[1] ^ V[3] ^ V[5] ^ V[7];
}

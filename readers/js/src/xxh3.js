// XXH3-128 with a seed (digest 1 of the format). Keys of up to 240 bytes take pairs of 32-bit
// halves; longer keys take BigInt, because they are rare and their stripes are easier to check so.

import { P, carry, multiply, multiplyLow, read } from "./words.js";

const SECRET = Uint8Array.from(
  ("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f" +
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e" +
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
    .match(/../g).map((byte) => parseInt(byte, 16)),
);

/** A digest: h1 low, h1 high, h2 low, h2 high. */
export function newDigest() {
  return new Int32Array(4);
}

/** Makes digests under one seed. */
export class Xxh3 {
  constructor(seed) {
    this.seed = BigInt.asUintN(64, seed);
    this.low = Number(this.seed & 0xffffffffn) | 0;
    this.high = Number(this.seed >> 32n) | 0;
    // The constant that integers are combined with: secret words 2 and 3, and the seed with its
    // swapped half.
    const swapped = this.high ^ swap(this.low);
    this.flipLow = pair(16) + this.low | 0;
    this.flipHigh = pair(20) + swapped + carry(pair(16), this.low) | 0;
  }

  /** Digests the first `length` bytes. */
  digest(bytes, length, out) {
    if (length > 240) long(bytes, length, this.seed, out);
    else if (length > 16) this.#middle(bytes, length, out);
    else if (length > 8) this.#upTo16(bytes, length, out);
    else if (length > 3) this.eight(read(bytes, 0), read(bytes, length - 4), length, out);
    else if (length > 0) this.#upTo3(bytes, length, out);
    else this.#none(out);
  }

  /** Digests four to eight bytes: the first four are `low`, the last four are `high`. */
  eight(low, high, length, out) {
    multiply(high ^ this.flipHigh, low ^ this.flipLow, 0x9e3779b1, 0x85ebca87 + (length << 2));
    let l0 = P[0], l1 = P[1];
    const h0 = P[2] + (l0 << 1) | 0;
    const h1 = P[3] + (l1 << 1 | l0 >>> 31) + carry(P[2], l0 << 1) | 0;
    l0 ^= h0 >>> 3 | h1 << 29;
    l1 ^= h1 >>> 3;
    multiplyLow(l1, l0 ^ l1 >>> 3, 0x9fb21c65, 0x1e98df25);
    out[0] = P[0] ^ (P[0] >>> 28 | P[1] << 4);
    out[1] = P[1] ^ P[1] >>> 28;
    finish(h1, h0, out, 2);
  }

  #none(out) {
    avalanche64(this.high ^ pair(68), this.low ^ pair(64), out, 0);
    avalanche64(this.high ^ pair(84), this.low ^ pair(80), out, 2);
  }

  #upTo3(bytes, length, out) {
    const one = bytes[0] << 16 | bytes[length >> 1] << 24 | bytes[length - 1] | length << 8;
    const swapped = swap(one);
    const other = swapped << 13 | swapped >>> 19;
    const flip = read(SECRET, 0) ^ read(SECRET, 4);
    const flop = read(SECRET, 8) ^ read(SECRET, 12);
    avalanche64(this.high + carry(flip, this.low), one ^ flip + this.low, out, 0);
    avalanche64(-this.high - borrow(flop, this.low), other ^ flop - this.low, out, 2);
  }

  #upTo16(bytes, length, out) {
    const flipLow = read(SECRET, 32) ^ read(SECRET, 40), flipHigh = read(SECRET, 36) ^ read(SECRET, 44);
    const flopLow = read(SECRET, 48) ^ read(SECRET, 56), flopHigh = read(SECRET, 52) ^ read(SECRET, 60);
    const lastLow = read(bytes, length - 8), lastHigh = read(bytes, length - 4);
    multiply(
      read(bytes, 4) ^ lastHigh ^ flipHigh - this.high - borrow(flipLow, this.low),
      read(bytes, 0) ^ lastLow ^ flipLow - this.low,
      0x9e3779b1,
      0x85ebca87,
    );
    const low0 = P[0], low1 = P[1] + (length - 1 << 22) | 0;
    const high0 = P[2], high1 = P[3];
    const inLow = lastLow ^ flopLow + this.low;
    const inHigh = lastHigh ^ flopHigh + this.high + carry(flopLow, this.low);
    // high += in + (low half of in) * (PRIME32_2 - 1)
    multiplyLow(0, inLow, 0, 0x85ebca76);
    const sum0 = inLow + P[0] | 0, sum1 = inHigh + P[1] + carry(inLow, P[0]) | 0;
    const to0 = high0 + sum0 | 0, to1 = high1 + sum1 + carry(high0, sum0) | 0;
    multiply(low1 ^ swap(to0), low0 ^ swap(to1), 0xc2b2ae3d, 0x27d4eb4f);
    const a0 = P[0], a1 = P[1], b0 = P[2], b1 = P[3];
    multiplyLow(to1, to0, 0xc2b2ae3d, 0x27d4eb4f);
    const end0 = b0 + P[0] | 0, end1 = b1 + P[1] + carry(b0, P[0]) | 0;
    finish(a1, a0, out, 0);
    finish(end1, end0, out, 2);
  }

  #middle(bytes, length, out) {
    multiplyLow(0, length, 0x9e3779b1, 0x85ebca87);
    A[0] = P[0];
    A[1] = P[1];
    A[2] = A[3] = 0;
    const { low, high } = this;
    if (length <= 128) {
      if (length > 96) mix(bytes, 48, length - 64, 96, high, low);
      if (length > 64) mix(bytes, 32, length - 48, 64, high, low);
      if (length > 32) mix(bytes, 16, length - 32, 32, high, low);
      mix(bytes, 0, length - 16, 0, high, low);
    } else {
      for (let at = 0; at < 128; at += 32) mix(bytes, at, at + 16, at, high, low);
      finish(A[1], A[0], A, 0);
      finish(A[3], A[2], A, 2);
      for (let at = 128; at + 32 <= length; at += 32) mix(bytes, at, at + 16, at - 125, high, low);
      mix(bytes, length - 16, length - 32, 103, -high - borrow(0, low), -low);
    }
    const sum0 = A[0] + A[2] | 0, sum1 = A[1] + A[3] + carry(A[0], A[2]) | 0;
    multiplyLow(A[1], A[0], 0x9e3779b1, 0x85ebca87);
    let end0 = P[0], end1 = P[1];
    multiplyLow(A[3], A[2], 0x85ebca77, 0xc2b2ae63);
    end1 = end1 + P[1] + carry(end0, P[0]) | 0;
    end0 = end0 + P[0] | 0;
    multiplyLow(-high - borrow(length, low), length - low, 0xc2b2ae3d, 0x27d4eb4f);
    end1 = end1 + P[1] + carry(end0, P[0]) | 0;
    end0 = end0 + P[0] | 0;
    finish(sum1, sum0, out, 0);
    finish(end1, end0, out, 2);
    // The high word is negated.
    out[3] = ~out[3] + (out[2] === 0 ? 1 : 0);
    out[2] = -out[2];
  }
}

/** The two accumulators of keys of 17 to 240 bytes. */
const A = new Int32Array(4);

/** Mixes 16 bytes at `one` and 16 at `two` into the accumulators. */
function mix(bytes, one, two, secret, high, low) {
  fold(bytes, one, secret, high, low);
  const x0 = A[0] + F[0] | 0, x1 = A[1] + F[1] + carry(A[0], F[0]) | 0;
  const u0 = read(bytes, two), v0 = read(bytes, two + 8);
  A[0] = x0 ^ u0 + v0;
  A[1] = x1 ^ read(bytes, two + 4) + read(bytes, two + 12) + carry(u0, v0);
  fold(bytes, two, secret + 16, high, low);
  const y0 = A[2] + F[0] | 0, y1 = A[3] + F[1] + carry(A[2], F[0]) | 0;
  const s0 = read(bytes, one), t0 = read(bytes, one + 8);
  A[2] = y0 ^ s0 + t0;
  A[3] = y1 ^ read(bytes, one + 4) + read(bytes, one + 12) + carry(s0, t0);
}

/** The last folded product. */
const F = new Int32Array(2);

/** Multiplies 8 bytes by the next 8, each changed by secret and seed, and folds the product by exclusive or. */
function fold(bytes, at, secret, high, low) {
  const s0 = read(SECRET, secret), s1 = read(SECRET, secret + 4);
  const t0 = read(SECRET, secret + 8), t1 = read(SECRET, secret + 12);
  multiply(
    read(bytes, at + 4) ^ s1 + high + carry(s0, low),
    read(bytes, at) ^ s0 + low,
    read(bytes, at + 12) ^ t1 - high - borrow(t0, low),
    read(bytes, at + 8) ^ t0 - low,
  );
  F[0] = P[0] ^ P[2];
  F[1] = P[1] ^ P[3];
}

/** XXH3's last mixing of a word: x ^= x >> 37, times a prime, x ^= x >> 32. */
function finish(high, low, out, at) {
  multiplyLow(high, low ^ high >>> 5, 0x16566791, 0x9e3779f9);
  out[at] = P[0] ^ P[1];
  out[at + 1] = P[1];
}

/** XXH64's last mixing of a word. */
function avalanche64(high, low, out, at) {
  multiplyLow(high, low ^ high >>> 1, 0xc2b2ae3d, 0x27d4eb4f);
  const h = P[1], l = P[0];
  multiplyLow(h ^ h >>> 29, l ^ (l >>> 29 | h << 3), 0x165667b1, 0x9e3779f9);
  out[at] = P[0] ^ P[1];
  out[at + 1] = P[1];
}

/** Two words of the secret that stand eight bytes apart, combined. */
function pair(at) {
  return read(SECRET, at) ^ read(SECRET, at + 8);
}

function swap(x) {
  return x << 24 | (x & 0xff00) << 8 | x >>> 8 & 0xff00 | x >>> 24;
}

/** What a subtraction of 32-bit halves borrows. */
function borrow(a, b) {
  return a >>> 0 < b >>> 0 ? 1 : 0;
}

const [P32_1, P32_2, P32_3] = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn];
const [P64_1, P64_2, P64_3, P64_4, P64_5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
];

const cut = (x) => BigInt.asUintN(64, x);

/** Digests a key of more than 240 bytes. */
function long(bytes, length, seed, out) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const secret = new DataView(new ArrayBuffer(192));
  const plain = new DataView(SECRET.buffer);
  for (let i = 0; i < 192; i += 16) {
    secret.setBigUint64(i, cut(plain.getBigUint64(i, true) + seed), true);
    secret.setBigUint64(i + 8, cut(plain.getBigUint64(i + 8, true) - seed), true);
  }
  const sums = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1];
  const stripe = (at, from) => {
    for (let i = 0; i < 8; i++) {
      const value = view.getBigUint64(at + 8 * i, true);
      const keyed = value ^ secret.getBigUint64(from + 8 * i, true);
      sums[i ^ 1] = cut(sums[i ^ 1] + value);
      sums[i] = cut(sums[i] + (keyed & 0xffffffffn) * (keyed >> 32n));
    }
  };
  for (let at = 0, n = 0; at < length - 64; at += 64) {
    stripe(at, 8 * n);
    if (++n === 16 && at + 64 <= Math.floor((length - 1) / 1024) * 1024) {
      n = 0;
      for (let i = 0; i < 8; i++) {
        sums[i] = cut((sums[i] ^ sums[i] >> 47n ^ secret.getBigUint64(128 + 8 * i, true)) * P32_1);
      }
    }
  }
  stripe(length - 64, 121);
  const merge = (from, start) => {
    let sum = start;
    for (let i = 0; i < 8; i += 2) {
      const product = (sums[i] ^ secret.getBigUint64(from + 8 * i, true)) *
        (sums[i + 1] ^ secret.getBigUint64(from + 8 * i + 8, true));
      sum += cut(product) ^ product >> 64n;
    }
    sum = cut(sum);
    sum = cut((sum ^ sum >> 37n) * 0x165667919e3779f9n);
    return sum ^ sum >> 32n;
  };
  const low = merge(11, cut(BigInt(length) * P64_1));
  const high = merge(117, cut(~(BigInt(length) * P64_2)));
  out[0] = Number(low & 0xffffffffn);
  out[1] = Number(low >> 32n);
  out[2] = Number(high & 0xffffffffn);
  out[3] = Number(high >> 32n);
}

// Opens `.urn` files and answers membership. docs/reference/format.md of the project states every
// byte.

import { SipHash } from "./siphash.js";
import { Xxh3, newDigest } from "./xxh3.js";
import { anywhere, line, standard } from "./positions.js";
import { countSet, crc32c, decode } from "./payload.js";

/** An error with a file or a key, in one sentence. */
export class UrnfieldError extends Error {
  name = "UrnfieldError";
}

const MAGIC = [0x89, 0x55, 0x52, 0x4e, 0x0d, 0x0a, 0x1a, 0x0a];
const KINDS = [["classic", "standard"], ["line-classic", "line"]];
const KEY_KINDS = ["texts", "integers", "digests", "tuples"];
const encoder = new TextEncoder();

/** A reusable place for the bytes of one key. */
let scratch = new Uint8Array(256);

/** Writes a text into `scratch`; returns its length in bytes. */
function spell(text) {
  if (scratch.length < 3 * text.length) scratch = new Uint8Array(6 * text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) {
      if (/\p{Surrogate}/u.test(text)) {
        throw new UrnfieldError("a text has half of a surrogate pair, which has no UTF-8; pass its bytes instead");
      }
      return encoder.encodeInto(text, scratch).written;
    }
    scratch[i] = code;
  }
  return text.length;
}

/** Returns an integer as a 64-bit word; a negative one as its two's complement. */
function word(integer) {
  if (typeof integer === "number" && !Number.isSafeInteger(integer)) {
    throw new UrnfieldError(`an integer key is a safe integer or a bigint, got ${integer}; pass a bigint`);
  }
  const big = BigInt(integer);
  if (big < -(1n << 63n) || big >= 1n << 64n) {
    throw new UrnfieldError(`an integer key has 64 bits, got ${integer}; pass it as text`);
  }
  return BigInt.asUintN(64, big);
}

/** The bytes of a key of several parts. */
function tuple(parts) {
  if (parts.length < 2) throw new UrnfieldError(`a tuple has at least two parts, got ${parts.length}; add one or use has`);
  const bytes = [];
  const part = (tag, content) => bytes.push(tag, ...[0, 8, 16, 24].map((by) => content.length >>> by & 255), ...content);
  for (const one of parts) {
    if (typeof one === "number" || typeof one === "bigint") {
      const content = new Uint8Array(8);
      new DataView(content.buffer).setBigUint64(0, word(one), true);
      part(2, content);
    } else if (typeof one === "string") {
      const length = spell(one);
      part(1, scratch.slice(0, length));
    } else if (one instanceof Uint8Array) {
      part(1, one);
    } else {
      throw new UrnfieldError(`a part of a tuple is a text, bytes or an integer, got ${one}; leave such records out`);
    }
  }
  return Uint8Array.from(bytes);
}

/** A Bloom filter that was read from a `.urn` file. */
export class Filter {
  #bits;
  #hash;
  #digest = newDigest();
  #ask;

  /** Use `open`. */
  constructor(header, bits, hash) {
    Object.assign(this, header);
    this.#bits = bits;
    this.#hash = hash;
    const { bits: m, hashes: k, kind } = header;
    const classic = kind.endsWith("classic");
    if (kind.startsWith("line")) this.#ask = (d) => line(bits, m, k, classic, d);
    else if (classic || m >= 2 ** 32) this.#ask = (d) => anywhere(bits, m, k, classic, d);
    else this.#ask = (d) => standard(bits, m, k, d);
    Object.freeze(this);
  }

  /** Returns whether a text, or bytes, may have been inserted. If false, it certainly was not. */
  has(key) {
    if (typeof key === "string") {
      const length = spell(key);
      this.#hash.digest(scratch, length, this.#digest);
    } else if (key instanceof Uint8Array) {
      this.#hash.digest(key, key.length, this.#digest);
    } else {
      throw new UrnfieldError(`a key is a text or a Uint8Array, got ${typeof key}; use hasInteger or hasTuple`);
    }
    return this.#ask(this.#digest);
  }

  /** Returns whether an integer may have been inserted, which is another key than the text of its digits. */
  hasInteger(integer) {
    let low, high;
    if (typeof integer === "number" && Number.isSafeInteger(integer)) {
      low = integer | 0;
      high = Math.floor(integer / 4294967296) | 0;
    } else {
      const whole = word(integer);
      low = Number(whole & 0xffffffffn) | 0;
      high = Number(whole >> 32n) | 0;
    }
    if (this.#hash instanceof Xxh3) {
      this.#hash.eight(low, high, 8, this.#digest);
    } else {
      for (let i = 0; i < 4; i++) {
        scratch[i] = low >>> 8 * i;
        scratch[i + 4] = high >>> 8 * i;
      }
      this.#hash.digest(scratch, 8, this.#digest);
    }
    return this.#ask(this.#digest);
  }

  /** Returns whether a key of several parts may have been inserted. Numbers and bigints are integers. */
  hasTuple(parts) {
    return this.has(tuple(parts));
  }

  /** Checks the payload: its checksum, and the number of bits set. `open` does so unless told otherwise. */
  verify() {
    if (countSet(this.#bits) !== this.bitsSet) throw new UrnfieldError("damaged: the number of bits set differs from the header; get a new copy");
  }
}

/**
 * Opens a filter from the bytes of its file.
 *
 * @param {ArrayBuffer | Uint8Array} file
 * @param {{ key?: Uint8Array, verify?: boolean }} options the secret key of a keyed filter; verify: false puts off
 *     the checks that read the whole payload, for raw files only
 */
export function open(file, { key, verify = true } = {}) {
  const data = file instanceof Uint8Array ? file : new Uint8Array(file);
  const damaged = (what) => {
    throw new UrnfieldError(`damaged: ${what}; get a new copy`);
  };
  const unknown = (what) => {
    throw new UrnfieldError(`${what} is unknown to this reader; read the file with a newer one`);
  };
  if (MAGIC.some((byte, i) => data[i] !== byte)) throw new UrnfieldError("this is no urnfield filter: it does not begin with the bytes 89 55 52 4e 0d 0a 1a 0a");
  if (data.length < 128) damaged(`a header has 128 bytes, got ${data.length}`);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const big = (at) => view.getBigUint64(at, true);
  const version = view.getUint16(8, true);
  if (version !== 1 && version !== 2) unknown(`version ${version}`);
  if (view.getUint32(124, true) !== crc32c(data.subarray(0, 124))) damaged("the header's checksum is wrong");
  const [kind, rule, digest, encoding, flags, zero] = data.subarray(10, 16);
  if (kind !== 1 && kind !== 2) unknown(`kind ${kind}`);
  if (rule !== 1 && rule !== 2) unknown(`probe rule ${rule}`);
  if (encoding === 2) unknown("encoding 2 (enumerative, given up before 0.1.0)");
  if (encoding > 2) unknown(`encoding ${encoding}`);
  if (digest !== 1 && digest !== 2) unknown(`digest ${digest}`);
  const [k, m, ones, planned, length] = [16, 24, 48, 56, 64].map(big);
  const sources = [72, 80, 88, 96, 104, 112].map(big);
  const named = sources.slice(1, 1 + Number(sources[0] < 5n ? sources[0] : 5n));
  const rest = sources.slice(1 + named.length);
  if (big(digest === 1 ? 40 : 32) !== 0n || zero !== 0) damaged("a field that is not used is not zero");
  if (version === 1 && sources.some((x) => x !== 0n)) damaged("a filter of a set names filters that it was made of");
  if (flags > 15 || flags !== 0 && (version === 2 || ones === 0n)) damaged(`the kinds of its keys are ${flags}`);
  if (sources[0] === 1n || rest.some((x) => x !== 0n) || named.some((x, i) => x < ones || x > m || i > 0 && x > named[i - 1])) {
    damaged("the filters that it was made of do not fit");
  }
  if (m < 1n || m > 1n << 48n || k < 1n || kind === 1 && k > m || rule === 2 && (m % 512n !== 0n || k > 14n)) {
    damaged(`no filter has ${m} bits and ${k} hashes`);
  }
  if (ones > m) damaged(`${ones} bits of ${m} are set`);
  const raw = (m + 63n) / 64n * 8n;
  if (encoding === 0 && length !== raw || BigInt(data.length) !== length + 128n || 4096n * BigInt(data.length) < raw) {
    damaged(`the payload has ${length} bytes and the file ${data.length}`);
  }
  if (m >= 1n << 36n || k >= 1n << 31n) {
    throw new UrnfieldError(`this reader holds at most 2^36 bits and 2^31 hashes, got ${m} and ${k}; use the library`);
  }
  if (digest === 2 && !key) throw new UrnfieldError("the filter is keyed and no key was given; pass { key }");
  if (digest === 1 && key) throw new UrnfieldError("a key was given and the filter has a seed; leave the key out");
  if (key && key.length !== 16) throw new UrnfieldError(`a key has 16 bytes, got ${key.length}`);
  const hash = digest === 1 ? new Xxh3(big(32)) : new SipHash(key);
  if (digest === 2 && hash.check() !== big(40)) throw new UrnfieldError("this is not the key of this filter");
  const payload = data.subarray(128);
  if ((verify || encoding === 1) && view.getUint32(120, true) !== crc32c(payload)) damaged("the payload's checksum is wrong");
  const [bitsCount, bitsSet] = [Number(m), Number(ones)];
  const bits = encoding === 0 ? payload : decode(payload, bitsCount, bitsSet, () => damaged("the compressed payload is not well-formed"));
  for (let p = bitsCount; p < 8 * bits.length; p++) {
    if (bits[Math.floor(p / 8)] >> p % 8 & 1) damaged("a spare bit is set");
  }
  const header = {
    kind: KINDS[rule - 1][kind - 1],
    bits: bitsCount,
    hashes: Number(k),
    bitsSet,
    /** For how many items it was planned; null where that is unknown. */
    plannedItems: planned === 0n ? null : planned,
    /** Kinds of keys; empty where they are unknown, or where there are no keys. */
    keyKinds: KEY_KINDS.filter((_, i) => flags >> i & 1),
    isIntersection: version === 2,
    isKeyed: digest === 2,
  };
  const filter = new Filter(header, bits, hash);
  if (verify) filter.verify();
  return filter;
}

// The package's entrance: filters, plans and rates. `core.js` carries questions into the module and answers out.

import { Refusal, start } from "./core.js";

export { Refusal };

/** @typedef {import("./index.js").Source} Source */

/** The module in one of the forms that the caller may have. @param {Source} source */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(/** @type {BufferSource} */ (source));
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const address = new URL(source, import.meta.url);
  if (address.protocol === "file:") {
    // Bundlers for browsers need not look for it.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} did not come: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the module, which lies beside this file unless something else is given. @param {Source} [source] */
export async function load(source = new URL("urnfield.wasm", import.meta.url)) {
  return new Urnfield(await start(await compiled(source)));
}

/** Options as an address has them. @param {Record<string, unknown>} options */
function query(options) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== false) words.append(dashed, each === true ? "" : String(each));
    }
  }
  return words.toString();
}

/** The kinds of keys, in the order of their flags. */
const KINDS = ["texts", "integers", "digests", "tuples"];
const [TEXTS, INTEGERS, DIGESTS] = [1, 2, 4];

const encoder = new TextEncoder();

/** @typedef {Awaited<ReturnType<typeof start>>} Core */

class Urnfield {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** @param {string} command @param {Record<string, unknown>} [options] @param {{ name: string, bytes: Uint8Array }[]} [files] */
  ask(command, options = {}, files = []) {
    const { text, talk } = this.#core.ask(`${command.replace(/ /g, "/")}?${query(options)}`, "json", files);
    return { answer: JSON.parse(text), notes: talk };
  }

  /** @param {Record<string, unknown>} options */
  plan(options) {
    return this.ask("plan", options).answer;
  }

  /** @param {Record<string, unknown>} options */
  rate(options) {
    return this.ask("rate", options).answer;
  }

  /** @param {Uint8Array | ArrayBuffer} bytes @param {{ key?: Uint8Array }} [options] */
  filter(bytes, { key = new Uint8Array() } = {}) {
    return this.#opened((core) => {
      const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
      return lent(core, [all, key], ([file, secret]) => core.wasm.filter_load(...file, ...secret));
    });
  }

  /** @param {number | bigint} items @param {string | number} fpr @param {{ seed?: number | bigint, key?: Uint8Array }} [options] */
  filterForItems(items, fpr, { seed = 0, key = new Uint8Array() } = {}) {
    return this.#opened((core) =>
      lent(core, [encoder.encode(String(fpr)), key], ([rate, secret]) =>
        core.wasm.filter_for_items(word(items, "items"), ...rate, word(seed, "a seed"), ...secret)));
  }

  /** @param {(core: Core) => number} open */
  #opened(open) {
    const number = open(this.#core);
    if (number === 0) throw new Refusal(this.#core.text(this.#core.wasm.answer_at(), this.#core.wasm.answer_len()));
    return new Filter(this.#core, number, (bytes) => this.ask("info", {}, [{ name: "filter", bytes }]).answer);
  }
}

/**
 * Lends bytes to the module while `use` runs, each as its address and length.
 * @template T
 * @param {Core} core @param {Uint8Array[]} all @param {(lent: [number, number][]) => T} use
 */
function lent(core, all, use) {
  const places = /** @type {[number, number][]} */ (all.map((bytes) => [core.put(bytes), bytes.length]));
  try {
    return use(places);
  } finally {
    for (const [at, length] of places) core.wasm.release(at, length);
  }
}

/** An integer of 64 bits, as it is passed. @param {number | bigint} value @param {string} what @param {bigint} [least] */
function word(value, what, least = 0n) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new Refusal(`${what} must be a whole number below 2^53, or a bigint, got ${value}`);
  }
  const whole = BigInt(value);
  if (whole < least || whole >= 2n ** 64n) throw new Refusal(`${what} must be from ${least} to 2^64 - 1, got ${value}`);
  return BigInt.asUintN(64, whole);
}

/** A key that is an integer: a negative one is its word in two's complement. @param {number | bigint} value */
const integer = (value) => word(value, "an integer", -(2n ** 63n));

class Filter {
  #core;
  #number;
  #info;
  #warned = false;
  /** Where short texts are put. */
  #room = { at: 0, length: 0 };

  /** @param {Core} core @param {number} number @param {(bytes: Uint8Array) => any} info */
  constructor(core, number, info) {
    this.#core = core;
    this.#number = number;
    this.#info = info;
  }

  /** The wasm functions, as long as the filter is open. */
  get #wasm() {
    if (this.#number === 0) throw new Refusal("a closed filter answers nothing; load it again");
    return this.#core.wasm;
  }

  /** @param {string | Uint8Array} key @param {(at: number, length: number) => number} use */
  #with(key, use) {
    const most = typeof key === "string" ? key.length * 3 : key.length;
    if (this.#room.at === 0 || this.#room.length < most) {
      this.#free();
      const length = Math.max(256, 2 * most);
      this.#room = { at: this.#core.put(new Uint8Array(length)), length };
    }
    // Memory moves when it grows, so the view is made anew.
    const bytes = new Uint8Array(this.#core.wasm.memory.buffer, this.#room.at, this.#room.length);
    if (typeof key !== "string") {
      bytes.set(key);
      return use(this.#room.at, key.length);
    }
    return use(this.#room.at, encoder.encodeInto(key, bytes).written);
  }

  #free() {
    if (this.#room.at !== 0) this.#core.wasm.release(this.#room.at, this.#room.length);
    this.#room = { at: 0, length: 0 };
  }

  /** Warns once where the filter holds no key of this kind. @param {number} kind */
  #doubt(kind) {
    if (this.#warned) return;
    const held = this.#wasm.filter_key_kinds(this.#number);
    if (held === 0 || held & (kind | DIGESTS)) return;
    this.#warned = true;
    const given = kind === TEXTS ? "texts or bytes" : "integers";
    console.warn(`urnfield: the filter holds ${names(held).join(" and ")} only and is given ${given}; the text "42" and the integer 42 are different keys`);
  }

  /** @param {string | Uint8Array | number | bigint} key */
  has(key) {
    const wasm = this.#wasm;
    if (typeof key === "number" || typeof key === "bigint") {
      this.#doubt(INTEGERS);
      return wasm.filter_contains_integer(this.#number, integer(key)) === 1;
    }
    this.#doubt(TEXTS);
    return this.#with(checked(key), (at, length) => wasm.filter_contains(this.#number, at, length)) === 1;
  }

  /** @param {string | Uint8Array | number | bigint} key */
  add(key) {
    const wasm = this.#wasm;
    if (typeof key === "number" || typeof key === "bigint") return wasm.filter_insert_integer(this.#number, integer(key)) === 1;
    return this.#with(checked(key), (at, length) => wasm.filter_insert(this.#number, at, length)) === 1;
  }

  get keyKinds() {
    return names(this.#wasm.filter_key_kinds(this.#number));
  }

  info() {
    return this.#info(this.toBytes());
  }

  toBytes({ compressed = false } = {}) {
    const wasm = this.#wasm;
    const length = wasm.filter_file(this.#number, Number(compressed));
    const bytes = new Uint8Array(wasm.memory.buffer, wasm.file_at() >>> 0, length).slice();
    wasm.file_release();
    return bytes;
  }

  close() {
    if (this.#number === 0) return;
    this.#free();
    this.#core.wasm.filter_close(this.#number);
    this.#number = 0;
  }
}

/** @param {unknown} key @returns {string | Uint8Array} */
function checked(key) {
  if (typeof key === "string" || key instanceof Uint8Array) return key;
  throw new Refusal(`a key is a string, a Uint8Array, a number or a bigint, got ${key === null ? "null" : typeof key}`);
}

/** @param {number} flags */
const names = (flags) => KINDS.filter((_, bit) => flags & (1 << bit));

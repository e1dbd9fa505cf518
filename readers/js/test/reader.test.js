import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { UrnfieldError, open } from "../src/filter.js";
import { SipHash } from "../src/siphash.js";
import { Xxh3, newDigest } from "../src/xxh3.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const golden = join(root, "crates/urnfield/tests/golden");
const page = readFileSync(join(root, "docs/reference/format.md"), "utf8");
const secret = new TextEncoder().encode("sixteen secrets!");

/** The rows of the table of the format page that has this heading. */
function rows(heading) {
  const part = page.split(`\n### ${heading}\n`)[1].split("\n#")[0];
  return part.split("\n").filter((line) => line.startsWith("| ")).slice(1).map((line) => line.slice(2, -2).split(" | "));
}

function hex(d) {
  return [1, 0, 3, 2].map((i) => (d[i] >>> 0).toString(16).padStart(8, "0")).join("");
}

function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function load(name, options) {
  return open(new Uint8Array(readFileSync(join(golden, name))), options);
}

test("digest 1 is that of the format page", () => {
  const d = newDigest();
  let count = 0;
  for (const [length, ...words] of rows("Byte strings, digest 1")) {
    const item = Uint8Array.from({ length: +length }, (_, i) => i % 251);
    for (const [seed, at] of [[0n, 0], [0x9e3779b97f4a7c15n, 2]]) {
      new Xxh3(seed).digest(item, item.length, d);
      assert.equal(hex(d), words[at] + words[at + 1], `${length} bytes, seed ${seed}`);
      count++;
    }
  }
  for (const [key, seed, h1, h2] of rows("Integers, digest 1")) {
    const word = BigInt(`0x${key}`);
    new Xxh3(BigInt(`0x${seed}`)).eight(Number(word & 0xffffffffn), Number(word >> 32n), 8, d);
    assert.equal(hex(d), h1 + h2, key);
    count++;
  }
  for (const [, item, h1, h2] of rows("Tuples, digest 1")) {
    new Xxh3(0n).digest(bytes(item), item.length / 2, d);
    assert.equal(hex(d), h1 + h2, item);
    count++;
  }
  assert.ok(count >= 50, `${count} vectors`);
});

test("digest 2 and the key check are those of the format page", () => {
  const d = newDigest();
  for (const [key, length, h1, h2] of rows("Byte strings, digest 2")) {
    new SipHash(bytes(key)).digest(Uint8Array.from({ length: +length }, (_, i) => i % 251), +length, d);
    assert.equal(hex(d), h1 + h2, `${key} ${length}`);
  }
  const checks = rows("Key checks");
  assert.ok(checks.length >= 3);
  for (const [key, check] of checks) assert.equal(new SipHash(bytes(key)).check(), BigInt(`0x${check}`));
});

test("golden files open and say what they are", () => {
  const standard = load("standard-100-3.urn");
  assert.deepEqual([standard.kind, standard.bits, standard.hashes, standard.bitsSet], ["standard", 100, 3, 13]);
  assert.deepEqual([0, 4, 5].map((i) => standard.hasInteger(i)), [true, true, false]);
  assert.deepEqual(load("integers-100-3.urn").keyKinds, ["integers"]);
  assert.equal(load("planned-120-4.urn").plannedItems, 12n);
  assert.ok(load("intersection-100-3.urn").isIntersection);
  const keyed = load("keyed-100-3.urn", { key: secret });
  assert.ok(keyed.has("amphora") && keyed.has("krater") && keyed.isKeyed);
  const few = load("entropy-100001-2.urn");
  for (let i = 0; i < 80; i++) assert.ok(few.hasInteger(i));
  assert.ok(load("gaps-100003-100000.urn").hasInteger(0n));
  for (const name of readdirSync(golden).filter((file) => file.endsWith(".urn") && !file.startsWith("keyed"))) load(name);
});

test("tuples are those of the format page", () => {
  const filter = load("tuples-100-3.urn");
  const shown = page.split("### `tuples-100-3.urn`")[1].split("```")[0];
  assert.match(shown, /Attica/);
  assert.ok(filter.hasTuple(["Attica", "krater"]) && filter.hasTuple(["Attica", 42]));
  assert.ok(!filter.hasTuple(["Attica", "42"]));
});

test("every changed byte of a file is found", () => {
  for (const name of ["standard-100-3.urn", "entropy-100001-2.urn", "gaps-100003-100000.urn", "line-1024-6.urn"]) {
    const file = new Uint8Array(readFileSync(join(golden, name)));
    for (let i = 0; i < file.length; i++) {
      const changed = file.slice();
      changed[i] ^= 1 << i % 8;
      assert.throws(() => open(changed), UrnfieldError, `${name}, byte ${i}`);
      assert.throws(() => open(file.subarray(0, i)), UrnfieldError, `${name}, the first ${i} bytes`);
    }
  }
});

test("wrong keys of filters and of people are refused in a sentence", () => {
  assert.throws(() => load("keyed-100-3.urn"), /keyed/);
  assert.throws(() => load("keyed-100-3.urn", { key: new Uint8Array(16) }), /not the key/);
  assert.throws(() => load("standard-100-3.urn", { key: secret }), /has a seed/);
  const filter = load("standard-100-3.urn");
  assert.throws(() => filter.has(42), /hasInteger/);
  assert.throws(() => filter.has("\ud800"), /surrogate/);
  assert.throws(() => filter.hasInteger(0.5), /bigint/);
  assert.throws(() => filter.hasInteger(1n << 64n), /64 bits/);
  assert.throws(() => filter.hasTuple(["one"]), /two parts/);
  assert.equal(filter.hasInteger(-1), filter.hasInteger((1n << 64n) - 1n));
});

test("answers are the library's", { skip: process.env.URNFIELD_QUESTIONS ? false : "set URNFIELD_QUESTIONS" }, () => {
  const folder = process.env.URNFIELD_QUESTIONS;
  const lines = (name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1);
  let asked = 0;
  for (const line of lines("list")) {
    const [name, what, key] = line.split("\t");
    const filter = open(new Uint8Array(readFileSync(join(folder, `${name}.urn`))), key === "-" ? {} : { key: bytes(key) });
    const integer = (text) => Number.isSafeInteger(+text) ? +text : BigInt(text);
    const questions = lines(`${name}.keys`);
    const yes = questions.filter((text) => what === "texts" ? filter.has(text) : filter.hasInteger(integer(text)));
    assert.deepEqual(yes, lines(`${name}.yes`), name);
    asked += questions.length;
  }
  assert.ok(asked >= 1_000_000, `${asked} questions`);
});

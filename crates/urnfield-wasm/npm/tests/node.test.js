// The installed package, from Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { load, Refusal } from "urnfield";

const urnfield = await load();
const golden = (/** @type {string} */ name) => readFileSync(`${process.env.GOLDEN}/${name}`);

test("a filter is made, filled, written, read and asked", () => {
  const filter = urnfield.filterForItems(1000, "1%");
  assert.deepEqual(filter.keyKinds, []);
  assert.equal(filter.add("amphora"), true);
  assert.equal(filter.add("amphora"), false);
  filter.add(new TextEncoder().encode("κρατήρ"));
  const long = "pithos ".repeat(10_000);
  filter.add(long);
  filter.add("");
  for (const compressed of [false, true]) {
    const again = urnfield.filter(filter.toBytes({ compressed }));
    assert.deepEqual(["amphora", "κρατήρ", long, "", "krater"].map((key) => again.has(key)), [true, true, true, true, false]);
    assert.deepEqual(again.keyKinds, ["texts"]);
    assert.equal(again.info().planned_items, 1000);
    again.close();
    assert.throws(() => again.has("amphora"), Refusal);
  }
});

test("integers are their words, up to both ends", () => {
  const filter = urnfield.filterForItems(100, 0.001, { seed: 5n });
  const keys = [0, 42, 2 ** 53 - 1, 2n ** 64n - 1n, -1, -(2n ** 63n)];
  keys.forEach((key) => filter.add(key));
  assert.ok(keys.every((key) => filter.has(key)));
  assert.ok(!filter.has(43));
  for (const wrong of [0.5, -0.5, 2 ** 53, 2n ** 64n, -(2n ** 63n) - 1n, NaN, null, undefined, {}]) {
    assert.throws(() => filter.has(/** @type {any} */ (wrong)), Refusal, String(wrong));
  }
});

test("a key of another kind is told once", (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const filter = urnfield.filterForItems(100, "1%");
  filter.add(42);
  assert.equal(filter.has("42"), false);
  filter.has("43");
  assert.equal(warn.mock.callCount(), 1);
  assert.match(warn.mock.calls[0]?.arguments[0], /holds integers only/);
});

test("a keyed filter opens with its key alone", () => {
  const key = new Uint8Array(16).fill(7);
  const filter = urnfield.filterForItems(100, "1%", { key });
  filter.add("amphora");
  const bytes = filter.toBytes();
  assert.ok(urnfield.filter(bytes, { key }).has("amphora"));
  assert.throws(() => urnfield.filter(bytes), Refusal);
  assert.throws(() => urnfield.filter(bytes, { key: new Uint8Array(16) }), Refusal);
  assert.throws(() => urnfield.filter(bytes, { key: new Uint8Array(3) }), /a secret key has 16 bytes/);
});

test("files of other programs are read, broken ones refused in a sentence", () => {
  const file = golden("standard-100-3.urn");
  assert.equal(urnfield.filter(file).info().bits, 100);
  for (const broken of [new Uint8Array(), file.subarray(0, 70), new TextEncoder().encode("no filter")]) {
    assert.throws(() => urnfield.filter(broken), (error) => error instanceof Refusal && error.message.length > 20);
  }
});

test("plans, rates and other questions have the shell's answers", () => {
  assert.equal(urnfield.rate({ bits: 9592957, items: "1e6", hashes: 7 }).hashes, 7);
  assert.equal(urnfield.ask("birthday", { urns: 365, balls: 23 }).answer.urns, 365);
  assert.throws(() => urnfield.plan({ items: "ten" }), /--items: a count is written like/);
});

test("memory is given back", () => {
  for (let i = 0; i < 300; i += 1) {
    const filter = urnfield.filterForItems(100_000, "1%", { seed: i });
    filter.add("amphora");
    filter.close();
  }
  const { length } = urnfield.filterForItems(100_000, "1%").toBytes();
  assert.ok(length > 100_000 && length < 200_000);
});

test("the module comes as bytes, as a response or from an address", async () => {
  const bytes = readFileSync(new URL(import.meta.resolve("urnfield/urnfield.wasm")));
  const server = createServer((_, response) => response.end(bytes)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`;
  for (const source of [bytes, new Uint8Array(bytes).buffer, await WebAssembly.compile(bytes), new Response(bytes), address]) {
    assert.equal((await load(source)).ask("birthday", { urns: 365, balls: 23 }).answer.balls, 23);
  }
  server.close();
});

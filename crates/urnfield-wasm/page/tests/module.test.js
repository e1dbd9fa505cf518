// The module against the shell, byte for byte.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Refusal, start } from "../urnfield.js";
import { questions } from "./questions.js";
import { built, command, root, shell, shellFile } from "./shell.js";
import { rustFile, snippets } from "./snippets.js";

const module = await WebAssembly.compile(readFileSync(new URL("urnfield.wasm", built)));
const urnfield = await start(module);

/**
 * The module's answer or refusal, as the shell's.
 * @param {string} question
 * @param {import("../urnfield.js").Form} [form]
 * @param {import("../urnfield.js").Attached[]} [files]
 */
function said(question, form, files) {
  try {
    return { refused: false, text: urnfield.ask(question, form, files).text };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: true, text: error.message };
  }
}

test("questions are answered and refused as by the shell", () => {
  const all = questions(2026, 16);
  let refused = 0;
  for (const question of all) {
    const ours = said(question);
    assert.deepEqual(ours, shell([...command(question), "--json"]), question);
    refused += Number(ours.refused);
  }
  assert.ok(all.length >= 300, `${all.length} questions`);
  assert.ok(refused >= 60 && all.length - refused >= 200, `${refused} of ${all.length} refused`);
});

test("figures are those of the shell, as data and as pictures", () => {
  const figures = [
    "figure/fp-vs-k", "figure/fp-vs-k?bits=1024&items=5&hashes=1-30",
    "figure/spread?bits=512&items=51&hashes=7&kind=classic",
    "figure/pmf?urns=365&balls=23", "figure/pmf?urns=99&department=3x20&department=2x30&every",
    "figure/pmf", "figure/spread?bits=0",
  ];
  for (const question of figures) {
    assert.deepEqual(said(question, "csv"), shell(command(question)), question);
    assert.deepEqual(said(question, "svg"), shellFile([...command(question), "-o"], "f.svg"), question);
  }
  assert.ok(said("plan?items=3&bits=40", "svg").refused);
});

test("lists are compared as by the shell", () => {
  const folder = mkdtempSync(join(tmpdir(), "urnfield-"));
  try {
    const names = (/** @type {number} */ from, /** @type {number} */ to) =>
      Array.from({ length: to - from }, (_, i) => `gene${from + i}`).join("\n") + "\n";
    const lists = [["heart", names(0, 60)], ["lung", names(30, 90)], ["<b>&\"'", names(50, 55) + "\n é \n"]];
    for (const [name, text] of lists) writeFileSync(join(folder, `${name}.txt`), text ?? "");
    const files = lists.map(([name, text]) => ({ name: name ?? "", bytes: new TextEncoder().encode(text) }));
    const paths = lists.map(([name]) => `${name}.txt`);
    for (const question of [
      "overlap?population=2000", "overlap?population=2000&sort=p&digits=4", "overlap?population=2000&degree=2",
      "overlap?population=2000&degree=1", "overlap?population=10", "overlap", "overlap?population=5&sort=q",
    ]) {
      const there = shell([...command(question), "--json", ...paths], folder);
      const here = said(question, "json", files);
      // A sentence may name a list, which has no ending here.
      there.text = there.text.replaceAll(".txt", "");
      assert.deepEqual(here, there, question);
      if (!here.refused) {
        const tsv = shell([...command(question), "--tsv", ...paths], folder);
        assert.deepEqual(said(question, "csv", files), tsv, question);
      }
    }
    const plot = [...command("overlap?population=2000"), ...paths.map((path) => join(folder, path)), "--plot"];
    assert.deepEqual(said("overlap?population=2000", "svg", files), shellFile(plot, "o.svg"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("histories are read as by the shell", () => {
  const folder = mkdtempSync(join(tmpdir(), "urnfield-"));
  try {
    const tables = ["101\n010\n110\n", "animal,june,july\nfox 1,1,0\nfox 2,1,1\nfox 3,0,1\n", "10\r\n10\r\n01", "", "101\n01\n", "101\n000\n", "a 101\na 110\n", "x\n1x\n", "<b>\n<i>\n"];
    for (const [i, table] of tables.entries()) {
      const name = `h${i}.csv`;
      writeFileSync(join(folder, name), table);
      // Of two faults, a file's is told last; a table that is typed has its turn.
      const faulty = said(`estimate/population?histories=${encodeURIComponent(table)}`).refused;
      for (const more of ["", "&confidence=90%25&digits=4", ...(faulty ? [] : ["&confidence=2"])]) {
        const there = shell([...command(`estimate/population?${more.slice(1)}`), `--histories=${name}`, "--json"], folder);
        // The table has no file here.
        there.text = there.text.replace(name, "--histories");
        assert.deepEqual(said(`estimate/population?histories=${encodeURIComponent(table)}${more}`), there, `${table}, ${more}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("files are looked at as by the shell, broken ones too", () => {
  const folder = mkdtempSync(join(tmpdir(), "urnfield-"));
  const golden = new URL("crates/urnfield/tests/golden/", root);
  try {
    cpSync(golden, folder, { recursive: true });
    for (const name of readdirSync(join(folder, "parquet"))) {
      cpSync(join(folder, "parquet", name), join(folder, name), { recursive: true });
    }
    const whole = readFileSync(join(folder, "standard-100-3.urn"));
    writeFileSync(join(folder, "cut.urn"), whole.subarray(0, 70));
    writeFileSync(join(folder, "longer.urn"), Buffer.concat([whole, whole]));
    writeFileSync(join(folder, "empty.urn"), "");
    writeFileSync(join(folder, "text.urn"), "<b>no filter</b>");
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(255 ^ damaged.readUInt8(damaged.length - 1), damaged.length - 1);
    writeFileSync(join(folder, "damaged.urn"), damaged);
    const parquet = readFileSync(join(folder, "rust.parquet"));
    writeFileSync(join(folder, "cut.parquet"), parquet.subarray(0, -9));
    writeFileSync(join(folder, "empty.parquet"), "");
    let seen = 0;
    for (const name of readdirSync(folder)) {
      const question = name.endsWith(".urn") ? "info" : name.endsWith(".parquet") ? "parquet/audit" : "";
      if (question === "") continue;
      const files = [{ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }];
      const there = shell([...command(question), "--json", name], folder);
      assert.deepEqual(said(question, "json", files), there, name);
      seen += 1;
    }
    assert.ok(seen >= 20, `${seen} files`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("memory is given back", () => {
  const bytes = new Uint8Array(1 << 20);
  for (let i = 0; i < 200; i += 1) {
    assert.ok(said("info", "json", [{ name: "zeros", bytes }]).refused);
  }
  assert.ok(urnfield.memory() < 40 << 20, `${urnfield.memory()} bytes`);
});

test("what can be copied as Rust is what is compiled", async () => {
  const there = readFileSync(new URL("../../tests/snippets/page.rs", import.meta.url), "utf8");
  assert.equal(rustFile(await snippets()), there, "run node crates/urnfield-wasm/page/tests/snippets.js rust > crates/urnfield-wasm/tests/snippets/page.rs");
});

// Every "Copy as" of every kind of question, so that others can compile and run them.
//
//     node crates/urnfield-wasm/page/tests/snippets.js > snippets.json                   all of them
//     node crates/urnfield-wasm/page/tests/snippets.js rust > crates/urnfield-wasm/tests/snippets/page.rs     the Rust ones, which `cargo test -p urnfield-wasm` runs

import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { question, read, shell } from "../address.js";
import { parsed } from "../number.js";
import { python } from "../python.js";
import { rust } from "../rust.js";
import { start } from "../urnfield.js";

/** Each tab in each of its moods. */
export const QUESTIONS = [
  "plan?items=1e6&fpr=1%25", "plan?items=1000&fpr=1e-9&confidence=99.9%25", "plan?bits=1MiB&fpr=1/500", "plan?bits=512&items=51",
  "plan?items=1000&fpr=1%25&hashes=4", "plan?items=1000&fpr=1%25&max-hashes=4", "plan?bits=512&items=51&hashes=7", "plan?bits=512&items=51&fpr=1%25",
  "rate?bits=64KiB&items=50k&hashes=7", "rate?bits=512&items=51&hashes=7&kind=classic", "rate?bits=1024&items=51&hashes=7&kind=line",
  "rate?bits=1024&items=51&hashes=7&kind=line-classic", "rate?bits=1024&items=51&kind=parquet", "rate?bits=512&items=51&hashes=7&see=256",
  "figure/fp-vs-k?bits=1024&items=100", "figure/fp-vs-k?bits=1024&items=5&hashes=1-30",
  "overlap?population=20000&sizes=300,500&observed=15", "overlap?population=20000&sizes=300,400,500&observed=4",
  "estimate/population?marked=50&caught=40&recaptured=8", "estimate/population?sizes=50,40,60&distinct=120&confidence=90%25",
  "estimate/population?histories=fox+1,1,0%0Afox+2,1,1%0Afox+3,0,1",
  "estimate/balls?urns=4^8&occupied=30000", "estimate/committees?urns=1024&size=10&occupied=600", "birthday?urns=2^61&balls=1e9",
  "law/balls?urns=365&balls=23", "law/balls?urns=365&balls=23&at-least=22&digits=65", "law/union?urns=1000&department=3x500%2B2x80&at-most=900",
  "law/union?urns=40&department=6x5%2B2x8&quantile=99.9%25", "law/intersection?urns=20000&department=1x5000&department=1x300&pmf=75",
];

/** @typedef {{ address: string, shell: string, json: string, rust?: string, python: string }} Snippets */

/** @returns {Promise<Snippets[]>} */
export async function snippets() {
  const urnfield = await start(await WebAssembly.compile(readFileSync(new URL("../built/urnfield.wasm", import.meta.url))));
  return QUESTIONS.map((address) => {
    const state = read(address);
    const asked = question(state);
    const ask = (/** @type {string} */ words) => urnfield.ask(words).text;
    const json = ask(address.replace(/&see=[^&]*/, ""));
    // The best number of hashes is a plan's.
    const about = parsed(state.command === "figure/fp-vs-k" ? ask(`${address.replace("figure/fp-vs-k", "plan").replace(/&hashes=.*/, "")}&kind=both`) : json);
    const code = rust(state, about);
    return { address, shell: shell(asked), json, ...(code ? { rust: code } : {}), python: python(asked, about) };
  });
}

/** The Rust ones as a file: a function each, and all of them. @param {Snippets[]} all */
export function rustFile(all) {
  const code = all.flatMap(({ address, rust: text }) => (text ? [{ address, text }] : []));
  const indent = (/** @type {string} */ text) => text.trim().split("\n").map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
  const functions = code.map(({ address, text }, i) => `\n// ${address}\nfn snippet_${i}() -> Result<(), urnfield::Error> {\n${indent(text)}\n    Ok(())\n}\n`);
  const list = `\npub(super) const ALL: &[fn() -> Result<(), urnfield::Error>] = &[\n${code.map((_, i) => `    snippet_${i},\n`).join("")}];\n`;
  return `// What the page gives as Rust, written by \`node crates/urnfield-wasm/page/tests/snippets.js rust\`.\n${functions.join("")}${list}`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const all = await snippets();
  process.stdout.write(argv[2] === "rust" ? rustFile(all) : `${JSON.stringify(all, null, 1)}\n`);
}

// Makes cases with npm's bloom-filters and bloomfilter, as checks/foreign/README.md describes them.
// Usage: node make.mjs FOLDER.
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BloomFilter as Small } from "bloomfilter";

const require = createRequire(import.meta.url);
const { BloomFilter, PartitionedBloomFilter, ScalableBloomFilter } = require("bloom-filters");
const [folder] = process.argv.slice(2);
// The libraries are slow: 10^6 strangers take ten minutes.
const STRANGERS = Number(process.env.URNFIELD_FOREIGN_STRANGERS ?? 100_000);
const key = (kind, i) => (i % 8 === 7 ? `${kind}-ß漢😀-${i}` : `${kind}-${i}`);

function record(name, format, asked, items, saved, contains) {
  writeFileSync(join(folder, `${name}.filter`), JSON.stringify(saved));
  const members = Math.min(items, 10_000);
  const answers = [];
  let accepted = 0;
  const ask = (text) => Number(contains(text));
  for (let i = 0; i < members; i++) answers.push(`${ask(key("member", i))} ${key("member", i)}\n`);
  for (let i = 0; i < STRANGERS; i++) {
    const stranger = key("stranger", i);
    const found = ask(stranger);
    accepted += found;
    if (i < 100_000) answers.push(`${found} ${stranger}\n`);
  }
  writeFileSync(join(folder, `${name}.keys`), answers.join(""));
  const about = { format, keys: "string", asked, items, members, strangers: STRANGERS, accepted };
  writeFileSync(join(folder, `${name}.about`), Object.entries(about).map(([name, value]) => `${name} ${value}\n`).join(""));
  console.log(`${name}: ${accepted} of ${STRANGERS}`);
}

for (const [items, asked] of [[50, 0.01], [1000, 0.0001], [10_000, 0.01]]) {
  const members = Array.from({ length: items }, (_, i) => key("member", i));

  const small = Small.withTargetError(items, asked);
  members.forEach((member) => small.add(member));
  record(`bloomfilter-js-${items}`, "bloomfilter-js", asked, items, small, (value) => small.test(value));

  const filters = [
    ["bloom-filters", BloomFilter.create(items, asked)],
    ["bloom-filters-partitioned", PartitionedBloomFilter.create(items, asked)],
    ["bloom-filters-scalable", ScalableBloomFilter.create(Math.ceil(items / 20), asked)],
  ];
  for (const [name, filter] of filters) {
    if (items === 1000) filter.seed = 42;
    members.forEach((member) => filter.add(member));
    record(`${name}-${items}`, "bloom-filters-js", asked, items, filter.saveAsJSON(), (value) => filter.has(value));
  }
}

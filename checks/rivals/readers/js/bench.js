// Our reader beside npm's bloom-filters, in turns.
import { readFileSync } from "node:fs";
import filters from "bloom-filters";
const { open } = await import(process.env.READER);

const folder = process.argv[2];
const members = readFileSync(`${folder}/keys`, "utf8").trim().split("\n").slice(0, 100_000);
const strangers = members.map((key) => key.replace("visitor", "strange"));
const theirs = filters.BloomFilter.create(members.length, 0.01);
for (const key of members) theirs.add(key);
const asked = [
  ["bloom-filters", (key) => theirs.has(key)],
  ...["standard", "line"].map((kind) => {
    const filter = open(readFileSync(`${folder}/${kind}.urn`));
    return [`urnfield, ${kind}`, (key) => filter.has(key)];
  }),
];
const times = asked.map(() => [[], []]);
for (let round = 0; round < 7; round++) {
  asked.forEach(([name, has], i) => {
    [members, strangers].forEach((keys, j) => {
      const begun = process.hrtime.bigint();
      let found = 0;
      for (const key of keys) if (has(key)) found++;
      times[i][j].push(Number(process.hrtime.bigint() - begun) / keys.length);
      if (j === 0 ? found !== keys.length : found > keys.length / 50) throw new Error(`${name}: ${found}`);
    });
  });
}
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1].toFixed(1);
asked.forEach(([name], i) => console.log(`| JavaScript | ${name} | ${median(times[i][0])} | ${median(times[i][1])} |`));

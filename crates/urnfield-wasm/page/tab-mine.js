// How good is mine: a filter that is there, its rate, its bounds and how single filters differ.

import { has, question, value } from "./address.js";
import { draw } from "./chart.js";
import { csv } from "./copy.js";
import { el, facts, notes, table } from "./dom.js";
import { certain, grouped, interval, log10, parsed, rate, size } from "./number.js";
import { rust } from "./rust.js";
import { files } from "./files.js";

const BOUNDS = /** @type {Record<string, string>} */ ({
  E: "(1 − e^(−kn/m))^k, the textbook's", M: "(1 − (1 − 1/m)^kn)^k", L: "∇ᵏ[xⁿᵏ]/mⁿᵏ at x = m", U: "(1 − (1 − k/m)^n)^k",
  rocksdb: "RocksDB's estimate", boost: "Boost's estimate", poisson: "blocks filled by Poisson's law",
});
const WORTH = /** @type {Record<string, string>} */ ({ lower: "a lower bound", upper: "an upper bound", estimate: "an estimate" });

/** @type {import("./page.js").Tab} */
export const mineTab = {
  title: "How good is the Bloom filter I have?",
  about: "Its rate, what the well-known formulas are worth, and how far single filters differ.",
  fields: () => [
    { name: "bits", label: "Bits", hint: "or bytes, with a final B: 64KiB" },
    { name: "items", label: "Items in it", hint: "1e6, 50k, 2^20 …" },
    { name: "hashes", label: "Hashes", hint: "how many bits an item sets" },
    { name: "kind", label: "Kind", options: [["", "standard: bits may coincide"], ["classic", "classic: distinct bits"], ["line", "line: within 512 bits"], ["line-classic", "line, distinct bits"], ["parquet", "Parquet's split blocks"]] },
    { name: "see", label: "I see so many ones", hint: "how many items put them there?", placeholder: "optional" },
  ],
  extra: (page) => files(page),
  async show(state, page) {
    const asked = question(state);
    const answer = parsed((await page.ask(asked)).text);
    const blocked = ["line", "line-classic", "parquet"].includes(answer.kind);
    const figure = { command: "figure/spread", values: /** @type {[string, string][]} */ ([["bits", String(answer.bits)], ["items", String(answer.items)], ["hashes", String(answer.hashes)], ["kind", answer.kind]]) };
    /** @type {(string | number)[][]} */
    const rows = [["name", "lo", "hi"], ["fpr", answer.fpr?.lo ?? "", answer.fpr?.hi ?? ""],
      ...Object.entries(answer.bounds ?? {}).map(([name, /** @type {any} */ bound]) => [name, bound?.lo ?? "", bound?.hi ?? ""])];
    const parts = { seen: /** @type {import("./dom.js").Child} */ (null), spread: /** @type {import("./dom.js").Child} */ (null) };
    const render = () => page.render(
      el("p", { class: "headline" }, "A key that was never inserted passes with probability ", el("b", {}, rate(answer.fpr)), "."),
      parts.seen,
      facts([
        ["kind", answer.kind], ["bits", `${grouped(answer.bits)} (${size(answer.bits)})`], ["items", grouped(answer.items)], ["hashes", answer.hashes],
        ["rate", rate(answer.fpr)], ["not passed", rate(answer.one_minus_fpr)], ["efficiency", certain(answer.efficiency)],
        ...(answer.deviation ? /** @type {[string, string][]} */ ([["single filters deviate by", rate(answer.deviation, 4)]]) : []),
        ...(answer.spread ? /** @type {[string, string][]} */ ([["half of all filters have at most", rate(answer.spread.median)], ["999 in 1000 have at most", rate(answer.spread.q999)]]) : []),
      ]),
      parts.spread,
      answer.bounds && table("What formulas say", ["", "value", "it is"],
        Object.entries(answer.bounds).map(([name, /** @type {any} */ bound]) => [BOUNDS[name] ?? name, rate(bound), WORTH[bound?.is] ?? ""]), { class: "words" }),
      notes(answer.notes ?? []));
    render();
    page.copyable({
      csv: () => csv(rows), ...(blocked ? {} : { svg: figure }),
      rust: rust(state, answer),
    });
    if (has(state, "see") && value(state, "see") !== "") {
      parts.seen = await seen(state, page, answer);
      render();
    }
    if (!blocked) {
      parts.spread = el("p", { class: "waiting" }, "How single filters differ comes in a moment.");
      render();
      try {
        parts.spread = spread(parsed((await page.ask(figure)).text), answer);
      } catch (problem) {
        parts.spread = el("p", { class: "hint" }, `No picture: ${page.sentence(problem)}`);
      }
      render();
    }
  },
};

/** How many items set so many bits. @param {import("./address.js").State} state @param {import("./page.js").Page} page @param {any} answer */
async function seen(state, page, answer) {
  const see = value(state, "see");
  const counted = /^\d+$/.test(see) ? grouped(see) : see;
  const classic = answer.kind === "classic";
  if (!classic && answer.kind !== "standard") return el("p", { class: "warning" }, "How many items set the bits of a filter with blocks depends on each block: drop its file below.");
  const values = /** @type {[string, string][]} */ ([["urns", String(answer.bits)], ...(classic ? [["size", String(answer.hashes)]] : []), ["occupied", see]]);
  try {
    const { text } = await page.ask({ command: classic ? "estimate/committees" : "estimate/balls", values });
    const found = parsed(text);
    // An item of a standard filter is k balls: of all numbers of balls the multiples of k count.
    const each = classic ? 1n : BigInt(answer.hashes);
    const low = found.interval && (BigInt(found.interval.lo) + each - 1n) / each;
    const high = found.interval && (found.interval.hi === "infinity" ? null : BigInt(found.interval.hi) / each);
    if (!found.interval || (high !== null && low > high)) return el("p", { class: "warning" }, `${counted} ones: no number of items explains them at 95\u202f%.`);
    return el("p", { class: "headline" }, `${counted} ones: `, el("b", {}, interval({ lo: Number(low), hi: high === null ? "infinity" : String(high) }), " items"), " put them there, with a confidence of 95\u202f%.");
  } catch (problem) {
    const sentence = page.sentence(problem);
    page.fault("see", sentence.replace(/^--occupied: /, ""));
    return null;
  }
}

/** The picture of single filters' rates. @param {any} figure @param {any} answer */
function spread(figure, answer) {
  const rows = figure.rows.filter((/** @type {any} */ row) => row.rate.hi !== "0");
  if (rows.length < 2) return el("p", { class: "hint" }, "All filters of this kind have the same rate.");
  const every = Math.max(1, Math.floor(rows.length / 400));
  const shown = rows.filter((/** @type {any} */ _, /** @type {number} */ i) => i % every === 0);
  const wide = log10(rows.at(-1).rate.hi) - log10(rows[0].rate.hi) > 1.5;
  const place = (/** @type {any} */ ends) => (wide ? log10(ends.hi) : Number(ends.hi) * 100);
  const marks = [["mean", answer.fpr, 1], ["the textbook's formula", answer.bounds?.E, 2], ["999 in 1000 are not above", answer.spread?.q999, 3]];
  return el("section", {},
    el("h3", {}, "Single filters"),
    el("p", {}, "Where the bits of keys lie is chance, so one filter's rate is higher than another's."),
    draw({
      title: `Rates of single filters: most lie between ${rate(rows[0].rate, 3)} and ${rate(rows.at(-1).rate, 3)}`,
      x: { name: wide ? "rate of one filter" : "rate of one filter, %", log: wide }, y: { name: "probability", from: 0 },
      series: [
        { name: "one filter's own rate", style: "line", look: 0, points: shown.map((/** @type {any} */ row) => [place(row.rate), Number(row.probability.hi)]),
          said: shown.map((/** @type {any} */ row) => `${grouped(row.bits_set)} bits set: rate ${rate(row.rate, 5)}, probability ${certain(row.probability, 4)}`) },
        ...marks.filter(([, ends]) => ends).map(([name, ends, look]) => ({ name: `${name}: ${rate(ends, 4)}`, style: /** @type {const} */ ("upright"), look: Number(look), points: /** @type {[number, number][]} */ ([[place(ends), 0]]) })),
      ],
    }));
}

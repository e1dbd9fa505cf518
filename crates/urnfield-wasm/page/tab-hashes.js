// Which hashes: the exact rate over the number of hashes, with the optimum and the textbook's choice.

import { changed, value } from "./address.js";
import { draw } from "./chart.js";
import { el, notes, table } from "./dom.js";
import { said } from "./tab-size.js";
import { gap, grouped, log10, parsed, rate } from "./number.js";
import { rust } from "./rust.js";

/** So many points are asked for at a time, so that the first are seen soon. */
const PIECE = 8;

/** @type {import("./page.js").Tab} */
export const hashesTab = {
  title: "Which number of hashes is best?",
  about: "The exact rate for every number of hashes, with the best one and the textbook's choice.",
  fields: () => [
    { name: "bits", label: "Bits", hint: "or bytes, with a final B: 64KiB" },
    { name: "items", label: "Items", hint: "1e6, 50k, 2^20 …" },
    { name: "hashes", label: "From how many hashes to how many", hint: "1-40; empty for those around the best", placeholder: "found" },
  ],
  async show(state, page) {
    const given = value(state, "hashes");
    const values = /** @type {[string, string][]} */ ([["bits", value(state, "bits") || "100"], ["items", value(state, "items") || "20"], ["kind", "both"]]);
    const best = parsed((await page.ask({ command: "plan", values })).text);
    const [standard, classic] = best.plans;
    const book = best.textbook;
    const last = Math.min(Math.max(12, 2 * Math.max(standard.hashes, classic?.hashes ?? 0, book?.hashes ?? 0)), 400);
    const [first, final] = given === "" ? [1, last] : await span(state, page);
    /** @type {any[]} */
    const rows = [];
    const render = () => page.render(
      el("p", { class: "headline" }, "With ", el("b", {}, standard.ties.join(" or "), " hashes"), ` a standard filter of ${grouped(standard.bits)} bits holding ${grouped(standard.items)} items has its lowest rate, `, el("b", {}, rate(standard.fpr)), "."),
      table("The best number of hashes", ["", "hashes", "rate", "rate against standard"], [
        ...best.plans.map((/** @type {any} */ plan) => [plan.kind, plan.ties.join(" or "), rate(plan.fpr), plan === standard ? "" : gap(Number(plan.fpr.hi) / Number(standard.fpr.hi))]),
        ...(book ? [["the textbook's choice", book.hashes, rate(book.fpr), gap(Number(book.fpr.hi) / Number(standard.fpr.hi))]] : []),
      ]),
      rows.length > 0 && picture(rows, standard, book),
      rows.length > 0 && el("details", {}, el("summary", {}, "The numbers"), table("Rates", ["hashes", "standard", "classic", "the formula E"], rows.map((row) => [row.k, rate(row.f_S), rate(row.f_C), rate(row.E)]))),
      notes(said(best.notes)));
    const shown = changed(state, { hashes: `${first}-${final}` });
    page.copyable({
      question: shown, svg: shown, json: { command: "plan", values },
      csv: () => page.ask(shown, "csv").then(({ text }) => text),
      rust: rust(state, best),
    });
    page.placeholders({ hashes: `1-${last}` });
    for (let from = first; from <= final; from += PIECE) {
      const piece = changed(state, { hashes: `${from}-${Math.min(from + PIECE - 1, final)}` });
      rows.push(...parsed((await page.ask(piece)).text).rows);
      render();
    }
  },
};

/** What was typed as `A-B`, read by the library. @param {import("./address.js").State} state @param {import("./page.js").Page} page @returns {Promise<[number, number]>} */
async function span(state, page) {
  const typed = value(state, "hashes");
  const plain = /^(\d{1,6})-(\d{1,6})$/.exec(typed);
  if (plain && Number(plain[1]) <= Number(plain[2]) && Number(plain[1]) > 0 && Number(plain[2]) - Number(plain[1]) < 2000) return [Number(plain[1]), Number(plain[2])];
  // Anything else is the library's to read, or to refuse.
  const { rows } = parsed((await page.ask(state)).text);
  return [rows[0].k, rows.at(-1).k];
}

/** @param {any[]} rows @param {any} standard @param {any} book */
function picture(rows, standard, book) {
  const curve = (/** @type {string} */ column) => rows.map((row) => /** @type {[number, number]} */ ([row.k, log10(row[column].hi)]));
  const inside = (/** @type {number} */ k) => k >= rows[0].k && k <= rows.at(-1).k;
  return draw({
    title: `The rate over the hashes: lowest, ${rate(standard.fpr, 4)}, at ${standard.ties.join(" or ")} hashes`,
    x: { name: "hashes", whole: true }, y: { name: "rate of false positives", log: true },
    series: [
      { name: "standard", style: "dots", look: 0, points: curve("f_S"), said: rows.map((row) => `${row.k} hashes: standard ${rate(row.f_S, 5)}, classic ${rate(row.f_C, 5)}`) },
      { name: "classic", style: "line", look: 1, points: curve("f_C") },
      { name: "the formula E", style: "line", look: 2, points: curve("E") },
      ...(inside(standard.hashes) ? [{ name: `best: ${standard.ties.join(" or ")}`, style: /** @type {const} */ ("point"), look: 3, points: standard.ties.map((/** @type {number} */ k) => [k, log10(standard.fpr.hi)]) }] : []),
      ...(book && inside(book.hashes) ? [{ name: `the textbook's choice: ${book.hashes}`, style: /** @type {const} */ ("upright"), look: 4, points: /** @type {[number, number][]} */ ([[book.hashes, 0]]) }] : []),
    ],
  });
}

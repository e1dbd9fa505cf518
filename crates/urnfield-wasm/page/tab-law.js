// Any law: balls, committees, intersections; single probabilities, tails, quantiles, and digits.

import { changed, has, value } from "./address.js";
import { draw } from "./chart.js";
import { el, facts, notes } from "./dom.js";
import { certain, grouped, interval, parsed } from "./number.js";
import { rust } from "./rust.js";

/** The digits of JSON where none are asked for. */
const USUAL = 15;

/** @type {import("./page.js").Tab} */
export const lawTab = {
  title: "How many urns are occupied?",
  about: "The law behind all of this: balls, committees or lists fall into urns; X is how many are occupied.",
  modes: [
    ["law/balls?urns=365&balls=23", "Balls fall independently"],
    ["law/union?urns=1000&department=3x500%2B2x80", "Urns in at least one committee"],
    ["law/intersection?urns=20000&department=1x5000&department=1x300", "Urns in every department"],
    ["law/intersection?urns=20000&sizes=812,1450", "What lists of these sizes share"],
  ],
  fields: (state) => [
    { name: "urns", label: has(state, "sizes") ? "Names there are" : "Urns", hint: "" },
    known(state),
    { name: "at-least", label: "P(X ≥ i) for i =", placeholder: "optional", many: true },
    { name: "at-most", label: "P(X ≤ i) for i =", placeholder: "optional", many: true },
    { name: "pmf", label: "P(X = i) for i =", placeholder: "optional", many: true },
    { name: "quantile", label: "The least i with P(X ≤ i) ≥", hint: "1/2, 99.9% …", placeholder: "optional", many: true },
  ],
  async show(state, page) {
    const answer = parsed((await page.ask(state)).text);
    const counted = has(state, "sizes") ? "names shared" : "occupied urns";
    const digits = Number(value(state, "digits") || USUAL);
    const most = has(state, "digits") ? digits : 10;
    const summary = { ...(answer.model === "balls" ? { balls: String(answer.balls) } : {}) };
    const figure = {
      command: "figure/pmf",
      values: /** @type {[string, string][]} */ ([["urns", value(state, "urns")], ...Object.entries(summary),
        ...state.values.filter(([name]) => name === "department" || name === "sizes"),
        ...(answer.model === "intersection" && !has(state, "sizes") ? [["every", ""]] : [])]),
    };
    /** @type {[string, import("./dom.js").Child][]} */
    const pairs = [["mean", certain(answer.mean, most)], ["variance", certain(answer.variance, most)], ["possible values", interval(answer.support)]];
    if (answer.mode) pairs.push(["most probable", answer.mode.map(grouped).join(" or ")]);
    for (const [key, sign] of [["at_least", "≥"], ["at_most", "≤"], ["pmf", "="]]) {
      // One that was asked stands alone, several stand in a list.
      for (const found of [answer[key ?? ""] ?? []].flat()) {
        pairs.push([`P(X ${sign} ${grouped(found.i)})${found.label === "bound" ? ", at most" : ""}`, el("span", { class: "digits" }, certain(found, most))]);
      }
    }
    for (const { p, i } of [answer.quantile ?? []].flat()) pairs.push([`quantile ${p}`, grouped(i)]);
    const first = pairs.find(([name]) => String(name).startsWith("P(")) ?? pairs[0];
    let drawn = /** @type {import("./dom.js").Child} */ (null);
    const render = () => page.render(
      el("p", { class: "headline" }, `${first === pairs[0] ? "The mean" : first?.[0]} is `, el("b", { class: "digits" }, first?.[1] instanceof Node ? first[1].textContent : String(first?.[1] ?? "")), "."),
      facts(pairs),
      el("p", {}, el("button", { type: "button", click: () => page.change((current) => changed(current, { digits: String(Math.min(digits + 50, 1000)) })) }, "50 more digits"),
        has(state, "digits") && " ", has(state, "digits") && el("button", { type: "button", class: "quiet", click: () => page.change((current) => changed(current, { digits: null })) }, "Fewer")),
      drawn,
      notes(answer.notes ?? []));
    render();
    page.copyable({
      svg: figure,
      csv: () => page.ask(figure, "csv").then(({ text }) => text),
      rust: rust(state, answer),
    });
    try {
      const { rows } = parsed((await page.ask(figure)).text);
      const every = Math.max(1, Math.floor(rows.length / 400));
      const shown = rows.filter((/** @type {any} */ _, /** @type {number} */ i) => i % every === 0);
      drawn = el("section", {}, draw({
        title: `Probabilities of ${grouped(rows[0]?.i ?? 0)} to ${grouped(rows.at(-1)?.i ?? 0)} ${counted}`,
        x: { name: counted, whole: true }, y: { name: "probability", from: 0 },
        series: [
          { name: "P(X = i)", style: rows.length > 150 ? "line" : "bars", look: 0, points: shown.map((/** @type {any} */ row) => [Number(row.i), Number(row.pmf.hi)]),
            said: shown.map((/** @type {any} */ row) => `P(X = ${grouped(row.i)}) = ${certain(row.pmf, 7)}`) },
          { name: `mean ${certain(answer.mean, 6)}`, style: "upright", look: 1, points: [[Number(answer.mean.hi), 0]] },
        ],
      }), el("details", {}, el("summary", {}, "The numbers"), el("p", { class: "hint" }, "Copy them as CSV below, with 30 digits."),
        facts(shown.slice(0, 200).map((/** @type {any} */ row) => [`P(X = ${grouped(row.i)})`, certain(row.pmf, 7)]))));
    } catch (problem) {
      drawn = el("p", { class: "hint" }, `No picture: ${page.sentence(problem)}`);
    }
    render();
  },
};

/** What falls into the urns. @param {import("./address.js").State} state @returns {import("./form.js").Field} */
function known(state) {
  if (state.command === "law/balls") return { name: "balls", label: "Balls", hint: "" };
  if (has(state, "sizes")) return { name: "sizes", label: "Sizes of the lists", hint: "a comma between them", stays: true };
  const union = state.command === "law/union";
  return { name: "department", label: union ? "Committees" : "Departments, one a line", hint: "3x500+2x80: three of 500, two of 80", rows: union ? 1 : 3 };
}

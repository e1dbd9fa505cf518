// A question in the words of the Rust library. Every shape of it is compiled and run by a test.

import { has, value } from "./address.js";

/** @typedef {import("./address.js").State} State */

/** @param {[number, number][]} list */
const committees = (list) => `[${list.map(([count, size]) => `Committees { count: ${count}, size: ${size} }`).join(", ")}]`;

/** @type {Record<string, (answer: any, state: State) => string>} */
const WRITTEN = {
  plan: (answer, state) => (answer.plans ? plan(answer, state) : one(answer)),
  rate: (answer) => one(answer),
  "figure/fp-vs-k": (answer) => {
    const [{ bits, items }] = answer.plans;
    return `use urnfield::{Kind, Plan};\n\nlet plan = Plan::best_hashes(Kind::Standard, ${bits}, ${items})?;\nprintln!("{:?}", plan.ties);\n`;
  },
  overlap: ({ population, lists, rows }) =>
    `use urnfield::Occupancy;\n\n// Lists of these sizes, out of ${population}.\nlet law = Occupancy::lists(${population}, &[${lists.map((/** @type {any} */ list) => list.size).join(", ")}])?;\nprintln!("{}", law.at_least(${rows.at(-1)?.observed ?? 0})?);\n`,
  birthday: ({ urns, balls }) => `use urnfield::Occupancy;\n\nprintln!("{}", Occupancy::balls(${urns}, ${balls})?.collision()?);\n`,
  "estimate/balls": ({ urns, occupied, confidence }) => `use urnfield::Batches;\n\nlet seen = Batches::balls(${urns}, ${occupied})?;\n${between(confidence)}`,
  "estimate/committees": ({ urns, size, occupied, confidence }) => `use urnfield::Batches;\n\nlet seen = Batches::committees(${urns}, ${size}, ${occupied})?;\n${between(confidence)}`,
  "estimate/population": ({ sizes, marked, caught, distinct, animals, confidence }) =>
    `use urnfield::{Committees, Population};\n\nlet samples = ${committees((sizes ?? [marked, caught]).map((/** @type {number} */ size) => [1, size]))};\nlet seen = Population::new(&samples, ${animals ?? distinct})?;\n${between(confidence)}`,
  "law/balls": (answer, state) => law("Occupancy", `balls(${answer.urns}, ${answer.balls})?`, answer, state),
  "law/union": (answer, state) => law("{Committees, Occupancy}", `union(${answer.urns}, &${committees(answer.departments.flat())})?`, answer, state),
  "law/intersection": (answer, state) => law("{Committees, Occupancy}",
    `intersection(${answer.urns}, &[${answer.departments.map((/** @type {[number, number][]} */ each) => `&${committees(each)}`).join(", ")}])?`, answer, state),
};

/** A question and its answer, if the library has words for it. @param {State} state @param {any} answer */
export function rust(state, answer) {
  return WRITTEN[state.command]?.(answer, state);
}

/** @param {string} confidence */
const between = (confidence) => `println!("{:?}", seen.interval(&"${confidence}".parse()?)?);\n`;

/** The plan of a standard filter. @param {any} answer @param {State} state */
function plan({ asked: { items, fpr, bits, hashes, confidence } }, state) {
  const given = items && fpr ? `of_items(Kind::Standard, ${items}, &"${fpr}".parse()?)`
    : items ? `of_bits_and_items(Kind::Standard, ${bits}, ${items})` : `of_bits(Kind::Standard, ${bits}, &"${fpr}".parse()?)`;
  const most = value(state, "max-hashes");
  const bound = `${hashes ? `.exactly_hashes(${hashes})` : ""}${most ? `.at_most_hashes(${most})` : ""}${confidence ? `.with_confidence(&"${confidence}".parse()?)` : ""}`;
  return `use urnfield::{Kind, Plan, bloom::Sizing};\n\nlet plan = Plan::find(&Sizing::${given}${bound})?;\nprintln!("{} bits, {} hashes, {} items", plan.design.bits(), plan.design.hashes(), plan.items);\n`;
}

/** The rate of one filter. @param {any} answer */
function one({ kind, bits, items, hashes, blocks }) {
  const print = `println!("{}", design.holding(${items})`;
  if (kind === "parquet") return `use urnfield::Blocked;\n\nlet design = Blocked::parquet(${blocks})?;\n${print}.fpr()?);\n`;
  if (blocks) return `use urnfield::{Blocked, Layout};\n\nlet design = Blocked::lines(Layout::${kind === "line" ? "Standard" : "Classic"}, ${blocks}, ${hashes})?;\n${print}.fpr()?);\n`;
  return `use urnfield::{Design, Kind};\n\nlet design = Design::new(Kind::${kind === "classic" ? "Classic" : "Standard"}, ${bits}, ${hashes})?;\n${print}?.fpr()?);\n`;
}

/** @param {string} used @param {string} made @param {any} answer @param {State} state */
function law(used, made, answer, state) {
  // The first, where several are asked.
  const of = (/** @type {string} */ name) => [answer[name]].flat()[0];
  const asked = has(state, "at-least") ? `at_least(${of("at_least").i})?` : has(state, "at-most") ? `at_most(${of("at_most").i})?`
    : has(state, "pmf") ? `pmf(${of("pmf").i})?` : has(state, "quantile") ? `quantile(&"${of("quantile").p}".parse()?)?` : "mean()?";
  return `use urnfield::${used};\n\nlet law = Occupancy::${made};\nprintln!("{}", law.${asked});\n`;
}

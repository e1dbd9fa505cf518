// How many are there: from what was seen, and seen again, back to how many there are.

import { beyond, changed, has, shell, value } from "./address.js";
import { csv } from "./copy.js";
import { el, facts, notes, svg } from "./dom.js";
import { certain, grouped, interval, parsed } from "./number.js";
import { python } from "./python.js";
import { rust } from "./rust.js";

const ASKED = /** @type {Record<string, { before: string, after: string, fields: import("./form.js").Field[] }>} */ ({
  "estimate/population": { before: "There are ", after: "", fields: [
    { name: "sizes", label: "Sizes of the samples", hint: "two or more: 50,40,60" },
    { name: "distinct", label: "Different ones in all samples together", hint: "50 and 40 of which 8 came again: 82" },
  ] },
  "estimate/balls": { before: "", after: " were drawn", fields: [
    { name: "urns", label: "Different barcodes there could be", hint: "4^8 for eight letters" },
    { name: "occupied", label: "Different ones that were seen", hint: "" },
  ] },
  "estimate/committees": { before: "", after: " came together", fields: [
    { name: "urns", label: "Urns", hint: "bits of a classic filter, or seats" },
    { name: "size", label: "How many each occupies", hint: "" },
    { name: "occupied", label: "Urns that are occupied", hint: "" },
  ] },
  birthday: { before: "", after: "", fields: [
    { name: "urns", label: "Days, digests or urns", hint: "365, 2^61 …" },
    { name: "balls", label: "How many have one", hint: "" },
  ] },
});

/** Two samples, in the words of those who catch. @type {import("./form.js").Field[]} */
const CAUGHT = [
  { name: "marked", label: "Caught, marked and set free", hint: "", stays: true },
  { name: "caught", label: "Caught later", hint: "" },
  { name: "recaptured", label: "Of those, marked already", hint: "" },
];

/** Who was caught when. @type {import("./form.js").Field[]} */
const TABLE = [
  { name: "histories", label: "Who was caught when", hint: "one row an animal, one column an occasion: 101 or fox 1,1,0,1", rows: 9, whole: true, stays: true },
];

const FOXES = "fox 1,1,0,1\nfox 2,1,1,0\nfox 3,0,1,0\nfox 4,1,0,0\nfox 5,0,1,1\nfox 6,0,0,1\nfox 7,1,1,1\nfox 8,0,0,1";

/** @type {import("./page.js").Tab} */
export const manyTab = {
  title: "How many are there?",
  about: "From what was seen, and seen again, back to how many there must be.",
  modes: [
    ["estimate/population?marked=50&caught=40&recaptured=8", "Marked and recaptured"],
    ["estimate/population?sizes=50,40,60&distinct=120", "Several samples"],
    [`estimate/population?histories=${encodeURIComponent(FOXES)}`, "Capture histories"],
    ["estimate/balls?urns=4^8&occupied=30000", "Barcodes (UMIs), linear counting"],
    ["estimate/committees?urns=1024&size=10&occupied=600", "Groups of one size"],
    ["birthday?urns=365&balls=23", "Collisions (birthdays)"],
  ],
  fields: (state) => [
    ...(has(state, "marked") ? CAUGHT : has(state, "histories") ? TABLE : (ASKED[state.command]?.fields ?? [])),
    ...(state.command === "birthday" ? [] : [{ name: "confidence", label: "How surely the interval holds the truth", hint: "empty for 95%" }]),
  ],
  async show(state, page) {
    const answer = parsed((await page.ask(state)).text);
    if (state.command === "birthday") {
      page.render(el("p", { class: "headline" }, `Of ${grouped(answer.balls)}, two share one of ${grouped(answer.urns)} with probability `, el("b", {}, certain(answer.collision, 10)), "."));
      page.copyable({ rust: rust(state, answer), csv: () => csv([["urns", "balls", "lo", "hi"], [answer.urns, answer.balls, answer.collision.lo, answer.collision.hi]]) });
      return;
    }
    const many = answer.mle === "infinity" ? "without end" : Array.isArray(answer.mle) ? answer.mle.map(grouped).join(" or ") : "unknown";
    page.render(
      el("p", { class: "headline" }, ASKED[state.command]?.before, el("b", {}, interval(answer.interval)), `${ASKED[state.command]?.after ?? ""}, with a confidence of ${value(state, "confidence") || "95%"}; likeliest are `, el("b", {}, many), "."),
      line(answer),
      facts([
        ["likeliest", many],
        [`whose mean is what was seen${named(answer.lincoln_petersen ? "Lincoln and Petersen" : state.command === "estimate/population" && !has(state, "balls") && "Darroch")}`, answer.moments === "infinity" ? "without end" : certain(answer.moments, 7)],
        ...(answer.mvue ? /** @type {[string, string][]} */ ([[`unbiased estimate${named(answer.chapman && "Chapman")}`, `${certain(answer.mvue, 7)}, unbiased up to ${grouped(answer.mvue.unbiased_up_to)}`]]) : []),
        ...(answer.schnabel ? /** @type {[string, string][]} */ ([
          ["Schnabel's estimate", estimated(answer.schnabel)], ["Chao's estimate, from below", estimated(answer.chao)],
        ]) : []),
        ["interval", interval(answer.interval)],
      ]),
      el("p", { class: "hint" }, "The interval is exact: whatever the truth is, it holds it at least so often. It may be long, and it may have no end; then what was seen does not tell."),
      beyond(state) && el("p", { class: "hint" }, "These histories are too long for an address: they stay in this page, and a link to it does not have them."),
      notes(answer.notes ?? []));
    page.copyable({
      csv: () => csv([["likeliest", "lo", "hi"], [Array.isArray(answer.mle) ? answer.mle.join(" ") : answer.mle ?? "", answer.interval?.lo ?? "", answer.interval?.hi ?? ""]]),
      rust: rust(state, answer),
      // The shell has the table in a file.
      ...(has(state, "histories") ? { shell: shell(changed(state, { histories: "histories.txt" })), python: python(state, answer) } : {}),
    });
  },
};

/** Whose estimate it is, if it is somebody's. @param {string | false | undefined} who */
const named = (who) => (who ? ` (${who})` : "");

/** A number that promises nothing. @param {"infinity" | { value: string }} found */
const estimated = (found) => (found === "infinity" ? "without end" : certain({ lo: found.value, hi: found.value }, 7));

/** A line of numbers with the interval and the likeliest one on it. @param {any} answer */
function line(answer) {
  if (!answer.interval || !Array.isArray(answer.mle) || answer.interval.hi === "infinity") return null;
  const [lo, hi, at] = [Number(answer.interval.lo), Number(answer.interval.hi), Number(answer.mle[0])];
  const air = Math.max(hi - lo, 1) * 0.25;
  const [from, to] = [Math.max(0, Math.min(lo, at) - air), Math.max(hi, at) + air];
  const place = (/** @type {number} */ number) => 20 + (560 * (number - from)) / (to - from);
  return el("figure", { class: "line" }, svg("svg", { viewBox: "0 0 600 70", role: "img", "aria-label": `The interval reaches from ${lo} to ${hi}; ${at} is likeliest` },
    svg("path", { class: "axis", d: "M20 34H580" }),
    svg("path", { class: "interval", d: `M${place(lo).toFixed(1)} 34H${place(hi).toFixed(1)}` }),
    svg("circle", { class: "mark look-3", cx: place(at).toFixed(1), cy: 34, r: 7 }),
    svg("text", { x: place(lo).toFixed(1), y: 60, "text-anchor": "middle" }, grouped(lo)),
    svg("text", { x: place(hi).toFixed(1), y: 60, "text-anchor": "middle" }, grouped(hi)),
    svg("text", { x: place(at).toFixed(1), y: 18, "text-anchor": "middle" }, grouped(at))));
}

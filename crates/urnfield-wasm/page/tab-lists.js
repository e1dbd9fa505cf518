// Do my lists overlap: lists of names that are pasted, or their sizes, and how surprising what they share is.

import { beyond, changed, has, question, shell, value } from "./address.js";
import { csv, download } from "./copy.js";
import { el, notes, table } from "./dom.js";
import { certain, grouped, parsed } from "./number.js";
import { uncertain, warnings } from "./lists-notes.js";
import { rust } from "./rust.js";
import { SOME_LISTS } from "./tabs.js";

/** @typedef {{ name: string, names: string }} List */

/** How names are read, each with what it means. @type {[string, string][]} */
const SWITCHES = [
  ["header", "The first line of every list is a header"],
  ["ignore-case", "Capital letters are the same as small ones"],
  ["trim", "White space around a name is no part of it"],
  ["unquote", "Quotes around a name are no part of it"],
  ["drop-version", "ENSG00000141510.18 is the same as ENSG00000141510"],
  ["drop-missing", "Words for a missing value are no names: NA, null, -"],
];

/** Lists in an address: a name, a line break, and the names. @param {import("./address.js").State} state @returns {List[]} */
const lists = (state) => state.values.filter(([name]) => name === "list").map(([, text]) => {
  const at = text.indexOf("\n");
  return at < 0 ? { name: text, names: "" } : { name: text.slice(0, at), names: text.slice(at + 1) };
});

/** @type {import("./page.js").Tab} */
export const listsTab = {
  title: "Do my lists overlap more than by chance?",
  about: "Lists drawn at random share some names too. Of every combination: how many names it shares, and how surprising that is.",
  fields: (state) => [
    { name: "population", label: "How many names there are altogether", hint: "what a list could have been drawn from, listed or not" },
    ...(has(state, "sizes") ? [
      { name: "sizes", label: "Sizes of the lists", hint: "two or more: 300,500", stays: true },
      { name: "observed", label: "Names that all of them share", hint: "" },
    ] : [
      { name: "sort", label: "Rows by", options: /** @type {[string, string][]} */ ([["", "number of lists"], ["p", "how surprising they are"], ["observed", "names shared"]]) },
      ...SWITCHES.map(([name, label]) => ({ name, label, flag: true })),
    ]),
  ],
  extra(page, state) {
    const toSizes = has(state, "sizes");
    const other = el("button", { type: "button", class: "quiet", click: () => page.go(toSizes ? SOME_LISTS : "overlap?population=20000&sizes=300,500&observed=15") },
      toSizes ? "I have the lists themselves" : "I only know sizes");
    if (toSizes) return other;
    const given = lists(state);
    while (given.length < 2) given.push({ name: `List ${given.length + 1}`, names: "" });
    const boxes = el("div", { class: "lists" });
    const change = () => {
      const now = [...boxes.children].map((box) => ({
        name: box.querySelector("input")?.value ?? "", names: box.querySelector("textarea")?.value ?? "",
      }));
      page.change((current) => holding(current, now));
    };
    const add = (/** @type {List} */ list) => {
      const at = boxes.children.length + 1;
      const size = el("span", { class: "hint" });
      const name = el("input", { type: "text", "aria-label": `Name of list ${at}`, autocomplete: "off" });
      const names = el("textarea", { rows: 6, "aria-label": `Names in list ${at}, one a line`, spellcheck: "false", autocomplete: "off" });
      [name.value, names.value] = [list.name, list.names];
      const count = () => (size.textContent = `${grouped(names.value.split("\n").filter(Boolean).length)} lines`);
      const drop = el("button", { type: "button", class: "quiet", "aria-label": `Remove list ${at}`, click: () => (box.remove(), change()) }, "Remove");
      const box = el("fieldset", {}, el("legend", {}, `List ${at}`), name, names, el("p", {}, size, " ", drop));
      // Whoever pastes many lines may make an event of each: they are looked at once.
      let waiting = 0;
      for (const input of [name, names]) {
        input.addEventListener("input", () => {
          cancelAnimationFrame(waiting);
          waiting = requestAnimationFrame(() => (count(), change()));
        });
      }
      names.addEventListener("drop", (event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        void file.text().then((text) => {
          [name.value, names.value] = [file.name.replace(/\.[^.]*$/, ""), text];
          count();
          change();
        });
      });
      count();
      boxes.append(box);
    };
    given.forEach(add);
    return el("div", {}, boxes,
      el("p", {}, el("button", { type: "button", click: () => (add({ name: `List ${boxes.children.length + 1}`, names: "" }), change()) }, "Add a list"), " ", other),
      el("p", { class: "hint" }, "One name a line. Files can be dropped on a list; nothing is uploaded."));
  },
  async show(state, page) {
    const given = has(state, "sizes") ? [] : lists(state);
    const wanted = wants(state, given);
    if (wanted) return page.render(el("p", { class: "waiting" }, wanted));
    const attached = () => given.map(({ name, names }) => ({ name, bytes: new TextEncoder().encode(names) }));
    const asked = question(state);
    const { text, talk } = await page.ask(asked, "json", attached());
    const answer = parsed(text);
    const picture = await page.ask(asked, "svg", attached());
    const address = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
    page.leaving(() => URL.revokeObjectURL(address));
    const [top] = [...answer.rows].sort((a, b) => Number(a.log10_at_least?.hi ?? 0) - Number(b.log10_at_least?.hi ?? 0));
    const names = (/** @type {any} */ row) => row.sets.join(" & ");
    const shared = el("div", { role: "status" });
    const rows = answer.rows.map((/** @type {any} */ row) => [
      given.length === 0 ? names(row) : el("button", { type: "button", class: "link", click: () => show(row) }, names(row)),
      grouped(row.observed), grouped(row.exclusive), certain(row.expected, 3), row.fold ? certain(row.fold, 3) : "", certain(row.at_least, 3), certain(row.at_most, 3), certain(row.holm, 3), certain(row.bh, 3)]);
    const show = (/** @type {any} */ row) => {
      /** @type {string[]} */
      const found = row.names ?? [];
      shared.replaceChildren(el("h3", {}, `Shared by ${names(row)}`), el("p", { class: "names" }, found.slice(0, 500).join(", ") || "no name"),
        found.length > 500 && el("p", { class: "hint" }, `the first 500 of ${grouped(found.length)}`) || "",
        el("button", { type: "button", click: () => download(found.join("\n") + "\n", "shared.txt") }, "Save these names"));
    };
    const noticed = answer.noticed ?? [];
    const told = answer.notes.slice(noticed.length);
    const doubt = top && uncertain(noticed, top);
    page.render(
      ...warnings(noticed, page),
      doubt && el("p", { class: "headline" }, ...doubt),
      top && !doubt && el("p", { class: "headline" }, el("b", {}, names(top)), ` share ${grouped(top.observed)} ${top.observed === 1 ? "name" : "names"}; chance alone would give ${certain(top.expected, 4)}. As many or more come by chance with probability `, el("b", {}, certain(top.at_least, 4)), "."),
      beyond(state) && el("p", { class: "hint" }, "These lists are too long for an address: they stay in this page, and a link to it does not have them."),
      table("Overlaps", ["lists", "shared", "in no other", "expected", "fold", "P(≥)", "P(≤)", "Holm", "BH"], rows),
      shared,
      el("figure", { class: "picture" }, el("img", { src: address, load: fitted, alt: `Bars of what each combination shares, with marks for what chance would share; the numbers are in the table above` })),
      el("p", { class: "hint" }, "P(≥) and P(≤) are exact chances that random lists share at least, or at most, as many names. Holm and BH adjust P(≥) for all rows."),
      notes([...new Set([...talk, ...picture.talk, ...told])]));
    page.copyable({
      shell: shell(state, given.map(({ name }) => `${name}.txt`)),
      json: () => page.ask(asked, "json", attached()).then((found) => found.text),
      csv: () => page.ask(asked, "csv", attached()).then(({ text }) => csv(text.trimEnd().split("\n").map((line) => line.split("\t")))),
      svg: () => picture.text,
      rust: rust(state, answer),
      python: has(state, "sizes") ? undefined : python(state, given, answer.population),
    });
  },
};

/** The same question with these lists. @param {import("./address.js").State} state @param {List[]} now @returns {import("./address.js").State} */
function holding(state, now) {
  const { command, values } = changed(state, { list: null });
  return { command, values: [...values, ...now.map(({ name, names }) => /** @type {[string, string]} */ (["list", `${name}\n${names}`]))] };
}

/** What has to be typed before there is a question; nothing where there is one. @param {import("./address.js").State} state @param {List[]} given */
function wants(state, given) {
  if (has(state, "sizes")) return "";
  const filled = given.filter(({ names }) => names.trim() !== "").length;
  if (filled < 2) return `An overlap needs two lists or more, got ${filled}: paste names into them, one a line.`;
  return value(state, "population") === "" ? "Say how many names there are altogether: the answer depends on it." : "";
}

/** The lists and the switches as Python. @param {import("./address.js").State} state @param {List[]} given @param {number} population */
export function python(state, given, population) {
  const lines = `open(f"{name}.txt").read().splitlines()`;
  const on = SWITCHES.filter(([name]) => has(state, name)).map(([name]) => `, ${name.replaceAll("-", "_")}=True`);
  return `import urnfield as urn\n\nlists = {name: ${lines} for name in ${JSON.stringify(given.map(({ name }) => name))}}\nprint(urn.overlap(lists, population=${population}${on.join("")}))\n`;
}

/** A picture becomes as narrow as a phone, as long as it can be read; beyond that it is moved. @param {{ target: HTMLImageElement }} event */
function fitted({ target }) {
  target.style.minWidth = `${Math.round(0.7 * target.naturalWidth)}px`;
}

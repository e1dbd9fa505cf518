// The page: tabs, fields, and the way from what is typed to what is shown. The address is the state.

import { address, beyond, changed, question, read, shell, written } from "./address.js";
import { Asker, Refusal, Stopped } from "./asker.js";
import { copyAs } from "./copy.js";
import { byId, el } from "./dom.js";
import { fault, field, forgive } from "./form.js";
import { python } from "./python.js";
import { TABS, tabOf } from "./tabs.js";

/**
 * @typedef {import("./address.js").State} State
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./urnfield.js").Form} Form
 * @typedef {{ question?: State, shell?: string, rust?: string, python?: string, json?: State | (() => string | Promise<string>), csv?: () => string | Promise<string>, svg?: State | (() => string | Promise<string>) }} Copyable
 *
 * What a tab is given to ask and to show with.
 * @typedef {{
 *   ask: (state: State, form?: Form, files?: import("./urnfield.js").Attached[], apart?: boolean) => Promise<import("./urnfield.js").Answered>,
 *   render: (...children: Child[]) => void,
 *   copyable: (ways: Copyable) => void,
 *   placeholders: (found: Record<string, string | number>) => void,
 *   fault: (name: string, sentence: string) => void,
 *   sentence: (problem: unknown) => string,
 *   refusal: (problem: unknown) => Error,
 *   change: (to: (state: State) => State) => void,
 *   go: (address: string) => void,
 *   leaving: (act: () => void) => void,
 * }} Page
 *
 * @typedef {{
 *   title: string, about: string,
 *   modes?: [string, string][],
 *   fields: (state: State) => import("./form.js").Field[],
 *   extra?: (page: Page, state: State) => HTMLElement,
 *   show: (state: State, page: Page) => Promise<void>,
 * }} Tab
 */

/** So long a question may take before it is said to. */
const PATIENCE = 250;
/** Keys that follow each other so soon are one change. */
const TYPING = 60;

const [form, out, copy, status, spoken] = [byId("form"), byId("out"), byId("copy"), byId("status"), byId("spoken")];
const asker = new Asker();
/** Files are looked at apart from questions, which may end each other. @type {Asker | undefined} */
let reader;

/** States that are too long for the addresses that stand for them. @type {Map<string, State>} */
const kept = new Map();
let state = read(location.hash);
let shape = "";
let turn = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
/** @type {(() => void)[]} */
let leaving = [];

/** @param {unknown} problem */
function sentence(problem) {
  if (problem instanceof Stopped) throw problem;
  return problem instanceof Error ? problem.message : String(problem);
}

/** What is typed becomes the state; fields that are empty are left out. @param {(state: State) => State} to */
function change(to) {
  state = to(state);
  const here = address(state);
  if (here !== location.hash) history.replaceState(null, "", here);
  if (beyond(state)) kept.set(location.hash, state);
  clearTimeout(typing);
  typing = setTimeout(() => void show(), TYPING);
}

/** @param {number} mine @returns {Page} */
function pageOf(mine) {
  const current = () => {
    if (mine !== turn) throw new Stopped("another question was asked");
  };
  return {
    async ask(asked, as = "json", files = [], apart = false) {
      if (apart) return (reader ??= new Asker()).ask(written(asked), as, files);
      current();
      const answer = await asker.ask(written(asked), as, files);
      current();
      return answer;
    },
    render(...children) {
      current();
      out.replaceChildren(...children.filter((child) => child instanceof Node));
      out.classList.remove("old");
      spoken.textContent = out.querySelector(".headline")?.textContent ?? "";
    },
    copyable(ways) {
      current();
      copy.replaceChildren(copyAs(listed(ways), (problem) => say(problem)));
    },
    placeholders(found) {
      for (const [name, text] of Object.entries(found)) {
        const input = form.querySelector(`input[name="${name}"]`);
        if (input instanceof HTMLInputElement) input.placeholder = `${text}, found`;
      }
    },
    fault: (name, said) => void fault(form, `--${name}: ${said}`),
    sentence,
    refusal: (problem) => {
      if (problem instanceof Refusal) return problem;
      throw problem;
    },
    change,
    go: (address) => void (location.hash = address),
    leaving: (act) => void leaving.push(act),
  };
}

/** Every way that an answer can be copied. @param {Copyable} ways @returns {import("./copy.js").Way[]} */
function listed(ways) {
  const asked = ways.question ?? question(state);
  const text = (/** @type {Form} */ as) => (/** @type {State | (() => string | Promise<string>) | undefined} */ way) =>
    typeof way === "function" ? way : async () => (reader ??= new Asker()).ask(written(way ?? asked), as).then((found) => found.text);
  const { rust, csv } = ways;
  return [
    { name: "Link", text: () => location.href },
    { name: "Shell", text: () => `${ways.shell ?? shell(asked)}\n` },
    ...(rust ? [{ name: "Rust", file: "question.rs", text: () => rust }] : []),
    { name: "Python", file: "question.py", text: () => ways.python ?? python(asked) },
    { name: "JSON", file: "answer.json", text: text("json")(ways.json) },
    ...(csv ? [{ name: "CSV", file: "answer.csv", text: csv }] : []),
    ...(ways.svg ? [{ name: "SVG", file: "picture.svg", text: text("svg")(ways.svg) }] : []),
  ];
}

/** Says what is wrong: at its field, or where the answer would be. @param {unknown} problem */
function say(problem) {
  if (problem instanceof Stopped) return;
  const said = sentence(problem);
  const known = problem instanceof Refusal;
  out.classList.add("old");
  copy.replaceChildren();
  if (known && fault(form, said)) {
    spoken.textContent = said;
    if (out.children.length === 0) out.replaceChildren(el("p", { class: "waiting" }, "The answer comes when that field can be read."));
    return;
  }
  out.replaceChildren(el("p", { class: "warning", role: "alert" }, said));
  out.classList.remove("old");
}

/** The mode that the state is in: the one with most of its names. @param {[string, string][]} modes */
function modeOf(modes) {
  const alike = (/** @type {string} */ address) => {
    const { command, values } = read(address);
    return command === state.command ? 1 + values.filter(([name]) => state.values.some(([other]) => other === name)).length : 0;
  };
  return modes.map(([address]) => address).sort((a, b) => alike(b) - alike(a))[0] ?? "";
}

/** The fields of a tab, made anew only where others are needed: who types keeps his place. @param {string} called @param {Tab} tab */
function build(called, tab) {
  const fields = tab.fields(state);
  const now = [called, state.command, ...fields.map(({ name }) => name)].join(" ");
  if (now === shape) return;
  shape = now;
  byId("title").textContent = tab.title;
  byId("about").textContent = tab.about;
  document.title = `${called} · urnfield`;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.textContent === called) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ inline: "center", block: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  for (const place of [out, copy, byId("file-shown")]) place.replaceChildren();
  const page = pageOf(turn);
  const mode = tab.modes && field({ name: "mode", label: "What is known", options: tab.modes }, modeOf(tab.modes), (address) => page.go(address));
  form.replaceChildren(...(mode ? [mode] : []), ...fields.map((each) => {
    const typed = state.values.filter(([name]) => name === each.name).map(([, text]) => text);
    const shown = each.flag ? (state.values.some(([name]) => name === each.name) ? "on" : "") : typed.join(each.many ? " " : "\n");
    return field(each, shown, (text) => change((before) => put(before, each, text)));
  }), ...(tab.extra ? [tab.extra(page, state)] : []));
}

/** @param {State} before @param {import("./form.js").Field} each @param {string} text @returns {State} */
function put(before, each, text) {
  if (each.flag) return changed(before, { [each.name]: text === "" ? null : "" });
  const lines = each.many ? text.split(/\s+/) : each.rows && !each.whole ? text.split("\n") : [text];
  const at = before.values.findIndex(([name]) => name === each.name);
  const added = lines.map((line) => (each.whole ? line : line.trim())).filter((line) => each.stays || line !== "").map((line) => /** @type {[string, string]} */ ([each.name, line]));
  const kept = before.values.filter(([name]) => name !== each.name);
  kept.splice(at < 0 ? kept.length : at, 0, ...added);
  return { command: before.command, values: kept };
}

async function show() {
  const mine = (turn += 1);
  asker.stop();
  for (const act of leaving.splice(0)) act();
  const { name, start, load } = tabOf(state.command);
  if (state.command === "") {
    state = read(start);
    history.replaceState(null, "", address(state));
  }
  const tab = await load().catch((error) => error);
  if (mine !== turn) return;
  if (tab instanceof Error) return say(tab);
  build(name, tab);
  forgive(form);
  const late = setTimeout(() => {
    out.classList.add("old");
    status.replaceChildren("Working on it. ", el("button", { type: "button", class: "quiet", click: () => (asker.stop(), done()) }, "Stop"));
  }, PATIENCE);
  const done = () => {
    clearTimeout(late);
    if (mine === turn) status.replaceChildren();
  };
  try {
    await tab.show(state, pageOf(mine));
  } catch (problem) {
    if (mine === turn) say(problem);
  }
  done();
}

addEventListener("hashchange", () => {
  state = kept.get(location.hash) ?? read(location.hash);
  shape = "";
  void show();
});
form.addEventListener("submit", (event) => event.preventDefault());
// An address is a question, and no place in the page.
byId("skip").addEventListener("click", (event) => (event.preventDefault(), byId("out-title").focus()));
// A file that misses its place is not opened instead of the page.
for (const kind of /** @type {const} */ (["dragover", "drop"])) {
  addEventListener(kind, (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
}
byId("tabs").replaceChildren(...TABS.map((tab) => el("li", {}, el("a", { href: `#${tab.start}` }, tab.name))));
// The other tabs come when the first has its answer, so that they are there when they are wanted.
void show().then(() => Promise.all(TABS.map(({ load }) => load()))).catch(() => {});

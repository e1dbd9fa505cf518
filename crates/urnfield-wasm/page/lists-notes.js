// Notes about lists: what may be wrong with the names, each with a button that puts it right, and what stays uncertain.

import { changed } from "./address.js";
import { byId, el } from "./dom.js";
import { grouped } from "./number.js";

/** @typedef {{ kind: string, lists: string[], names: string[], would: number | null, sentence: string, switches: string[] }} Noticed */

/** What a switch ignores, in words. @type {Record<string, string>} */
const IGNORED = { "ignore-case": "case", trim: "white space", unquote: "quotes", "drop-version": "versions" };
/** What another switch does. @type {Record<string, string>} */
const OTHERS = { header: "Leave the first line of every list out", "drop-missing": "Leave words for a missing value out" };

/** @param {string[]} words */
const and = (words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/** What the button of a remedy says. @param {string[]} switches */
function label(switches) {
  const ignored = switches.flatMap((name) => IGNORED[name] ?? []);
  return [...switches.flatMap((name) => OTHERS[name] ?? []), ...(ignored.length > 0 ? [`Ignore ${and(ignored)}`] : [])].join("; ");
}

/** The notes as warnings; those with the same remedy share a box and its button. @param {Noticed[]} noticed @param {import("./page.js").Page} page */
export function warnings(noticed, page) {
  /** @type {Map<string, Noticed[]>} */
  const boxes = new Map();
  for (const note of noticed) {
    const key = note.switches.join(" ");
    boxes.set(key, [...(boxes.get(key) ?? []), note]);
  }
  return [...boxes].map(([key, notes]) => {
    const switches = key.split(" ").filter(Boolean);
    const apply = () => {
      for (const name of switches) {
        const box = document.querySelector(`input[name="${name}"]`);
        if (box instanceof HTMLInputElement) box.checked = true;
      }
      // The button goes with its note.
      byId("out-title").focus();
      page.change((state) => changed(state, Object.fromEntries(switches.map((name) => [name, ""]))));
    };
    return el("div", { class: "warning", role: "note" }, ...notes.map(({ sentence }) => el("p", {}, sentence)),
      switches.length > 0 && el("button", { type: "button", click: apply }, label(switches)));
  });
}

/** A name without the white space and the quotes around it. @param {string} name */
const bare = (name) => name.trim().replace(/^(["'])(.*)\1$/, "$2").trim();

/**
 * What a headline must not state, as it may be a mistake; nothing where there is no doubt.
 * @param {Noticed[]} noticed @param {any} top The most surprising row. @returns {(string | HTMLElement)[] | undefined}
 */
export function uncertain(noticed, top) {
  const pair = noticed.find(({ kind, would }) => kind === "spelling" && (would ?? 0) > 2 * top.observed);
  if (pair) {
    const ignored = and(pair.switches.flatMap((name) => IGNORED[name] ?? []));
    return ["It is uncertain how many names ", el("b", {}, pair.lists.join(" & ")), ` share: ${grouped(pair.would ?? 0)} if ${ignored} ${pair.switches.length > 1 || ignored.endsWith("s") ? "are" : "is"} ignored, and fewer as they are spelled.`];
  }
  const likely = [["header", "a header"], ["missing", "a missing value"]].map(([kind, what]) => ({
    what, words: new Set(noticed.filter((note) => note.kind === kind).flatMap(({ names }) => names.map(bare))),
  }));
  const doubtful = (top.names ?? []).flatMap((/** @type {string} */ name) => {
    const found = likely.find(({ words }) => words.has(bare(name)));
    return found ? [`${name}, which is likely ${found.what}`] : [];
  });
  if (doubtful.length === 0) return undefined;
  const left = top.observed - doubtful.length;
  const share = left === 0 ? ` share nothing but ${doubtful.join(", and ")}.` : ` share ${grouped(left)} ${left === 1 ? "name" : "names"}, without ${doubtful.join(", and ")}.`;
  return [el("b", {}, top.sets.join(" & ")), share];
}

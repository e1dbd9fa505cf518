// "Copy as": the question and its answer in the words of other places.

import { el } from "./dom.js";

/** @typedef {{ name: string, file?: string, text: () => string | Promise<string> }} Way */

/** @param {string} text @param {string} name */
export function download(text, name) {
  const type = name.endsWith(".svg") ? "image/svg+xml" : "text/plain;charset=utf-8";
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Rows as CSV. @param {(string | number)[][]} rows */
export function csv(rows) {
  const cell = (/** @type {string | number} */ value) => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(",") + "\n").join("");
}

/**
 * A row of ways, and below it what was chosen. @param {Way[]} ways
 * @param {(problem: unknown) => void} failed
 */
export function copyAs(ways, failed) {
  const shown = el("pre", { tabindex: 0, "aria-label": "What is copied" });
  const save = el("button", { type: "button", class: "quiet" }, "Save as a file");
  const said = el("span", { role: "status", class: "copied" });
  const place = el("div", { class: "copy-shown", hidden: true }, shown, said, " ", save);
  /** @type {(() => void) | undefined} */
  let saving;
  save.addEventListener("click", () => saving?.());
  const choose = async (/** @type {Way} */ way) => {
    try {
      const text = await way.text();
      shown.textContent = text;
      place.hidden = false;
      save.hidden = way.file === undefined;
      saving = () => download(text, way.file ?? "urnfield.txt");
      said.textContent = "";
      try {
        await navigator.clipboard.writeText(text);
        said.textContent = `${way.name} copied`;
      } catch {
        said.textContent = "select and copy it here";
      }
    } catch (problem) {
      failed(problem);
    }
  };
  return el("section", { class: "copy", "aria-label": "Copy as" },
    el("h3", {}, "Copy as"),
    el("div", { class: "ways" }, ...ways.map((way) =>
      el("button", { type: "button", click: () => void choose(way) }, way.name))),
    place);
}

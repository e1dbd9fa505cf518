// Elements, made by hand: text is always text, and no markup is ever read.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** @param {string} tag @param {Attributes} [attributes] @param {Child[]} children */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * A table: its head, and rows whose first cell names them.
 * @param {string} caption @param {Child[]} head @param {Child[][]} rows @param {Attributes} [attributes]
 */
export function table(caption, head, rows, attributes = {}) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el("table", attributes,
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, cell)))),
      el("tbody", {}, ...rows.map(([first, ...cells]) =>
        el("tr", {}, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", {}, cell)))))));
}

/** Names and values. @param {[Child, Child][]} pairs */
export function facts(pairs) {
  return el("dl", { class: "facts" }, ...pairs.flatMap(([name, value]) =>
    [el("dt", {}, name), el("dd", {}, value)]));
}

/** Sentences beside an answer. @param {string[]} sentences */
export function notes(sentences) {
  return sentences.length > 0 && el("ul", { class: "notes" }, ...sentences.map((each) => el("li", {}, each)));
}

// Fields to type into, each with its name, a hint, and a place for what is wrong with it.

import { el } from "./dom.js";

/**
 * With rows it takes several lines, each a value, or all of them a `whole`; `many` values have spaces between them.
 * One that `stays` is in the address even if it is empty, as it says which question is asked.
 * @typedef {{ name: string, label: string, hint?: string, placeholder?: string, options?: [string, string][], flag?: boolean, rows?: number, many?: boolean, whole?: boolean, stays?: boolean }} Field
 */

/**
 * @param {Field} field @param {string} value @param {(value: string) => void} changed
 */
export function field(field, value, changed) {
  const id = `field-${field.name}`;
  const described = `${id}-hint ${id}-fault`;
  /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
  let input;
  if (field.options) {
    input = el("select", { id, name: field.name, "aria-describedby": described },
      ...field.options.map(([each, label]) => el("option", { value: each, selected: each === value }, label)));
  } else if (field.flag) {
    input = el("input", { id, name: field.name, type: "checkbox", checked: value !== "", "aria-describedby": described });
  } else if (field.rows) {
    input = el("textarea", { id, name: field.name, rows: field.rows, placeholder: field.placeholder, spellcheck: "false", autocomplete: "off", "aria-describedby": described });
    input.value = value;
  } else {
    input = el("input", {
      id, name: field.name, type: "text", placeholder: field.placeholder, autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", inputmode: "text", "aria-describedby": described,
    });
    input.value = value;
  }
  input.addEventListener(field.options || field.flag ? "change" : "input", () => {
    changed(input instanceof HTMLInputElement && input.type === "checkbox" ? (input.checked ? "on" : "") : input.value);
  });
  return el("div", { class: field.flag ? "field flag" : "field" },
    el("label", { for: id }, field.label),
    input,
    el("p", { class: "hint", id: `${id}-hint` }, field.hint ?? ""),
    el("p", { class: "fault", id: `${id}-fault` }));
}

/**
 * Says what is wrong, at the field that it is about where the sentence names one; returns whether it does.
 * @param {HTMLElement} form @param {string} sentence
 */
export function fault(form, sentence) {
  const [, name = "", rest = ""] = /^--([a-z-]+): (.*)$/s.exec(sentence) ?? [];
  const input = name === "" ? null : form.querySelector(`[name="${name}"]`);
  const place = input?.closest(".field")?.querySelector(".fault");
  if (!input || !place) return false;
  input.setAttribute("aria-invalid", "true");
  place.textContent = rest;
  return true;
}

/** @param {HTMLElement} form */
export function forgive(form) {
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  for (const place of form.querySelectorAll(".fault")) place.textContent = "";
}

// Any other question that an address holds: answered as the shell answers, and shown as it is.

import { written } from "./address.js";
import { el, notes } from "./dom.js";

/** @type {import("./page.js").Tab} */
export const otherTab = {
  title: "A question in the shell's words",
  about: "The address holds a question that has no tab of its own; it is answered all the same.",
  fields: () => [],
  async show(state, page) {
    const figure = state.command.startsWith("figure/");
    const { text, talk } = await page.ask(state, figure ? "csv" : "text");
    page.render(el("p", { class: "headline digits" }, written(state)), el("pre", { tabindex: 0 }, text), notes(talk));
    page.copyable({ ...(figure ? { csv: () => text, svg: state } : {}) });
  },
};

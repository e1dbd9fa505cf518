// A question in the words of the Python package.

import { question } from "./address.js";

/** Histories are given by what their answer says of them. @param {import("./address.js").State} state @param {any} [answer] */
export function python(state, answer) {
  const { command, values: all } = question(state);
  const values = answer?.animals
    ? [["sizes", answer.sizes.join(",")], ["distinct", String(answer.animals)], ...all.filter(([name]) => name !== "histories")]
    : all;
  const [first = "", second = ""] = command.split("/");
  const names = [...new Set(values.map(([name]) => name ?? ""))];
  const written = (/** @type {string} */ text) => (/^[1-9]\d{0,17}$|^0$/.test(text) ? text : JSON.stringify(text));
  const given = names.map((name) => {
    const each = values.filter(([other]) => other === name).map(([, text]) => text);
    const called = name.replaceAll("-", "_");
    if (name === "department" && first === "law") return second === "union" ? `union=${JSON.stringify(each.join("+"))}` : `intersection=${JSON.stringify(each)}`;
    if (name === "sizes") return `sizes=[${each.join(",").split(",").join(", ")}]`;
    if (each.length > 1) return `${called}=[${each.map(written).join(", ")}]`;
    return `${called}=${each[0] === "" ? "True" : written(each[0] ?? "")}`;
  });
  const call = first === "plan" ? "plans" : first === "estimate" ? `estimate_${second}` : first;
  const named = first === "figure" ? [JSON.stringify(second), ...given] : given;
  return `import urnfield as urn\n\nprint(urn.${call}(${named.join(", ")}))\n`;
}

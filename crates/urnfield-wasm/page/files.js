// A filter's file, dropped: looked at in the browser, and sent nowhere.

import { byId, el, facts, notes, table } from "./dom.js";
import { grouped, interval, parsed, rate, size } from "./number.js";

/** What a page's memory bears. */
const LARGEST = 512 << 20;

/** A place to drop a file on. @param {import("./page.js").Page} page */
export function files(page) {
  const shown = byId("file-shown");
  const input = el("input", { type: "file", id: "file", accept: ".urn,.parquet,.pq", change: () => void look(input.files?.[0]) });
  const place = el("div", { class: "drop" },
    el("label", { for: "file" }, "A filter's file"), input,
    el("p", { class: "hint" }, "Drop a .urn or Parquet file here, or choose one. It is read in this page and sent nowhere."));
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    place.classList.toggle("over", event.type === "dragover");
  };
  for (const kind of /** @type {const} */ (["dragover", "dragleave"])) place.addEventListener(kind, over);
  place.addEventListener("drop", (event) => {
    over(event);
    void look(event.dataTransfer?.files[0]);
  });
  const look = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    shown.replaceChildren(el("p", { class: "waiting" }, `Reading ${file.name}.`));
    try {
      if (file.size > LARGEST) throw new Error(`a page reads files of up to 512 MiB, got ${file.name} with ${grouped(file.size)} bytes; look at it with urnfield info or urnfield parquet audit`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const end = new TextDecoder("latin1").decode(bytes.subarray(-4));
      const parquet = /\.(parquet|pq)$/i.test(file.name) || end === "PAR1";
      const { text, talk } = await page.ask({ command: parquet ? "parquet/audit" : "info", values: [] }, "json", [{ name: file.name, bytes }], true);
      const found = text.split("\n").filter(Boolean).map(parsed);
      shown.replaceChildren(el("article", {}, el("h3", {}, file.name), ...(parquet ? columns(found) : found.map(filter)), notes(talk) || ""));
    } catch (problem) {
      shown.replaceChildren(el("p", { class: "warning" }, page.sentence(problem)));
    }
  };
  return el("section", { class: "file" }, place);
}

/** @param {any} found */
const counted = (found) => (found ? interval(found.interval) : "unknown");

/** @param {any} info */
function filter(info) {
  return el("div", {}, el("p", { class: "headline" }, "A key that was never inserted passes this very filter with probability ", el("b", {}, rate(info.fpr_given_bits)), "."), facts([
    ["kind", info.kind], ["bits", grouped(info.bits)], ["hashes", info.hashes], ["bits set", `${grouped(info.bits_set)}, ${rate(info.fill, 5)}`],
    ["items in it", info.items ? `${counted(info.items)}, with a confidence of ${info.items.confidence}` : "unknown"],
    ["planned for", info.planned_items === null ? "unknown" : `${grouped(info.planned_items)} items`], ["more than planned", info.over_plan === null ? "unknown" : info.over_plan ? "yes" : "no"],
    ["encoding", info.encoding], ["digest", info.digest],
  ]), notes(info.notes ?? []));
}

/** A row for each filter of a Parquet file. @param {any[]} audits */
function columns(audits) {
  const mean = (/** @type {any} */ expected) => (expected ? `${rate(expected.fewest, 3)} to ${expected.most ? rate(expected.most, 3) : "1"}` : "unknown");
  return audits.length === 0 ? [] : [
    table("Its filters", ["column", "row group", "values", "size", "bits set", "different values", "rate", "mean rate of such filters"], audits.map((audit) =>
      [`${audit.column} (${audit.type})`, audit.row_group, grouped(audit.values), size(8 * audit.bytes), rate(audit.fill, 3), counted(audit.distinct), rate(audit.fpr_given_bits, 4), mean(audit.expected_fpr)])),
    el("p", { class: "hint" }, "Different values: how many put these bits there, with a confidence of 95\u202f%. Rate: the share of values that are in none of the rows and pass all the same."),
    notes([...new Set(audits.flatMap((audit) => audit.notes ?? []))]) || el("span"),
  ];
}

// A filter's file, dropped: looked at in the browser, and sent nowhere.

import { el, facts, notes } from "./dom.js";
import { grouped, interval, parsed, rate } from "./number.js";

/** What a page's memory bears. */
const LARGEST = 512 << 20;

/** A place to drop a file on. @param {import("./page.js").Page} page */
export function files(page) {
  const shown = el("div", { class: "file-shown", role: "status" });
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
      shown.replaceChildren(...text.split("\n").filter(Boolean).map((line) => (parquet ? column(parsed(line)) : filter(parsed(line)))), notes(talk) || "");
    } catch (problem) {
      shown.replaceChildren(el("p", { class: "warning" }, page.sentence(problem)));
    }
  };
  return el("section", { class: "file" }, place, shown);
}

/** @param {any} found */
const counted = (found) => (found ? `${found.estimate?.value ? `about ${Number(Number(found.estimate.value).toPrecision(4))}, ` : ""}${interval(found.interval)} with confidence ${found.confidence}` : "unknown");

/** @param {any} info */
function filter(info) {
  return el("article", {}, el("h3", {}, info.file), facts([
    ["kind", info.kind], ["bits", grouped(info.bits)], ["hashes", info.hashes], ["bits set", grouped(info.bits_set)], ["fill", rate(info.fill, 5)],
    ["rate of this filter", rate(info.fpr_given_bits)], ["items in it", counted(info.items)],
    ["planned for", info.planned_items === null ? "unknown" : `${grouped(info.planned_items)} items`], ["more than planned", info.over_plan === null ? "unknown" : info.over_plan ? "yes" : "no"],
    ["encoding", info.encoding], ["digest", info.digest],
  ]), notes(info.notes ?? []));
}

/** @param {any} audit */
function column(audit) {
  return el("article", {}, el("h3", {}, `${audit.column}, row group ${audit.row_group}`), facts([
    ["type", audit.type], ["values", grouped(audit.values)], ["bytes", grouped(audit.bytes)], ["blocks", grouped(audit.blocks)], ["fill", rate(audit.fill, 5)],
    ["rate of this filter", rate(audit.fpr_given_bits)], ["distinct values", counted(audit.distinct)],
    ["mean rate of such filters", audit.expected_fpr ? `${rate(audit.expected_fpr.fewest, 4)} to ${audit.expected_fpr.most ? rate(audit.expected_fpr.most, 4) : "1"}` : "unknown"],
  ]), notes(audit.notes ?? []));
}

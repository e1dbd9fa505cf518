// Size a filter: two of items, rate and bits are known, the rest is found.

import { changed, has, value } from "./address.js";
import { csv } from "./copy.js";
import { el, facts, notes, table } from "./dom.js";
import { certain, gap, grouped, parsed, rate, size } from "./number.js";
import { rust } from "./rust.js";

/** @typedef {import("./page.js").Tab} Tab */
/** @typedef {import("./dom.js").Child} Child */

const NAMES = /** @type {Record<string, string>} */ ({
  standard: "standard", classic: "classic", line: "cache line", "line-classic": "cache line, classic",
  parquet: "Parquet", textbook: "textbook",
});

/** @param {string} fpr */
const target = (fpr) => {
  const [a = "0", b = "1"] = fpr.split("/");
  return Number(a) / Number(b);
};

/** @type {Tab} */
export const sizeTab = {
  title: "How large must a Bloom filter be?",
  about: "A Bloom filter remembers a set in few bits; now and then it takes a stranger for a member. Give two of items, rate and bits, and leave empty what is to be found.",
  fields: () => [
    { name: "items", label: "Items", hint: "1e6, 50k, 2^20 …", placeholder: "found" },
    { name: "fpr", label: "Rate of false positives", hint: "1%, 1/500, 1e-9, 1 in 10M …", placeholder: "found" },
    { name: "bits", label: "Bits", hint: "or bytes, with a final B: 64KiB", placeholder: "found" },
    { name: "hashes", label: "Hashes", hint: "empty for the best number", placeholder: "found" },
    { name: "confidence", label: "How surely each filter keeps the rate", hint: "99.9%; empty for the mean over filters" },
  ],
  async show(state, page) {
    const three = has(state, "items") && has(state, "bits") && (has(state, "fpr") || has(state, "hashes"));
    if (three) return oneFilter(state, page);
    const quick = changed(state, { "no-per-filter": "" });
    // One kind is known soonest, and says the most.
    const [one, all, parquet] = ["standard", "all", has(state, "hashes") ? "" : "parquet"].map((kind) =>
      kind === "" ? null : page.ask(changed(quick, { kind })).then(({ text }) => parsed(text)));
    parquet?.catch(() => {});
    all?.catch(() => {});
    render(state, page, await one, null, null);
    const found = await all;
    render(state, page, found, null, null);
    const blocks = await parquet?.catch((problem) => (page.refusal(problem), null));
    if (blocks) render(state, page, found, blocks, null);
    if (!has(state, "fpr")) return;
    // What each single filter costs takes longer, and comes later: the quick kinds first.
    const each = { plans: /** @type {any[]} */ ([]), notes: /** @type {string[]} */ ([]) };
    for (const kind of ["standard", "classic", "line"]) {
      const answer = await page.ask(changed(state, { kind })).then(({ text }) => parsed(text), page.refusal);
      if (answer instanceof Error) continue;
      each.plans.push(...answer.plans);
      each.notes.push(...answer.notes);
      render(state, page, found, blocks, each);
    }
  },
};

/** @param {import("./address.js").State} state @param {import("./page.js").Page} page @param {any} found @param {any} blocks @param {any} each */
function render(state, page, found, blocks, each) {
  const plans = [...found.plans, ...(blocks?.plans ?? [])];
  const [best] = plans;
  const book = found.textbook;
  const asked = found.asked.fpr;
  const wanted = asked ? target(asked) : null;
  page.placeholders({ items: best.items, bits: best.bits, hashes: best.hashes, fpr: rate(best.fpr, 4) });
  // What was asked for is the same in every row; what was found is compared.
  const found_by = asked ? (found.asked.items ? "bits" : "items") : "fpr";
  const amount = (/** @type {any} */ one) => Number(found_by === "fpr" ? one.fpr.hi : one[found_by]);
  const cells = (/** @type {any} */ one, /** @type {Child} */ compared, /** @type {Child} */ its = rate(one.fpr)) => [
    NAMES[one.kind], grouped(one.bits), ...(found_by === "items" ? [grouped(one.items)] : []), its,
    one.ties?.join(" or ") ?? one.hashes, compared, size(one.bits)];
  const rows = plans.map((one) => cells(one, one === best ? "" : gap(amount(one) / amount(best))));
  if (book) {
    const misses = book.keeps_promise === false;
    rows.push(cells({ ...book, kind: "textbook" },
      misses && wanted ? `misses by ${gap(Number(book.fpr.hi) / wanted).replace("+", "")}` : gap(amount(book) / amount(best)),
      misses ? el("span", { class: "misses" }, rate(book.fpr)) : rate(book.fpr)));
  }
  const head = ["", "bits", ...(found_by === "items" ? ["items"] : []), "rate", "hashes", `${found_by === "fpr" ? "rate" : found_by} against standard`, "size"];
  const text = asked && found.asked.items
    ? ["The smallest filter for ", el("b", {}, grouped(best.items)), " items has ", el("b", {}, grouped(best.bits), " bits"), ` (${size(best.bits)}) and `,
      el("b", {}, String(best.hashes), " hashes"), ". Its rate is ", el("b", {}, rate(best.fpr)), ", which is proved."]
    : asked
      ? [el("b", {}, grouped(best.bits), " bits"), ` (${size(best.bits)}) hold `, el("b", {}, grouped(best.items), " items"), ", no more, with ", el("b", {}, String(best.hashes), " hashes"), "."]
      : ["With ", el("b", {}, best.ties.join(" or "), " hashes"), " the rate is ", el("b", {}, rate(best.fpr)), ", and no number is better."];
  page.render(
    el("p", { class: "headline" }, ...text),
    book && book.keeps_promise === false && el("p", { class: "warning" },
      `The textbook's formula gives ${grouped(book.bits)} bits and ${book.hashes} hashes for ${grouped(book.items)} items. Its rate is really ${rate(book.fpr)}, `,
      `which misses the ${value(state, "fpr")} asked for by ${gap(Number(book.fpr.hi) / (wanted ?? 1)).replace("+", "")}.`),
    table("Filters side by side", head, rows),
    el("p", { class: "hint" }, "Standard filters set k bits for an item, which may coincide; classic ones k distinct bits; cache-line ones keep an item's bits within 512; Parquet is what Parquet files have. Check which your library builds."),
    promises(each, asked),
    blocks?.plans[0]?.ask_writer_for && el("p", {}, "To have it from a writer of Parquet files, ask that writer for a rate of ",
      el("b", {}, rate(blocks.plans[0].ask_writer_for)), ": writers forget how unevenly blocks are filled.",
      blocks.plans[0].power_of_two?.bits > 2 ** 23 && " Spark and others that write with parquet-mr stop at 1 MiB as long as parquet.bloom.filter.max.bytes is not raised."),
    notes(said([...found.notes, ...(blocks?.notes ?? []), ...(each?.notes ?? [])])),
  );
  page.copyable({
    csv: () => csv([["filter", "bits", "hashes", "items", "fpr_lo", "fpr_hi"],
      ...[...plans, ...(book ? [{ kind: "textbook", ...book }] : [])].map((one) => [one.kind, one.bits, one.hashes, one.items, one.fpr.lo, one.fpr.hi])]),
    svg: { command: "figure/fp-vs-k", values: [["bits", String(best.bits)], ["items", String(best.items)], ["hashes", `1-${Math.max(10, Math.min(2 * Number(best.hashes), 60))}`]] },
    rust: rust(state, found),
  });
}

/** Each note once, and none about what was not asked. @param {string[]} all */
export const said = (all) => [...new Set(all)].filter((note) => !/without --fpr|^no share_worse/.test(note));

/** @param {any} each @param {string} asked */
function promises(each, asked) {
  if (!asked) return null;
  const head = el("h3", {}, "One filter is not the mean");
  if (each === null) return el("section", {}, head, el("p", { class: "waiting" }, "What it takes that every single filter keeps the rate comes in a moment."));
  const lines = each.plans.filter((/** @type {any} */ plan) => plan.per_filter).map((/** @type {any} */ plan) => {
    const { confidence, bits, share_worse: worse } = plan.per_filter;
    const [hit = "", all = ""] = confidence.split("/");
    const but = `all but ${grouped(String(BigInt(all) - BigInt(hit)))} in ${grouped(all)}`;
    return el("li", {}, `${NAMES[plan.kind]}: `, worse ? `${certain(worse, 3, 2)}\u202f% of such filters are worse than asked; ` : "",
      ...(bits === null ? ["a size that keeps it so surely is out of reach"] : [`${but} keep it with `, el("b", {}, `${grouped(bits)} bits`), `, ${grouped(String(BigInt(bits) - BigInt(plan.bits)))} more`]));
  });
  return el("section", {}, head, el("p", {}, "The rate above is a mean over filters. What a promise for each single one costs:"), el("ul", {}, ...lines));
}

/** Items, bits and hashes or a rate: one filter, and whether it does. @param {import("./address.js").State} state @param {import("./page.js").Page} page */
async function oneFilter(state, page) {
  const answer = parsed((await page.ask(state)).text);
  const fits = answer.fits;
  page.placeholders({ hashes: answer.hashes, fpr: rate(answer.fpr, 4) });
  /** @type {[string, import("./dom.js").Child][]} */
  const pairs = [["kind", answer.kind], ["bits", grouped(answer.bits)], ["hashes", answer.hashes], ["items", grouped(answer.items)], ["rate", rate(answer.fpr)]];
  if (fits !== undefined) {
    pairs.push(["bits that suffice", answer.needs_bits === null ? "unknown" : grouped(answer.needs_bits)],
      ["most items in these bits", answer.most_items === null ? "unknown" : grouped(answer.most_items)]);
  }
  const enough = fits !== false || answer.needs_bits === null || answer.most_items === null ? null
    : el("p", {}, el("b", {}, grouped(answer.needs_bits), " bits"), ` (${size(answer.needs_bits)}) would do, or no more than `, el("b", {}, grouped(answer.most_items), " items"), " in these bits.");
  page.render(
    el("p", { class: "headline" }, fits === undefined ? "That is one filter; its rate is " : fits ? "Yes, that fits. The best rate is " : "No, that does not fit. The best rate is ", el("b", {}, rate(answer.fpr)), "."),
    enough,
    facts(pairs),
    notes(answer.notes ?? []));
  page.copyable({
    svg: { command: "figure/spread", values: [["bits", String(answer.bits)], ["items", String(answer.items)], ["hashes", String(answer.hashes)]] },
    rust: rust(state, answer),
    csv: () => csv([["kind", "bits", "hashes", "items", "fpr_lo", "fpr_hi"], [answer.kind, answer.bits, answer.hashes, answer.items, answer.fpr.lo, answer.fpr.hi]]),
  });
}

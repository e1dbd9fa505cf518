// Times of the page in a real browser, for people to read; no test depends on them.
//
//     crates/urnfield-wasm/page/build && cargo build --release -p urnfield-cli
//     cd page && npm ci && URNFIELD=../target/release/urnfield node tests/measure.js
//
// Every load has a browser of its own with an empty profile, so nothing is remembered: neither files nor
// compiled code. The browser has been open for a second, as its own beginning is not the page's. A time is the
// browser's own, from the beginning of the navigation.

import { browser, served } from "./browser.js";

const LOADS = Number(process.argv[2] ?? 11);
const AGAIN = 15;

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
/** @param {string} name @param {number[]} times */
const row = (name, times) =>
  console.log(name.padEnd(44), [median(times), Math.min(...times), Math.max(...times)].map((each) => each.toFixed(1).padStart(8)).join(""));

/** Notes when the first answer is there, and what came before. */
function watch() {
  const seen = /** @type {any} */ (globalThis).seen = /** @type {Record<string, number>} */ ({});
  new MutationObserver(() => {
    if (!seen.answer && document.querySelector(".headline")) seen.answer = performance.now();
    if (!seen.form && document.querySelector("#form input")) seen.form = performance.now();
    if (!seen.each && /keep it with/.test(document.querySelector("#out")?.textContent ?? "")) seen.each = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

const server = await served();
/** @type {Record<string, number[]>} */
const loads = {};
/** @type {Record<string, number[]>} */
const asked = {};
try {
  for (let i = 0; i < LOADS; i += 1) {
    const { context, end } = await browser();
    try {
      const tab = context.pages()[0] ?? (await context.newPage());
      await tab.addInitScript(watch);
      await tab.waitForTimeout(1000);
      // Whoever looks on takes time of the page's own: nothing is asked of it before it is done.
      await tab.goto(server.address, { waitUntil: "commit" });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await tab.waitForFunction(() => /** @type {any} */ (globalThis).seen?.each);
      const found = await tab.evaluate(() => {
        const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
        const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
        const came = (/** @type {RegExp} */ name) => Math.max(...files.filter((file) => name.test(file.name)).map((file) => file.responseEnd));
        const { answer, form, each } = /** @type {any} */ (globalThis).seen;
        return {
          "the document has come": page?.responseEnd ?? NaN, "the last script has come": came(/\.js$/), "the module has come": came(/\.wasm$/),
          "the fields are there": form, "the first answer is there": answer, "and what one filter takes": each,
        };
      });
      for (const [name, time] of Object.entries(found)) (loads[name] ??= []).push(time);
      if (i > 0) continue;
      const questions = {
        "plan, 10^6 items at 1 %, standard": "plan?items=1e6&fpr=1%25&kind=standard&no-per-filter",
        "the same, every kind": "plan?items=1e6&fpr=1%25&kind=all&no-per-filter",
        "the same, Parquet": "plan?items=1e6&fpr=1%25&kind=parquet&no-per-filter",
        "what each filter takes, standard": "plan?items=1e6&fpr=1%25&kind=standard",
        "what each filter takes, classic": "plan?items=1e6&fpr=1%25&kind=classic",
        "what each filter takes, line": "plan?items=1e6&fpr=1%25&kind=line",
      };
      for (const [name, question] of Object.entries(questions)) {
        asked[name] = await tab.evaluate(async ([address, times]) => {
          const path = "/asker.js";
          const { Asker } = await import(path);
          const asker = new Asker();
          await asker.ask("birthday?urns=9&balls=2");
          const taken = [];
          for (let i = 0; i < Number(times); i += 1) {
            const from = performance.now();
            await asker.ask(address);
            taken.push(performance.now() - from);
          }
          return taken;
        }, [question, AGAIN]);
      }
    } finally {
      await end();
    }
  }
} finally {
  server.end();
}
console.log(`${LOADS} cold loads from 127.0.0.1, ms`.padEnd(44), ["median", "least", "most"].map((each) => each.padStart(8)).join(""));
for (const [name, times] of Object.entries(loads)) row(name, times);
console.log();
console.log(`${AGAIN} times in a new worker, ms`.padEnd(44), ["median", "least", "most"].map((each) => each.padStart(8)).join(""));
for (const [name, times] of Object.entries(asked)) row(name, times);

// The page in a real browser.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";
import { browser, hosted, served } from "./browser.js";
import { built, command, root, shell } from "./shell.js";

/** @typedef {import("playwright-core").Page} Tab */

const golden = new URL("crates/urnfield/tests/golden/", root);
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** @type {Awaited<ReturnType<typeof browser>>} */ let chrome;
/** @type {Awaited<ReturnType<typeof served>>} */ let serve;
/** What no page may say or fetch. @type {string[]} */
const wrong = [];

before(async () => {
  [chrome, serve] = [await browser(), await served()];
});
after(async () => {
  await chrome.end();
  serve.end();
});

/** Opens an address, and listens. @param {string} hash @param {string} [at] */
async function open(hash, at = serve.address) {
  const tab = await chrome.context.newPage();
  tab.setDefaultTimeout(30_000);
  tab.on("console", (message) => wrong.push(`${hash}: ${message.type()} ${message.text()}`));
  tab.on("pageerror", (error) => wrong.push(`${hash}: ${error.message}`));
  tab.on("request", (request) => {
    const { url } = { url: request.url() };
    if (!url.startsWith(new URL(at).origin) && !url.startsWith("blob:") && !url.startsWith("data:")) wrong.push(`${hash}: asked for ${url}`);
  });
  await tab.goto(`${at}#${hash}`);
  return tab;
}

/** @param {Tab} tab @param {string} selector @param {RegExp} pattern */
async function reads(tab, selector, pattern) {
  await tab.waitForFunction(([where, what]) => {
    const texts = [...document.querySelectorAll(where ?? "")].map((each) => each.textContent ?? "");
    return texts.some((text) => new RegExp(what ?? "", "u").test(text.replaceAll("\u202f", "")));
  }, [selector, pattern.source]).catch(async (error) => {
    const text = await tab.textContent("body");
    throw new Error(`${pattern} in ${selector}: ${error.message}\n${text?.slice(0, 3000)}`);
  });
}

/** @param {Tab} tab @param {string} name */
const box = (tab, name) => tab.locator(`[name="${name}"]`);

test("a filter is sized, and the textbook's beside it", async () => {
  const tab = await open("");
  await reads(tab, ".headline", /9592957 bits .*and 7 hashes/);
  await reads(tab, ".misses", /1\.003922/);
  await reads(tab, "#out li", /all but 1 in 1000000 keep it with 9604797 bits, 11840 more/);
  await box(tab, "items").fill("4");
  await box(tab, "fpr").fill("1e-20");
  await reads(tab, ".headline", /398 bits .* 63 hashes/);
  await reads(tab, ".warning", /384 bits and 67 hashes .* 5\.184291 × 10⁻²⁰/);
  assert.equal(new URL(tab.url()).hash, "#plan?items=4&fpr=1e-20");
  // What is left empty is found.
  await box(tab, "items").fill("");
  await box(tab, "fpr").fill("1%");
  await box(tab, "bits").fill("1MiB");
  await reads(tab, ".headline", /8388608 bits .* hold 874454 items/);
  assert.match((await box(tab, "items").getAttribute("placeholder")) ?? "", /874454/);
  await box(tab, "items").fill("1e6");
  await reads(tab, ".headline", /No, that does not fit/);
  await box(tab, "fpr").fill("");
  await reads(tab, ".headline", /With 6 hashes the rate is/);
  await tab.close();
});

test("any of items, rate, bits and hashes can be given", async () => {
  const tab = await open("plan?items=1000&fpr=1%25");
  for (const [hash, said] of /** @type {[string, RegExp][]} */ ([
    ["plan?items=1000&fpr=1%25&hashes=4", /for 1000 items has \d+ bits .* 4 hashes/], ["plan?bits=10000&fpr=1%25&hashes=4", /10000 bits .* hold \d+ items, no more, with 4 hashes/],
    ["plan?bits=10000&items=1000&hashes=4", /That is one filter; its rate is 1\.18/], ["plan?bits=10000&items=1000&fpr=1%25", /Yes, that fits/],
    ["plan?items=1000&fpr=1%25&confidence=99.9%25", /for 1000 items has/],
  ])) {
    await tab.goto(`${serve.address}#${hash}`);
    await reads(tab, ".headline", said);
  }
  await tab.goto(`${serve.address}#plan?hashes=4&items=10`);
  await reads(tab, ".warning, .fault", /needs a second quantity/);
  // Every kind has its row, and blocks have their estimates.
  await tab.goto(`${serve.address}#plan?items=1000&fpr=1%25`);
  for (const kind of ["standard", "classic", "cache line", "Parquet", "textbook"]) await reads(tab, "tbody th", new RegExp(`^${kind}$`));
  await tab.goto(`${serve.address}#rate?bits=64KiB&items=50k&hashes=7&kind=line`);
  await reads(tab, "tbody th", /^RocksDB's estimate$/);
  await reads(tab, "dt", /^single filters deviate by$/);
  await tab.close();
});

test("it prints: the answer without what only a screen has", async () => {
  const tab = await open("law/balls?urns=365&balls=23&at-least=20");
  await tab.waitForSelector(".chart path.bars", { state: "attached" });
  await tab.emulateMedia({ media: "print" });
  for (const [what, seen] of /** @type {[string, boolean][]} */ ([["nav", false], [".copy", false], [".headline", true], [".chart", true], ["[name=urns]", true]])) {
    assert.equal(await tab.locator(what).first().isVisible(), seen, what);
  }
  await tab.close();
});

test("a filter that is there: its rate, its spread, its items", async () => {
  const tab = await open("rate?bits=512&items=51&hashes=7&see=256");
  await reads(tab, ".headline", /0\.8179663%/);
  await reads(tab, ".headline", /256 ones: .* items put them there/);
  await tab.waitForSelector(".chart path.upright", { state: "attached" });
  await box(tab, "kind").selectOption("classic");
  await reads(tab, "dd", /^classic$/);
  await tab.setInputFiles("#file", new URL("planned-120-4.urn", golden).pathname);
  await reads(tab, "#file-shown", /planned-120-4\.urn.*bits set12, .*items in it3/);
  await tab.setInputFiles("#file", new URL("parquet/rust.parquet", golden).pathname);
  await reads(tab, "#file-shown tbody th", /^name \(BYTE_ARRAY\)$/);
  await tab.setInputFiles("#file", { name: "<img src=x>.urn", mimeType: "", buffer: Buffer.from("<b>no filter</b>") });
  await reads(tab, "#file-shown .warning", /<img src=x>\.urn is no filter/);
  await tab.setInputFiles("#file", { name: "cut.parquet", mimeType: "", buffer: Buffer.from("PAR1") });
  await reads(tab, "#file-shown .warning", /cannot be read as a Parquet file/);
  await tab.close();
});

test("a file can be dropped", async () => {
  const tab = await open("rate?bits=512&items=51&hashes=7");
  await tab.waitForSelector(".drop");
  const bytes = [...readFileSync(new URL("planned-120-4.urn", golden))];
  const transfer = await tab.evaluateHandle((data) => {
    const moved = new DataTransfer();
    moved.items.add(new File([new Uint8Array(data)], "dropped.urn"));
    return moved;
  }, bytes);
  await tab.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
  await reads(tab, "#file-shown", /dropped\.urn/);
  await tab.close();
});

test("the best number of hashes, over all of them", async () => {
  const tab = await open("figure/fp-vs-k?bits=1024&items=5");
  await reads(tab, ".headline", /With \d+ hashes/);
  await tab.waitForSelector(".chart circle.look-3");
  await reads(tab, ".keys", /best: \d+.*the textbook's choice: 142/);
  await box(tab, "hashes").fill("3-1");
  await reads(tab, ".fault", /got/);
  await tab.close();
});

/** The address of lists. @param {number} population @param {Record<string, string[]>} lists @param {string} [more] */
const lists = (population, lists, more = "") =>
  `overlap?population=${population}${more}${Object.entries(lists).map(([name, names]) => `&list=${encodeURIComponent([name, ...names].join("\n"))}`).join("")}`;

test("a note stands above the headline, and its button applies the remedy", async () => {
  const tab = await open(lists(20000, { human: ["TP53", "BAX", "MDM2"], mouse: ["Tp53", "Bax", "Mdm2"] }));
  await reads(tab, "#out > .warning:first-child", /^human and mouse: 0 shared, 3 would be, ignoring case/);
  await reads(tab, ".headline", /^It is uncertain how many names human & mouse share: 3 if case is ignored, and fewer as they are spelled\.$/);
  assert.doesNotMatch((await tab.textContent("#out .warning")) ?? "", /--/);
  await tab.getByRole("button", { name: "Ignore case" }).click();
  await reads(tab, ".headline", /^human & mouse share 3 names; chance alone/);
  assert.equal(await tab.locator("#out .warning").count(), 0);
  assert.ok(await box(tab, "ignore-case").isChecked());
  assert.match(new URL(tab.url()).hash, /&ignore-case/);
  // What is ticked can be unticked.
  await box(tab, "ignore-case").uncheck();
  await reads(tab, ".headline", /^It is uncertain/);
  await tab.close();
});

test("a header or a missing value that lists share is no overlap", async () => {
  const tab = await open(lists(1000, { a: ["gene", "TP53", "BAX"], b: ["gene", "ATM", "MYC"] }));
  await reads(tab, ".headline", /^a & b share nothing but gene, which is likely a header\.$/);
  await reads(tab, "#out > .warning:first-child", /^a: its first line, "gene", looks like a header and counts as a nameb: its first line/);
  await tab.getByRole("button", { name: "Leave the first line of every list out" }).click();
  await reads(tab, ".headline", /^a & b share 0 names; chance alone/);
  assert.equal(await tab.locator("#out .warning").count(), 0);
  await tab.close();
  const missing = await open(lists(1000, { a: ["TP53", "NA", "BAX"], b: ["ATM", "NA", "BAX"] }));
  await reads(missing, ".headline", /^a & b share 1 name, without NA, which is likely a missing value\.$/);
  await reads(missing, "#out .warning", /^a: 1 name is a word for a missing value: NA/);
  await missing.getByRole("button", { name: "Leave words for a missing value out" }).click();
  await reads(missing, ".headline", /^a & b share 1 name; chance alone/);
  await reads(missing, ".notes", /a: 1 name is a word for a missing value and is left out: NA/);
  await missing.getByRole("button", { name: "Shell", exact: true }).click();
  await reads(missing, ".copy-shown pre", /^urnfield overlap --population 1000 --drop-missing a\.txt b\.txt\s*$/);
  await missing.close();
});

test("a population alone opens the form for lists", async () => {
  const tab = await open("overlap?population=20000");
  await reads(tab, "#out .waiting", /^An overlap needs two lists or more, got 0: paste names into them, one a line\.$/);
  assert.equal(await tab.locator("#out .warning").count(), 0);
  assert.equal(await box(tab, "population").inputValue(), "20000");
  await tab.getByLabel("Names in list 1").fill("ada\nben");
  await reads(tab, "#out .waiting", /got 1/);
  await tab.getByLabel("Names in list 2").fill("ben\ncleo");
  await reads(tab, ".headline", /^List 1 & List 2 share 1 name; chance alone/);
  await box(tab, "population").fill("");
  await reads(tab, "#out .waiting", /^Say how many names there are altogether/);
  await tab.close();
});

test("lists are pasted, ten thousand names too, and markup stays text", async () => {
  const tab = await open("overlap?population=20000&sizes=300,500&observed=15");
  await reads(tab, ".headline", /0\.008844/);
  await tab.getByRole("button", { name: "I have the lists themselves" }).click();
  await reads(tab, "table", /Monday & Tuesday & Friday/);
  const names = (/** @type {number} */ from) => Array.from({ length: 10_000 }, (_, i) => `gene${from + i}`).join("\n");
  await box(tab, "population").fill("40000");
  await tab.getByLabel("Name of list 1").fill("<script>alert(1)</script>");
  for (const [list, text] of [["Names in list 1", names(0)], ["Names in list 2", names(7000)]]) {
    await tab.evaluate((copied) => navigator.clipboard.writeText(copied ?? ""), text);
    await tab.getByLabel(list ?? "").focus();
    await tab.keyboard.press("ControlOrMeta+A");
    await tab.keyboard.press("ControlOrMeta+V");
  }
  await tab.getByRole("button", { name: "Remove list 3" }).click();
  await reads(tab, "table", /<script>alert\(1\)<\/script> & Tuesday3000/);
  await reads(tab, "#out .hint", /too long for an address/);
  assert.ok(new URL(tab.url()).hash.length < 100);
  await tab.getByLabel("Name of list 2").fill('Tue, "late"');
  await reads(tab, "table", /<script>alert\(1\)<\/script> & Tue, "late"3000/);
  await tab.getByRole("button", { name: "CSV", exact: true }).click();
  await reads(tab, ".copy-shown pre", /"<script>alert\(1\)<\/script> & Tue, ""late""",2,3000/);
  await tab.getByLabel("Name of list 2").fill("Tuesday");
  await reads(tab, "table", /<script>alert\(1\)<\/script> & Tuesday3000/);
  await tab.getByRole("button", { name: "<script>alert(1)</script> & Tuesday", exact: true }).click();
  await reads(tab, ".names", /gene7000, gene7001/);
  assert.equal(await tab.locator("#out script").count(), 0);
  assert.ok(await tab.locator(".picture img").evaluate((/** @type {HTMLImageElement} */ image) => image.complete && image.naturalWidth > 100));
  await tab.close();
});

test("how many there are, and any law with as many digits as wanted", async () => {
  const tab = await open("estimate/population?sizes=50,40&distinct=82");
  await reads(tab, ".headline", /150 to 532, .* 249 or 250/);
  await tab.getByLabel("What is known").selectOption({ label: "Marked and recaptured" });
  await box(tab, "recaptured").fill("10");
  await reads(tab, ".headline", /^There are .*, with a confidence of 95%/);
  await reads(tab, "dd", /^200$/);
  await reads(tab, "dt", /\(Lincoln and Petersen\)$/);
  await reads(tab, "dt", /\(Chapman\)$/);
  // Who empties a field to type another number keeps the question, and is told what is missing.
  await box(tab, "marked").fill("");
  await reads(tab, "#field-marked-fault", /a count is written like/);
  await box(tab, "marked").fill("60");
  await reads(tab, "dd", /^240$/);
  await tab.getByLabel("What is known").selectOption({ label: "Capture histories" });
  await reads(tab, "dt", /^Schnabel's estimate$/);
  await box(tab, "histories").fill("fox 1,1,0\nfox 2,1,1\nfox 3,0,1");
  await reads(tab, ".headline", /^There are 3 to 159, .* 3 or 4\.$/);
  await box(tab, "histories").fill("101\n\n102");
  await reads(tab, "#field-histories-fault", /a history is noughts and ones, one an occasion, got "102" in line 3/);
  await box(tab, "histories").fill("");
  await reads(tab, ".fault, .warning", /histories/);
  await tab.getByLabel("What is known").selectOption({ label: "Collisions (birthdays)" });
  await reads(tab, ".headline", /0\.5072972343/);
  await tab.getByRole("link", { name: "Any law" }).click();
  await box(tab, "at-least").fill("22");
  await reads(tab, ".headline", /P\(X ≥ 22\) is 0\.8561249223/);
  await tab.waitForSelector(".chart path.bars", { state: "attached" });
  await tab.getByRole("button", { name: "50 more digits" }).click();
  const lines = shell(["law", "balls", "--urns=365", "--balls=23", "--at-least=22", "--digits=65"]).text;
  const digits = /^at_least.* (0\.\d{60,})$/m.exec(lines)?.[1] ?? lines;
  await reads(tab, ".headline b", new RegExp(`^${digits.replace(".", "\\.")}$`));
  await tab.getByLabel("What is known").selectOption({ label: "Urns in every department" });
  await reads(tab, ".headline", /mean is 75/);
  await box(tab, "department").fill("1x5000\n1x300\n1x40");
  await reads(tab, "dd", /^0\.15$/);
  await tab.getByLabel("What is known").selectOption({ label: "What lists of these sizes share" });
  await reads(tab, ".headline", /mean is 58\.87/);
  await box(tab, "at-least").fill("80 90");
  await reads(tab, "dt", /^P\(X ≥ 90\)$/);
  await tab.waitForSelector(".chart path", { state: "attached" });
  assert.match(tab.url(), /sizes=812,1450&at-least=80&at-least=90$/);
  await tab.reload();
  await reads(tab, ".headline", /P\(X ≥ 80\) is 0\.003081697583/);
  assert.deepEqual([await box(tab, "sizes").inputValue(), await box(tab, "at-least").inputValue()], ["812,1450", "80 90"]);
  await tab.close();
});

test("a link brings everything back, and copies are the shell's", async () => {
  const hash = "law/union?urns=40&department=6x5%2B2x8&at-most=20&digits=20";
  const tab = await open(hash);
  await reads(tab, ".headline", /P\(X ≤ 20\) is/);
  assert.equal(await box(tab, "department").inputValue(), "6x5+2x8");
  assert.equal(await box(tab, "at-most").inputValue(), "20");
  const copied = async (/** @type {string} */ name) => {
    await tab.getByRole("button", { name, exact: true }).click();
    await reads(tab, ".copied", new RegExp(`^${name} copied$`));
    return tab.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("JSON"), shell([...command(hash), "--json"]).text);
  assert.equal(await copied("Shell"), "urnfield law union --urns 40 --department 6x5+2x8 --at-most 20 --digits 20\n");
  assert.equal(await copied("Link"), `${serve.address}#${hash}`);
  assert.match(await copied("Rust"), /Occupancy::union\(40, &\[Committees \{ count: 6, size: 5 \}/);
  assert.match(await copied("Python"), /urn\.law\(urns=40, union="6x5\+2x8", at_most=20, digits=20\)/);
  assert.equal(await copied("CSV"), shell(command("figure/pmf?urns=40&department=6x5%2B2x8")).text);
  assert.match(await copied("SVG"), /^<svg /);
  // Back and forth.
  await tab.getByRole("link", { name: "Which hashes" }).click();
  await reads(tab, "h1", /Which number/);
  await tab.goBack();
  await reads(tab, ".headline", /P\(X ≤ 20\) is/);
  await tab.close();
});

test("what is wrong is said at its field, in the library's words", async () => {
  const tab = await open("plan?items=ten&fpr=1%25");
  await reads(tab, "#field-items-fault", /a count is written like .* got "ten"/);
  assert.equal(await box(tab, "items").getAttribute("aria-invalid"), "true");
  await box(tab, "items").fill("1000");
  await reads(tab, ".headline", /for 1000 items/);
  assert.equal(await box(tab, "items").getAttribute("aria-invalid"), null);
  for (const [typed, said] of /** @type {[string, RegExp][]} */ ([["<img src=x onerror=alert(1)>", /got "<img src=x/], ["9".repeat(400), /below 2\^64|got/], ["0", /./], ["1e30", /below 2\^64/]])) {
    await box(tab, "items").fill(typed);
    await reads(tab, "#field-items-fault, .warning", said);
  }
  await box(tab, "items").fill("1000");
  await box(tab, "fpr").fill("");
  await reads(tab, ".warning", /--items needs a second quantity/);
  await tab.close();
  const other = await open("qqq?x=%3Cb%3E");
  await reads(other, ".warning", /unrecognized subcommand 'qqq'/);
  await other.close();
});

test("the first question is asked ahead of the page, once, and its answer is the page's", async () => {
  const asked = async (/** @type {string} */ hash) => {
    const tab = await chrome.context.newPage();
    await tab.addInitScript(() => {
      const all = /** @type {any} */ (globalThis).asked = /** @type {string[]} */ ([]);
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        if (message.question) all.push(`${message.id === 0 ? "ahead" : "later"} ${message.question}`);
        postMessage.call(this, message, {});
      };
    });
    await tab.goto(`${serve.address}#${hash}`);
    await tab.waitForSelector(".headline");
    const found = /** @type {string[]} */ (await tab.evaluate(() => /** @type {any} */ (globalThis).asked));
    await tab.close();
    return found;
  };
  const first = "plan?items=1e6&fpr=1%25&no-per-filter&kind=standard";
  for (const hash of ["", "plan?items=1e6&fpr=1%25"]) {
    const all = await asked(hash);
    assert.deepEqual(all.filter((each) => each.includes(first)), [`ahead ${first}`], `${hash}: ${all}`);
  }
  // Another filter has its code compiled, and its own answer; another tab is not kept waiting.
  const other = await asked("plan?items=5&fpr=1%25");
  assert.equal(other[0], `ahead ${first}`);
  assert.ok(other.includes("later plan?items=5&fpr=1%25&no-per-filter&kind=standard"), `${other}`);
  assert.ok(!(await asked("birthday?urns=365&balls=23")).some((each) => each.startsWith("ahead")));
});

test("whatever the page imports at once is fetched at once", () => {
  const text = (/** @type {string} */ name) => readFileSync(new URL(name, built), "utf8");
  const links = [...text("index.html").matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map(([, name]) => name);
  const needed = new Set(["page.js"]);
  for (const name of needed) {
    for (const [, other = ""] of text(name).matchAll(/^import .* from "\.\/([^"]+)";$/gm)) needed.add(other);
  }
  assert.deepEqual([...new Set(links)].sort(), [...needed].sort());
});

test("a long question ends when another is asked", async () => {
  const tab = await open("plan?items=5&bits=1e6");
  await tab.waitForSelector("#status button");
  await box(tab, "bits").fill("");
  await box(tab, "items").fill("1e6");
  await box(tab, "fpr").fill("1%");
  await reads(tab, ".headline", /9592957 bits/);
  await tab.close();
  const stopped = await open("plan?items=5&bits=1e6");
  await stopped.getByRole("button", { name: "Stop" }).click();
  await stopped.waitForFunction(() => document.querySelector("#status")?.textContent === "");
  await box(stopped, "bits").fill("1024");
  await reads(stopped, ".headline", /the rate is/);
  await stopped.close();
});

test("the keyboard is enough", async () => {
  const tab = await open("plan?items=1000&fpr=1%25");
  await reads(tab, ".headline", /for 1000 items/);
  const focused = () => tab.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("name") || "");
  await tab.keyboard.press("Tab");
  assert.equal(await focused(), "To the answer");
  await tab.keyboard.press("Enter");
  assert.equal(await tab.evaluate(() => document.activeElement?.id), "out-title");
  await reads(tab, ".headline", /for 1000 items/);
  assert.equal(new URL(tab.url()).hash, "#plan?items=1000&fpr=1%25");
  await tab.locator("#skip").focus();
  for (let i = 0; i < 3; i += 1) await tab.keyboard.press("Tab");
  assert.equal(await focused(), "Which hashes");
  await tab.keyboard.press("Enter");
  await reads(tab, "h1", /Which number/);
  for (let i = 0; i < 20 && (await focused()) !== "items"; i += 1) await tab.keyboard.press("Tab");
  await tab.keyboard.press("End");
  await tab.keyboard.type("0");
  await reads(tab, ".headline", /holding 1000 items/);
  await tab.close();
});

const TABS = {
  size: "plan?items=1e6&fpr=1%25", mine: "rate?bits=512&items=51&hashes=7", hashes: "figure/fp-vs-k?bits=1024&items=100",
  sizes: "overlap?population=20000&sizes=300,500&observed=15", lists: "overlap?population=40&list=a%0Ax%0Ay&list=b%0Ay%0Az",
  noted: lists(20000, { human: ["gene", "TP53", "BAX", "NA"], mouse: ["gene", "Tp53", "Bax", "NA"] }), empty: "overlap?population=20000", many: "estimate/population?sizes=50,40&distinct=82", histories: "estimate/population?histories=fox+1,1,0%0Afox+2,1,1%0Afox+3,0,1", line: "rate?bits=64KiB&items=50k&hashes=7&kind=line",
  law: "law/balls?urns=365&balls=23&at-least=20", other: "critical?population=20000&sizes=300,500&level=0.01", wrong: "plan?items=ten",
};

test("nothing serious is wrong for those who do not see or hear it, in the light and in the dark; pictures are taken", async () => {
  const shots = new URL("../../../../target/page-shots/", import.meta.url);
  mkdirSync(shots, { recursive: true });
  for (const [name, hash] of Object.entries(TABS)) {
    const tab = await open(hash);
    await tab.waitForSelector(".headline, .warning, .waiting");
    await tab.waitForTimeout(300);
    await tab.evaluate(readFileSync(axe, "utf8"));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await tab.emulateMedia({ colorScheme });
      const { violations } = await tab.evaluate(() => /** @type {any} */ (globalThis).axe.run());
      const serious = violations.filter((/** @type {any} */ found) => ["serious", "critical"].includes(found.impact));
      assert.deepEqual(serious.map((/** @type {any} */ found) => `${found.id}: ${found.nodes[0]?.html}`), [], `${name}, ${colorScheme}`);
    }
    for (const [width, height] of /** @type {const} */ ([[1280, 900], [390, 844]])) {
      await tab.setViewportSize({ width, height });
      await tab.waitForTimeout(150);
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await tab.emulateMedia({ colorScheme });
        await tab.screenshot({ path: new URL(`${name}-${width}-${colorScheme}.png`, shots).pathname, fullPage: true });
      }
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} wide at ${width}`);
    }
    await tab.close();
  }
});

test("it works from any host, in any folder", async () => {
  const host = await hosted();
  try {
    for (const [hash, said] of /** @type {[string, RegExp][]} */ ([["", /9592957 bits/], ["law/balls?urns=365&balls=23", /mean is 22\.3/], [TABS.lists, /share 1 name;/]])) {
      const tab = await open(hash, host.address);
      await reads(tab, ".headline", said);
      await tab.close();
    }
  } finally {
    host.end();
  }
});

test("the program gives its files to this machine's browser only, and under a strict policy", async () => {
  const response = await fetch(serve.address);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  for (const name of readdirSync(built).filter((name) => !/\.gz$|^\./.test(name))) {
    const file = await fetch(serve.address + name);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), readFileSync(new URL(name, built)), name);
    const plain = await fetch(serve.address + name, { headers: { "accept-encoding": "identity" } });
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.deepEqual(Buffer.from(await plain.arrayBuffer()), readFileSync(new URL(name, built)), name);
  }
  assert.equal((await fetch(`${serve.address}Cargo.toml`)).status, 404);
  assert.equal((await fetch(serve.address, { method: "POST" })).status, 405);
});

test("it travels light", () => {
  const sizes = readdirSync(built).filter((name) => name.endsWith(".gz")).map((name) => readFileSync(new URL(name, built)).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length > 15 && all <= 700_000, `${all} bytes in ${sizes.length} files`);
});

test("nothing was said in the console, and nobody else was asked for anything", () => {
  assert.deepEqual(wrong, []);
});

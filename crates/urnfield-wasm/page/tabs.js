// The tabs: their names, the questions that each has, and the one that it begins with. The first is there at
// once; another's file comes when it is looked at.

import { sizeTab } from "./tab-size.js";

/** @typedef {{ name: string, commands: string[], start: string, load: () => Promise<import("./page.js").Tab> }} Entry */

const LISTS = [["Monday", "ada\nben\ncleo\ndora\nemil\nfay"], ["Tuesday", "ben\ncleo\nemil\ngus\nhal"], ["Friday", "cleo\nemil\nfay\nida"]];

/** Lists that somebody can play with. */
export const SOME_LISTS = `overlap?population=40&${LISTS.map(([name, names]) => `list=${encodeURIComponent(`${name}\n${names}`)}`).join("&")}`;

/** @type {[Entry, ...Entry[]]} */
export const TABS = [
  {
    name: "Size a filter", commands: ["plan"], start: "plan?items=1e6&fpr=1%25",
    load: async () => sizeTab,
  },
  {
    name: "How good is mine", commands: ["rate", "info", "parquet/audit"], start: "rate?bits=64KiB&items=50k&hashes=7",
    load: async () => (await import("./tab-mine.js")).mineTab,
  },
  {
    name: "Which hashes", commands: ["figure/fp-vs-k"], start: "figure/fp-vs-k?bits=1024&items=100",
    load: async () => (await import("./tab-hashes.js")).hashesTab,
  },
  {
    name: "Do my lists overlap", commands: ["overlap"], start: SOME_LISTS,
    load: async () => (await import("./tab-lists.js")).listsTab,
  },
  {
    name: "How many are there", commands: ["estimate/population", "estimate/balls", "estimate/committees", "birthday"],
    start: "estimate/population?marked=50&caught=40&recaptured=8",
    load: async () => (await import("./tab-many.js")).manyTab,
  },
  {
    name: "Any law", commands: ["law/balls", "law/union", "law/intersection"], start: "law/balls?urns=365&balls=23",
    load: async () => (await import("./tab-law.js")).lawTab,
  },
];

/** Any other question that an address holds. @type {Entry} */
const OTHER = { name: "A question", commands: [], start: "", load: async () => (await import("./tab-other.js")).otherTab };

/** Whose question a command is. @param {string} command @returns {Entry} */
export const tabOf = (command) =>
  command === "" ? TABS[0] : (TABS.find((tab) => tab.commands.includes(command)) ?? OTHER);

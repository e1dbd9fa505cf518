// The types are what the package has: compiled, never run.

import { load, Refusal, type Filter, type Urnfield } from "urnfield";

const urnfield: Urnfield = await load();
const filter: Filter = urnfield.filterForItems(1000n, "1%", { seed: 7 });
const found: boolean = filter.has("amphora") || filter.has(5n) || filter.has(new Uint8Array(3));
const bytes: Uint8Array = filter.toBytes({ compressed: found });
urnfield.filter(bytes, { key: new Uint8Array(16) }).close();
urnfield.plan({ items: 1e6, fpr: "1%", maxHashes: 5 });
urnfield.ask("law balls", { urns: 365, balls: 23 }).notes.join();
// @ts-expect-error A rate needs bits and items.
urnfield.rate({ bits: 5 });
throw new Refusal("a sentence");

// What a bundler makes a script of, with the module in it.

import { load } from "urnfield";
import module from "urnfield/urnfield.wasm";

const urnfield = await load(module);
const filter = urnfield.filterForItems(1000, "1%");
filter.add("amphora");
console.log(filter.has("amphora"), filter.has("krater"), urnfield.plan({ items: 1e6, fpr: "1%", perFilter: false, kind: "standard", noPerFilter: true }).plans[0].bits);

/** Where the module is: its bytes, the compiled module, a response of `fetch`, or its address. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

/** A key: a text is its UTF-8 bytes, an integer its 64-bit word. The text "42" and the integer 42 are different keys. */
export type Key = string | Uint8Array | number | bigint;

/** A number of a question: 1000000, "1e6", "2^20", "64KiB", or a rate such as 0.01, "1%", "1/500". */
export type Quantity = number | bigint | string;

/** A question that has no answer. Its message is one sentence: the rule, the number that broke it, and what to do. */
export class Refusal extends Error {}

/** Loads the module. Without a source it is read from the package's own folder, by Node or by `fetch`. */
export function load(source?: Source): Promise<Urnfield>;

/** Options of a question by the names that the shell's options have: `maxHashes` is `--max-hashes`. */
export interface Options {
  [option: string]: Quantity | boolean | undefined | readonly Quantity[];
}

export interface PlanOptions extends Options {
  /** How many items the filter is to hold. */
  items?: Quantity;
  /** The false-positive rate to keep. */
  fpr?: Quantity;
  /** The size, where it is given. */
  bits?: Quantity;
  hashes?: Quantity;
  kind?: "standard" | "classic" | "line" | "line-classic" | "parquet" | "all";
  /** With how much confidence a single filter keeps the rate itself. */
  confidence?: Quantity;
}

export interface RateOptions extends Options {
  bits: Quantity;
  items: Quantity;
  hashes?: Quantity;
  kind?: "standard" | "classic" | "line" | "line-classic" | "parquet";
}

export interface Urnfield {
  /** Finds the smallest filter for items and a rate, or the best hashes or the most items for a size. */
  plan(options: PlanOptions): any;
  /** Computes the false-positive rate of a filter, and its spread over filters. */
  rate(options: RateOptions): any;
  /** Asks any question of the page: `ask("law balls", { urns: 365, balls: 23 })`. The answer is the shell's `--json`. */
  ask(command: string, options?: Options, files?: { name: string; bytes: Uint8Array }[]): { answer: any; notes: string[] };
  /** Opens the filter in a `.urn` file's bytes. A keyed filter needs its 16 secret bytes. */
  filter(bytes: Uint8Array | ArrayBuffer, options?: { key?: Uint8Array }): Filter;
  /** Makes the smallest empty filter that keeps the rate itself with so many items. */
  filterForItems(items: number | bigint, fpr: string | number, options?: { seed?: number | bigint; key?: Uint8Array }): Filter;
}

/** A filter in the module's memory, until it is closed. */
export interface Filter {
  /** Returns false if the key is certainly not in the filter. Warns once if the filter holds keys of another kind only. */
  has(key: Key): boolean;
  /** Inserts a key. Returns true if it certainly was not in before. */
  add(key: Key): boolean;
  /** The kinds of keys that the filter holds: "texts", "integers", "digests", "tuples"; empty if that is unknown. */
  readonly keyKinds: string[];
  /** Describes the filter as `urnfield info --json` does: design, bits set, and the exact rate of this very filter. */
  info(): any;
  /** Returns the bytes of a `.urn` file. */
  toBytes(options?: { compressed?: boolean }): Uint8Array;
  /** Gives the memory back. */
  close(): void;
}

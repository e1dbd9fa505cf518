/** An error with a file or a key, in one sentence. */
export class UrnfieldError extends Error {}

/** A Bloom filter that was read from a `.urn` file. */
export class Filter {
  private constructor();
  readonly kind: "standard" | "classic" | "line" | "line-classic";
  readonly bits: number;
  readonly hashes: number;
  readonly bitsSet: number;
  /** For how many items it was planned; null where that is unknown. */
  readonly plannedItems: bigint | null;
  /** Kinds of keys; empty where they are unknown, or where there are no keys. */
  readonly keyKinds: readonly ("texts" | "integers" | "digests" | "tuples")[];
  readonly isIntersection: boolean;
  readonly isKeyed: boolean;
  /** Returns whether a text, or bytes, may have been inserted. If false, it certainly was not. */
  has(key: string | Uint8Array): boolean;
  /** Returns whether an integer may have been inserted, which is another key than the text of its digits. */
  hasInteger(integer: number | bigint): boolean;
  /** Returns whether a key of several parts may have been inserted. Numbers and bigints are integers. */
  hasTuple(parts: readonly (string | Uint8Array | number | bigint)[]): boolean;
  /** Checks that as many bits are set as the header says. */
  verify(): void;
}

/** Opens a filter from the bytes of its file. `verify: false` puts off the checks that read the whole payload. */
export function open(file: ArrayBuffer | Uint8Array, options?: { key?: Uint8Array; verify?: boolean }): Filter;

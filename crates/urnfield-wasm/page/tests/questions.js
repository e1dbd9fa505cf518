// Questions at random, the same in every run, with corners more often than not.

/** A small generator: xorshift of 32 bits. @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
  /** @param {number} low @param {number} high */
  const between = (low, high) => low + (next() % (high - low + 1));
  /** @template T @param {T[]} list @returns {T} */
  const of = (list) => /** @type {T} */ (list[next() % list.length]);
  return { between, of };
}

const SIZES = ["1", "2", "64", "65", "512", "1000", "1e4", "64KiB", "2^20", "1e6", "9592957", "2^40"];
const ITEMS = ["1", "2", "4", "5", "51", "100", "1000", "50k", "1e6", "2^33"];
const RATES = ["1%", "0.1%", "1/500", "1e-9", "1e-20", "2^-20", "1 in 10M", "50%", "0.999"];
const KINDS = ["standard", "classic", "line", "line-classic", "parquet"];
const WRONG = ["", "ten", "-3", "1e30", "1.5", "0", "18446744073709551616", "NaN", "<b>", "1,0", "١"];

/**
 * Addresses with answers or refusals, some hundred.
 * @param {number} seed
 * @param {number} each
 */
export function questions(seed, each) {
  const { between, of } = generator(seed);
  /** @param {Record<string, string | null>} fields */
  const query = (fields) =>
    Object.entries(fields)
      .map(([name, value]) => (value === null ? name : `${name}=${encodeURIComponent(value)}`))
      .join("&");
  /** @param {Record<string, string | null>} fields @returns {Record<string, string | null>} */
  const digits = (fields) => (between(0, 3) === 0 ? { ...fields, digits: of(["1", "5", "30"]) } : fields);
  const department = () => `${between(1, 6)}x${between(0, 40)}${of(["", "+2x8"])}`;
  const law = () =>
    of(/** @type {Record<string, string | null>[]} */ ([
      {}, { pmf: `${between(0, 40)}` }, { "at-least": `${between(0, 50)}` }, { "at-most": "17" },
      { quantile: of(["1/2", "99.9%", "1e-9"]) }, { moments: "3" }, { pgf: "1/3" }, { bounds: "2" },
      { table: null }, { table: null, above: "1e-6" }, { above: "1" },
    ]));
  /** @type {(() => string)[]} */
  const made = [
    () => `plan?${query(digits({ items: of(ITEMS), fpr: of(RATES), "no-per-filter": null }))}`,
    () => `plan?${query({ items: of(["100", "1000", "1e6"]), fpr: of(["1%", "1e-6"]), kind: of(["standard", "all", "line"]) })}`,
    () => `plan?${query(digits({ items: of(["51", "100", "1000", "1e6"]), bits: of(["512", "1000", "1e4", "9592960"]), kind: of([...KINDS, "both", "all"]) }))}`,
    () => `plan?${query({ bits: of(SIZES), fpr: of(RATES), "no-per-filter": null, kind: of(KINDS) })}`,
    () => `plan?${query({ bits: of(SIZES), fpr: "1%", items: of(ITEMS), "max-hashes": `${between(1, 20)}` })}`,
    () => `rate?${query(digits({ bits: of(SIZES), items: of(ITEMS), hashes: `${between(1, 40)}`, kind: of(KINDS) }))}`,
    () => `rate?${query({ bits: of(SIZES.slice(0, 8)), items: of(ITEMS.slice(0, 7)), spread: null })}`,
    () => `law/balls?${query(digits({ urns: `${between(1, 365)}`, balls: `${between(0, 99)}`, ...law() }))}`,
    () => `law/union?${query({ urns: `${between(1, 99)}`, department: department(), ...law() })}`,
    () => `law/intersection?${query({ urns: `${between(30, 99)}`, department: department(), ...law() })}&department=${encodeURIComponent(department())}`,
    () => `estimate/balls?${query(digits({ urns: of(["365", "4096", "65536"]), occupied: `${between(0, 365)}` }))}`,
    () => `estimate/committees?${query({ urns: "1024", size: `${between(1, 20)}`, occupied: `${between(0, 1024)}`, confidence: of(["90%", "99.9%"]) })}`,
    () => `estimate/population?${query({ sizes: `${between(1, 99)},${between(1, 99)}`, distinct: `${between(1, 150)}` })}`,
    () => `estimate/population?${query({ balls: `${between(1, 999)}`, distinct: `${between(1, 150)}` })}`,
    () => `birthday?${query({ urns: of(["1", "365", "2^61", "2^64"]), ...of(/** @type {Record<string, string>[]} */ ([{ balls: "23" }, { probability: "1/2" }])) })}`,
    () => `critical?${query({ population: "20000", sizes: `${between(1, 900)},500`, level: of(RATES) })}`,
    () => `overlap?${query({ population: "20000", sizes: `${between(1, 900)},${between(1, 900)},700`, observed: `${between(0, 9)}` })}`,
    // Refusals: what is typed is wrong, or missing.
    () => `plan?${query({ items: of(WRONG), fpr: "1%" })}`,
    () => `plan?${query({ items: "1000", fpr: of([...WRONG, "1", "100%", "1/0"]) })}`,
    () => `rate?${query({ bits: of(WRONG), items: of(WRONG), hashes: "3", kind: of(["standard", "best"]) })}`,
    () => `law/union?${query({ urns: "40", department: of(["", "3", "3x", "x5", "3x50", "3*5", "3x5+"]) })}`,
    () => `estimate/population?${query({ distinct: "3", ...of(/** @type {Record<string, string>[]} */ ([{ sizes: "3,4", balls: "3" }, { balls: "3" }, { department: "2x3", balls: "1" }])) })}`,
    () => of(["plan", "rate", "law/balls?urns=3", "law/union", "birthday?balls=3", "critical?population=3", "plan?fpr=1%25", "qqq", "plan?wombat=1", "rate?spread=yes&bits=3&items=1", "plan?items=3&items=4", "plan?digits=0&items=3&bits=4", "estimate/balls?urns=5&occupied=9", "plan?items=5&fpr=1%25&hashes=3&max-hashes=4", "overlap?sizes=3,4&observed=1", "overlap?population=9&observed=1", "overlap?population=9&sizes=3,4", "overlap?population=9&sizes=3,4&observed=5"]),
  ];
  return made.flatMap((make) => Array.from({ length: each }, make));
}

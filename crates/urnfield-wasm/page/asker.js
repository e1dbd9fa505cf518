// Asks the library, in a worker beside the page, one question after the other. What is no longer wanted is
// ended with its worker.

/** A question without an answer: its message is one sentence. */
export class Refusal extends Error {}

/** A question that was given up for another one. */
export class Stopped extends Error {}

/** The module, compiled while it comes in; a host that calls it something else is no obstacle. @param {string} address */
async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} did not come: ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker that has the module, as soon as both are there. */
function begun() {
  const worker = new Worker("urnfield.js", { type: "module" });
  module.then((found) => worker.postMessage({ module: found }), () => {});
  return worker;
}

// Both begin with this file, which comes first, while the rest of the page is on its way.
const module = compiled("urnfield.wasm");
/** @type {Worker | undefined} */
let first = begun();

/** What the page asks when its address asks nothing. Its code is compiled by asking, which takes longer than the answer. */
const AHEAD = "plan?items=1e6&fpr=1%25&no-per-filter&kind=standard";
/** The answer to it, unless the address is about something else. @type {Promise<Reply> | undefined} */
let ahead = /^(#plan\b|#?$)/.test(location.hash) ? askedAhead(first) : undefined;

/** @typedef {{ id: number, answer?: import("./urnfield.js").Answered, said?: string, refused?: boolean }} Reply */

/** @param {Worker} worker @returns {Promise<Reply>} */
function askedAhead(worker) {
  module.then(() => worker.postMessage({ id: 0, question: AHEAD, form: "json", files: [] }), () => {});
  return new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true }));
}

export class Asker {
  /** @type {Map<number, { resolve: (answer: import("./urnfield.js").Answered) => void, reject: (why: Error) => void }>} */
  #waiting = new Map();
  #next = 0;
  #worker;
  /** @type {Promise<Reply> | undefined} */
  #ahead;

  constructor() {
    this.#ahead = ahead;
    this.#worker = this.#heard(first ?? begun());
    first = ahead = undefined;
  }

  /** @param {Reply} reply */
  #replied({ id, answer, said, refused }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answer) asked?.resolve(answer);
    else if (refused) asked?.reject(new Refusal(said));
    else {
      // A fault of the library leaves it in no state to go on.
      this.#renew();
      asked?.reject(new Error(`the library failed, which is a fault of ours: ${said}`));
    }
  }

  /** @param {Worker} worker */
  #heard(worker) {
    worker.addEventListener("message", ({ data }) => this.#replied(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(new Error(`the worker failed: ${event.message ?? "it could not be loaded"}`));
    });
    return worker;
  }

  /** @param {Error} why */
  #end(why) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const asked of waiting) asked.reject(why);
  }

  #renew() {
    this.#ahead = undefined;
    this.#worker.terminate();
    this.#worker = this.#heard(begun());
  }

  /** Gives up whatever is being asked. */
  stop() {
    if (this.#waiting.size === 0) return;
    this.#renew();
    this.#end(new Stopped("another question was asked"));
  }

  /**
   * @param {string} question
   * @param {import("./urnfield.js").Form} [form]
   * @param {import("./urnfield.js").Attached[]} [files]
   * @returns {Promise<import("./urnfield.js").Answered>}
   */
  async ask(question, form = "json", files = []) {
    const id = (this.#next += 1);
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const ahead = question === AHEAD && form === "json" && files.length === 0 ? this.#ahead : undefined;
    ahead?.then((reply) => this.#replied({ ...reply, id }));
    // The module comes first, as messages keep their order.
    module.then(
      () => !ahead && this.#waiting.has(id) && this.#worker.postMessage({ id, question, form, files }),
      (error) => this.#end(new Error(`the library could not be loaded: ${error.message}`)),
    );
    return /** @type {Promise<import("./urnfield.js").Answered>} */ (answer);
  }
}

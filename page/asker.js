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

export class Asker {
  /** @type {Map<number, { resolve: (answer: import("./urnfield.js").Answered) => void, reject: (why: Error) => void }>} */
  #waiting = new Map();
  #next = 0;
  #worker;

  constructor() {
    this.#worker = this.#heard(first ?? begun());
    first = undefined;
  }

  /** @param {Worker} worker */
  #heard(worker) {
    worker.addEventListener("message", ({ data: { id, answer, said, refused } }) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (answer) asked?.resolve(answer);
      else if (refused) asked?.reject(new Refusal(said));
      else {
        // A fault of the library leaves it in no state to go on.
        this.#renew();
        asked?.reject(new Error(`the library failed, which is a fault of ours: ${said}`));
      }
    });
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
    // The module comes first, as messages keep their order.
    module.then(
      () => this.#waiting.has(id) && this.#worker.postMessage({ id, question, form, files }),
      (error) => this.#end(new Error(`the library could not be loaded: ${error.message}`)),
    );
    return /** @type {Promise<import("./urnfield.js").Answered>} */ (answer);
  }
}

// The library: questions in, answers out. Works in Node and in a worker, whose script it is: who asks
// something else ends it, and a page never waits.

/**
 * @typedef {"json" | "text" | "csv" | "svg"} Form
 * @typedef {{ name: string, bytes: Uint8Array }} Attached
 * @typedef {{ text: string, talk: string[] }} Answered
 */

/** @type {Form[]} */
const FORMS = ["json", "text", "csv", "svg"];

/** A question without an answer: its message is one sentence. */
export class Refusal extends Error {}

/**
 * Makes the library out of its module.
 * @param {WebAssembly.Module} module
 */
export async function start(module) {
  const instance = await WebAssembly.instantiate(module, {});
  const wasm = /** @type {any} */ (instance.exports);
  const encode = new TextEncoder();
  const decode = new TextDecoder();

  // Memory moves when it grows: views are made anew for every use.
  /** @param {Uint8Array} bytes */
  function put(bytes) {
    const at = wasm.room(bytes.length) >>> 0;
    if (at === 0) {
      throw new Refusal(`a page has memory for some hundred megabytes, got ${bytes.length} bytes more`);
    }
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }
  /** @param {number} at @param {number} length */
  function text(at, length) {
    return decode.decode(new Uint8Array(wasm.memory.buffer, at >>> 0, length));
  }

  /**
   * Asks, in the words of an address: `plan?items=1e6&fpr=1%25`.
   * @param {string} question
   * @param {Form} form
   * @param {Attached[]} files
   * @returns {Answered}
   */
  function ask(question, form = "json", files = []) {
    for (const { name, bytes } of files) {
      const called = encode.encode(name);
      const [here, there] = [put(called), put(bytes)];
      wasm.attach(here, called.length, there, bytes.length);
      wasm.release(here, called.length);
    }
    const bytes = encode.encode(question);
    const at = put(bytes);
    const known = wasm.ask(FORMS.indexOf(form), at, bytes.length);
    wasm.release(at, bytes.length);
    const answer = text(wasm.answer_at(), wasm.answer_len());
    if (known !== 1) {
      throw new Refusal(answer);
    }
    const said = text(wasm.talk_at(), wasm.talk_len());
    return { text: answer, talk: said === "" ? [] : said.split("\n") };
  }

  /** How many bytes the library takes. */
  const memory = () => wasm.memory.buffer.byteLength;

  return { ask, memory, wasm, put, text };
}

// In a worker: the module comes once, then questions.
if ("WorkerGlobalScope" in globalThis) {
  /** @type {ReturnType<typeof start> | undefined} */
  let library;
  addEventListener("message", async (event) => {
    const { module, id, question, form, files } = event.data;
    if (module) {
      library = start(module);
      return;
    }
    try {
      if (library === undefined) throw new Error("the library has not come");
      const answer = (await library).ask(question, form, files);
      postMessage({ id, answer });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      postMessage({ id, said, refused: error instanceof Refusal });
    }
  });
}

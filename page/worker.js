// Answers questions beside the page, so that it never waits; who asks something else ends it.

import { Refusal, start } from "./urnfield.js";

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

// The address is the state: a question in the shell's words, and what only the page knows.

/** @typedef {{ command: string, values: [string, string][] }} State */

/** What is pasted, and may be long. */
const PASTED = ["list", "histories"];
/** What is no part of the question: lists, which go with it as files, and bits that somebody sees. */
const PAGE_ONLY = ["list", "see"];

/** Longer addresses are cut off by mail programs and chats. */
const LONGEST = 6000;

/** @param {string} hash @returns {State} */
export function read(hash) {
  const text = hash.replace(/^#/, "");
  const at = text.indexOf("?");
  const [path, query] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  return { command: path, values: [...new URLSearchParams(query)] };
}

/** @param {string} text */
function encoded(text) {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|5E|3C|3E)/g, (code) => decodeURIComponent(code)).replace(/%20/g, "+")
    .replace(/[<>]/g, encodeURIComponent);
}

/** @param {State} state */
export function written({ command, values }) {
  const query = values.map(([name, value]) => (value === "" ? name : `${encoded(name)}=${encoded(value)}`)).join("&");
  return query === "" ? command : `${command}?${query}`;
}

/** Whether a state is too long for an address. @param {State} state */
export const beyond = (state) => written(state).length > LONGEST;

/** The address of a state; what is pasted and too long is left out. @param {State} state */
export function address(state) {
  const { command, values } = state;
  return `#${written(beyond(state) ? { command, values: values.filter(([name]) => !PASTED.includes(name)) } : state)}`;
}

/** The question alone. @param {State} state @returns {State} */
export function question({ command, values }) {
  return { command, values: values.filter(([name]) => !PAGE_ONLY.includes(name)) };
}

/** @param {State} state @param {string} name */
export function value({ values }, name) {
  return values.find(([each]) => each === name)?.[1] ?? "";
}

/** @param {State} state @param {string} name */
export function has({ values }, name) {
  return values.some(([each]) => each === name);
}

/** The same with other values; `null` leaves one out. @param {State} state @param {Record<string, string | null>} changes @returns {State} */
export function changed(state, changes) {
  const kept = state.values.filter(([name]) => !(name in changes));
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [/** @type {[string, string]} */ ([name, value])]);
  return { command: state.command, values: [...kept, ...added] };
}

/** As a command. @param {State} state @param {string[]} [more] */
export function shell(state, more = []) {
  const safe = (/** @type {string} */ word) => (/^[\w@%+=:,./^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  const { command, values } = question(state);
  const options = values.flatMap(([name, value]) => (value === "" ? [`--${name}`] : [`--${name}`, value]));
  return ["urnfield", ...command.split("/"), ...options, ...more].map(safe).join(" ");
}

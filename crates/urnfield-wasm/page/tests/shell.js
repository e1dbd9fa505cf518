// The shell, to compare with: what is asked of the page in an address is asked of it as a command.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.URNFIELD ?? "";
if (program === "") {
  throw new Error("the tests compare with the shell; set URNFIELD to the program's path");
}

/** The folder of the repository. */
export const root = new URL("../../../../", import.meta.url);

/** The page as it was built. */
export const built = new URL("../built/", import.meta.url);

/**
 * The words of a command for a question in an address.
 * @param {string} address
 */
export function command(address) {
  const [path, query] = address.split(/\?(.*)/s);
  const words = (path ?? "").split("/").map(decodeURIComponent);
  for (const [name, value] of new URLSearchParams(query ?? "")) {
    words.push(value === "" && !(query ?? "").includes(`${name}=`) ? `--${name}` : `--${name}=${value}`);
  }
  return words;
}

/**
 * Runs the shell; its answer or its refusal.
 * @param {string[]} words
 * @param {string} [folder]
 */
export function shell(words, folder) {
  const ran = spawnSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.error) throw ran.error;
  const said = ran.stderr.trimEnd().split("\n").map((line) => line.replace(/^urnfield: /, ""));
  return ran.status === 2
    ? { refused: true, text: said.at(-1) ?? "" }
    : { refused: false, text: ran.stdout };
}

/**
 * A file that the shell writes, as text.
 * @param {string[]} words
 * @param {string} name
 */
export function shellFile(words, name) {
  const folder = mkdtempSync(join(tmpdir(), "urnfield-"));
  try {
    const file = join(folder, name);
    const said = shell([...words, file]);
    return said.refused ? said : { refused: false, text: readFileSync(file, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// A real browser, and the page in it: served by the program, or as a folder of files.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { built } from "./shell.js";

/** `urnfield serve`, on a free port. */
export async function served() {
  const child = spawn(process.env.URNFIELD ?? "", ["serve"], { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    let [said, wrong] = ["", ""];
    child.stdout.on("data", (data) => (said += data).includes("\n") && resolve(said.trim()));
    child.stderr.on("data", (data) => (wrong += data));
    child.on("exit", () => reject(new Error(`urnfield serve ended: ${wrong}`)));
  });
  return { address: String(address), end: () => void child.kill() };
}

/** The folder on a host that knows nothing of it: no policy, no compression, and a name of its own for wasm. */
export async function hosted() {
  const types = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://host").pathname.replace("/some/where/", "").replaceAll("/", "") || "index.html";
    try {
      const body = readFileSync(new URL(name, built));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/some/where/`, end: () => void server.close() };
}

/** A browser with nothing remembered. */
export async function browser() {
  const profile = mkdtempSync(join(tmpdir(), "urnfield-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  return { context, end: async () => (await context.close(), rmSync(profile, { recursive: true, force: true })) };
}

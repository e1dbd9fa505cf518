"""Looks at the built site in a browser: look.py SITE CHROMIUM PICTURES.

Serves the folder on this machine, takes pictures of a few pages, wide and narrow, light and dark, and checks what a picture cannot
show: that nothing is requested from elsewhere, that no page is wider than the screen, and that the search finds pages.
"""

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURED = ["index", "guide/start", "guide/overlap#a-first-answer", "guide/words", "reference/commands", "reference/json", "internals/benchmarks"]
SIZES = {"wide": (1280, 900), "narrow": (390, 844)}
# What is searched for, and the page that must be found.
SEARCHED = {"hypergeometric": "overlap", "Benjamini": "overlap", "rarefaction": "words", "cache line": "start"}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    site, chromium, pictures = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root, faults = f"http://127.0.0.1:{server.server_port}/", []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
                page = context.new_page()
                page.on("request", lambda request: request.url.startswith((root, "data:", "blob:"))
                        or faults.append(f"{request.url} is requested"))
                page.on("pageerror", lambda error: faults.append(f"an error in a script: {error}"))
                for name in PICTURED:
                    file, _, anchor = name.partition("#")
                    page.goto(f"{root}{file}.html#{anchor}")
                    page.screenshot(path=pictures / f"{file.replace('/', '-')}-{size}-{scheme}.png")
                if scheme == "light":
                    faults += overflows(page, root, site, width)
                context.close()
        faults += searches(browser, root)
        browser.close()
    server.shutdown()
    print("\n".join(faults) or f"the site is whole; pictures are in {pictures}")
    return bool(faults)


def overflows(page, root, site, width):
    """Pages that have to be pushed sideways."""
    for path in sorted(site.rglob("*.html")):
        page.goto(root + str(path.relative_to(site)))
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            yield f"{path.relative_to(site)} is {wide} pixels wide on a screen of {width}"


def searches(browser, root):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    for words, expected in SEARCHED.items():
        page.goto(f"{root}index.html")
        # Words that are typed before the page's script listens are lost, so they are typed again.
        for _ in range(6):
            page.fill("input.md-search__input", "")
            page.fill("input.md-search__input", words)
            try:
                page.wait_for_selector(f".md-search-result__link[href*='{expected}.html']", state="attached", timeout=10_000)
                break
            except Exception:  # noqa: BLE001 - whatever went wrong, nothing was found
                continue
        else:
            yield f"a search for {words} does not find {expected}"


if __name__ == "__main__":
    sys.exit(main())

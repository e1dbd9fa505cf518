"""Checks every link of the built site and of the project's own pages: links.py PROJECT SITE.

A relative link must lead to a file, and what stands behind # to an element of it. The site must load nothing from
elsewhere, because it is read offline.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]


class Links(HTMLParser):
    """The links, the identifiers and the loaded files of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.names = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag == "link" and attributes.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.loaded.append(attributes["href"])
        if attributes.get("src"):
            self.loaded.append(attributes["src"])


def slugs(text):
    """The anchors that a Markdown file has for its headings."""
    found, fenced = set(), False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.match(r"#+ (.*)", line)):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            found.add(re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain).strip()))
    return found


def check_site(site):
    pages = {path: Links(path.read_text()) for path in sorted(site.rglob("*.html"))}
    seen = 0
    for path, page in pages.items():
        where = path.relative_to(site)
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https") or link.startswith("//"):
                if link in page.loaded:
                    yield f"{where} loads {link} from elsewhere"
                continue
            if parts.scheme or where.name == "404.html":
                continue
            seen += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                yield f"{where} links to {link}, which is not there"
            elif parts.fragment and target in pages:
                if unquote(parts.fragment) not in pages[target].names:
                    yield f"{where} links to {link}, and {target.name} has no such anchor"
    if len(pages) < 25 or seen < 1000:
        yield f"only {len(pages)} pages and {seen} links were found"


def check_markdown(project):
    for name in PAGES:
        text = (project / name).read_text()
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = project / unquote(parts.path) if parts.path else project / name
            if not target.exists():
                yield f"{name} links to {link}, which is not there"
            elif parts.fragment and parts.fragment not in slugs(target.read_text()):
                yield f"{name} links to {link}, and {target.name} has no such heading"


def main():
    project, site = (Path(argument).resolve() for argument in sys.argv[1:3])
    faults = [*check_site(site), *check_markdown(project)]
    print("\n".join(faults) or "all links resolve")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

"""What the site needs beside the generator: its navigation, files outside docs/, and pictures in the dark."""

import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\]\()((?:\.\./)+[^)#\s]+)((?:#[^)\s]*)?\))")
# Files outside docs/ to which pages link, as the site has them.
OUTSIDE = "source"
outside = {}


def on_config(config):
    """Makes the navigation from the lists of docs/README.md, so that it has one source."""
    nav, section = [{"All pages": "README.md"}], None
    for line in (Path(config.docs_dir) / "README.md").read_text().splitlines():
        if line.startswith("## "):
            section = []
            nav.append({line[3:]: section})
        elif found := re.match(r"\d+\. \[([^\]]+)\]\(([^)]+)\)", line):
            section.append({found[1]: found[2]})
    config.nav = nav
    return config


def on_files(files, config):
    """Adds the style sheet, and the files outside docs/ that pages link to."""
    style = (Path(__file__).parent / "site.css").read_text()
    files.append(File.generated(config, "site.css", content=style))
    for page in files.documentation_pages():
        here = Path(page.abs_src_path).parent
        for link in LINK.finditer(page.content_string):
            path = (here / link[2]).resolve()
            if path.is_relative_to(config.docs_dir) or not path.is_relative_to(ROOT):
                continue
            if path.is_dir():
                path = path / "README.md"
            if path.is_file() and path not in outside:
                name = f"{OUTSIDE}/{path.relative_to(ROOT)}.txt"
                outside[path] = name
                files.append(File.generated(config, name, content=path.read_bytes()))
    return files


def on_page_markdown(markdown, page, config, files):
    """Points links to files outside docs/ at their copies. A link that leads nowhere stays, and fails the build."""
    here = Path(page.file.abs_src_path).parent
    up = "../" * page.file.src_uri.count("/")

    def copied(link):
        path = (here / link[2]).resolve()
        path = path / "README.md" if path.is_dir() else path
        return f"{link[1]}{up}{outside[path]})" if path in outside else link[0]

    return LINK.sub(copied, markdown)

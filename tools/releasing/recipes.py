"""The archive of sources, and recipes that build from it: for conda and for Homebrew."""

import hashlib
import shutil
from pathlib import Path

from .programs import tarred

TEMPLATES = Path(__file__).parent / "recipes"


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def build(tree, out, version, address):
    """Packs the staged tree, and fills the recipes' templates in."""
    sources = out / f"urnfield-{version}-source.tar.gz"
    folder = out / "work" / f"urnfield-{version}"
    shutil.copytree(tree, folder, ignore=shutil.ignore_patterns("target"))
    tarred(folder, sources)
    values = {
        "VERSION": version, "ADDRESS": address, "SHA256": digest(sources),
        "URL": f"{address}/releases/download/v{version}/{sources.name}",
    }
    for template in sorted(TEMPLATES.rglob("*.in")):
        text = template.read_text(encoding="utf-8")
        for name, value in values.items():
            text = text.replace(f"@{name}@", value)
        target = out / "recipes" / template.stem
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def checksums(out):
    """Writes the checksums of everything that lies in the folder, for `sha256sum --check`."""
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    lines = "".join(f"{digest(path)}  {path.relative_to(out).as_posix()}\n" for path in files)
    (out / "SHA256SUMS").write_text(lines, encoding="utf-8", newline="\n")

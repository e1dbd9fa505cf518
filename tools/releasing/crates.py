"""The packages of the crates that are published."""

import shutil
from pathlib import Path

from .tree import published, run


def build(tree, out, target):
    """Packs every published crate of a staged tree, without building it: `tools/campaign package` does that."""
    names = published(tree)
    chosen = [word for name in names for word in ("-p", name)]
    run("cargo", "package", "--no-verify", "--allow-dirty", "--locked", "--quiet", *chosen, "--target-dir", target, cwd=tree)
    folder = out / "crates"
    folder.mkdir(parents=True, exist_ok=True)
    for package in sorted(Path(target, "package").glob("*.crate")):
        shutil.copy(package, folder)
    # The order in which they are published: each after what it needs.
    (folder / "ORDER").write_text("".join(f"{name}\n" for name in names), encoding="utf-8", newline="\n")

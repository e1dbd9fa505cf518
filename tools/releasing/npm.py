"""The npm package of the WebAssembly module."""

import json
import os
import shutil
import subprocess

from .tree import run


def build(root, tree, out, version):
    """Builds the module from the tree and packs it with the staged manifest and page."""
    folder = out / "work" / "npm"
    run("bash", root / "crates/urnfield-wasm/npm/build", folder.as_posix())
    staged = tree / "crates/urnfield-wasm/npm"
    shutil.copy(staged / "README.md", folder)
    manifest = json.loads((staged / "package.json").read_text(encoding="utf-8"))
    manifest["version"] = version
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8", newline="\n")
    npm = "npm.cmd" if os.name == "nt" else "npm"
    run(npm, "pack", "--silent", "--pack-destination", out, cwd=folder, stdout=subprocess.DEVNULL)

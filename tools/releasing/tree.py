"""The tree as it is released: a copy of what git knows, with the project's address filled in, both license texts in
every folder that is packed, and links that work on a package's page."""

import posixpath
import re
import shutil
import subprocess
import sys
import tomllib

# What stands for the project's address until it is filled in, in Cargo.toml.
PLACEHOLDER = "https://urnfield.invalid"

# Files in which the address stands.
FILLED = {".toml", ".json", ".md", ".yaml", ".rb", ".cff"}

LICENSES = ("LICENSE-MIT", "LICENSE-APACHE")

# Pages that stand alone on a package's page.
READMES = ("README.md", "crates/urnfield-python/README.md", "crates/urnfield-wasm/npm/README.md")


def refuse(sentence):
    sys.exit(f"tools/release: {sentence}")


def run(*command, **more):
    """Runs a command that has to succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, **more)
    if done.returncode:
        print(*(text[-4000:] for text in (done.stdout, done.stderr) if text), sep="\n", file=sys.stderr)
        refuse(f"`{' '.join(words)}` failed with status {done.returncode}, for the reason above")
    return done


def said(*command, **more):
    """Returns what a command prints."""
    return run(*command, capture_output=True, text=True, **more).stdout


def workspace(root):
    """Returns the package table of the workspace: version, repository and so on."""
    return tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]


def published(root):
    """Returns the crates that are published, each after those that it needs."""
    found = {}
    for manifest in sorted(root.glob("crates/*/Cargo.toml")):
        table = tomllib.loads(manifest.read_text(encoding="utf-8"))
        if table["package"].get("publish", True):
            found[table["package"]["name"]] = table
    order = []
    while len(order) < len(found):
        ready = [
            name for name, table in found.items()
            if name not in order and all(need in order for need in table.get("dependencies", {}) if need in found)
        ]
        if not ready:
            refuse("the published crates need one another in a circle")
        order += ready
    return order


def absolute(text, page, address, version):
    """Returns a page whose links within the tree lead to the project's address."""
    folder = posixpath.dirname(page)

    def link(found):
        mark, label, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        path, _, part = target.partition("#")
        path = posixpath.normpath(posixpath.join(folder, path))
        view = "raw" if mark else "blob"
        return f"{mark}[{label}]({address}/{view}/v{version}/{path}{'#' + part if part else ''})"

    return re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", link, text)


def staged(root, folder, version, address):
    """Copies the tree to a folder, ready to be packed, and returns that folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in said("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=root).split("\0"):
        source, target = root / name, folder / name
        if not name or not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        # In a crate's folder a license is a link, which some systems check out as a line of text.
        if source.name in LICENSES:
            shutil.copyfile(root / source.name, target)
            continue
        shutil.copy2(source, target)
        # The tools themselves compare with the placeholder.
        if source.suffix in FILLED and not name.startswith("tools/"):
            text = source.read_text(encoding="utf-8")
            if name in READMES:
                text = absolute(text, name, address, version)
            if PLACEHOLDER in text or name in READMES:
                target.write_text(text.replace(PLACEHOLDER, address), encoding="utf-8", newline="\n")
    return folder

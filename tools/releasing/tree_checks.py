"""What can be checked of the tree before anything is built: refusals of tools/release, and the workflows."""

import json
import re
import subprocess
import sys

from .environment import programs
from .tree import LICENSES, PLACEHOLDER, absolute, said, workspace

READ_YAML = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.read())))"


def run_all(root, target):
    print(f"refusals: {refusals(root)}")
    print(f"licenses: {licenses(root)}")
    print(f"links: {links()}")
    print(f"workflows: {workflows(root, programs(target))}", flush=True)


def refusals(root):
    """A release is refused in one sentence until everything that it needs is filled in."""
    about = workspace(root)
    version, tried = about["version"], 0
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = f"## {version} (unreleased)" in changelog
    for words, sentence in [
        (["99.0.0"], "says which version"),
        ([version, "--only", "cake"], "the parts are"),
        *([([version], "unreleased")] if unreleased else []),
        *([([version], "has no address yet")] if about["repository"] == PLACEHOLDER and not unreleased else []),
    ]:
        done = subprocess.run([sys.executable, root / "tools/release", *words], capture_output=True, text=True)
        assert done.returncode == 1 and sentence in done.stderr and len(done.stderr.splitlines()) == 1, (words, done.stderr)
        tried += 1
    return f"{tried}, each one sentence"


def licenses(root):
    """Every folder that is packed leads to both texts; a checkout without links has their paths instead."""
    folders = 0
    for manifest in root.glob("crates/*/Cargo.toml"):
        if "publish = false" in manifest.read_text(encoding="utf-8") and manifest.parent.name != "urnfield-python":
            continue
        for name in LICENSES:
            text = (manifest.parent / name).read_bytes()
            assert text in ((root / name).read_bytes(), f"../../{name}".encode()), manifest
        folders += 1
    assert folders >= 8, folders
    return f"{folders} folders"


def links():
    """Links within the tree become absolute, others stay."""
    page = "[a](docs/a.md#b) ![p](docs/p.svg) [c](#c) [d](https://example.org) [![i](i.png)](j.md)"
    want = "[a](A/blob/v1/docs/a.md#b) ![p](A/raw/v1/docs/p.svg) [c](#c) [d](https://example.org)"
    got = absolute(page, "README.md", "A", "1")
    assert got.startswith(want), got
    assert absolute("[g](../../docs/g.md)", "crates/x/README.md", "A", "1") == "[g](A/blob/v1/docs/g.md)"
    return "absolute"


def workflows(root, tools):
    """The workflows are YAML, and call stages and tools that exist."""
    called = 0
    files = sorted((root / ".github/workflows").glob("*.yml"))
    for path in files:
        tree = json.loads(said(tools / "python", "-c", READ_YAML, input=path.read_text(encoding="utf-8")))
        assert {"name", "jobs"} <= set(tree), path.name
        for job in tree["jobs"].values():
            assert "runs-on" in job and "timeout-minutes" in job, path.name
            for step in job["steps"]:
                assert ("uses" in step) != ("run" in step), step
                for stage in re.findall(r"^\./test(.*)$", step.get("run", ""), re.MULTILINE):
                    for name in stage.split():
                        assert f"stage_{name}()" in (root / "tools/stages" / name).read_text(encoding="utf-8"), name
                        called += 1
                for tool in re.findall(r"^(tools/\S+)", step.get("run", ""), re.MULTILINE):
                    assert (root / tool).is_file(), tool
                    called += 1
    assert len(files) == 2 and called >= 10, called
    return f"{len(files)} files, {called} calls"

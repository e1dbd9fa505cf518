"""The first jobs of the README, run with what was installed."""

import os
import re
import subprocess

from .tree import run


def blocks(root, language):
    """Returns the README's blocks of a language."""
    page = (root / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found, f"the README has no block of {language}"
    return found


def shell_job(root, programs, folder):
    """Runs the README's first console block in an empty folder, and compares what it prints."""
    folder.mkdir()
    kept = os.environ["PATH"] if os.name == "nt" else "/usr/bin:/bin"
    here = os.environ | {"PATH": f"{programs}{os.pathsep}{kept}"}
    block = next(block for block in blocks(root, "console") if "urnfield build" in block)
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = step.rstrip("\n").splitlines()
        count = 1 + next(i for i, line in enumerate(lines) if not line.endswith("\\"))
        command, expected = "\n".join(lines[:count]), "\n".join(lines[count:]).rstrip()
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=here, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.stdout.replace("\r\n", "\n").rstrip() == expected, f"{command}\n{done.stdout}"


def python_job(root, python, folder):
    """Runs the README's first Python block in an empty folder."""
    folder.mkdir()
    script = blocks(root, "python")[0]
    printed = run(python, "-c", script, cwd=folder, capture_output=True, text=True).stdout.split("\n")[0]
    # What is printed stands behind `print` as a comment.
    expected = re.search(r"^print\(.*\)  # (.+)$", script, re.MULTILINE)
    assert expected and printed == expected[1], printed
